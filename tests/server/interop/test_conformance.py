"""The conformance suite of the protocol, for both revisions, against a server that anybody on this machine may call."""

import re
from pathlib import Path

import pytest

from tests.server.interop.node import PACKAGES, run_node

SUITE = PACKAGES / "conformance" / "dist" / "index.js"

EXPECTED_FAILURE = re.compile(r"^  ~ (\S+)$", re.MULTILINE)

REVISIONS = ["2025-11-25", "2026-07-28"]
UNCOUNTED = "✓ http-header-validation: "
"""It needs no fixture, but the suite takes it for too new to fail a server for it."""


def baseline(revision: str) -> Path:
    return Path(__file__).with_name(f"baseline-{revision}.yml")


def entries(revision: str) -> list[str]:
    return [line for line in baseline(revision).read_text().splitlines() if line.startswith("  - ")]


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_expected_failure_has_its_reason(revision: str) -> None:
    assert [entry for entry in entries(revision) if not re.fullmatch(r"  - [\w-]+:[\w-]+ # \S.*", entry)] == []


@pytest.mark.parametrize("revision", REVISIONS)
async def test_the_server_fails_where_the_baseline_says_and_nowhere_else(
    revision: str, open_url: str, tmp_path: Path
) -> None:
    options = ["--requirements", revision, "--expected-failures", str(baseline(revision))]
    ended = await run_node(SUITE, "server", "--url", open_url, *options, home=tmp_path)
    told = ended.stdout.decode()
    assert ended.returncode == 0, told  # a check that fails unexpectedly, or passes unexpectedly
    # The suite lets entries pass that name no check it has made.
    assert set(EXPECTED_FAILURE.findall(told)) == {entry.split()[1] for entry in entries(revision)}
    assert (UNCOUNTED in told) == (revision == "2026-07-28")
