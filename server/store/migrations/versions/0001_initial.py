"""Attempts, workspaces, snapshots, submissions and reports."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("principal", sa.String, nullable=False),
        sa.Column("task_id", sa.String, nullable=False),
        sa.Column("task_digest", sa.String, nullable=False),
        sa.Column("label", sa.String),
        sa.Column("client_name", sa.String),
        sa.Column("client_version", sa.String),
        sa.Column("submission_budget", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_attempts_principal", "attempts", ["principal", "created_at"])
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.String, primary_key=True),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "workspace_files",
        sa.Column("attempt_id", sa.String, sa.ForeignKey("attempts.id"), primary_key=True),
        sa.Column("path", sa.String, primary_key=True),
        sa.Column("sha256", sa.String, sa.ForeignKey("blobs.sha256"), nullable=False),
    )
    op.create_table("snapshots", sa.Column("digest", sa.String, primary_key=True))
    op.create_table(
        "snapshot_files",
        sa.Column("digest", sa.String, sa.ForeignKey("snapshots.digest"), primary_key=True),
        sa.Column("path", sa.String, primary_key=True),
        sa.Column("sha256", sa.String, sa.ForeignKey("blobs.sha256"), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("snapshot_digest", sa.String, nullable=False),
        sa.Column("task_digest", sa.String, nullable=False),
        sa.Column("case_set_digest", sa.String, nullable=False),
        sa.Column("toolchain_digest", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("snapshot_digest", "task_digest", "case_set_digest", "toolchain_digest"),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("attempt_id", sa.String, sa.ForeignKey("attempts.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("snapshot_digest", sa.String, sa.ForeignKey("snapshots.digest"), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("report_id", sa.Integer, sa.ForeignKey("reports.id")),
        sa.Column("incident", sa.String),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("worker", sa.String),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.UniqueConstraint("attempt_id", "number"),
    )
    op.create_index(
        "uq_submissions_snapshot",
        "submissions",
        ["attempt_id", "snapshot_digest"],
        unique=True,
        sqlite_where=sa.text("state <> 'faulted'"),
        postgresql_where=sa.text("state <> 'faulted'"),
    )
    op.create_index("ix_submissions_state", "submissions", ["state", "created_at"])
