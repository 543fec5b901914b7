"""What every refusal has in common: one sentence of cause, then the next action, and nothing is changed."""

import re
from typing import Any

from tests.tools.agent import Agent

ATTEMPTS = r"Call list_tasks for your open attempts, or start_attempt for a new one\."


def writing(path: str, content: str = "x") -> dict[str, Any]:
    return {"files": [{"path": path, "content": content}]}


async def state_of(agent: Agent, attempt_id: str) -> list[object]:
    state = await agent.call("get_attempt", attempt_id=attempt_id)
    files = [await agent.text("read_file", attempt_id=attempt_id, path=file["path"]) for file in state["files"]]
    return [state, files, await agent.call("list_tasks")]


def assert_cause_and_action(text: str, cause: str, action: str) -> None:
    assert re.fullmatch(f"{cause} {action}", text), text
    assert len(text) < 1_500
    assert "Traceback" not in text
