"""Submitting, waiting for the judgement, and looking it up again."""

import time
from collections.abc import Awaitable, Callable

from sandbox.box import Sandbox
from tasks.attempt import Submission
from tasks.attempts import UNFINISHED, Attempts
from tasks.bell import Bell

MAX_WAIT_SECONDS = 30
LOOK_AGAIN_SECONDS = 1.0
"""How soon a judgement made by another process is noticed."""


class Submissions:
    def __init__(self, attempts: Attempts, sandbox: Sandbox, bell: Bell) -> None:
        self._attempts = attempts
        self._sandbox = sandbox
        self._bell = bell

    async def submit(self, principal: str, attempt_id: str) -> Submission:
        """Queue the workspace for validation. A sandbox that can't judge refuses here, before anything is charged.

        Raises:
            SandboxUnavailable, and whatever `Attempts.submit` raises.
        """
        await self._sandbox.check()
        submission = await self._attempts.submit(principal, attempt_id)
        self._bell.ring()
        return submission

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
        listener = self._bell.listen()
        while True:
            submission = await self._attempts.submission(principal, submission_id)
            left = deadline - time.monotonic()
            if submission.state not in UNFINISHED or left <= 0:
                return submission
            await progress(submission)
            await listener.wait(min(left, LOOK_AGAIN_SECONDS))
