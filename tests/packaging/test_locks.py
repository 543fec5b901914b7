"""The lock files: complete, hashed, in step with each other and with pyproject.toml, and silent about hosts."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

LOCKS = ["requirements.lock", "requirements-dev.lock"]


def entries(lock: Path) -> list[str]:
    """Each requirement with the hashes that follow it, on one line."""
    joined = lock.read_text().replace("\\\n", " ")
    return [line for line in joined.splitlines() if line and not line.lstrip().startswith("#")]


def pins(lock: Path) -> dict[str, str]:
    return {entry.split("==")[0]: entry.split("==")[1].split()[0] for entry in entries(lock)}


def names(requirements: Iterable[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-") for requirement in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_with_hashes(checkout: Path, lock: str) -> None:
    requirement = re.compile(r"[a-z0-9.-]+==[^ ;]+( ; [^\\]+?)?\s+(--hash=sha256:[0-9a-f]{64}\s*)+")
    assert entries(checkout / lock)
    assert [entry for entry in entries(checkout / lock) if not requirement.fullmatch(entry)] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_host(checkout: Path, lock: str) -> None:
    text = (checkout / lock).read_text()
    assert "://" not in text
    assert "index-url" not in text
    assert "find-links" not in text


def test_locks_hold_what_pyproject_asks_for(checkout: Path) -> None:
    pyproject = tomllib.loads((checkout / "pyproject.toml").read_text())
    groups = pyproject["dependency-groups"]
    runtime = names(pyproject["project"]["dependencies"] + groups["build"])
    dev = names(requirement for requirement in groups["dev"] if isinstance(requirement, str))
    assert runtime - pins(checkout / "requirements.lock").keys() == set()
    assert (runtime | dev) - pins(checkout / "requirements-dev.lock").keys() == set()


def test_what_users_run_is_what_developers_test(checkout: Path) -> None:
    runtime, dev = (pins(checkout / lock) for lock in LOCKS)
    assert runtime.items() - dev.items() == set()


def test_the_lock_files_are_the_only_ones(checkout: Path) -> None:
    assert not (checkout / "uv.lock").exists()
