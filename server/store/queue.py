"""The job queue over SQL: leases in the table of submissions.

A claim leases a submission until `due_at` and counts its `fence` up. Whoever wants to write under a claim must still
find that fence on a running submission, in the transaction that writes: a holder that was taken for dead, and
overtaken, finds another fence and changes nothing.

A submission whose judging kills its server would do so at each start, since nobody is left to call it a fault. So who
would take it over once too often gives it up instead.
"""

import logging
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from server.store.database import Database
from server.store.mapping import submission_of
from server.store.queue_rows import UNJUDGED, due, held, locked, next_due, stranded
from server.store.schema import ReportRow, SubmissionRow
from server.store.sqlite import insert_missing
from tasks.attempt import SubmissionState
from tasks.jobs import Claim, LeaseLost
from tasks.report import Report

MAX_TRIES = 3
MAX_CLAIMS = 5
"""So many judges may die over a submission. Servers are also killed for reasons that have nothing to do with it."""
NOBODY = "no server that could judge it has come"
LEFT_PAUSE = timedelta(seconds=2)
FIRST_PAUSE_SECONDS = 2.0
"""The pause after the first fault; each further one is twice as long."""

log = logging.getLogger(__name__)


def utc_now() -> datetime:
    return datetime.now(UTC)


class SqlJobQueue:
    """Implements `tasks.jobs.JobQueue`. All machines that share the database need clocks that agree on the lease."""

    def __init__(
        self,
        database: Database,
        lease_seconds: float,
        max_tries: int = MAX_TRIES,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._database = database
        self._lease = timedelta(seconds=lease_seconds)
        self._max_tries = max_tries
        self._clock = clock

    async def claim(self, worker: str, task_digests: Collection[str]) -> Claim | None:
        if not await self._anything_to_do(task_digests):
            return None
        async with self._database.writing() as session:
            now = self._clock()
            for row in await session.scalars(locked(select(SubmissionRow).where(stranded(now, task_digests)))):
                _give_up(row, NOBODY)
            while (row := await next_due(session, now, task_digests)) is not None:
                if row.state is SubmissionState.RUNNING and row.tries >= MAX_CLAIMS:
                    _give_up(row, f"{row.tries} judges died over it")
                    continue
                row.state = SubmissionState.RUNNING
                row.worker = worker
                row.fence += 1
                row.tries += 1
                row.done = row.total = 0
                row.due_at = now + self._lease
                return Claim(submission_of(row), worker, row.fence)
            return None

    async def heartbeat(self, claim: Claim, done: int, total: int) -> None:
        async with self._database.writing() as session:
            row = await held(session, claim)
            row.done = done
            row.total = total
            row.due_at = self._clock() + self._lease

    async def complete(self, claim: Claim, report: Report) -> None:
        async with self._database.writing() as session:
            row = await held(session, claim)
            row.report = await _kept(session, report)
            row.state = SubmissionState.JUDGED
            row.done = report.total - report.not_run
            row.total = report.total
            row.due_at = None

    async def fail(self, claim: Claim, incident: str) -> None:
        async with self._database.writing() as session:
            row = await held(session, claim)
            if row.tries >= self._max_tries:
                _fault(row, incident)
            else:
                _give_back(row)
                row.due_at = self._clock() + timedelta(seconds=FIRST_PAUSE_SECONDS * 2 ** (row.tries - 1))

    async def release(self, claim: Claim) -> None:
        with suppress(LeaseLost):
            async with self._database.writing() as session:
                row = await held(session, claim)
                _give_back(row)
                row.tries -= 1
                row.due_at = None

    async def leave(self, claim: Claim) -> None:
        with suppress(LeaseLost):
            async with self._database.writing() as session:
                row, now = await held(session, claim), self._clock()
                if row.created_at <= now - UNJUDGED:
                    _give_up(row, NOBODY)
                    return
                _give_back(row)
                row.tries -= 1
                row.due_at = now + LEFT_PAUSE

    async def _anything_to_do(self, task_digests: Collection[str]) -> bool:
        """Idle workers ask all the time; this way they don't keep writers waiting."""
        now = self._clock()
        something = or_(due(now, task_digests), stranded(now, task_digests))
        async with self._database.reading() as session:
            return await session.scalar(select(SubmissionRow.id).where(something).limit(1)) is not None


async def _kept(session: AsyncSession, report: Report) -> ReportRow:
    """The report that is stored under this one's key: an earlier one stays."""
    key = report.key.model_dump()
    await insert_missing(session, ReportRow, [{**key, "body": report.model_dump_json(), "verdict": report.verdict}])
    return (await session.scalars(select(ReportRow).filter_by(**key))).one()


def _give_back(row: SubmissionRow) -> None:
    """Back to the queue. The fence stays, so that the claim which ends here can't come back."""
    row.state = SubmissionState.QUEUED
    row.worker = None
    row.done = row.total = 0


def _give_up(row: SubmissionRow, reason: str) -> None:
    incident = secrets.token_hex(4)
    log.error("incident %s: %s is given up, since %s", incident, row.id, reason)
    _fault(row, incident)


def _fault(row: SubmissionRow, incident: str) -> None:
    row.state = SubmissionState.FAULTED
    row.incident = incident
    row.due_at = None
