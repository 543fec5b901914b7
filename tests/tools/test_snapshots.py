"""The contract of each tool is a reviewed file. `--update-snapshots` writes the files anew; read what it changed."""

import json
from pathlib import Path

import pytest

from tests.tools.agent import Agent

SNAPSHOTS = Path(__file__).parents[1] / "snapshots"


async def listed(agent: Agent) -> dict[str, str]:
    tools = (await agent.client.list_tools()).tools
    contracts = {tool.name: tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools}
    return {f"{name}.json": json.dumps(contract, indent=2) + "\n" for name, contract in contracts.items()}


def kept() -> dict[str, str]:
    return {path.name: path.read_text() for path in SNAPSHOTS.glob("*.json")}


def write(contracts: dict[str, str]) -> None:
    for name in kept().keys() - contracts.keys():
        (SNAPSHOTS / name).unlink()
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, contract in contracts.items():
        (SNAPSHOTS / name).write_text(contract)


async def test_the_tools_are_as_they_were_reviewed(agent: Agent, pytestconfig: pytest.Config) -> None:
    contracts = await listed(agent)
    if pytestconfig.getoption("update_snapshots"):
        write(contracts)
    assert kept() == contracts
