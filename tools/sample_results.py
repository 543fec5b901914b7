"""What run_tests answers: every sample's verdict, and the first failures with what differs."""

import json
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from tasks.case_runner import RanCase
from tasks.differences import difference
from tasks.trials import SampleRun
from tasks.verdicts import Verdict
from tools.json_size import cut_to
from tools.pages import rows_of
from tools.tool import Result

NOT_RUN = "not_run"
MOST_SAMPLES_BYTES = 3_500
MOST_FAILURES_BYTES = 5_500
MOST_ARGS_BYTES = 600
MOST_DIFF_BYTES = 2_500
MOST_STDERR_BYTES = 800
MOST_BUILD_OUTPUT_BYTES = 8_000


class SampleVerdict(Result):
    sample_id: str
    verdict: Annotated[str, Field(description="A verdict, or not_run where the call's time was too short")]


class Failure(Result):
    sample_id: str
    verdict: str
    args: Annotated[str, Field(description="The arguments as JSON, cut where they are long")]
    expected_exit_code: int
    exit_code: int
    signal: int | None
    first_differing_byte: Annotated[int | None, Field(description="Offset where stdout departs from the expected one")]
    expected_there: Annotated[str | None, Field(description="Expected bytes from that offset, escaped")]
    actual_there: Annotated[str | None, Field(description="The program's bytes from that offset, escaped")]
    diff: Annotated[str | None, Field(description="Unified diff from expected to actual stdout")]
    stderr: str | None


class SampleTests(Result):
    passed: int
    failed: int
    not_run: int
    samples: Annotated[list[SampleVerdict], Field(description="As many as fit, in the order of the task")]
    failures: Annotated[list[Failure], Field(description="The first failures; the others have to be asked for")]
    build_output: Annotated[str | None, Field(description="What the compiler printed if the program does not build")]


def sample_tests(runs: Sequence[SampleRun]) -> SampleTests:
    samples = [SampleVerdict(sample_id=run.case.id, verdict=_word(run)) for run in runs]
    failed = [run.ran for run in runs if run.ran is not None and run.ran.verdict is not Verdict.ACCEPTED]
    return SampleTests(
        passed=sum(sample.verdict == Verdict.ACCEPTED for sample in samples),
        failed=len(failed),
        not_run=sum(sample.verdict == NOT_RUN for sample in samples),
        samples=rows_of(samples, 0, MOST_SAMPLES_BYTES).rows,
        failures=rows_of([_failure(ran) for ran in failed], 0, MOST_FAILURES_BYTES).rows,
        build_output=None,
    )


def failed_build(build_output: str) -> SampleTests:
    return SampleTests(
        passed=0,
        failed=0,
        not_run=0,
        samples=[],
        failures=[],
        build_output=cut_to(build_output, MOST_BUILD_OUTPUT_BYTES),
    )


def sample_tests_text(tests: SampleTests) -> str:
    if tests.build_output is not None:
        return f"The program does not build; no sample was run.\n{tests.build_output}"
    lines = [f"{tests.passed} passed, {tests.failed} failed, {tests.not_run} not run"]
    lines += [_failure_text(failure) for failure in tests.failures]
    shown = {failure.sample_id for failure in tests.failures}
    failed = [one.sample_id for one in tests.samples if one.verdict not in {Verdict.ACCEPTED, NOT_RUN}]
    lines += _more("Also failed", [sample_id for sample_id in failed if sample_id not in shown])
    lines += _more("Not run for lack of time", [one.sample_id for one in tests.samples if one.verdict == NOT_RUN])
    unlisted = tests.passed + tests.failed + tests.not_run - len(tests.samples)
    lines += [f"{unlisted} more samples are not listed; call run_tests with their sample_ids."] if unlisted else []
    return "\n".join(lines)


def _word(run: SampleRun) -> str:
    return run.ran.verdict.value if run.ran else NOT_RUN


def _failure(ran: RanCase) -> Failure:
    found = difference(ran.case.stdout, ran.outcome.stdout)
    args = json.dumps(ran.case.args, ensure_ascii=False)
    return Failure(
        sample_id=ran.case.id,
        verdict=ran.verdict.value,
        args=_cut(args, MOST_ARGS_BYTES),
        expected_exit_code=ran.case.exit_code,
        exit_code=ran.outcome.exit_code,
        signal=ran.outcome.signal,
        first_differing_byte=found.offset if found else None,
        expected_there=found.expected_excerpt if found else None,
        actual_there=found.actual_excerpt if found else None,
        diff=_cut(found.diff, MOST_DIFF_BYTES) or None if found else None,
        stderr=_cut(ran.outcome.stderr.decode(errors="backslashreplace"), MOST_STDERR_BYTES) or None,
    )


def _cut(text: str, most_bytes: int) -> str:
    cut = cut_to(text, most_bytes)
    return cut if cut == text else f"{cut}... (cut)"


def _failure_text(failure: Failure) -> str:
    lines = [f"{failure.sample_id}: {failure.verdict}, args {failure.args}"]
    if failure.exit_code != failure.expected_exit_code:
        lines.append(f"exit code {failure.exit_code}, expected {failure.expected_exit_code}")
    if failure.first_differing_byte is not None:
        lines.append(
            f"stdout differs from byte {failure.first_differing_byte}: "
            f"expected {failure.expected_there}, got {failure.actual_there}"
        )
    lines += [failure.diff] if failure.diff else []
    lines += [f"stderr: {failure.stderr}"] if failure.stderr else []
    return "\n".join(lines)


def _more(what: str, sample_ids: Sequence[str]) -> list[str]:
    return [f"{what}: {', '.join(sample_ids)}. Call run_tests with these sample_ids."] if sample_ids else []
