"""How a server over HTTP ends: promptly, cleanly, and with nothing lost of what it was asked."""

import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from tests.server.boxes import folders_of_boxes, processes_of_boxes, running
from tests.server.conftest import StartServer
from tests.server.greeting import SPINNING, TASK_ID
from tests.server.http_world import client_at
from tests.server.server_process import BOUND_SECONDS, ServerProcess
from tests.tools.agent import Agent

LONG_LEASE = "3600"
"""Nobody who waits for such a lease to lapse gets anywhere in a test."""

SERVE = ("-W", "error", "-m", "server", "serve", "--http", "127.0.0.1:0")

signals = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


@asynccontextmanager
async def served(execute: StartServer) -> AsyncGenerator[tuple[ServerProcess, str]]:
    """A server, and the URL that it announces."""
    async with execute(*SERVE, REPOZERO_LEASE_SECONDS=LONG_LEASE) as server:
        words = (await server.line()).decode().split()
        assert words[:-1] == ["Serving", "at"], server.said()
        yield server, words[-1]


async def spinning_submission(url: str) -> tuple[str, str]:
    """The handles of an attempt whose program never ends, and of its submission."""
    async with client_at(url) as client:
        agent = Agent(client)
        attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
        await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": SPINNING}])
        submission = await agent.call("submit", attempt_id=attempt_id, wait_seconds=0)
        return attempt_id, submission["submission_id"]


@asynccontextmanager
async def waiting(url: str, submission_id: str) -> AsyncGenerator[httpx2.Response]:
    """The answer of a call that waits for the verdict as long as one may: begun, in the older era, and not ended."""
    params = {"name": "get_submission", "arguments": {"submission_id": submission_id}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {"MCP-Protocol-Version": "2025-11-25", "Accept": "application/json, text/event-stream"}
    async with (
        httpx2.AsyncClient(timeout=BOUND_SECONDS) as http,
        http.stream("POST", url, json=body, headers=headers) as answer,
    ):
        yield answer


@signals
async def test_an_idle_server_ends_cleanly(execute: StartServer, number: signal.Signals) -> None:
    async with served(execute) as (server, url), client_at(url) as client:
        await client.list_tools()
        server.signal(number)
        assert await server.ended() == 0
        assert (await server.line(), server.said()) == (b"", "")


@signals
async def test_a_server_that_judges_ends_cleanly_and_gives_the_submission_back(
    execute: StartServer, cache: Path, number: signal.Signals
) -> None:
    async with served(execute) as (server, url):
        attempt_id, submission_id = await spinning_submission(url)
        await running(cache)
        async with waiting(url, submission_id) as answer:
            assert answer.status_code == 200
            server.signal(number)
            assert "verdict" not in (await answer.aread()).decode()
        assert await server.ended() == 0
        assert (processes_of_boxes(cache), folders_of_boxes(cache)) == ([], [])
        assert server.said() == ""
    async with served(execute) as (server, url), client_at(url) as client:
        await running(cache)
        found = await Agent(client).call("get_attempt", attempt_id=attempt_id)
        assert [one["submission_id"] for one in found["submissions"]] == [submission_id]
