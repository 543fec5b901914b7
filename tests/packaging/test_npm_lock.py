"""The npm packages that tests run: pinned, hashed, complete, and from wherever the user's settings say."""

import json
from pathlib import Path
from typing import Any

import pytest

PINNED = {"@modelcontextprotocol/conformance", "@modelcontextprotocol/inspector", "@modelcontextprotocol/sdk"}


@pytest.fixture(scope="module")
def packages(checkout: Path) -> dict[str, dict[str, Any]]:
    """By the place where each is installed; the first is the project itself."""
    return json.loads((checkout / "tests/npm/package-lock.json").read_text())["packages"]


def test_every_package_is_pinned_with_a_hash(packages: dict[str, dict[str, Any]]) -> None:
    installed = {place: entry for place, entry in packages.items() if place}
    assert installed
    assert [place for place, entry in installed.items() if not entry["integrity"].startswith("sha512-")] == []
    assert [place for place, entry in installed.items() if not entry["version"]] == []


def test_the_lock_says_of_no_package_where_it_comes_from(packages: dict[str, dict[str, Any]]) -> None:
    assert [place for place, entry in packages.items() if "resolved" in entry] == []


def test_what_tests_run_is_asked_for_by_its_exact_version(checkout: Path, packages: dict[str, dict[str, Any]]) -> None:
    asked = json.loads((checkout / "tests/npm/package.json").read_text())["dependencies"]
    assert asked.keys() == PINNED
    assert packages[""]["dependencies"] == asked
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
