"""Submitting, waiting for the judgement, and looking it up again."""

import time
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager

import anyio

from sandbox.box import Sandbox
from sandbox.toolchains.toolchain import Toolchain
from tasks.attempt import Submission
from tasks.attempts import UNFINISHED, Attempts
from tasks.bell import Bell
from tasks.bundle import Task

MAX_WAIT_SECONDS = 30
LOOK_AGAIN_SECONDS = 2.0
"""How soon progress is noticed, and a judgement made by another process."""


class Submissions:
    def __init__(self, attempts: Attempts, sandbox: Sandbox, toolchains: Mapping[str, Toolchain], bell: Bell) -> None:
        """`toolchains` are by the name that a track gives."""
        self._attempts = attempts
        self._sandbox = sandbox
        self._toolchains = toolchains
        self._bell = bell
        self._sandbox_worked = False
        """What breaks later is found by the judge, and charges nothing."""

    async def submit(self, principal: str, attempt_id: str) -> Submission:
        """Queue the workspace for validation. A machine that can't judge it refuses here, before anything is charged.

        A caller who leaves meanwhile has submitted all the same.

        Raises:
            SandboxUnavailable, ToolchainMissing, SandboxFault, and whatever `Attempts.submit` raises.
        """
        with _seen_through():
            earlier = await self._attempts.earlier_submission(principal, attempt_id)
            if earlier is not None:
                return earlier
            await self._check(await self._attempts.task_of(principal, attempt_id))
            submission = await self._attempts.submit(principal, attempt_id)
            self._bell.ring()
        return submission

    async def _check(self, task: Task) -> None:
        if not self._sandbox_worked:
            await self._sandbox.check()
            self._sandbox_worked = True
        await self._toolchains[task.track.toolchain].check()

    async def wait(
        self,
        principal: str,
        submission_id: str,
        wait_seconds: float,
        progress: Callable[[Submission], Awaitable[None]],
    ) -> Submission:
        """The submission once it is finished, or as it stands when the time is up.

        Raises:
            UnknownSubmission.
        """
        deadline = time.monotonic() + wait_seconds
        listener = self._bell.about(submission_id).listen()
        while True:
            submission = await self._attempts.submission(principal, submission_id)
            left = deadline - time.monotonic()
            if submission.state not in UNFINISHED or left <= 0:
                return submission
            await progress(submission)
            await listener.wait(min(left, LOOK_AGAIN_SECONDS))


@contextmanager
def _seen_through() -> Generator[None]:
    """Whoever waits for the block may leave; it is done all the same."""
    with anyio.CancelScope(shield=True):
        yield
