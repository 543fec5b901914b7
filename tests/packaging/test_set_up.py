"""`./dev` sets up what is missing, whatever state it finds: real runs in a small checkout."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

# What a caller's environment may hold and must not reach the installation.
HOSTILE = [
    "PYTHONPATH=/nowhere",
    "PYTHONHOME=/nowhere",
    "PYTHONWARNINGS=error",
    "PIP_TARGET=/nowhere",
    "VIRTUAL_ENV=/nowhere",
]


def dev(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [folder / "dev", *arguments], input=stdin, capture_output=True, text=True, timeout=120, check=False
    )


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["env", *HOSTILE, folder / "dev", "run", "true"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o077,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def first_two_runs(small_checkout: Path) -> list[tuple[int, str, str]]:
    """Exit code, stdout and stderr of two runs that were started at once where nothing was installed."""
    runs = [start(small_checkout), start(small_checkout)]
    outputs = [run.communicate(timeout=120) for run in runs]
    return [(run.returncode, *output) for run, output in zip(runs, outputs, strict=True)]


@pytest.fixture
def ready(small_checkout: Path, first_two_runs: list[tuple[int, str, str]]) -> Path:
    assert [code for code, _, _ in first_two_runs] == [0, 0], first_two_runs
    return small_checkout


def test_two_first_runs_at_once_share_one_installation(first_two_runs: list[tuple[int, str, str]]) -> None:
    stderr = "".join(stderr for _, _, stderr in first_two_runs)
    assert [(code, stdout) for code, stdout, _ in first_two_runs] == [(0, ""), (0, "")], stderr
    assert stderr.count("dev: building .venv") == 1
    assert stderr.count("dev: installing the Python packages of requirements-dev.lock") == 1


def test_every_user_can_read_what_was_installed_under_a_closed_umask(ready: Path) -> None:
    installed = [path for path in (ready / ".venv").rglob("*") if not path.is_symlink()]
    assert [path for path in installed if not path.stat().st_mode & 0o004] == []


def test_a_command_runs_in_the_environment_and_nothing_else_is_printed(ready: Path) -> None:
    inside = dev(ready, "run", "python", "-c", "import sys; print(sys.prefix)")
    assert (inside.returncode, inside.stdout, inside.stderr) == (0, f"{ready / '.venv'}\n", "")
    assert dev(ready, "run", "pip", "--version").returncode == 0


def test_arguments_stdin_and_exit_code_pass_through_verbatim(ready: Path) -> None:
    arguments = ["two words", "", "*", "$HOME", "--help", "line\nbreak"]
    script = "import sys; print(sys.argv[1:], sys.stdin.read()); sys.exit(7)"
    run = dev(ready, "run", "python", "-c", script, *arguments, stdin="from the caller")
    assert (run.returncode, run.stdout, run.stderr) == (7, f"{arguments} from the caller\n", "")


def test_a_command_starts_in_the_callers_folder(ready: Path, tmp_path: Path) -> None:
    run = subprocess.run([ready / "dev", "run", "pwd"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout == f"{tmp_path}\n"


def test_a_changed_lock_is_installed_without_building_anew(ready: Path) -> None:
    (ready / "requirements-dev.lock").write_text("# another one\n")
    stderr = dev(ready, "run", "true").stderr
    assert "installing" in stderr
    assert "building" not in stderr
    assert dev(ready, "run", "true").stderr == ""


def kill_once_it_builds(folder: Path) -> None:
    """Start a run, see that it builds `.venv` anew, and kill it with all its children in the middle of that."""
    run = start(folder)
    assert run.stderr is not None
    first_line = run.stderr.readline()
    os.killpg(run.pid, signal.SIGKILL)
    run.communicate(timeout=60)
    assert first_line.startswith("dev: building .venv with ")


def test_a_python_that_went_away_is_replaced_even_after_an_interruption(ready: Path) -> None:
    program = ready / ".venv/bin/python"
    program.unlink()
    program.symlink_to("/nowhere/python3")
    kill_once_it_builds(ready)
    healed = dev(ready, "run", "python", "-c", "")
    assert healed.returncode == 0, healed.stderr
    assert dev(ready, "run", "true").stderr == ""


def test_a_moved_checkout_is_built_anew(ready: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    shutil.copytree(ready, moved, symlinks=True)
    kill_once_it_builds(moved)
