"""Workers: they claim queued submissions, have them judged, and store the reports.

A worker holds a lease and renews it while it judges. If it dies, the lease lapses and another worker judges the
submission anew; if it only was slow, its late result meets a newer fence and is dropped. A failure of ours gives the
submission back, is logged under an incident id, and is never a verdict.
"""

import logging
import secrets
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import anyio
from anyio.abc import TaskGroup

from sandbox.errors import ToolchainMissing
from server.store.errors import StoreUnavailable
from tasks.bell import Bell
from tasks.jobs import Claim, JobQueue, LeaseLost
from tasks.judging import Judging
from tasks.report import Report

HEARTBEAT_SECONDS = 1.0
LOOK_AGAIN_SECONDS = 2.0
"""How soon a submission is noticed that another process queued or dropped."""

log = logging.getLogger(__name__)


class Worker:
    """Judges one submission at a time, of those to tasks that are served here."""

    def __init__(self, queue: JobQueue, judging: Judging, bell: Bell) -> None:
        self._queue = queue
        self._judging = judging
        self._bell = bell
        self._name = f"worker-{secrets.token_hex(4)}"

    async def run(self) -> None:
        """Work until cancelled."""
        listener = self._bell.listen()
        async with anyio.create_task_group() as group:
            while True:
                claim = await self._claim()
                if claim is None:
                    await listener.wait(LOOK_AGAIN_SECONDS)
                else:
                    await self._process(group, claim)
                    self._bell.about(claim.submission.id).ring()

    async def _claim(self) -> Claim | None:
        try:
            return await self._queue.claim(self._name, self._judging.task_digests)
        except StoreUnavailable as fault:
            log.error("no submission could be claimed: %s", fault)  # noqa: TRY400 - the cause is in the message
            return None

    async def _process(self, group: TaskGroup, claim: Claim) -> None:
        try:
            report = await self._report(group, claim)
            await self._queue.complete(claim, report)
        except LeaseLost:
            log.warning("the lease on %s was lost; its judgement is dropped", claim.submission.id)
        except ToolchainMissing as missing:
            log.warning("%s is left to another server: %s", claim.submission.id, missing)
            with _or_it_lapses(claim):
                await self._queue.leave(claim)
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True), _or_it_lapses(claim):
                await self._queue.release(claim)
            raise
        except Exception as fault:  # noqa: BLE001 - whatever failed here is our fault: retried, never scored
            await self._give_back(claim, fault)

    async def _report(self, group: TaskGroup, claim: Claim) -> Report:
        heart = _Heart(self._queue, claim)
        async with heart.beating(group):
            return await self._judging.report(claim.submission, heart.note_progress)

    async def _give_back(self, claim: Claim, fault: Exception) -> None:
        incident = secrets.token_hex(4)
        log.error("incident %s while judging %s", incident, claim.submission.id, exc_info=fault)
        try:
            await self._queue.fail(claim, incident)
        except (LeaseLost, StoreUnavailable):
            log.warning("%s could not be given back; its lease will lapse", claim.submission.id)


class _Heart:
    """Renews a claim's lease, and stops the work when the claim is lost."""

    def __init__(self, queue: JobQueue, claim: Claim) -> None:
        self._queue = queue
        self._claim = claim
        self._progress = (0, 0)
        self._work = anyio.CancelScope()
        self._beats = anyio.CancelScope()
        self._lost = False

    async def note_progress(self, done: int, total: int) -> None:
        self._progress = (done, total)

    @asynccontextmanager
    async def beating(self, group: TaskGroup) -> AsyncGenerator[None]:
        """Raises: LeaseLost, after the work in the block was cancelled."""
        group.start_soon(self._beat)
        try:
            with self._work:
                yield
        finally:
            self._beats.cancel()
        if self._lost:
            raise LeaseLost(self._claim.submission.id)

    async def _beat(self) -> None:
        with self._beats:
            while True:
                await anyio.sleep(HEARTBEAT_SECONDS)
                try:
                    await self._queue.heartbeat(self._claim, *self._progress)
                except LeaseLost:
                    self._lost = True
                    self._work.cancel()
                    return
                except StoreUnavailable:
                    log.warning("a heartbeat for %s was missed", self._claim.submission.id)


@contextmanager
def _or_it_lapses(claim: Claim) -> Generator[None]:
    """Give a claim back; if the store can't be reached, its lease lapses."""
    try:
        yield
    except StoreUnavailable as fault:
        log.warning("%s could not be given back, its lease will lapse: %s", claim.submission.id, fault)
