"""Both eras of the protocol over stdio: asking which there are decides nothing."""

from typing import Any

import pytest

from tests.server.conftest import StartServer
from tests.server.server_process import ENVELOPE, ServerProcess

ASKED_WRONGLY: list[dict[str, Any]] = [
    {},
    {"_meta": {**ENVELOPE, "io.modelcontextprotocol/clientInfo": 7}},
    {"_meta": {**ENVELOPE, "io.modelcontextprotocol/protocolVersion": "2099-01-01"}},
]


async def discover(server: ServerProcess) -> None:
    assert "2026-07-28" in (await server.request("server/discover"))["result"]["supportedVersions"]


async def shake_hands(server: ServerProcess) -> None:
    assert (await server.initialize())["result"]["protocolVersion"] == "2025-11-25"


async def list_tools_in_the_older_era(server: ServerProcess) -> None:
    answer = await server.answer(await server.ask("tools/list", {}))
    assert answer["result"]["tools"]


async def test_a_client_of_the_newer_era_needs_no_question(start_server: StartServer) -> None:
    async with start_server() as server:
        await server.result("list_tasks")


async def test_a_client_of_the_older_era_needs_no_question(start_server: StartServer) -> None:
    async with start_server() as server:
        await shake_hands(server)
        await list_tools_in_the_older_era(server)


@pytest.mark.parametrize("questions", [1, 2])
async def test_a_client_may_ask_and_go_on_in_the_newer_era(start_server: StartServer, questions: int) -> None:
    async with start_server() as server:
        for _ in range(questions):
            await discover(server)
        await server.result("list_tasks")
        await discover(server)


@pytest.mark.parametrize("questions", [1, 2])
async def test_a_client_may_ask_and_go_on_in_the_older_era(start_server: StartServer, questions: int) -> None:
    async with start_server() as server:
        for _ in range(questions):
            await discover(server)
        await shake_hands(server)
        await list_tools_in_the_older_era(server)


@pytest.mark.parametrize("params", ASKED_WRONGLY)
async def test_a_question_asked_wrongly_is_refused_and_decides_nothing(
    start_server: StartServer, params: dict[str, Any]
) -> None:
    async with start_server() as server:
        assert "error" in await server.answer(await server.ask("server/discover", params))
        await shake_hands(server)
        await list_tools_in_the_older_era(server)
