"""A caller who goes away: what was begun is finished, and found later."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

import anyio
import httpx2
import pytest

from sandbox.fake import Behaviour, FakeSandbox, FakeToolchain
from server.settings import Settings
from server.store.database import open_database
from server.store.store import SqlStore
from tasks.attempts import Attempts, ClientIdentity
from tasks.bell import Bell
from tasks.catalogue import Catalogue
from tasks.submissions import Submissions
from tasks.workspace import NewFile
from tests.bundles import HIDDEN, TASK_ID, write_files
from tests.server.http_world import HttpWorld, open_http_world, request, routed
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT, greet, taught_sandbox

BOUND_SECONDS = 60
SLOW = "right once it may"


class SlowProgram:
    """Does right, but not before it may."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.may_end = anyio.Event()

    def __call__(self, args: Sequence[str]) -> Behaviour:
        self.begun.set()
        return replace(greet(args), waits_for=self.may_end)


@pytest.fixture
def program() -> SlowProgram:
    return SlowProgram()


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    write_files(tmp_path / "tasks" / TASK_ID, {})
    return tmp_path / "tasks"


@pytest.fixture
async def world(tmp_path: Path, tasks: Path, program: SlowProgram) -> AsyncGenerator[HttpWorld]:
    sandbox = taught_sandbox()
    sandbox.teach(SLOW.encode(), program)
    settings = Settings(data_dir=tmp_path / "data", cache_dir=tmp_path / "cache", parallel_runs=2)
    async with open_http_world(settings, tasks, sandbox) as world:
        yield world


async def new_attempt(agent: Agent) -> str:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": SLOW}])
    return attempt_id


async def call_until(event: anyio.Event, world: HttpWorld, version: str, tool: str, attempt_id: str) -> None:
    """Call a tool, and close the connection without waiting for the answer as soon as the event is there."""
    body = request("tools/call", name=tool, arguments={"attempt_id": attempt_id})
    headers = {**routed("tools/call", tool), "MCP-Protocol-Version": version}
    with anyio.fail_after(BOUND_SECONDS):
        async with httpx2.AsyncClient(timeout=BOUND_SECONDS) as http, anyio.create_task_group() as group:
            group.start_soon(lambda: http.post(world.url, json=body, headers=headers))
            await event.wait()
            group.cancel_scope.cancel()


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
async def test_a_submission_is_judged_though_its_caller_has_gone(
    world: HttpWorld, program: SlowProgram, version: str
) -> None:
    async with world.client() as client:
        agent = Agent(client)
        attempt_id = await new_attempt(agent)
        await call_until(program.begun, world, version, "submit", attempt_id)
    program.may_end.set()
    async with world.client() as client:
        agent = Agent(client)
        (submission,) = (await agent.call("get_attempt", attempt_id=attempt_id))["submissions"]
        found = await agent.call("get_submission", submission_id=submission["submission_id"])
        assert (found["state"], found["total"]) == ("judged", len(HIDDEN))
        assert await agent.call("submit", attempt_id=attempt_id) == found


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
async def test_a_test_run_ends_with_its_caller_and_the_attempt_goes_on(
    world: HttpWorld, program: SlowProgram, version: str
) -> None:
    async with world.client() as client:
        agent = Agent(client)
        attempt_id = await new_attempt(agent)
        await call_until(program.begun, world, version, "run_tests", attempt_id)
        await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": RIGHT}])
        assert (await agent.call("run_tests", attempt_id=attempt_id))["passed"] == 2


class SlowToCheck(FakeSandbox):
    """Is asked whether it works, and takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = anyio.Event()
        self.may_answer = anyio.Event()

    async def check(self) -> None:
        self.asked.set()
        await self.may_answer.wait()


async def test_who_leaves_before_the_submission_is_stored_has_submitted_all_the_same(
    tmp_path: Path, tasks: Path
) -> None:
    sandbox = SlowToCheck()
    async with open_database(tmp_path / "data") as database:
        attempts = Attempts(SqlStore(database), Catalogue.load([tasks]))
        attempt_id = (await attempts.start("alice", TASK_ID, None, ClientIdentity(None, None))).attempt.id
        await attempts.write_files("alice", attempt_id, [NewFile("main.mjs", RIGHT)], [])
        submissions = Submissions(attempts, sandbox, {"javascript": FakeToolchain()}, Bell())
        with anyio.fail_after(BOUND_SECONDS):
            async with anyio.create_task_group() as group:
                group.start_soon(submissions.submit, "alice", attempt_id)
                await sandbox.asked.wait()
                group.cancel_scope.cancel()
                sandbox.may_answer.set()
        assert len((await attempts.view("alice", attempt_id)).submissions) == 1
