"""Many clients at once, each with a whole attempt, judged in real boxes."""

from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest

from clients.remote_server import RemoteServer
from clients.session import open_session
from tests.server.conftest import StartServer
from tests.server.greeting import RIGHT, TASK_ID, WRONG, write_greeting

CLIENTS = 50
BOUND_SECONDS = 300


@pytest.fixture
def small_task(tmp_path: Path) -> Path:
    write_greeting(tmp_path / "tasks", sampled=("Ada",), hidden=("Grace", "Edsger"))
    return tmp_path / "tasks"


@pytest.fixture
async def url(execute: StartServer, small_task: Path) -> AsyncGenerator[str]:
    command = ("-m", "server", "serve", "--http", "127.0.0.1:0")
    async with execute(*command, REPOZERO_TASKS_DIR=str(small_task)) as server:
        yield (await server.line()).decode().split()[-1]
        assert server.said() == ""


async def attempt(url: str, program: str) -> tuple[int, str | None]:
    """How many samples passed, and the verdict."""
    async with open_session(RemoteServer(url)) as session:
        attempt_id = (await session.start_attempt(TASK_ID)).attempt_id
        await session.get_task(TASK_ID)
        await session.write_files(attempt_id, {"main.mjs": program})
        passed = (await session.run_tests(attempt_id)).passed
        return passed, (await session.submit(attempt_id)).verdict


async def test_fifty_clients_at_once_get_the_right_verdicts(url: str) -> None:
    results: dict[int, tuple[int, str | None]] = {}

    async def one(number: int) -> None:
        """No two programs are alike, so that no report serves twice."""
        program = WRONG if number % 2 else RIGHT
        results[number] = await attempt(url, f"{program}// {number}\n")

    with anyio.fail_after(BOUND_SECONDS):
        async with anyio.create_task_group() as group:
            for number in range(CLIENTS):
                group.start_soon(one, number)
    assert results == {number: (0, "wrong_answer") if number % 2 else (1, "accepted") for number in range(CLIENTS)}
