"""Scripted attempts at one task, each step told as it happens: what an agent does, without an agent."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clients.errors import SubmissionFaulted, ToolFailed
from clients.narration import Narration
from clients.results import Submission
from clients.run_results import SampleTests
from clients.session import Session

RIGHT = "right"
"""A solution of this name is to be accepted; any other is to pass the samples and fail on hidden cases."""

WRONG_ANSWER = "wrong_answer"


@dataclass(frozen=True, slots=True)
class Solution:
    """A name to tell it by, where it came from, and its files by path."""

    name: str
    origin: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a solution; without a submission where the server could not get so far."""

    name: str
    samples_passed: bool
    submission: Submission | None

    @property
    def as_hoped(self) -> bool:
        if self.submission is None:
            return False
        if self.name == RIGHT:
            return self.submission.accepted
        return self.samples_passed and self.submission.verdict == WRONG_ANSWER

    @property
    def hope(self) -> str:
        if self.name == RIGHT:
            return "accepted"
        return f"every sample passed, and {WRONG_ANSWER} on hidden cases"


async def run_demo(session: Session, task_id: str, solutions: Sequence[Solution], narration: Narration) -> bool:
    """Attempt the task with each solution, and say whether all came out as their names promise.

    Raises:
        ServerUnreachable, UnexpectedAnswer.
    """
    outcomes = [await _attempt(session, task_id, solution, narration) for solution in solutions]
    if log := session.server_log():
        narration.heading("The server wrote")
        narration.block(log)
    narration.heading("Results")
    for outcome in outcomes:
        if not outcome.as_hoped:
            narration.trouble(f"The {outcome.name} solution was to have: {outcome.hope}.")
    for outcome in outcomes:
        narration.plain(f"{outcome.name} solution: {_verdict(outcome.submission)}")
    return all(outcome.as_hoped for outcome in outcomes)


async def _attempt(session: Session, task_id: str, solution: Solution, narration: Narration) -> Outcome:
    narration.heading(f"The {solution.name} solution, from {solution.origin}")
    samples_passed = False
    submission: Submission | None = None
    try:
        attempt_id = await _prepare(session, task_id, solution, narration)
        samples_passed = await _run_samples(session, attempt_id, narration)
        submission = await _submit(session, attempt_id, narration)
    except (ToolFailed, SubmissionFaulted) as failure:
        narration.trouble(f"  {failure}")
    return Outcome(solution.name, samples_passed, submission)


async def _prepare(session: Session, task_id: str, solution: Solution, narration: Narration) -> str:
    text = await session.get_task(task_id)
    narration.step("read the task", f"{text.splitlines()[0].lstrip('# ')}, {len(text):,} characters")
    attempt = await session.start_attempt(task_id, label=f"demo: {solution.name}")
    narration.step(
        "started an attempt", f"{attempt.submissions_left} submissions, the program starts at {attempt.entry}"
    )
    size = await session.write_files(attempt.attempt_id, solution.files)
    narration.step("wrote files", f"{', '.join(solution.files)} ({size.total_bytes:,} bytes)")
    return attempt.attempt_id


async def _run_samples(session: Session, attempt_id: str, narration: Narration) -> bool:
    with narration.waiting("running the samples") as on_progress:
        tests = await session.run_tests(attempt_id, on_progress=on_progress)
    narration.step("ran the samples", _sample_counts(tests), "green" if tests.all_passed else "yellow")
    if tests.build_output is not None:
        narration.block(tests.build_output)
    for failure in tests.failures[:1]:
        narration.step("the first failure", f"{failure.sample_id}: {failure.verdict}, arguments {failure.args}")
        narration.block(failure.diff or failure.stderr or "")
    return tests.all_passed


async def _submit(session: Session, attempt_id: str, narration: Narration) -> Submission:
    started = time.monotonic()
    narration.step("submitted", "the hidden cases are being judged")
    with narration.waiting("judging the hidden cases") as on_progress:
        submission = await session.submit(attempt_id, on_progress)
    seconds = time.monotonic() - started
    style = "green" if submission.accepted else "yellow"
    narration.step("verdict", f"{_verdict(submission)} after {seconds:.1f} s", style)
    return submission


def _sample_counts(tests: SampleTests) -> str:
    if tests.build_output is not None:
        return "the program does not build"
    not_run = f", {tests.not_run} not run for lack of time" if tests.not_run else ""
    return f"{tests.passed} of {tests.total} passed{not_run}"


def _verdict(submission: Submission | None) -> str:
    if submission is None or submission.verdict is None:
        return "not judged"
    if submission.passed is None or submission.total is None:
        return submission.verdict
    return f"{submission.verdict} ({submission.passed}/{submission.total} hidden cases)"
