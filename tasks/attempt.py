"""Attempts and submissions as they are stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tasks.report import Report


@dataclass(frozen=True, slots=True)
class Attempt:
    """One agent's go at one task. `id` is an unguessable handle; `created_at` is in UTC."""

    id: str
    principal: str
    task_id: str
    task_digest: str
    label: str | None
    client_name: str | None
    client_version: str | None
    submission_budget: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A workspace file without its content: SHA-256 in hexadecimal and size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class AttemptOutline:
    """An attempt with counts in place of what belongs to it."""

    attempt: Attempt
    files: int
    submissions_left: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A frozen workspace. `digest` is a SHA-256 over the sorted paths and content digests."""

    digest: str
    files: Mapping[str, StoredFile]


class SubmissionState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    JUDGED = "judged"
    FAULTED = "faulted"
    """We failed to judge it; it is not charged."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A snapshot sent for hidden validation. `done` of `total` cases are judged so far (both 0 before it starts)."""

    id: str
    attempt_id: str
    number: int
    """Counts from 1 within the attempt."""
    snapshot_digest: str
    state: SubmissionState
    done: int
    total: int
    report: Report | None
    incident: str | None
    created_at: datetime
