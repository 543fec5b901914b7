"""The repository speaks of the project alone: of no package registry, and of nobody's machine."""

import re
import subprocess
from pathlib import Path

# Written in pieces, so that this file doesn't hold what it looks for.
REGISTRIES = "|".join(
    [
        r"pypi" r"\.org",
        r"python" r"hosted\.org",
        r"registry\.npm" r"js\.org",
        r"npm" r"js\.com",
        r"deb\.deb" r"ian\.org",
        r"crates" r"\.io",
    ]
)
HOMES = r"/root" r"/\.|/home" r"/[a-z]+/|/Users" r"/[A-Za-z]+/"

# Hostile programs ask for other people's files by design.
ASKS_FOR_HOMES = ("tests/golden/",)


def files_of_repository(checkout: Path) -> dict[str, bytes]:
    """Tracked files and those that would be added: name -> content."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=checkout, capture_output=True, text=True, timeout=60, check=True)
    names = [name for name in listed.stdout.split("\0") if name and (checkout / name).is_file()]
    return {name: (checkout / name).read_bytes() for name in names}


def test_no_host_of_a_package_registry_is_named(checkout: Path) -> None:
    pattern = re.compile(REGISTRIES.encode())
    assert [name for name, content in files_of_repository(checkout).items() if pattern.search(content)] == []


def test_no_path_of_a_machine_is_named(checkout: Path) -> None:
    pattern = re.compile(b"|".join([HOMES.encode(), re.escape(f"{checkout}/".encode())]))
    files = files_of_repository(checkout).items()
    named = [name for name, content in files if pattern.search(content) and not name.startswith(ASKS_FOR_HOMES)]
    assert named == []


def test_each_file_is_small_enough_to_be_read_by_a_person_or_is_data(checkout: Path) -> None:
    sizes = {name: len(content) for name, content in files_of_repository(checkout).items()}
    assert {name: size for name, size in sizes.items() if size > 1024 * 1024} == {}
