"""The tables. A change here needs a new version under migrations/, and `upgrade.HEAD` names the last one."""

from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import DateTime, Dialect, Enum, ForeignKey, Index, LargeBinary, MetaData, Text, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from tasks.attempt import SubmissionState
from tasks.verdicts import Verdict


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC: SQLite has no time zones, so what it gives back is UTC by agreement."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    # Names by rule, so that later migrations can name what they alter on every database.
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )


def _values(words: type[StrEnum]) -> list[str]:
    return [word.value for word in words]


class AttemptRow(Base):
    __tablename__ = "attempts"
    __table_args__ = (Index(None, "principal", "created_at"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    principal: Mapped[str]
    task_id: Mapped[str]
    task_digest: Mapped[str]
    label: Mapped[str | None]
    client_name: Mapped[str | None]
    client_version: Mapped[str | None]
    submission_budget: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class BlobRow(Base):
    """Content by its SHA-256. Never changed and never removed."""

    __tablename__ = "blobs"

    sha256: Mapped[str] = mapped_column(primary_key=True)
    size: Mapped[int]
    content: Mapped[bytes] = mapped_column(LargeBinary)


class WorkspaceFileRow(Base):
    __tablename__ = "workspace_files"

    attempt_id: Mapped[str] = mapped_column(ForeignKey("attempts.id"), primary_key=True)
    path: Mapped[str] = mapped_column(primary_key=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("blobs.sha256"))


class SnapshotRow(Base):
    __tablename__ = "snapshots"

    digest: Mapped[str] = mapped_column(primary_key=True)


class SnapshotFileRow(Base):
    __tablename__ = "snapshot_files"

    digest: Mapped[str] = mapped_column(ForeignKey("snapshots.digest"), primary_key=True)
    path: Mapped[str] = mapped_column(primary_key=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("blobs.sha256"))


class ReportRow(Base):
    """A report under its key; `body` is the whole report as JSON, `verdict` is its verdict, to be asked for."""

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("snapshot_digest", "task_digest", "case_set_digest", "toolchain_digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    snapshot_digest: Mapped[str]
    task_digest: Mapped[str]
    case_set_digest: Mapped[str]
    toolchain_digest: Mapped[str]
    body: Mapped[str] = mapped_column(Text)
    verdict: Mapped[Verdict] = mapped_column(Enum(Verdict, native_enum=False, length=32, values_callable=_values))


NOT_FAULTED = text(f"state <> '{SubmissionState.FAULTED}'")


class SubmissionRow(Base):
    """A submission, and its place in the queue: `worker`, `fence`, `tries` and `due_at` belong to the queue."""

    __tablename__ = "submissions"
    __table_args__ = (
        UniqueConstraint("attempt_id", "number"),
        # What we failed to judge doesn't keep the agent from sending the same files again.
        Index(
            "uq_submissions_snapshot",
            "attempt_id",
            "snapshot_digest",
            unique=True,
            sqlite_where=NOT_FAULTED,
            postgresql_where=NOT_FAULTED,
        ),
        Index(None, "state", "created_at"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    attempt_id: Mapped[str] = mapped_column(ForeignKey("attempts.id"))
    number: Mapped[int]
    snapshot_digest: Mapped[str] = mapped_column(ForeignKey("snapshots.digest"))
    state: Mapped[SubmissionState] = mapped_column(
        Enum(SubmissionState, native_enum=False, length=16, values_callable=_values)
    )
    done: Mapped[int]
    total: Mapped[int]
    report_id: Mapped[int | None] = mapped_column(ForeignKey("reports.id"))
    incident: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    worker: Mapped[str | None]
    fence: Mapped[int] = mapped_column(default=0)
    tries: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """From when on it may be claimed: the end of a lease or of the pause after a fault; at once when empty."""

    report: Mapped[ReportRow | None] = relationship(lazy="joined")
