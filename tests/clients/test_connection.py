"""What a person is told when a server can't be reached or is lost, and what stays as it is."""

import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio import TypedAttributeProvider
from anyio.abc import ByteStream, SocketAttribute

from clients.errors import ServerUnreachable, UnexpectedAnswer
from clients.local_server import LocalServer
from clients.remote_server import RemoteServer
from clients.session import open_session


def children() -> set[int]:
    own = Path(f"/proc/self/task/{os.getpid()}/children")
    return {int(process_id) for process_id in own.read_text().split()}


def address_of(listener: TypedAttributeProvider) -> str:
    return f"http://127.0.0.1:{listener.extra(SocketAttribute.local_port)}/mcp"  # noqa: S610 - anyio's, not Django's


@asynccontextmanager
async def http_server(answer: bytes) -> AsyncGenerator[tuple[str, list[bytes]]]:
    """Answers every request alike; gives its address, and the requests as they come."""
    requests: list[bytes] = []

    async def respond(stream: ByteStream) -> None:
        async with stream:
            requests.append(await stream.receive())
            await stream.send(answer)

    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, respond)
        yield address_of(listener), requests
        group.cancel_scope.cancel()


async def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(ServerUnreachable, match=r"/none/server: No such file or directory\. Check"):
        async with open_session(LocalServer(command=("/none/server",))):
            pass


async def test_a_server_that_ends_at_once_is_quoted(environment: Mapping[str, str]) -> None:
    server = LocalServer(environment={**environment, "REPOZERO_TYPO": "1"})
    with pytest.raises(ServerUnreachable, match=r"(?s)has ended.*last lines:.*no setting REPOZERO_TYPO"):
        async with open_session(server):
            pass


async def test_a_server_that_ends_without_a_word_can_be_started_by_hand() -> None:
    with pytest.raises(ServerUnreachable, match=r"has ended .* by hand to see why\.$"):
        async with open_session(LocalServer(command=("true",))):
            pass


async def test_a_server_that_dies_in_the_middle_is_reported_as_lost(environment: Mapping[str, str]) -> None:
    before = children()
    with anyio.fail_after(60):
        async with open_session(LocalServer(environment=environment)) as session:
            for process_id in children() - before:
                os.kill(process_id, signal.SIGKILL)
            with pytest.raises(ServerUnreachable, match="has ended before it was asked to"):
                await session.list_tasks()


async def test_an_error_of_the_block_comes_out_as_it_is(environment: Mapping[str, str]) -> None:
    error = FileNotFoundError("a file of one's own")
    with pytest.raises(FileNotFoundError) as raised:
        async with open_session(LocalServer(environment=environment)):
            raise error
    assert raised.value is error


async def test_a_folder_named_like_the_server_is_not_taken_for_it(
    environment: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "__main__.py").write_text("raise SystemExit('the wrong server')\n")
    monkeypatch.chdir(tmp_path)
    async with open_session(LocalServer(environment=environment)) as session:
        assert (await session.list_tasks()).tasks


OTHER_SERVER = """
from mcp.server import MCPServer
server = MCPServer("other")
@server.tool()
def list_tasks(track: str, offset: int) -> dict[str, int]:
    return {"fields": 1}
@server.tool()
def get_task(task_id: str, section: str, offset: int) -> str:
    return "no pages here"
server.run()
"""


async def test_answers_in_another_form_are_told_from_lost_connections() -> None:
    async with open_session(LocalServer(command=(sys.executable, "-c", OTHER_SERVER))) as session:
        with pytest.raises(UnexpectedAnswer, match="list_tasks answered in a form"):
            await session.list_tasks()
        with pytest.raises(UnexpectedAnswer, match="get_task answered in a form"):
            await session.get_task("py2js/greeting/hello")


async def test_an_address_where_nobody_listens_is_named() -> None:
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        url = address_of(listener)
    with pytest.raises(ServerUnreachable, match=f"{url} can't be reached"):
        async with open_session(RemoteServer(url)):
            pass


@pytest.mark.parametrize(
    ("status", "told"),
    [
        ("401 Unauthorized", r"refuses the token \(HTTP 401\)"),
        ("421 Misdirected Request", r"name \(HTTP 421\)\. .*REPOZERO_ALLOWED_HOSTS"),
        ("502 Bad Gateway", "answers HTTP 502"),
    ],
)
async def test_a_refusal_over_http_names_its_status(status: str, told: str) -> None:
    answer = f"HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode()
    async with http_server(answer) as (url, requests):
        with pytest.raises(ServerUnreachable, match=told):
            async with open_session(RemoteServer(url, token="a-token")):  # noqa: S106 - made up
                pass
    assert b"authorization: bearer a-token" in requests[0].lower()


@pytest.mark.parametrize("show", [repr, str])
def test_a_token_is_not_shown_with_its_server(show: Callable[[RemoteServer], str]) -> None:
    assert "secret" not in show(RemoteServer("https://example.org/mcp", token="secret"))  # noqa: S106 - made up
