"""Attempts: one agent's go at a task, from its first file to its submissions. All state is in the store."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sandbox.errors import MissingEntry
from tasks.attempt import Attempt, AttemptOutline, Snapshot, StoredFile, Submission, SubmissionState
from tasks.bundle import Task
from tasks.catalogue import Catalogue
from tasks.store import Store, Transaction
from tasks.verdicts import Verdict
from tasks.workspace import NewFile, UnknownFile, changed, encoded, frozen, replaced_once

DEFAULT_SUBMISSION_BUDGET = 10
MAX_LABEL_CHARACTERS = 100

UNFINISHED = frozenset({SubmissionState.QUEUED, SubmissionState.RUNNING})


class UnknownAttempt(Exception):
    """Raised when a handle names no attempt of this principal. A foreign attempt looks exactly like none."""

    def __init__(self, attempt_id: str) -> None:
        super().__init__(f"there is no attempt {attempt_id!r}")


class UnknownSubmission(Exception):
    """Raised when a handle names no submission of this principal. A foreign one looks exactly like none."""

    def __init__(self, submission_id: str) -> None:
        super().__init__(f"there is no submission {submission_id!r}")


class EmptyWorkspace(Exception):
    """Raised when there is nothing to run or submit."""

    def __init__(self) -> None:
        super().__init__("the workspace is empty")


class TaskChanged(Exception):
    """Raised when an attempt began on another version of its task: its verdict would be one on what was never shown."""

    def __init__(self, task_id: str) -> None:
        super().__init__(f"the task {task_id} has changed since this attempt began")


class BudgetSpent(Exception):
    """Raised when an attempt has no submission left."""

    def __init__(self, budget: int) -> None:
        super().__init__(f"all {budget} submissions of this attempt are used")


@dataclass(frozen=True, slots=True)
class ClientIdentity:
    """What the client says it is, as the protocol gives it. Recorded, never trusted."""

    name: str | None
    version: str | None


@dataclass(frozen=True, slots=True)
class AttemptView:
    """An attempt with all that belongs to it: files without contents, submissions oldest first."""

    attempt: Attempt
    files: Mapping[str, StoredFile]
    submissions: Sequence[Submission]

    @property
    def submissions_left(self) -> int:
        return self.attempt.submission_budget - _charged(self.submissions)

    @property
    def accepted(self) -> bool:
        reports = (submission.report for submission in self.submissions)
        return any(report is not None and report.verdict is Verdict.ACCEPTED for report in reports)


class Attempts:
    """The operations on attempts, each authorised for a principal and each one transaction."""

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        submission_budget: int = DEFAULT_SUBMISSION_BUDGET,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._submission_budget = submission_budget
        self._now = now

    async def start(self, principal: str, task_id: str, label: str | None, client: ClientIdentity) -> AttemptView:
        """Begin an attempt with an empty workspace.

        Raises:
            UnknownTask: no such task is served.
        """
        task = self._catalogue.get(task_id)
        attempt = Attempt(
            id=_handle("att"),
            principal=principal,
            task_id=task.id,
            task_digest=task.digest,
            label=label,
            client_name=client.name,
            client_version=client.version,
            submission_budget=self._submission_budget,
            created_at=self._now(),
        )
        async with self._store.writing() as transaction:
            await transaction.add_attempt(attempt)
        return AttemptView(attempt, files={}, submissions=[])

    async def open_attempts(self, principal: str, task_id: str | None = None) -> Sequence[AttemptOutline]:
        """The principal's attempts, of one task or all, that can still be accepted, newest first."""
        async with self._store.reading() as transaction:
            return await transaction.open_attempts(principal, task_id)

    async def task_of(self, principal: str, attempt_id: str) -> Task:
        """Raises: UnknownAttempt, UnknownTask."""
        async with self._store.reading() as transaction:
            return self._catalogue.get((await _owned(transaction, principal, attempt_id)).task_id)

    async def view(self, principal: str, attempt_id: str) -> AttemptView:
        """Raises: UnknownAttempt."""
        async with self._store.reading() as transaction:
            return await _view(transaction, await _owned(transaction, principal, attempt_id))

    async def write_files(
        self, principal: str, attempt_id: str, files: Sequence[NewFile], deleted: Sequence[str]
    ) -> AttemptView:
        """Write and delete files, all or none.

        Raises:
            UnknownAttempt, BadPath, UnknownFile, AmbiguousChange, UnwritableText, WorkspaceFull: nothing changed.
        """
        written = encoded(files)
        async with self._store.writing() as transaction:
            attempt = await _owned(transaction, principal, attempt_id)
            changed(await transaction.workspace(attempt.id), written, deleted)
            await transaction.change_workspace(attempt.id, written, deleted)
            return await _view(transaction, attempt)

    async def edit_file(self, principal: str, attempt_id: str, path: str, old_text: str, new_text: str) -> AttemptView:
        """Replace the only occurrence of a text in a file.

        Raises:
            UnknownAttempt, UnknownFile, EditMismatch, UnwritableText, WorkspaceFull: nothing changed.
        """
        async with self._store.writing() as transaction:
            attempt = await _owned(transaction, principal, attempt_id)
            files = await transaction.workspace(attempt.id)
            text = (await _content(transaction, files, path)).decode()
            written = encoded([NewFile(path, replaced_once(path, text, old_text, new_text))])
            changed(files, written, deleted=())
            await transaction.change_workspace(attempt.id, written, deleted=())
            return await _view(transaction, attempt)

    async def read_file(self, principal: str, attempt_id: str, path: str) -> str:
        """Raises: UnknownAttempt, UnknownFile."""
        async with self._store.reading() as transaction:
            attempt = await _owned(transaction, principal, attempt_id)
            return (await _content(transaction, await transaction.workspace(attempt.id), path)).decode()

    async def runnable(self, principal: str, attempt_id: str) -> tuple[Task, Mapping[str, bytes]]:
        """The task and the workspace with contents, ready to be started.

        Raises:
            UnknownAttempt, UnknownTask, TaskChanged, EmptyWorkspace, MissingEntry.
        """
        async with self._store.reading() as transaction:
            attempt = await _owned(transaction, principal, attempt_id)
            task, files = await self._startable(transaction, attempt)
            return task, await contents_of(transaction, files)

    async def submit(self, principal: str, attempt_id: str) -> Submission:
        """Freeze the workspace and queue it for hidden validation, charged once.

        The same files again answer with the earlier submission, uncharged, whatever became of the budget.

        Raises:
            UnknownAttempt, UnknownTask, TaskChanged, EmptyWorkspace, MissingEntry, BudgetSpent: nothing was charged.
        """
        async with self._store.writing() as transaction:
            attempt = await _owned(transaction, principal, attempt_id)
            _, files = await self._startable(transaction, attempt)
            snapshot = frozen(files)
            submissions = await transaction.submissions(attempt.id)
            earlier = _earlier(submissions, snapshot)
            if earlier is not None:
                return earlier
            if _charged(submissions) >= attempt.submission_budget:
                raise BudgetSpent(attempt.submission_budget)
            submission = self._queued(attempt, snapshot, number=len(submissions) + 1)
            await transaction.add_snapshot(snapshot)
            await transaction.add_submission(submission)
            return submission

    async def earlier_submission(self, principal: str, attempt_id: str) -> Submission | None:
        """The submission of just these files, as `submit` would answer with it.

        Raises:
            UnknownAttempt, UnknownTask, TaskChanged, EmptyWorkspace, MissingEntry.
        """
        async with self._store.reading() as transaction:
            attempt = await _owned(transaction, principal, attempt_id)
            _, files = await self._startable(transaction, attempt)
            return _earlier(await transaction.submissions(attempt.id), frozen(files))

    async def submission(self, principal: str, submission_id: str) -> Submission:
        """Raises: UnknownSubmission."""
        async with self._store.reading() as transaction:
            submission = await transaction.submission(submission_id)
            attempt = await transaction.attempt(submission.attempt_id) if submission else None
            if submission is None or attempt is None or attempt.principal != principal:
                raise UnknownSubmission(submission_id)
            return submission

    async def _startable(self, transaction: Transaction, attempt: Attempt) -> tuple[Task, Mapping[str, StoredFile]]:
        task = self._catalogue.get(attempt.task_id)
        if task.digest != attempt.task_digest:
            raise TaskChanged(task.id)
        files = await transaction.workspace(attempt.id)
        if not files:
            raise EmptyWorkspace
        if task.card.entry not in files:
            raise MissingEntry(task.card.entry)
        return task, files

    def _queued(self, attempt: Attempt, snapshot: Snapshot, number: int) -> Submission:
        return Submission(
            id=_handle("sub"),
            attempt_id=attempt.id,
            number=number,
            snapshot_digest=snapshot.digest,
            state=SubmissionState.QUEUED,
            done=0,
            total=0,
            report=None,
            incident=None,
            created_at=self._now(),
        )


