"""How much of a report an agent gets to see. Whatever the policy: never a hidden case, never output on one."""

from dataclasses import dataclass, field
from enum import StrEnum

from tasks.report import Report
from tasks.verdicts import Verdict


class FeedbackPolicy(StrEnum):
    VERDICT = "verdict"
    COUNTS = "counts"
    KINDS = "kinds"


@dataclass(frozen=True, slots=True)
class Feedback:
    """The part of a report that is shown. What the policy withholds is `None` or empty."""

    verdict: Verdict
    passed: int | None = None
    total: int | None = None
    not_run: int | None = None
    unstable: int | None = None
    kinds: dict[Verdict, int] = field(default_factory=dict[Verdict, int])
    build_output: str | None = None
    """What the compiler said of the agent's own source is the agent's to see under every policy."""


def feedback(report: Report, policy: FeedbackPolicy) -> Feedback:
    if policy is FeedbackPolicy.VERDICT:
        return Feedback(report.verdict, build_output=report.build_output)
    return Feedback(
        verdict=report.verdict,
        passed=report.passed,
        total=report.total,
        not_run=report.not_run,
        unstable=report.unstable,
        kinds=report.verdicts if policy is FeedbackPolicy.KINDS else {},
        build_output=report.build_output,
    )
