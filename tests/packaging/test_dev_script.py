"""`./dev` before anything is installed: its verbs, its refusals, and what it says when the system lacks something."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534
LEFT_OUT = {"bwrap", "apt-get", "sudo", "g++"}


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("asked", [[], ["help"], ["--help"]], ids=["alone", "help", "--help"])
def test_dev_alone_lists_its_verbs(checkout: Path, asked: list[str]) -> None:
    listed = run(checkout / "dev", *asked)
    assert (listed.returncode, listed.stderr) == (0, "")
    verbs = [line.split()[0] for line in listed.stdout.splitlines() if line.startswith("  ")]
    assert verbs == ["demo", "test", "check", "run", "lock"]


def test_an_unknown_verb_is_answered_with_one_sentence(checkout: Path) -> None:
    refused = run(checkout / "dev", "tset")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "dev: there is no verb 'tset'; ./dev alone lists them\n"


def test_run_without_a_command_says_what_it_needs(checkout: Path) -> None:
    refused = run(checkout / "dev", "run")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "dev: run needs a command, for example: ./dev run python -V\n"


def test_dev_is_a_clean_posix_script(checkout: Path) -> None:
    assert (checkout / "dev").read_text().startswith("#!/bin/sh\n")
    assert os.access(checkout / "dev", os.X_OK)
    checked = run("sh", "-n", checkout / "dev")
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.fixture
def bare_system(checkout: Path) -> Iterator[Path]:
    """A folder open to every user with `dev` in it, and as `bin` all of this system's programs but a few."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copy(checkout / "dev", folder)
        (folder / "bin").mkdir()
        for program in Path("/usr/bin").iterdir():
            if program.name not in LEFT_OUT:
                (folder / "bin" / program.name).symlink_to(program)
        yield folder


def run_as_ordinary_user(system: Path, *verb: str) -> subprocess.CompletedProcess[str]:
    if os.geteuid() == 0:
        shutil.chown(system, NOBODY)
    return subprocess.run(
        [system / "dev", *(verb or ("run", "true"))],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PATH": str(system / "bin")},
        user=NOBODY if os.geteuid() == 0 else None,
    )


@pytest.mark.parametrize("become", ["sudo sh", "su"])
def test_an_ordinary_user_without_bubblewrap_reads_the_command_to_type(bare_system: Path, become: str) -> None:
    (bare_system / "bin/apt-get").symlink_to("/bin/false")
    if become == "sudo sh":
        (bare_system / "bin/sudo").symlink_to("/bin/false")
    refused = run_as_ordinary_user(bare_system)
    assert (refused.returncode, refused.stdout) == (2, "")
    install = "apt-get update && apt-get install -y --no-install-recommends bubblewrap"
    assert refused.stderr == f"dev: missing: bubblewrap; install with: {become} -c '{install}'\n"
    assert not (bare_system / ".venv").exists()


@pytest.mark.parametrize("verb", ["test", "check", "demo"])
def test_only_the_suite_asks_for_compilers(bare_system: Path, verb: str) -> None:
    refused = run_as_ordinary_user(bare_system, verb)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert (" g++" in refused.stderr) == (verb == "test"), refused.stderr


def test_where_there_is_no_apt_the_names_of_the_packages_are_given(bare_system: Path) -> None:
    refused = run_as_ordinary_user(bare_system)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("dev: missing: bubblewrap (names as in Debian)")
