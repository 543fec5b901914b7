"""A server on a machine that lacks the toolchain of a track."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandbox.box import Files, Program
from sandbox.errors import ToolchainMissing
from sandbox.fake import FakeSandbox, FakeToolchain
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.toolchains.toolchain import ToolchainIdentity
from server.settings import Settings
from tests.bundles import TASK_ID
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT
from tests.tools.world import open_world


class AbsentToolchain(FakeToolchain):
    async def check(self) -> None:
        raise ToolchainMissing("JavaScript", "there is no node", "Install it with: make node")

    async def identify(self) -> ToolchainIdentity:
        await self.check()
        return await super().identify()

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        await self.check()
        return await super().prepare(files, entry, build_limits)


@pytest.fixture
async def agent(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[Agent]:
    async with open_world(settings, tasks, sandbox, AbsentToolchain()) as world, world.agent() as agent:
        yield agent


@pytest.mark.parametrize("tool", ["run_tests", "run_program", "submit"])
async def test_the_agent_learns_what_a_person_must_install_and_nothing_is_charged(agent: Agent, tool: str) -> None:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": RIGHT}])
    assert await agent.refused(tool, attempt_id=attempt_id) == (
        "JavaScript programs can't be built here: there is no node. Install it with: make node. "
        "Nothing was charged; tell the person who runs this server."
    )
    state = await agent.call("get_attempt", attempt_id=attempt_id)
    assert (state["submissions"], state["submissions_left"]) == ([], 3)
