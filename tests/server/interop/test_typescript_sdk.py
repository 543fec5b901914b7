"""The TypeScript SDK's client, which most command-line agents and editors are built on."""

import json
from pathlib import Path
from typing import Any

from tests.server.greeting import RIGHT, TASK_ID
from tests.server.interop.doors import Door, StdioDoor
from tests.server.interop.node import FOLDER, run_node


def told(door: Door) -> dict[str, Any]:
    if isinstance(door, StdioDoor):
        return {"command": door.command, "environment": dict(door.environment)}
    return {"url": door.url, "token": door.token}


async def test_the_typescript_client_completes_an_attempt_and_finds_what_is_there_beyond_tools(
    door: Door, tmp_path: Path
) -> None:
    wanted = {"server": told(door), "taskId": TASK_ID, "program": RIGHT}
    ended = await run_node(FOLDER / "attempt.mjs", json.dumps(wanted), home=tmp_path)
    assert ended.returncode == 0, ended.stderr.decode()
    found = json.loads(ended.stdout)
    assert found["server"]["name"] == "repozero"
    assert TASK_ID in found["task"]
    assert (found["passed"], found["verdict"]) == (2, "accepted")
    assert found["listed"]
    assert found["spec"] == "# Greeting\n"
    assert TASK_ID in found["prompt"]
    assert found["completedTasks"] == [TASK_ID]
    assert found["completedNames"] == ["hello"]
