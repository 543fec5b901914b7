"""Two principals at one server: what is the other's looks exactly as if it were not there, whichever tool is asked."""

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from server.principals import Unauthenticated, named_by_token
from server.settings import Settings
from tests.bundles import TASK_ID, write_files
from tests.server.http_world import HttpWorld, open_http_world
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT, taught_sandbox

TOKENS = {"alice": "token of alice", "bob": "token of bob"}

UNKNOWN_ATTEMPT = f"att_{'0' * 32}"
UNKNOWN_SUBMISSION = f"sub_{'0' * 32}"

ARGUMENTS: Mapping[str, Mapping[str, Any]] = {
    "get_attempt": {},
    "write_files": {"files": [{"path": "main.mjs", "content": "mine now"}]},
    "edit_file": {"path": "main.mjs", "old_text": RIGHT, "new_text": "mine now"},
    "read_file": {"path": "main.mjs"},
    "run_tests": {},
    "run_program": {"args": ["Ada"]},
    "submit": {"wait_seconds": 0},
    "get_submission": {"wait_seconds": 0},
}
"""A call of each tool that takes a handle, which would succeed with a handle of one's own."""


@pytest.fixture(scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[HttpWorld]:
    folder = tmp_path_factory.mktemp("server")
    write_files(folder / "tasks" / TASK_ID, {})
    settings = Settings(data_dir=folder / "data", cache_dir=folder / "cache", parallel_runs=2)
    async with open_http_world(settings, folder / "tasks", taught_sandbox(), TOKENS) as world:
        yield world


@pytest.fixture
async def alice(world: HttpWorld) -> AsyncGenerator[Agent]:
    async with world.client(TOKENS["alice"]) as client:
        yield Agent(client)


@pytest.fixture
async def bob(world: HttpWorld) -> AsyncGenerator[Agent]:
    async with world.client(TOKENS["bob"]) as client:
        yield Agent(client)


@pytest.fixture
async def handles(alice: Agent) -> dict[str, str]:
    """Of an attempt of Alice's with a submission."""
    attempt_id = (await alice.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await alice.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": RIGHT}])
    submission = await alice.call("submit", attempt_id=attempt_id)
    return {"attempt_id": attempt_id, "submission_id": submission["submission_id"]}


async def handle_names(agent: Agent) -> dict[str, str]:
    """Of each tool that takes a handle, the argument that does so."""
    tools = (await agent.client.list_tools()).tools
    taken = {tool.name: {"attempt_id", "submission_id"} & tool.input_schema["properties"].keys() for tool in tools}
    return {name: handle for name, (handle, *_) in ((name, [*handles]) for name, handles in taken.items() if handles)}


async def test_every_tool_that_takes_a_handle_is_tried_here(alice: Agent) -> None:
    assert (await handle_names(alice)).keys() == ARGUMENTS.keys()


async def test_the_calls_that_are_tried_here_succeed_for_the_owner(alice: Agent, handles: dict[str, str]) -> None:
    for tool, handle in (await handle_names(alice)).items():
        await alice.text(tool, **{handle: handles[handle]}, **ARGUMENTS[tool])
        await alice.call(
            "write_files", attempt_id=handles["attempt_id"], files=[{"path": "main.mjs", "content": RIGHT}]
        )


@pytest.mark.parametrize("tool", ARGUMENTS)
async def test_a_foreign_handle_is_answered_as_an_unknown_one(
    alice: Agent, bob: Agent, handles: dict[str, str], tool: str
) -> None:
    before = await alice.call("get_attempt", attempt_id=handles["attempt_id"])
    handle = (await handle_names(bob))[tool]
    unknown = UNKNOWN_ATTEMPT if handle == "attempt_id" else UNKNOWN_SUBMISSION
    foreign = await bob.client.call_tool(tool, {handle: handles[handle], **ARGUMENTS[tool]})
    missing = await bob.client.call_tool(tool, {handle: unknown, **ARGUMENTS[tool]})
    assert missing.is_error
    assert foreign.model_dump_json().replace(handles[handle], unknown) == missing.model_dump_json()
    assert await alice.call("get_attempt", attempt_id=handles["attempt_id"]) == before


async def test_nobody_sees_the_attempts_of_others(alice: Agent, bob: Agent) -> None:
    attempt_id = (await alice.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    assert attempt_id in {one["attempt_id"] for one in (await alice.call("list_tasks"))["open_attempts"]}
    assert (await bob.call("list_tasks"))["open_attempts"] == []
    assert (await bob.call("start_attempt", task_id=TASK_ID))["other_open_attempts"] == []


async def test_a_request_without_a_token_is_nobodys() -> None:
    with pytest.raises(Unauthenticated):
        named_by_token(None)  # pyright: ignore[reportArgumentType] - what a request brings does not matter here
