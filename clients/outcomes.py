"""What came of a folder's attempt: as a document for programs, and told to a person with what to do next."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from clients.folder_attempt import SubmittedFolder, TriedFolder
from clients.narration import Narration
from clients.results import StartedAttempt, Submission
from clients.run_results import SampleFailure, SampleTests
from clients.tables import sample_table, verdict_style


def tests_document(tested: TriedFolder) -> Mapping[str, Any]:
    tests = tested.tests
    return {**_about(tested.attempt, tested.label), "all_passed": tests.all_passed, **tests.model_dump(mode="json")}


def submission_document(submitted: SubmittedFolder) -> Mapping[str, Any]:
    """Whether judged or not, `accepted` says what the exit code does."""
    about = {**_about(submitted.attempt, submitted.label), "accepted": submitted.accepted}
    if submitted.submission is None:
        return {**about, "state": "faulted", "error": submitted.fault}
    return {**about, **submitted.submission.model_dump(mode="json")}


def tell_tests(tested: TriedFolder, narration: Narration, console: Console, words: Sequence[str]) -> None:
    """`words` are what a next command repeats: the server, the task and the folder."""
    tests = tested.tests
    if tests.build_output is not None:
        narration.trouble("The program does not build; no sample was run.")
        narration.block(tests.build_output)
    else:
        console.print(sample_table(tests.samples))
    for failure in tests.failures:
        _tell_failure(failure, narration)
    narration.heading(_counts(tests))
    if tests.all_passed:
        narration.step("next", f"repozero submit {shlex.join(words)}")
    else:
        narration.step("next", f"mend the program, then: repozero test {shlex.join(words)}")


def tell_submission(submitted: SubmittedFolder, narration: Narration, words: Sequence[str]) -> None:
    submission = submitted.submission
    if submission is None:
        narration.trouble(f"Not judged. {submitted.fault}")
    else:
        _tell_verdict(submission, narration)
    narration.step("attempt", f"{submitted.attempt.attempt_id} at {submitted.attempt.task_id}")
    if submission is None:
        narration.step("next", f"repozero submit {shlex.join(words)}")
    elif not submission.accepted:
        narration.step("next", f"mend the program, then: repozero test {shlex.join(words)}")
        narration.step("", "or let an agent go on with this attempt")


def _about(attempt: StartedAttempt, label: str) -> Mapping[str, Any]:
    return {"task_id": attempt.task_id, "attempt_id": attempt.attempt_id, "label": label}


def _counts(tests: SampleTests) -> str:
    if tests.build_output is not None:
        return "0 samples passed"
    not_run = f", {tests.not_run} not run for lack of time" if tests.not_run else ""
    return f"{tests.passed} of {tests.total} samples passed{not_run}"


def _tell_failure(failure: SampleFailure, narration: Narration) -> None:
    narration.heading(f"{failure.sample_id}: {failure.verdict}")
    narration.step("arguments", failure.args)
    if failure.exit_code != failure.expected_exit_code:
        narration.step("exit code", f"{failure.exit_code} instead of {failure.expected_exit_code}")
    if failure.first_differing_byte is not None:
        there = f"byte {failure.first_differing_byte}: {failure.actual_there} instead of {failure.expected_there}"
        narration.step("first difference", there)
    for quoted in (failure.diff, failure.stderr):
        narration.block(quoted or "")


def _tell_verdict(submission: Submission, narration: Narration) -> None:
    narration.step("verdict", submission.verdict or "", verdict_style(submission.verdict or ""))
    if submission.total is not None:
        narration.step("hidden cases", f"{submission.passed} of {submission.total} passed")
    for kind, count in (submission.kinds or {}).items():
        narration.step("", f"{kind}: {count}")
    if submission.not_run:
        narration.step("not run", f"{submission.not_run} after three time limits; they count as failed")
    if submission.unstable:
        narration.step("unstable", f"{submission.unstable} printed something else when run again")
    if submission.build_output is not None:
        narration.block(submission.build_output)
