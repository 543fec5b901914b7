"""Rows to the frozen data of tasks/, and back."""

from collections.abc import Iterable

from sqlalchemy import Row

from server.store.schema import AttemptRow, ReportRow, SubmissionRow
from tasks.attempt import Attempt, StoredFile, Submission
from tasks.report import Report


def attempt_row(attempt: Attempt) -> AttemptRow:
    return AttemptRow(
        id=attempt.id,
        principal=attempt.principal,
        task_id=attempt.task_id,
        task_digest=attempt.task_digest,
        label=attempt.label,
        client_name=attempt.client_name,
        client_version=attempt.client_version,
        submission_budget=attempt.submission_budget,
        created_at=attempt.created_at,
    )


def attempt_of(row: AttemptRow) -> Attempt:
    return Attempt(
        id=row.id,
        principal=row.principal,
        task_id=row.task_id,
        task_digest=row.task_digest,
        label=row.label,
        client_name=row.client_name,
        client_version=row.client_version,
        submission_budget=row.submission_budget,
        created_at=row.created_at,
    )


def files_of(rows: Iterable[Row[str, str, int]]) -> dict[str, StoredFile]:
    """Files from rows of path, digest and size."""
    return {path: StoredFile(sha256, size) for path, sha256, size in rows}


def submission_row(submission: Submission) -> SubmissionRow:
    """A new row; a report only ever comes from the queue."""
    return SubmissionRow(
        id=submission.id,
        attempt_id=submission.attempt_id,
        number=submission.number,
        snapshot_digest=submission.snapshot_digest,
        state=submission.state,
        done=submission.done,
        total=submission.total,
        incident=submission.incident,
        created_at=submission.created_at,
    )


def submission_of(row: SubmissionRow) -> Submission:
    return Submission(
        id=row.id,
        attempt_id=row.attempt_id,
        number=row.number,
        snapshot_digest=row.snapshot_digest,
        state=row.state,
        done=row.done,
        total=row.total,
        report=report_of(row.report) if row.report is not None else None,
        incident=row.incident,
        created_at=row.created_at,
    )


def report_of(row: ReportRow) -> Report:
    return Report.model_validate_json(row.body)
