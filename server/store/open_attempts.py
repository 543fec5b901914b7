"""The attempts that can still be accepted: one statement, however many a principal ever had."""

from sqlalchemy import ColumnElement, ScalarSelect, Select, func, or_, select

from server.store.schema import AttemptRow, ReportRow, SubmissionRow, WorkspaceFileRow
from tasks.attempt import SubmissionState
from tasks.attempts import UNFINISHED
from tasks.verdicts import Verdict


def open_attempts_of(principal: str, task_id: str | None) -> Select[AttemptRow, int, int]:
    """Rows of attempt, number of files and number of charged submissions, newest first."""
    files, charged = _files(), _charged()
    rows = select(AttemptRow, files, charged).where(
        AttemptRow.principal == principal,
        ~_accepted(),
        or_(_unfinished(), charged < AttemptRow.submission_budget),
    )
    if task_id is not None:
        rows = rows.where(AttemptRow.task_id == task_id)
    return rows.order_by(AttemptRow.created_at.desc(), AttemptRow.id)


def _files() -> ScalarSelect[int]:
    return select(func.count()).where(WorkspaceFileRow.attempt_id == AttemptRow.id).scalar_subquery()


def _charged() -> ScalarSelect[int]:
    return (
        select(func.count())
        .where(SubmissionRow.attempt_id == AttemptRow.id, SubmissionRow.state != SubmissionState.FAULTED)
        .scalar_subquery()
    )


def _accepted() -> ColumnElement[bool]:
    return (
        select(SubmissionRow.id)
        .join(ReportRow, ReportRow.id == SubmissionRow.report_id)
        .where(SubmissionRow.attempt_id == AttemptRow.id, ReportRow.verdict == Verdict.ACCEPTED)
        .exists()
    )


def _unfinished() -> ColumnElement[bool]:
    return (
        select(SubmissionRow.id)
        .where(SubmissionRow.attempt_id == AttemptRow.id, SubmissionRow.state.in_(UNFINISHED))
        .exists()
    )
