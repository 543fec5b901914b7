"""Running all samples, where one call may be too short for them."""

from collections.abc import Sequence

from clients.calls import OnProgress
from clients.run_results import SampleTests
from clients.session import Session

NOT_RUN = "not_run"


async def run_samples(
    session: Session, attempt_id: str, sample_ids: Sequence[str], on_progress: OnProgress
) -> SampleTests:
    """Run the named samples, or all, until none is left or a call gets nowhere.

    Raises:
        ToolFailed, ServerUnreachable, UnexpectedAnswer.
    """
    tests = await session.run_tests(attempt_id, sample_ids, on_progress)
    while left := [sample.sample_id for sample in tests.samples if sample.verdict == NOT_RUN]:
        more = await session.run_tests(attempt_id, left, on_progress)
        tests = joined(tests, more)
        if more.passed + more.failed == 0:
            break
    return tests


def joined(earlier: SampleTests, later: SampleTests) -> SampleTests:
    """What is known after a second call that ran samples which the first one had left."""
    verdicts = {sample.sample_id: sample for sample in (*earlier.samples, *later.samples)}
    return SampleTests(
        passed=earlier.passed + later.passed,
        failed=earlier.failed + later.failed,
        not_run=earlier.not_run - later.passed - later.failed,
        samples=tuple(verdicts.values()),
        failures=earlier.failures + later.failures,
        build_output=later.build_output,
    )
