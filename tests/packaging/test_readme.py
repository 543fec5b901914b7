"""What the README tells people to copy can be read by what it is meant for."""

import json
import re
import tomllib
from pathlib import Path

import pytest

INDENTED = re.compile(r"(?:^    .*\n)+", re.MULTILINE)


@pytest.fixture(scope="module")
def blocks(checkout: Path) -> list[str]:
    """Its indented blocks, without the indentation."""
    text = (checkout / "README.md").read_text()
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in INDENTED.findall(text)]


def test_configurations_are_json_with_one_server_of_our_name(blocks: list[str]) -> None:
    documents = [json.loads(block) for block in blocks if block.startswith("{")]
    servers = [document.get("mcpServers") or document.get("servers") for document in documents]
    assert len(servers) == 8
    assert all(list(server) == ["repozero"] for server in servers)


def test_configurations_of_codex_are_toml(blocks: list[str]) -> None:
    tables = [tomllib.loads(block)["mcp_servers"]["repozero"] for block in blocks if block.startswith("[mcp_servers")]
    assert [set(table) for table in tables] == [
        {"command", "tool_timeout_sec"},
        {"url", "bearer_token_env_var", "tool_timeout_sec"},
    ]


def test_the_wheel_that_is_named_is_the_one_that_is_built(checkout: Path, built_wheel: Path) -> None:
    assert built_wheel.name in (checkout / "README.md").read_text()
