"""The submissions that the job queue looks for."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from server.store.schema import AttemptRow, SubmissionRow
from tasks.attempt import SubmissionState
from tasks.jobs import Claim, LeaseLost

UNJUDGED = timedelta(minutes=15)
"""A submission that waits so long for a server that could judge it is given up: it can be sent again, uncharged."""


def due(now: datetime, task_digests: Collection[str]) -> ColumnElement[bool]:
    return and_(_unleased(now), _to(task_digests))


def stranded(now: datetime, task_digests: Collection[str]) -> ColumnElement[bool]:
    return and_(_unleased(now), ~_to(task_digests), SubmissionRow.created_at <= now - UNJUDGED)


def _to(task_digests: Collection[str]) -> ColumnElement[bool]:
    return SubmissionRow.attempt_id.in_(select(AttemptRow.id).where(AttemptRow.task_digest.in_(task_digests)))


def _unleased(now: datetime) -> ColumnElement[bool]:
    return and_(
        SubmissionRow.state.in_([SubmissionState.QUEUED, SubmissionState.RUNNING]),
        or_(SubmissionRow.due_at.is_(None), SubmissionRow.due_at <= now),
    )


async def next_due(session: AsyncSession, now: datetime, task_digests: Collection[str]) -> SubmissionRow | None:
    return await session.scalar(
        locked(
            select(SubmissionRow)
            .where(due(now, task_digests))
            .order_by(SubmissionRow.created_at, SubmissionRow.id)
            .limit(1)
        )
    )


def locked(rows: Select[SubmissionRow]) -> Select[SubmissionRow]:
    """For us alone; those that another worker is looking at are passed over."""
    return rows.with_for_update(of=SubmissionRow, skip_locked=True)


async def held(session: AsyncSession, claim: Claim) -> SubmissionRow:
    row = await session.scalar(
        select(SubmissionRow)
        .where(
            SubmissionRow.id == claim.submission.id,
            SubmissionRow.fence == claim.fence,
            SubmissionRow.state == SubmissionState.RUNNING,
        )
        .with_for_update(of=SubmissionRow)
    )
    if row is None:
        raise LeaseLost(claim.submission.id)
    return row
