"""What a person reads of an outcome: what came of it, and what to do next."""

import io

from rich.console import Console

from clients.folder_attempt import SubmittedFolder, TriedFolder
from clients.narration import Narration
from clients.outcomes import tell_submission, tell_tests
from clients.results import StartedAttempt, Submission
from clients.run_results import SampleTests

ATTEMPT = StartedAttempt(attempt_id="att_1", task_id="a/b/c", entry="main.rs", submissions_left=10)
WORDS = ["a/b/c", "my folder"]


def told_of_tests(tests: SampleTests) -> str:
    console = Console(file=io.StringIO(), width=200)
    with console.capture() as capture:
        tell_tests(TriedFolder(ATTEMPT, "test", tests), Narration(console), console, WORDS)
    return capture.get()


def told_of_submission(submission: Submission | None, fault: str | None = None) -> str:
    console = Console(file=io.StringIO(), width=200)
    with console.capture() as capture:
        tell_submission(SubmittedFolder(ATTEMPT, "submit", submission, fault), Narration(console), WORDS)
    return capture.get()


def test_a_failed_build_shows_what_the_compiler_printed() -> None:
    failed = SampleTests(passed=0, failed=0, not_run=0, samples=(), failures=(), build_output="error: \x1b[31mno")
    told = told_of_tests(failed)
    assert "The program does not build; no sample was run.\n    error: \\x1b[31mno\n" in told
    assert told.endswith("mend the program, then: repozero test a/b/c 'my folder'\n")


def test_a_submission_that_the_server_failed_to_judge_is_never_called_accepted() -> None:
    told = told_of_submission(None, "The server failed.")
    assert told.startswith("Not judged. The server failed.\n")
    assert "accepted" not in told
    assert told.endswith("repozero submit a/b/c 'my folder'\n")


def test_a_verdict_is_told_with_what_the_server_shows_of_it() -> None:
    submission = Submission(
        submission_id="sub_1",
        number=1,
        state="judged",
        judged_cases=9,
        verdict="time_limit",
        passed=4,
        total=9,
        not_run=2,
        unstable=1,
        kinds={"time_limit": 3},
    )
    told = told_of_submission(submission)
    for line in (
        "time_limit\n",
        "4 of 9 passed\n",
        "time_limit: 3\n",
        "2 after three time limits",
        "1 printed something",
    ):
        assert line in told


def test_an_accepted_submission_needs_no_next_step() -> None:
    submission = Submission(submission_id="sub_1", number=1, state="judged", judged_cases=9, verdict="accepted")
    told = told_of_submission(submission)
    assert "next" not in told
    assert "att_1" in told
