"""Processes that a dead server's box left behind."""

import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sandbox.box_folders import BoxFolders

BOUND_SECONDS = 30
WAIT_FOR_STDIN = "import sys; print(flush=True); sys.stdin.read()"


@contextmanager
def process_naming(folder: Path) -> Generator[subprocess.Popen[bytes]]:
    """It waits as the inner process of a box does whose parent died while it set the box up."""
    command = [sys.executable, "-c", WAIT_FOR_STDIN, "--ro-bind", str(folder), "/app"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()  # one that is just being started has no command line yet
        yield process
        process.communicate(timeout=BOUND_SECONDS)


def an_abandoned_folder(cache: Path, name: str) -> Path:
    folder = cache / "boxes" / name
    folder.mkdir(parents=True)
    folder.with_name(f"{name}.lock").touch()
    return folder


def test_a_sweep_ends_what_runs_in_an_abandoned_folder(tmp_path: Path) -> None:
    with process_naming(an_abandoned_folder(tmp_path, "abandoned")) as process:
        BoxFolders(tmp_path).sweep()
        assert process.wait(BOUND_SECONDS) == -signal.SIGKILL
    assert list((tmp_path / "boxes").iterdir()) == []


def test_a_sweep_leaves_alone_what_runs_in_a_folder_that_is_held(tmp_path: Path) -> None:
    folders = BoxFolders(tmp_path)
    with folders.holding({}, None) as folder, process_naming(folder) as process:
        an_abandoned_folder(tmp_path, "abandoned")
        folders.sweep()
        assert process.poll() is None
        assert folder.exists()
