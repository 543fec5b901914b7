"""A server with one small task over the fake sandbox, and an agent that calls its tools."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from sandbox.fake import FakeSandbox
from server.settings import Settings
from server.store.database import open_database
from tasks.cases import Case
from tasks.hidden import pack_hidden
from tests.bundles import TASK_ID, write_files
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT, taught_sandbox
from tests.tools.world import World, open_world

HIDDEN = [
    Case(f"hidden-{number:03}", "greet", (name,), f"hello {name}\n".encode(), 0)
    for number, name in enumerate(["Bob", "Zoë", "Eve", "Mallory"])
]


@pytest.fixture(scope="session")
async def new_data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once and copied: most tests are not about the making."""
    data_dir = tmp_path_factory.mktemp("new") / "data"
    async with open_database(data_dir):
        return data_dir


@pytest.fixture
def settings(tmp_path: Path, new_data_dir: Path) -> Settings:
    """With three submissions an attempt."""
    shutil.copytree(new_data_dir, tmp_path / "data")
    return Settings(data_dir=tmp_path / "data", cache_dir=tmp_path / "cache", submission_budget=3, parallel_runs=2)


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    write_files(tmp_path / "tasks" / TASK_ID, {"cases/hidden.jsonl.xz": pack_hidden(HIDDEN, "a canary")})
    return tmp_path / "tasks"


@pytest.fixture
def sandbox() -> FakeSandbox:
    return taught_sandbox()


@pytest.fixture
async def world(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[World]:
    async with open_world(settings, tasks, sandbox) as world:
        yield world


@pytest.fixture
async def agent(world: World) -> AsyncGenerator[Agent]:
    async with world.agent() as agent:
        yield agent


@pytest.fixture
async def attempt_id(agent: Agent) -> str:
    """An attempt with the right program."""
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": RIGHT}])
    return attempt_id
