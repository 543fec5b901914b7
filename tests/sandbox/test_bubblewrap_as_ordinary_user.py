"""A suite that runs as root runs the bubblewrap tests once more as a user who is not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROJECT = HERE.parent.parent
SUITES = (
    *("test_contract.py", "test_build_contract.py", "test_build_output.py"),
    *("test_bubblewrap_isolation.py", "test_bubblewrap_processes.py"),
)
STRANGER = 59999
"""A uid that nobody has."""


@pytest.fixture
def home(cache: Path) -> Path:
    folder = cache / "stranger"
    folder.mkdir(mode=0o700)
    os.chown(folder, STRANGER, STRANGER)
    return folder


def as_stranger(command: list[str], home: Path) -> subprocess.CompletedProcess[str]:
    drop = ["setpriv", "--reuid", str(STRANGER), "--regid", str(STRANGER), "--clear-groups", "--"]
    environment = {
        "HOME": str(home),
        "TMPDIR": str(home),
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [*drop, *command], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False, timeout=600
    )


def test_the_sandbox_keeps_its_promises_to_an_ordinary_user(home: Path) -> None:
    if os.geteuid() != 0:
        return  # the tests beside this one run as an ordinary user already
    reach = as_stranger([sys.executable, "-c", "import pytest, sandbox"], home)
    assert reach.returncode == 0, (
        f"uid {STRANGER} can't use {sys.executable} with {PROJECT}: put both where every user may read and execute "
        f"(not under a private home) to test what an ordinary user gets\n{reach.stderr}"
    )
    suites = [str(HERE / suite) for suite in SUITES]
    done = as_stranger(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not fake", *suites], home
    )
    assert done.returncode == 0, done.stdout + done.stderr
