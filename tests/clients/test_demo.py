"""The demo as a person or a script sees it: what is printed, and the exit code."""

import os
import pty
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from clients.commands import main
from clients.demo import Outcome
from clients.results import Submission

TASK = "py2js/greeting/hello"
RESULTS = [
    "right solution: accepted (8/8 hidden cases)",
    "wrong solution: wrong_answer (7/8 hidden cases)",
]

CHECKOUT = Path(__file__).parents[2]
GOLDEN = "tests/golden/py2js/base58/codec"
GOLDEN_RESULTS = [
    "right solution: accepted (120/120 hidden cases)",
    "wrong solution: wrong_answer (116/120 hidden cases)",
]


@pytest.fixture(scope="module")
def variables(environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """All that a demo is started with; an address is among it, and a demo passes it over."""
    scratch = tmp_path_factory.mktemp("scratch")
    own = {"PATH": os.defpath, "TERM": "xterm-256color", "REPOZERO_URL": "http://unused/"}
    return {**environment, **own, "TMPDIR": str(scratch), "REPOZERO_DATA_DIR": str(scratch / "data")}


def command(task_id: str, programs: Path | str) -> list[str]:
    return [sys.executable, "-m", "clients", "demo", task_id, f"right={programs}/right", f"wrong={programs}/wrong"]


@pytest.fixture(scope="module")
def ran(variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """What `./dev demo` runs, its two streams in one, as a script sees them that keeps both."""
    return subprocess.run(
        command("py2js/base58/codec", GOLDEN),
        cwd=CHECKOUT,
        env={name: value for name, value in variables.items() if name != "REPOZERO_PARALLEL_RUNS"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_right_and_a_wrong_solution_end_as_their_names_promise(ran: subprocess.CompletedProcess[str]) -> None:
    assert ran.returncode == 0
    assert ran.stdout.splitlines()[-2:] == GOLDEN_RESULTS


def test_each_step_is_told(ran: subprocess.CompletedProcess[str]) -> None:
    for step in ("read the task", "started an attempt", "wrote files", "ran the samples", "submitted", "verdict"):
        assert ran.stdout.count(f"\n  {step}") == 2
    assert ran.stdout.count("20 of 20 passed") == 2


def test_progress_is_told_while_the_hidden_cases_are_judged(ran: subprocess.CompletedProcess[str]) -> None:
    assert "hidden cases judged\n" in ran.stdout


def test_the_note_of_a_golden_solution_stays_at_home(ran: subprocess.CompletedProcess[str]) -> None:
    assert "expected.toml" not in ran.stdout


def test_output_that_goes_to_a_file_has_no_control_characters(ran: subprocess.CompletedProcess[str]) -> None:
    assert "\x1b" not in ran.stdout


@pytest.mark.usefixtures("ran")
def test_a_demo_leaves_nothing_behind(variables: Mapping[str, str]) -> None:
    assert list(Path(variables["TMPDIR"]).iterdir()) == []


def test_over_http_and_on_a_narrow_terminal_the_last_lines_are_as_whole_and_plain(
    variables: Mapping[str, str], programs: Path
) -> None:
    over_http = [*command(TASK, programs), "--http"]
    narrow = {**variables, "COLUMNS": "20", "LINES": "10"}
    own, terminal = pty.openpty()
    with subprocess.Popen(over_http, env=narrow, stdin=terminal, stdout=terminal) as process:
        os.close(terminal)
        shown = read_to_the_end(own)
    assert process.returncode == 0
    assert "\x1b[1m" in shown
    assert shown.endswith("".join(f"\r\n{line}" for line in RESULTS) + "\r\n")
    assert list(Path(variables["TMPDIR"]).iterdir()) == []


def demo(variables: Mapping[str, str], *arguments: str) -> Result:
    return CliRunner().invoke(main, ["demo", *arguments], env=variables)


def test_other_outcomes_than_the_names_promise_are_a_failure(variables: Mapping[str, str], programs: Path) -> None:
    swapped = {"right": "wrong", "wrong": "right", "worse": "bad", "worst": "broken"}
    ran = demo(variables, TASK, *(f"{name}={programs / program}" for name, program in swapped.items()))
    assert ran.exit_code == 1
    assert ran.output.splitlines()[-4:] == [
        "right solution: wrong_answer (7/8 hidden cases)",
        "wrong solution: accepted (8/8 hidden cases)",
        "worse solution: wrong_answer (0/8 hidden cases)",
        "worst solution: runtime_error (0/8 hidden cases)",
    ]
    assert "The right solution was to have: accepted." in ran.output
    assert "-hello Bob\n    +hallo" in ran.output


@pytest.mark.parametrize(
    ("name", "samples_passed", "verdict", "as_hoped"),
    [
        ("right", True, "accepted", True),
        ("right", True, "wrong_answer", False),
        ("right", True, None, False),
        ("wrong", True, "wrong_answer", True),
        ("wrong", False, "wrong_answer", False),
        ("wrong", True, "accepted", False),
        ("wrong", True, "runtime_error", False),
        ("wrong", True, None, False),
    ],
)
def test_a_name_promises_an_outcome(name: str, samples_passed: bool, verdict: str | None, as_hoped: bool) -> None:
    judged = Submission(submission_id="s", number=1, state="judged", judged_cases=1, verdict=verdict)
    assert Outcome(name, samples_passed, judged if verdict else None).as_hoped is as_hoped


def test_what_the_server_refuses_is_told_and_counts_as_not_judged(variables: Mapping[str, str], programs: Path) -> None:
    ran = demo(variables, "py2js/none/none", f"right={programs / 'right'}")
    assert ran.exit_code == 1
    assert "Call list_tasks for the ids." in ran.output
    assert ran.output.splitlines()[-1] == "right solution: not judged"


@pytest.mark.parametrize("flags", [[], ["--http"]], ids=["stdio", "http"])
def test_a_server_that_can_not_start_is_quoted(
    variables: Mapping[str, str], programs: Path, flags: Sequence[str]
) -> None:
    ran = demo({**variables, "REPOZERO_TYPO": "1"}, TASK, f"right={programs / 'right'}", *flags)
    assert ran.exit_code == 2
    assert "there is no setting REPOZERO_TYPO" in ran.output
    assert "Traceback" not in ran.output


@pytest.mark.parametrize(
    ("argument", "told"),
    [("right", "not of the form NAME=DIR"), ("right=/none", "there is no folder /none"), ("=/", "not of the form")],
)
def test_an_argument_that_names_no_folder_is_a_usage_error(
    variables: Mapping[str, str], argument: str, told: str
) -> None:
    ran = demo(variables, TASK, argument)
    assert ran.exit_code == 2
    assert told in ran.output


def read_to_the_end(terminal: int) -> str:
    """What is written to a terminal until its other end is closed, which Linux tells by an error."""
    pieces: list[bytes] = []
    with os.fdopen(terminal, "rb", buffering=0) as stream:
        try:
            while piece := stream.read(65536):
                pieces.append(piece)
        except OSError:
            pass
    return b"".join(pieces).decode()
