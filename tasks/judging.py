"""From a queued submission to its report."""

from collections.abc import Collection

from tasks.attempt import Submission
from tasks.attempts import contents_of
from tasks.bundle import Task
from tasks.catalogue import Catalogue
from tasks.judge import Judge, ReportProgress
from tasks.report import Report
from tasks.store import Store


class OrphanedSubmission(Exception):
    """Raised when a submission's attempt is not in the store. Attempts are never removed, so this is our fault."""

    def __init__(self, submission_id: str) -> None:
        super().__init__(f"submission {submission_id} belongs to no attempt")


class Judging:
    """Gathers what the judge needs. A report that is already stored under the same key is not made again."""

    def __init__(self, store: Store, catalogue: Catalogue, judge: Judge) -> None:
        self._store = store
        self._catalogue = catalogue
        self._judge = judge

    @property
    def task_digests(self) -> Collection[str]:
        """The tasks whose submissions can be judged here, as far as there is a toolchain."""
        return [task.digest for task in self._catalogue.tasks]

    async def report(self, submission: Submission, progress: ReportProgress) -> Report:
        """Make the report, or find it.

        Raises:
            ToolchainMissing: another server may have it.
            UnknownTask, OrphanedSubmission, and as `Judge.judge`: a fault of ours, not a verdict.
        """
        task = await self._task_of(submission)
        key = await self._judge.key(task, submission.snapshot_digest)  # may take long: no transaction waits for it
        async with self._store.reading() as transaction:
            known = await transaction.report(key)
            if known is not None:
                return known
            snapshot = await transaction.snapshot(submission.snapshot_digest)
            files = await contents_of(transaction, snapshot.files)
        return await self._judge.judge(task, snapshot.digest, files, progress)

    async def _task_of(self, submission: Submission) -> Task:
        async with self._store.reading() as transaction:
            attempt = await transaction.attempt(submission.attempt_id)
        if attempt is None:
            raise OrphanedSubmission(submission.id)
        return self._catalogue.get(attempt.task_id)
