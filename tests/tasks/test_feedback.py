"""What each policy shows of a report."""

from datetime import UTC, datetime

import pytest

from tasks.feedback import Feedback, FeedbackPolicy, feedback
from tasks.report import Report, ReportKey
from tasks.verdicts import Verdict

REPORT = Report(
    key=ReportKey(snapshot_digest="s", task_digest="t", case_set_digest="c", toolchain_digest="n"),
    verdict=Verdict.TIME_LIMIT,
    total=100,
    passed=90,
    not_run=5,
    unstable=1,
    verdicts={Verdict.ACCEPTED: 90, Verdict.TIME_LIMIT: 3, Verdict.WRONG_ANSWER: 2},
    build_output=None,
    task_id="py2js/greeting/hello",
    task_version=1,
    toolchain_name="node",
    toolchain_version="24",
    sandbox="fake",
    max_cpu_seconds=5.0,
    max_memory_bytes=1,
    judged_seconds=1.0,
    judged_at=datetime(2026, 3, 1, tzinfo=UTC),
)


def test_a_verdict_alone() -> None:
    assert feedback(REPORT, FeedbackPolicy.VERDICT) == Feedback(Verdict.TIME_LIMIT)


def test_a_verdict_with_counts() -> None:
    assert feedback(REPORT, FeedbackPolicy.COUNTS) == Feedback(
        Verdict.TIME_LIMIT, passed=90, total=100, not_run=5, unstable=1
    )


def test_counts_by_kind_of_failure() -> None:
    assert feedback(REPORT, FeedbackPolicy.KINDS) == Feedback(
        Verdict.TIME_LIMIT, passed=90, total=100, not_run=5, unstable=1, kinds=REPORT.verdicts
    )


@pytest.mark.parametrize("policy", FeedbackPolicy)
def test_what_the_compiler_said_is_shown_under_every_policy(policy: FeedbackPolicy) -> None:
    report = REPORT.model_copy(update={"verdict": Verdict.BUILD_FAILED, "build_output": "syntax error"})
    assert feedback(report, policy).build_output == "syntax error"
