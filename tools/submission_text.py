"""A submission as an agent sees it, within the feedback policy."""

from typing import Annotated

from pydantic import Field

from tasks.attempt import Submission, SubmissionState
from tasks.feedback import FeedbackPolicy, feedback
from tasks.verdicts import Verdict
from tools.json_size import cut_to
from tools.tool import Result

MAX_BUILD_OUTPUT_BYTES = 7_000


class SubmissionResult(Result):
    submission_id: str
    number: int
    state: Annotated[SubmissionState, Field(description="queued, running, judged, or faulted (ours, not charged)")]
    judged_cases: Annotated[int | None, Field(description="Hidden cases judged so far")]
    verdict: Verdict | None
    passed: Annotated[int | None, Field(description="Hidden cases passed")]
    total: Annotated[int | None, Field(description="Hidden cases")]
    not_run: Annotated[int | None, Field(description="Cases skipped after three time limits; they count as failed")]
    unstable: Annotated[int | None, Field(description="Cases whose output differed when run again")]
    kinds: dict[str, int] | None
    build_output: str | None
    incident: str | None


def submission_result(submission: Submission, policy: FeedbackPolicy) -> SubmissionResult:
    shown = feedback(submission.report, policy) if submission.report else None
    return SubmissionResult(
        submission_id=submission.id,
        number=submission.number,
        state=submission.state,
        judged_cases=None if policy is FeedbackPolicy.VERDICT else submission.done,
        verdict=shown.verdict if shown else None,
        passed=shown.passed if shown else None,
        total=shown.total if shown else None,
        not_run=shown.not_run if shown else None,
        unstable=shown.unstable if shown else None,
        kinds={verdict.value: count for verdict, count in shown.kinds.items()} if shown and shown.kinds else None,
        build_output=cut_to(shown.build_output, MAX_BUILD_OUTPUT_BYTES) if shown and shown.build_output else None,
        incident=submission.incident,
    )


def submission_text(result: SubmissionResult) -> str:
    """One line, and the next action where there is one."""
    name = f"submission {result.number} ({result.submission_id})"
    if result.state is SubmissionState.FAULTED:
        return f"{name}: we failed to judge it (incident {result.incident}); it was not charged. Call submit again."
    if result.verdict is None:
        so_far = "" if result.judged_cases is None else f", {result.judged_cases} cases judged"
        return f"{name}: {result.state.value}{so_far}. Call get_submission to wait for it."
    return "\n".join([f"{name}: {result.verdict.value}{_counts(result)}", *_details(result)])


def _counts(result: SubmissionResult) -> str:
    if result.passed is None or result.total is None:
        return ""
    return f" ({result.passed}/{result.total} hidden cases)"


def _details(result: SubmissionResult) -> list[str]:
    details: list[str] = []
    if result.not_run:
        details.append(f"{result.not_run} cases were not run after three had reached the time limit.")
    if result.unstable:
        details.append(f"{result.unstable} cases gave another output when they were run again.")
    if result.kinds:
        details.append("By kind: " + ", ".join(f"{kind} {count}" for kind, count in sorted(result.kinds.items())))
    if result.build_output:
        details.append(result.build_output)
    return details
