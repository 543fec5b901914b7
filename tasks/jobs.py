"""The queue of submissions that wait for a judge."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from tasks.attempt import Submission
from tasks.report import Report


class LeaseLost(Exception):
    """Raised when a claim's lease lapsed and the submission was taken over; whatever the claim's holder has is void."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A leased submission. `fence` grows with each claim, so that a late holder can't write over a newer one."""

    submission: Submission
    worker: str
    fence: int


class JobQueue(Protocol):
    async def claim(self, worker: str, task_digests: Collection[str]) -> Claim | None:
        """Lease the oldest submission that is queued, or running under a lapsed lease; `None` when there is none.

        Only one to a task among `task_digests`: others wait for a server that has theirs, and become faulted if none
        comes for long.
        One whose lease lapses again and again, since its judges die over it, becomes faulted instead.
        """
        ...

    async def heartbeat(self, claim: Claim, done: int, total: int) -> None:
        """Prolong the lease and store the progress.

        Raises:
            LeaseLost: somebody else holds the submission now.
        """
        ...

    async def complete(self, claim: Claim, report: Report) -> None:
        """Store the report (a report already stored under its key stays) and mark the submission judged.

        Raises:
            LeaseLost: somebody else holds the submission now; nothing is written.
        """
        ...

    async def fail(self, claim: Claim, incident: str) -> None:
        """Give the submission back after a fault of ours; after the last permitted try it becomes faulted.

        Raises:
            LeaseLost: somebody else holds the submission now; nothing is written.
        """
        ...

    async def release(self, claim: Claim) -> None:
        """Give an unfinished submission back at once, as if it had never been claimed. A lost lease is no error."""
        ...

    async def leave(self, claim: Claim) -> None:
        """Give back, for another server to claim after a pause, what can't be judged here.

        What nobody could judge for long becomes faulted. A lost lease is no error.
        """
        ...
