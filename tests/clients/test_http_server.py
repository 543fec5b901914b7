"""A server of one's own over HTTP ends with whoever started it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest

from clients.errors import ServerUnreachable
from clients.http_server import HttpServer, open_http_server
from clients.remote_server import RemoteServer
from clients.session import open_session

BOUND_SECONDS = 60

OWNER = """
import anyio, os
from clients.http_server import open_http_server
async def main():
    async with open_http_server(dict(os.environ)) as server:
        print(server.remote.url, flush=True)
        await anyio.sleep_forever()
anyio.run(main)
"""


def children(process_id: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()]


async def test_it_ends_when_its_owner_is_killed(environment: Mapping[str, str]) -> None:
    with anyio.fail_after(BOUND_SECONDS):
        async with await anyio.open_process([sys.executable, "-c", OWNER], stderr=None, env=environment) as owner:
            assert owner.stdout is not None
            assert b"/mcp" in await owner.stdout.receive()
            [server] = children(owner.pid)
            watched = os.pidfd_open(server)
            owner.kill()
            await anyio.wait_readable(watched)
            os.close(watched)


async def test_it_ends_with_the_block(environment: Mapping[str, str]) -> None:
    before = children(os.getpid())
    async with open_http_server(environment):
        assert len(children(os.getpid())) == len(before) + 1
    assert children(os.getpid()) == before


async def test_its_token_is_needed_and_not_shown(http_server: HttpServer) -> None:
    assert http_server.remote.token
    async with open_session(http_server) as session:
        assert (await session.list_tasks()).tasks
        assert http_server.remote.token not in session.server_log()
    with pytest.raises(ServerUnreachable, match="wants a token"):
        async with open_session(RemoteServer(http_server.remote.url)):
            pass


@pytest.mark.parametrize("command", [("true",), ("echo", "Serving nothing")])
async def test_a_program_that_says_nothing_of_an_address_is_no_server(command: tuple[str, ...]) -> None:
    with pytest.raises(ServerUnreachable, match="has ended at its start"):
        async with open_http_server({}, command):
            pass
