"""The report of a submission: stored once, shown as far as the feedback policy allows."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from tasks.verdicts import Verdict


class ReportKey(BaseModel):
    """What a judgement depends on. The same key has the same report. Each digest is a SHA-256 in hexadecimal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    snapshot_digest: str
    task_digest: str
    case_set_digest: str
    toolchain_digest: str


class Report(BaseModel):
    """The judgement of one snapshot on a task's hidden cases. Holds counts only, never a case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: ReportKey
    verdict: Verdict
    total: int
    passed: int
    not_run: int
    """Cases skipped after too many time limits; they count as failed."""
    unstable: int
    """Cases that were accepted once and not again."""
    verdicts: dict[Verdict, int]
    """How many of the cases that ran earned each verdict."""
    build_output: str | None
    """What the compiler printed when the verdict is build_failed."""
    task_id: str
    task_version: int
    toolchain_name: str
    toolchain_version: str
    sandbox: str
    max_cpu_seconds: float
    max_memory_bytes: int
    judged_seconds: float
    judged_at: datetime