async def contents_of(transaction: Transaction, files: Mapping[str, StoredFile]) -> Mapping[str, bytes]:
    contents = await transaction.contents({file.sha256 for file in files.values()})
    return {path: contents[file.sha256] for path, file in files.items()}


async def _owned(transaction: Transaction, principal: str, attempt_id: str) -> Attempt:
    attempt = await transaction.attempt(attempt_id)
    if attempt is None or attempt.principal != principal:
        raise UnknownAttempt(attempt_id)
    return attempt


async def _view(transaction: Transaction, attempt: Attempt) -> AttemptView:
    files = await transaction.workspace(attempt.id)
    return AttemptView(attempt, files, await transaction.submissions(attempt.id))


async def _content(transaction: Transaction, files: Mapping[str, StoredFile], path: str) -> bytes:
    if path not in files:
        raise UnknownFile(path)
    sha256 = files[path].sha256
    return (await transaction.contents({sha256}))[sha256]


def _earlier(submissions: Sequence[Submission], snapshot: Snapshot) -> Submission | None:
    same = (one for one in submissions if one.snapshot_digest == snapshot.digest)
    return next((one for one in same if one.state is not SubmissionState.FAULTED), None)


def _charged(submissions: Sequence[Submission]) -> int:
    """Derived, not counted up, so that nothing can charge a submission twice; our own faults are never charged."""
    return sum(submission.state is not SubmissionState.FAULTED for submission in submissions)


def _handle(prefix: str) -> str:
    return f"{prefix}_{secrets.token_hex(16)}"
