"""How a server process ends: whatever it was doing, nothing of it is left, and nothing that it was asked is lost."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.boxes import folders_of_boxes, gone, processes_of_boxes, running, spinning
from tests.server.conftest import StartServer
from tests.server.greeting import SPINNING, TASK_ID
from tests.server.server_process import ServerProcess

LONG_LEASE = "3600"
"""Nobody who waits for such a lease to lapse gets anywhere in a test."""

End = Callable[[ServerProcess], None]


def by_sigterm(server: ServerProcess) -> None:
    server.signal(signal.SIGTERM)


def by_sigint(server: ServerProcess) -> None:
    server.signal(signal.SIGINT)


def by_end_of_input(server: ServerProcess) -> None:
    server.close_stdin()


any_end = pytest.mark.parametrize("end", [by_sigterm, by_sigint, by_end_of_input])


async def spinning_attempt(server: ServerProcess) -> str:
    """The handle of a new attempt whose program never ends."""
    attempt_id = (await server.result("start_attempt", task_id=TASK_ID))["attempt_id"]
    await server.result("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": SPINNING}])
    return attempt_id


def nothing_is_left(cache: Path) -> bool:
    return not processes_of_boxes(cache) and not folders_of_boxes(cache)


@any_end
async def test_an_idle_server_ends_cleanly(execute: StartServer, end: End) -> None:
    async with execute("-W", "error", "-m", "server") as server:
        await server.result("list_tasks")
        end(server)
        assert await server.ended() == 0
        assert (await server.line(), server.said()) == (b"", "")


@any_end
async def test_a_test_run_ends_with_its_server(start_server: StartServer, cache: Path, end: End) -> None:
    async with start_server() as server:
        await server.begin("run_tests", attempt_id=await spinning_attempt(server))
        await running(cache)
        end(server)
        assert await server.ended() == 0
        assert nothing_is_left(cache)
        assert server.said() == ""


@any_end
async def test_a_submission_is_given_back_at_once_when_its_server_ends(
    start_server: StartServer, cache: Path, end: End
) -> None:
    async with start_server(REPOZERO_LEASE_SECONDS=LONG_LEASE) as server:
        submission = await server.result("submit", attempt_id=await spinning_attempt(server), wait_seconds=0)
        await running(cache)
        end(server)
        assert await server.ended() == 0
        assert nothing_is_left(cache)
        assert server.said() == ""
    async with start_server(REPOZERO_LEASE_SECONDS=LONG_LEASE) as server:
        await running(cache)
        found = await server.result("get_submission", submission_id=submission["submission_id"], wait_seconds=0)
        assert (found["state"], found["number"]) == ("running", 1)


async def test_the_boxes_of_a_killed_server_die_with_it(start_server: StartServer, cache: Path) -> None:
    async with start_server(REPOZERO_PARALLEL_RUNS="1") as server:
        await server.begin("run_tests", attempt_id=await spinning_attempt(server))
        await spinning(cache)
        server.signal(signal.SIGKILL)
        assert await server.ended() == -signal.SIGKILL
        await gone(processes_of_boxes(cache))


async def test_what_a_killed_server_left_is_cleared_away_by_the_next(start_server: StartServer, cache: Path) -> None:
    async with start_server() as server:
        await server.begin("run_tests", attempt_id=await spinning_attempt(server))
        await running(cache)
        server.signal(signal.SIGKILL)
        assert await server.ended() == -signal.SIGKILL
        left = folders_of_boxes(cache)
        assert left
    async with start_server() as server:
        await server.result("list_tasks")
        assert not any(folder.exists() for folder in left)
        await gone(pid for folder in left for pid in processes_of_boxes(cache, folder.name))
