"""What the attempts read and write, over one session."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from server.store.mapping import attempt_of, attempt_row, files_of, report_of, submission_of, submission_row
from server.store.open_attempts import open_attempts_of
from server.store.schema import (
    AttemptRow,
    BlobRow,
    ReportRow,
    SnapshotFileRow,
    SnapshotRow,
    SubmissionRow,
    WorkspaceFileRow,
)
from server.store.sqlite import insert_missing
from tasks.attempt import Attempt, AttemptOutline, Snapshot, StoredFile, Submission
from tasks.report import Report, ReportKey


class SqlTransaction:
    """Implements `tasks.store.Transaction`."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def add_attempt(self, attempt: Attempt) -> None:
        self._session.add(attempt_row(attempt))
        await self._session.flush()

    async def attempt(self, attempt_id: str) -> Attempt | None:
        row = await self._session.get(AttemptRow, attempt_id)
        return attempt_of(row) if row is not None else None

    async def open_attempts(self, principal: str, task_id: str | None = None) -> Sequence[AttemptOutline]:
        rows = await self._session.execute(open_attempts_of(principal, task_id))
        return [AttemptOutline(attempt_of(row), files, row.submission_budget - charged) for row, files, charged in rows]

    async def workspace(self, attempt_id: str) -> Mapping[str, StoredFile]:
        rows = await self._session.execute(
            select(WorkspaceFileRow.path, BlobRow.sha256, BlobRow.size)
            .join(BlobRow, BlobRow.sha256 == WorkspaceFileRow.sha256)
            .where(WorkspaceFileRow.attempt_id == attempt_id)
            .order_by(WorkspaceFileRow.path)
        )
        return files_of(rows)

    async def change_workspace(self, attempt_id: str, written: Mapping[str, bytes], deleted: Collection[str]) -> None:
        digests = {path: sha256(content).hexdigest() for path, content in written.items()}
        await insert_missing(
            self._session,
            BlobRow,
            [{"sha256": digests[path], "size": len(content), "content": content} for path, content in written.items()],
        )
        await self._session.execute(
            delete(WorkspaceFileRow).where(
                WorkspaceFileRow.attempt_id == attempt_id, WorkspaceFileRow.path.in_([*written, *deleted])
            )
        )
        if digests:
            await self._session.execute(
                insert(WorkspaceFileRow),
                [{"attempt_id": attempt_id, "path": path, "sha256": digest} for path, digest in digests.items()],
            )

    async def contents(self, digests: Collection[str]) -> Mapping[str, bytes]:
        rows = await self._session.execute(
            select(BlobRow.sha256, BlobRow.content).where(BlobRow.sha256.in_(sorted(set(digests))))
        )
        return dict(rows.all())

    async def add_snapshot(self, snapshot: Snapshot) -> None:
        await insert_missing(self._session, SnapshotRow, [{"digest": snapshot.digest}])
        await insert_missing(
            self._session,
            SnapshotFileRow,
            [{"digest": snapshot.digest, "path": path, "sha256": file.sha256} for path, file in snapshot.files.items()],
        )

    async def snapshot(self, digest: str) -> Snapshot:
        kept = await self._session.get_one(SnapshotRow, digest)
        rows = await self._session.execute(
            select(SnapshotFileRow.path, BlobRow.sha256, BlobRow.size)
            .join(BlobRow, BlobRow.sha256 == SnapshotFileRow.sha256)
            .where(SnapshotFileRow.digest == digest)
            .order_by(SnapshotFileRow.path)
        )
        return Snapshot(kept.digest, files_of(rows))

    async def add_submission(self, submission: Submission) -> None:
        self._session.add(submission_row(submission))
        await self._session.flush()

    async def submission(self, submission_id: str) -> Submission | None:
        row = await self._session.get(SubmissionRow, submission_id)
        return submission_of(row) if row is not None else None

    async def submissions(self, attempt_id: str) -> Sequence[Submission]:
        rows = await self._session.scalars(
            select(SubmissionRow).where(SubmissionRow.attempt_id == attempt_id).order_by(SubmissionRow.number)
        )
        return [submission_of(row) for row in rows]

    async def report(self, key: ReportKey) -> Report | None:
        row = await self._session.scalar(select(ReportRow).filter_by(**key.model_dump()))
        return report_of(row) if row is not None else None


class WritingTransaction(SqlTransaction):
    """Holds the attempt that it looks at, so that what a tool checks about it is still true when it writes."""

    async def attempt(self, attempt_id: str) -> Attempt | None:
        # SQLite has no row locks and ignores the clause: there the transaction excludes all other writers anyway.
        row = await self._session.get(AttemptRow, attempt_id, with_for_update=True)
        return attempt_of(row) if row is not None else None
