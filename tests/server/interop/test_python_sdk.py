"""The Python SDK's client, in both eras of the protocol."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.server.greeting import RIGHT, TASK_ID
from tests.server.interop.doors import Door, StdioDoor

ERAS = {"legacy": "2025-11-25", "2026-07-28": "2026-07-28"}
"""How the client is told to begin -> the revision of the protocol that it then speaks."""
BOUND_SECONDS = 120


@asynccontextmanager
async def connected(door: Door, mode: str) -> AsyncGenerator[Client]:
    if isinstance(door, StdioDoor):
        server = StdioServerParameters(command=door.command, env=dict(door.environment))
        async with Client(server, mode=mode) as client:
            yield client
    else:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {door.token}"}) as http,
            Client(streamable_http_client(door.url, http_client=http), mode=mode) as client,
        ):
            yield client


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    assert result.structured_content is not None
    return result.structured_content


@pytest.mark.parametrize("mode", ERAS)
async def test_the_python_client_completes_an_attempt(door: Door, mode: str) -> None:
    with anyio.fail_after(BOUND_SECONDS):
        async with connected(door, mode) as client:
            assert client.protocol_version == ERAS[mode]
            assert TASK_ID in {task["task_id"] for task in (await call(client, "list_tasks"))["tasks"]}
            attempt_id = (await call(client, "start_attempt", task_id=TASK_ID))["attempt_id"]
            files = [{"path": "main.mjs", "content": RIGHT}]
            await call(client, "write_files", attempt_id=attempt_id, files=files)
            assert (await call(client, "run_tests", attempt_id=attempt_id))["passed"] == 2
            assert (await call(client, "submit", attempt_id=attempt_id))["verdict"] == "accepted"
