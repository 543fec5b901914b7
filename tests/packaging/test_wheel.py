"""The wheel holds the five packages whole, data files included, and says what it is."""

import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

PACKAGES = ["server", "tools", "sandbox", "tasks", "clients"]


@pytest.fixture(scope="module")
def wheel(built_wheel: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(built_wheel) as opened:
        yield opened


def read_about(wheel: zipfile.ZipFile, name: str) -> str:
    [path] = [path for path in wheel.namelist() if path.endswith(f".dist-info/{name}")]
    return wheel.read(path).decode()


def parse_metadata(wheel: zipfile.ZipFile) -> Message:
    return Parser().parsestr(read_about(wheel, "METADATA"))


def shipped_files(checkout: Path) -> set[str]:
    files = (path for package in PACKAGES for path in (checkout / package).rglob("*") if path.is_file())
    return {str(path.relative_to(checkout)) for path in files if "__pycache__" not in path.parts}


def test_the_wheel_holds_each_file_of_the_packages_and_no_other(checkout: Path, wheel: zipfile.ZipFile) -> None:
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == shipped_files(checkout)


def test_bundled_tasks_arrive_byte_for_byte(checkout: Path, wheel: zipfile.ZipFile) -> None:
    data = {name for name in wheel.namelist() if name.startswith("tasks/library/")}
    assert {Path(name).name for name in data} >= {"task.toml", "spec.md", "sample.jsonl", "hidden.jsonl.xz"}
    assert [name for name in data if wheel.read(name) != (checkout / name).read_bytes()] == []


def test_metadata_carries_licence_description_and_commands(wheel: zipfile.ZipFile) -> None:
    metadata = parse_metadata(wheel)
    assert metadata["Name"] == "repozero-mcp"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE"]
    assert metadata["Summary"]
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "Apache License" in read_about(wheel, "licenses/LICENSE")
    assert read_about(wheel, "entry_points.txt").splitlines() == [
        "[console_scripts]",
        "repozero = clients.__main__:main",
        "repozero-mcp = server.__main__:main",
    ]
