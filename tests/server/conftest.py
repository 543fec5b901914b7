"""Real server processes with a cache and a task of their own."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from sandbox.roots import RootStore
from sandbox.toolchains.javascript import JavaScript
from tests.server.greeting import write_greeting
from tests.server.server_process import ServerProcess
from tests.server.starting import executed, forked

StartServer = Callable[..., AbstractAsyncContextManager[ServerProcess]]


@pytest.fixture(scope="session")
def cache() -> Generator[Path]:
    """Not pytest's own folder, which is private: boxes of a suite that runs as root have another uid."""
    folder = Path(tempfile.mkdtemp(prefix="repozero-server-"))
    folder.chmod(0o755)
    JavaScript.load(RootStore(folder))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def tasks_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tasks")
    write_greeting(folder)
    return folder


@pytest.fixture
def environment(tmp_path: Path, cache: Path, tasks_dir: Path) -> dict[str, str]:
    """Of a server with a data directory of its own."""
    return {
        "PATH": os.defpath,
        "HOME": str(tmp_path),
        "REPOZERO_DATA_DIR": str(tmp_path / "data"),
        "REPOZERO_CACHE_DIR": str(cache),
        "REPOZERO_TASKS_DIR": str(tasks_dir),
    }


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    """The socket of a process that forks servers."""
    place = tmp_path_factory.mktemp("nursery") / "socket"
    command = [sys.executable, str(Path(__file__).with_name("nursery.py")), str(place)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        yield place
        process.communicate()
        assert process.returncode == 0


@pytest.fixture
def start_server(nursery: Path, environment: dict[str, str], tmp_path: Path) -> StartServer:
    """Start a server; variables that are given as keywords are added to its environment."""

    def start(**variables: str) -> AbstractAsyncContextManager[ServerProcess]:
        return forked(nursery, environment | variables, tmp_path / "stderr")

    return start


@pytest.fixture
def execute(environment: dict[str, str], tmp_path: Path) -> StartServer:
    """Start this Python with some arguments, as a person would."""

    def start(*command: str, **variables: str) -> AbstractAsyncContextManager[ServerProcess]:
        return executed(command, environment | variables, tmp_path / "stderr")

    return start
