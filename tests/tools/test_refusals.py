"""What an agent may not do with an attempt as it is, or not now: the cause, the next action, and nothing is changed."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from mcp import MCPError

from sandbox.errors import SandboxUnavailable
from sandbox.fake import FakeSandbox
from server.settings import Settings
from tests.bundles import TASK_ID
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT
from tests.tools.refusal import ATTEMPTS, assert_cause_and_action, state_of, writing
from tests.tools.world import World, open_world

ARGUMENTS: dict[str, dict[str, Any]] = {
    "get_attempt": {},
    "write_files": writing("x"),
    "edit_file": {"path": "main.mjs", "old_text": RIGHT, "new_text": "1"},
    "read_file": {"path": "main.mjs"},
    "run_tests": {},
    "run_program": {},
    "submit": {},
}


@pytest.mark.parametrize("tool", ARGUMENTS)
async def test_a_foreign_attempt_is_answered_like_an_unknown_one(
    world: World, agent: Agent, attempt_id: str, tool: str
) -> None:
    before = await state_of(agent, attempt_id)
    async with world.agent("somebody else") as other:
        foreign = await other.refused(tool, attempt_id=attempt_id, **ARGUMENTS[tool])
        unknown = await other.refused(tool, attempt_id="att_0", **ARGUMENTS[tool])
        assert (await other.call("list_tasks"))["open_attempts"] == []
    assert foreign.replace(attempt_id, "att_0") == unknown
    assert_cause_and_action(unknown, r"There is no attempt 'att_0'\.", ATTEMPTS)
    assert await state_of(agent, attempt_id) == before


async def test_a_foreign_submission_is_answered_like_an_unknown_one(
    world: World, agent: Agent, attempt_id: str
) -> None:
    submission_id = (await agent.call("submit", attempt_id=attempt_id))["submission_id"]
    async with world.agent("somebody else") as other:
        foreign = await other.refused("get_submission", submission_id=submission_id)
        assert foreign.replace(submission_id, "sub_0") == await other.refused("get_submission", submission_id="sub_0")


RUNNING = ["run_tests", "run_program", "submit"]


@pytest.mark.parametrize("tool", RUNNING)
async def test_an_empty_workspace_can_be_neither_run_nor_submitted(agent: Agent, tool: str) -> None:
    empty = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    text = await agent.refused(tool, attempt_id=empty)
    action = r"Write the program with write_files first; nothing was charged\."
    assert_cause_and_action(text, r"The workspace is empty\.", action)
    assert (await agent.call("get_attempt", attempt_id=empty))["submissions"] == []


@pytest.mark.parametrize("tool", RUNNING)
async def test_a_program_without_its_entry_can_be_neither_run_nor_submitted(
    agent: Agent, attempt_id: str, tool: str
) -> None:
    await agent.call("write_files", attempt_id=attempt_id, delete=["main.mjs"], **writing("other.mjs"))
    action = r"Write it with write_files first; nothing was charged\."
    assert_cause_and_action(await agent.refused(tool, attempt_id=attempt_id), r"The program has no main\.mjs\.", action)
    assert (await agent.call("get_attempt", attempt_id=attempt_id))["submissions_left"] == 3


async def test_a_spent_budget_is_said_and_the_attempt_stays_as_it_is(agent: Agent, attempt_id: str) -> None:
    for number in range(3):
        await agent.call("write_files", attempt_id=attempt_id, **writing("c", str(number)))
        await agent.call("submit", attempt_id=attempt_id, wait_seconds=0)
    await agent.call("write_files", attempt_id=attempt_id, **writing("c", "once more"))
    text = await agent.refused("submit", attempt_id=attempt_id)
    action = r"Call get_attempt for the verdicts so far, or start_attempt for a new attempt\."
    assert_cause_and_action(text, r"All 3 submissions of this attempt are used\.", action)
    assert len((await agent.call("get_attempt", attempt_id=attempt_id))["submissions"]) == 3


async def test_an_unknown_tool_is_answered_with_the_known_ones(agent: Agent) -> None:
    for name in ("nothing", "x" * 10_000, ""):
        with pytest.raises(
            MCPError, match=r"^There is no tool '.*\. Call one of list_tasks, .*, get_submission\.$"
        ) as no:
            await agent.call(name)
        assert len(str(no.value)) < 1_500


class UnusableSandbox(FakeSandbox):
    """It fails whatever it is asked, and knows why."""

    async def check(self) -> None:
        raise SandboxUnavailable("fake", "it lacks everything", "Install it with: make everything")


@pytest.fixture
async def agent_without_sandbox(settings: Settings, tasks: Path) -> AsyncGenerator[Agent]:
    async with open_world(settings, tasks, UnusableSandbox()) as world, world.agent() as agent:
        yield agent


@pytest.mark.parametrize("tool", RUNNING)
async def test_without_a_sandbox_nothing_runs_and_the_agent_learns_what_a_person_must_do(
    agent_without_sandbox: Agent, tool: str
) -> None:
    agent = agent_without_sandbox
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, **writing("main.mjs", RIGHT))
    text = await agent.refused(tool, attempt_id=attempt_id)
    cause = r"The fake sandbox can't be used: it lacks everything\. Install it with: make everything\."
    action = r"Nothing was charged; tell the person who runs this server\."
    assert_cause_and_action(text, cause, action)
    state = await agent.call("get_attempt", attempt_id=attempt_id)
    assert (state["submissions"], state["submissions_left"]) == ([], 3)


@pytest.mark.parametrize("tool", ["run_tests", "run_program"])
async def test_a_fault_of_ours_is_a_fixed_text_with_an_incident(agent: Agent, attempt_id: str, tool: str) -> None:
    await agent.call("write_files", attempt_id=attempt_id, **writing("main.mjs", "a program that nobody taught"))
    text = await agent.refused(tool, attempt_id=attempt_id)
    cause = r"Something failed on the server's side \(incident [0-9a-f]{8}\)\."
    action = r"Nothing was charged and nothing was lost; call again, and report the incident if it persists\."
    assert_cause_and_action(text, cause, action)
