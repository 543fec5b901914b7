"""The Inspector's command line: each step of an attempt is a program run, and a connection, of its own."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.server.greeting import RIGHT, TASK_ID
from tests.server.interop.doors import Door, HttpDoor, StdioDoor
from tests.server.interop.node import PACKAGES, run_node

INSPECTOR = PACKAGES / "inspector" / "clients" / "launcher" / "build" / "index.js"
TOOL_FAILED = 5
NO_ACCESS = 3

ERAS = ["legacy", "modern"]


@dataclass(frozen=True)
class Inspector:
    door: Door
    era: str
    home: Path

    async def ask(self, method: str, *options: str, exit_code: int = 0) -> dict[str, Any]:
        arguments = ["--cli", *_target(self.door), "--protocol-era", self.era, "--method", method, *options]
        ended = await run_node(INSPECTOR, *arguments, home=self.home)
        assert ended.returncode == exit_code, ended.stderr.decode()
        return json.loads(ended.stdout) if ended.stdout else {}

    async def call(self, tool: str, exit_code: int = 0, **arguments: Any) -> dict[str, Any]:
        pairs = [f"--tool-arg={name}={_written(value)}" for name, value in arguments.items()]
        return await self.ask("tools/call", "--tool-name", tool, *pairs, exit_code=exit_code)

    async def result(self, tool: str, **arguments: Any) -> dict[str, Any]:
        return (await self.call(tool, **arguments))["structuredContent"]


def _target(door: Door) -> list[str]:
    if isinstance(door, StdioDoor):
        variables = [f"{name}={value}" for name, value in door.environment.items()]
        return [word for variable in variables for word in ("-e", variable)] + [door.command]
    return [door.url, "--transport", "http", "--header", f"Authorization: Bearer {door.token}"]


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize(("door", "era"), [("stdio", "modern"), ("http", "legacy")], indirect=["door"])
async def test_the_inspector_completes_an_attempt_step_by_step(door: Door, era: str, tmp_path: Path) -> None:
    inspector = Inspector(door, era, tmp_path)
    attempt_id = (await inspector.result("start_attempt", task_id=TASK_ID))["attempt_id"]
    files = [{"path": "main.mjs", "content": RIGHT}]
    await inspector.result("write_files", attempt_id=attempt_id, files=files)
    assert (await inspector.result("run_tests", attempt_id=attempt_id))["passed"] == 2
    assert (await inspector.result("submit", attempt_id=attempt_id))["verdict"] == "accepted"


async def test_the_inspector_finds_no_schema_that_some_client_could_not_take(
    http_door: HttpDoor, tmp_path: Path
) -> None:
    listed = await Inspector(http_door, "modern", tmp_path).ask("tools/list", "--strict")
    assert "submit" in {tool["name"] for tool in listed["tools"]}


@pytest.mark.parametrize("era", ERAS)
async def test_the_inspector_tells_an_agents_mistake_and_a_wrong_token_apart(
    http_door: HttpDoor, era: str, tmp_path: Path
) -> None:
    refusal = await Inspector(http_door, era, tmp_path).call("start_attempt", TOOL_FAILED, task_id="py2js/no/task")
    assert "Call list_tasks for the ids." in refusal["content"][0]["text"]
    stranger = Inspector(HttpDoor(http_door.url, "another-token"), era, tmp_path)
    await stranger.ask("tools/list", exit_code=NO_ACCESS)
