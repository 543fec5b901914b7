"""What the attempts need of a store. One transaction covers everything that a tool call acknowledges."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from tasks.attempt import Attempt, AttemptOutline, Snapshot, StoredFile, Submission
from tasks.report import Report, ReportKey


class Transaction(Protocol):
    """Reads and writes that become durable together, or not at all."""

    async def add_attempt(self, attempt: Attempt) -> None: ...

    async def attempt(self, attempt_id: str) -> Attempt | None:
        """The attempt, held against other writers until the transaction ends."""
        ...

    async def open_attempts(self, principal: str, task_id: str | None = None) -> Sequence[AttemptOutline]:
        """A principal's attempts, of one task or all, that can still be accepted, newest first.

        Such is an attempt without an accepted submission that has one left, or one that is not judged yet.
        """
        ...

    async def workspace(self, attempt_id: str) -> Mapping[str, StoredFile]: ...

    async def change_workspace(self, attempt_id: str, written: Mapping[str, bytes], deleted: Collection[str]) -> None:
        """Write and delete files. A path is never in both."""
        ...

    async def contents(self, digests: Collection[str]) -> Mapping[str, bytes]:
        """Content by SHA-256. Every digest that a workspace or snapshot names is there."""
        ...

    async def add_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; one that is already kept stays as it is. Its contents are in the store."""
        ...

    async def snapshot(self, digest: str) -> Snapshot: ...

    async def add_submission(self, submission: Submission) -> None:
        """Store a queued submission; from the commit on, the job queue hands it out."""
        ...

    async def submission(self, submission_id: str) -> Submission | None: ...

    async def submissions(self, attempt_id: str) -> Sequence[Submission]:
        """All submissions of an attempt, oldest first."""
        ...

    async def report(self, key: ReportKey) -> Report | None: ...


class Store(Protocol):
    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """A consistent view. Writing in it is a mistake of the caller."""
        ...

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """A transaction of its own among writers: committed when the block ends, rolled back when it raises."""
        ...
