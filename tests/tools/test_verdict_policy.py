"""Under the policy `verdict` an agent learns the verdict, and no number of cases, not even by watching the progress."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandbox.fake import Behaviour, FakeSandbox
from server.settings import Settings
from tasks.feedback import FeedbackPolicy
from tests.bundles import TASK_ID
from tests.tools.agent import Agent
from tests.tools.world import open_world

SLOW = "slow"


@pytest.fixture
async def agent(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[Agent]:
    sandbox.teach(SLOW.encode(), lambda _: Behaviour(cpu_seconds=99))
    settings = settings.model_copy(update={"feedback": FeedbackPolicy.VERDICT})
    async with open_world(settings, tasks, sandbox) as world, world.agent() as agent:
        yield agent


async def test_a_verdict_comes_without_numbers(agent: Agent) -> None:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": SLOW}])
    seen = len(agent.seen)
    submitted = await agent.call("submit", attempt_id=attempt_id)
    looked_at = (await agent.call("get_attempt", attempt_id=attempt_id))["submissions"][0]
    for shown in (submitted, looked_at):
        assert shown["verdict"] == "time_limit"
        assert not shown.keys() & {"judged_cases", "passed", "total", "not_run", "unstable", "kinds"}
    assert not [text for text in agent.seen[seen:] if "hidden cases" in text]
