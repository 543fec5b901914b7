"""The wheel in an environment that holds its locked requirements and nothing else, far from any checkout."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest

from clients.local_server import LocalServer
from clients.session import Session, open_session

TASK = "py2js/base58/codec"
LIBRARY_CARDS = "tasks/library/*/*/*/task.toml"
INSTALL_SECONDS = 500
COMMAND_SECONDS = 120


@pytest.fixture(scope="module")
def installed(checkout: Path, built_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the commands. pip checks every requirement against the hashes of the lock file."""
    environment = tmp_path_factory.mktemp("alone") / "venv"
    subprocess.run([sys.executable, "-I", "-m", "venv", "--without-pip", environment], timeout=60, check=True)
    pip = [sys.executable, "-I", "-m", "pip", "--python", environment / "bin/python", "install", "-qq"]
    lock = checkout / "requirements.lock"
    subprocess.run([*pip, "--no-compile", "--require-hashes", "-r", lock], timeout=INSTALL_SECONDS, check=True)
    subprocess.run([*pip, "--no-index", "--no-deps", built_wheel], timeout=60, check=True)
    return environment / "bin"


@pytest.fixture(scope="module")
def variables(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """All that a command gets of the caller's environment: nothing, but a place for what it keeps."""
    folder = tmp_path_factory.mktemp("home")
    return {"PATH": os.defpath, "HOME": str(folder), "REPOZERO_DATA_DIR": str(folder / "data")}


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory that has nothing to do with the project, but folders of the same names."""
    for name in ("server", "clients", "tasks"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong folder')\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
async def session(installed: Path, variables: Mapping[str, str], elsewhere: Path) -> AsyncGenerator[Session]:
    """With the installed server, spoken to over stdio."""
    async with open_session(LocalServer((str(installed / "repozero-mcp"),), variables)) as session:
        yield session


def answer(command: Path, *arguments: str | Path, variables: Mapping[str, str], folder: Path) -> Any:
    ran = subprocess.run(
        [command, *arguments, "--json"],
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


async def test_it_serves_its_bundled_tasks_over_stdio(session: Session, checkout: Path) -> None:
    bundled = {str(card.parent.relative_to(checkout / "tasks/library")) for card in checkout.glob(LIBRARY_CARDS)}
    assert {task.task_id for task in (await session.list_tasks()).tasks} == bundled
    spec = (checkout / "tasks/library" / TASK / "spec.md").read_text()
    assert (await session.get_task(TASK, "spec")).endswith(spec.rstrip() + "\n")


def test_its_command_judges_a_program_with_what_it_brings(
    checkout: Path, installed: Path, variables: Mapping[str, str], elsewhere: Path
) -> None:
    right = checkout / "tests/golden" / TASK / "right"
    tested = answer(installed / "repozero", "test", TASK, right, variables=variables, folder=elsewhere)
    assert tested["all_passed"] is True


def test_its_command_lists_the_tasks_from_anywhere(
    installed: Path, variables: Mapping[str, str], elsewhere: Path
) -> None:
    listed = answer(installed / "repozero", "tasks", variables=variables, folder=elsewhere)
    assert TASK in [task["task_id"] for task in listed["tasks"]]


def test_nothing_of_it_comes_from_the_checkout(installed: Path, elsewhere: Path) -> None:
    script = "import clients, sandbox, server, tasks, tools; print(*(m.__file__ for m in (clients, server, tasks)))"
    command = [installed / "python", "-I", "-c", script]
    ran = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, timeout=60, check=True)
    assert all(Path(file).is_relative_to(installed.parent) for file in ran.stdout.split())
