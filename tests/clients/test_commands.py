"""`repozero` as a person or a script sees it, over stdio and over HTTP: what is printed where, and the exit code."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from clients.commands import main
from clients.http_server import HttpServer

TASK = "py2js/greeting/hello"
BROKEN_TASK = "py2js/greeting/broken"
DRIVER = "---- driver.py (the original program) ----\nprint('hello')\n"


@dataclass(frozen=True, slots=True)
class Shell:
    """Where commands are typed: its variables, and the flags that each command gets."""

    variables: Mapping[str, str]
    flags: Sequence[str] = ()

    def type(self, *words: str | Path) -> Result:
        command = [*map(str, words), *self.flags]
        return CliRunner().invoke(main, command, env={"REPOZERO_URL": None, "REPOZERO_TOKEN": None, **self.variables})

    def document(self, *words: str | Path, exit_code: int = 0) -> Any:
        """What is on stdout, which is one JSON document."""
        ran = self.type(*words, "--json")
        assert ran.exit_code == exit_code, ran.output
        return json.loads(ran.stdout)


@pytest.fixture(scope="session")
def local(environment: Mapping[str, str]) -> Shell:
    return Shell(environment)


@pytest.fixture(scope="session")
def remote(http_server: HttpServer) -> Shell:
    """Without a server to start, commands are answered much sooner."""
    return Shell({"REPOZERO_TOKEN": http_server.remote.token or ""}, ["--url", http_server.remote.url])


@pytest.fixture(params=["stdio", "http"])
def shell(request: pytest.FixtureRequest, local: Shell, remote: Shell) -> Shell:
    return local if request.param == "stdio" else remote


def test_tasks_are_a_table_for_people(shell: Shell) -> None:
    ran = shell.type("tasks")
    assert ran.exit_code == 0
    heading, *rows = ran.stdout.splitlines()
    assert heading.split() == ["TASK", "TITLE", "DIFFICULTY", "SAMPLES"]
    assert [TASK, "Greeting", "easy", "2"] in [row.split() for row in rows]
    assert "\x1b" not in ran.output


def test_tasks_are_a_list_for_programs(shell: Shell) -> None:
    listed = shell.document("tasks")
    assert set(listed) == {"tasks", "open_attempts"}
    assert len(listed["tasks"]) > 40
    row = {"task_id": TASK, "title": "Greeting", "track": "py2js", "difficulty": "easy", "samples": 2}
    assert row in listed["tasks"]


def test_a_part_of_a_task_is_shown_as_it_is(shell: Shell) -> None:
    ran = shell.type("show", TASK, "--section", "driver")
    assert (ran.exit_code, ran.stdout) == (0, DRIVER)


def test_a_part_of_a_task_is_one_document_for_programs(remote: Shell) -> None:
    shown = remote.document("show", TASK, "--section", "driver")
    assert shown == {"task_id": TASK, "section": "driver", "text": DRIVER}


def test_all_of_a_task_is_shown_unless_a_part_is_asked_for(remote: Shell) -> None:
    text = remote.type("show", TASK).stdout
    assert text.startswith(f"# Greeting ({TASK})\n")
    assert "Rule 299: greet everybody by name, ä and 🙂 included.\n" in text


def test_a_program_that_passes_the_samples_is_told_what_comes_next(shell: Shell, programs: Path) -> None:
    ran = shell.type("test", TASK, programs / "right")
    assert ran.exit_code == 0
    assert "case-001  accepted" in ran.stdout
    assert ran.stdout.splitlines()[-2] == "2 of 2 samples passed"
    words = [*shell.flags, TASK, str(programs / "right")]
    assert ran.stdout.splitlines()[-1].endswith(f" repozero submit {' '.join(words)}")
    assert "started an attempt" in ran.stderr


def test_a_program_that_fails_samples_shows_what_differs(remote: Shell, programs: Path) -> None:
    ran = remote.type("test", TASK, programs / "bad", "--sample", "case-002")
    assert ran.exit_code == 1
    assert "case-002  wrong_answer" in ran.stdout
    assert "case-001" not in ran.stdout
    assert "    -hello Eve\n    +hallo\n" in ran.stdout
    assert "0 of 1 samples passed\n" in ran.stdout


def test_tests_are_one_document_for_programs(shell: Shell, programs: Path) -> None:
    tested = shell.document("test", TASK, programs / "bad", exit_code=1)
    assert (tested["task_id"], tested["label"], tested["all_passed"]) == (TASK, "test bad", False)
    assert (tested["passed"], tested["failed"], tested["not_run"]) == (0, 2, 0)
    assert tested["samples"][0] == {"sample_id": "case-001", "verdict": "wrong_answer"}
    assert tested["failures"][0]["first_differing_byte"] == 1
    assert tested["attempt_id"].startswith("att_")


def test_a_right_program_is_accepted(shell: Shell, programs: Path) -> None:
    ran = shell.type("submit", TASK, programs / "right")
    assert ran.exit_code == 0
    assert [line.split()[-1] for line in ran.stdout.splitlines()[:1]] == ["accepted"]
    assert "8 of 8 passed" in ran.stdout


def test_a_wrong_program_is_not_accepted(shell: Shell, programs: Path) -> None:
    judged = shell.document("submit", TASK, programs / "wrong", exit_code=1)
    assert (judged["accepted"], judged["verdict"], judged["passed"], judged["total"]) == (False, "wrong_answer", 7, 8)
    assert (judged["label"], judged["state"], judged["number"]) == ("submit wrong", "judged", 1)


def test_an_attempt_that_is_not_accepted_stays_open_under_its_label(remote: Shell, programs: Path) -> None:
    ran = remote.type("submit", TASK, programs / "wrong", "--label", "[a] try")
    assert ran.exit_code == 1
    assert ran.stdout.splitlines()[0].split() == ["verdict", "wrong_answer"]
    assert "7 of 8 passed" in ran.stdout
    [attempt] = [one for one in remote.document("tasks")["open_attempts"] if one["label"] == "[a] try"]
    assert attempt["attempt_id"] in ran.stdout
    [row] = [row for row in remote.type("tasks").stdout.splitlines() if row.startswith(attempt["attempt_id"])]
    assert "[a] try" in row


def test_a_submission_that_fails_on_our_side_is_not_accepted(remote: Shell, programs: Path) -> None:
    judged = remote.document("submit", BROKEN_TASK, programs / "right", exit_code=1)
    assert (judged["accepted"], judged["state"]) == (False, "faulted")
    assert judged["error"].startswith("The server failed to judge submission 1 (incident ")
    assert judged["error"].endswith("; it was not charged. Submit again.")


def test_colours_are_for_terminals_and_ids_stay_whole_on_narrow_ones(remote: Shell) -> None:
    terminal = Shell({**remote.variables, "FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "30"}, remote.flags)
    shown = terminal.type("tasks").stdout
    assert "\x1b[1m" in shown
    assert f"{TASK} " in shown
    assert "\x1b" not in remote.type("tasks").stdout


@pytest.mark.parametrize("words", [["show"], ["test", "."], ["submit", "."]], ids=["show", "test", "submit"])
def test_what_the_server_refuses_is_told_in_its_words(remote: Shell, programs: Path, words: Sequence[str]) -> None:
    command, *folders = words
    arguments = [command, "py2js/none/none", *(programs / "right" for _ in folders)]
    ran = remote.type(*arguments, "--json")
    assert ran.exit_code == 2
    sentence = "There is no task 'py2js/none/none'. Call list_tasks for the ids."
    assert json.loads(ran.stdout) == {"error": sentence}
    assert ran.stderr == f"Error: {sentence}\n"


def test_an_unknown_sample_is_a_usage_error(remote: Shell, programs: Path) -> None:
    ran = remote.type("test", TASK, programs / "right", "--sample", "none")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "'none'" in ran.stderr


def test_a_folder_without_the_entry_is_a_usage_error(remote: Shell, tmp_path: Path) -> None:
    (tmp_path / "index.mjs").write_text("")
    ran = remote.type("submit", TASK, tmp_path)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert f"{tmp_path} has no main.mjs, which the program starts from" in ran.stderr


def test_a_server_that_can_not_start_is_quoted(local: Shell) -> None:
    ran = Shell({**local.variables, "REPOZERO_TYPO": "1"}).type("tasks")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "there is no setting REPOZERO_TYPO" in ran.stderr
