"""What goes over stdin and stdout: the protocol, and nothing else."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.limits import MIB
from server.stdio import MAX_MESSAGE_BYTES
from tests.server.conftest import StartServer
from tests.server.greeting import TASK_ID
from tests.server.server_process import ENVELOPE, HANDSHAKE

NO_REQUESTS = [
    b"garbage\n",
    b"\n",
    b" \t \r\n",
    b"\xff\xfe\x00\n",
    b"[]\n",
    b'"text"\n',
    b'{"jsonrpc": "2.0"}\n',
    b'{"jsonrpc": "2.0", "method": "notifications/unheard-of"}\n',
    b'{"jsonrpc": "2.0", "id": 99, "result": {}}\n',
]


def request(request_id: int, method: str, params: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}).encode() + b"\n"


async def test_what_the_server_prints_does_not_garble_the_protocol(execute: StartServer) -> None:
    async with execute(str(Path(__file__).with_name("printing_server.py"))) as server:
        result = await server.call("print")
        assert result["content"][0]["text"] == "heard ''"
        assert server.said().splitlines() == ["from print", "from the descriptor", "from a child"]
        server.close_stdin()
        assert (await server.line(), await server.ended()) == (b"", 0)


@pytest.mark.parametrize("line", NO_REQUESTS)
async def test_a_line_that_asks_nothing_is_passed_over(start_server: StartServer, line: bytes) -> None:
    async with start_server() as server:
        await server.send(line)
        await server.result("list_tasks")
        await server.send(line)
        await server.result("list_tasks")
        assert server.notifications == []


async def test_lines_may_end_as_on_windows(start_server: StartServer) -> None:
    async with start_server() as server:
        await server.send(request(7, "server/discover", {"_meta": ENVELOPE})[:-1] + b"\r\n")
        assert "result" in await server.answer(7)


async def test_a_request_may_come_in_pieces_and_two_at_once(start_server: StartServer) -> None:
    first, second = (request(number, "tools/list", {"_meta": ENVELOPE}) for number in (1, 2))
    async with start_server() as server:
        await server.send(first[:10])
        await server.send(first[10:] + second)
        answers = [await server.message(), await server.message()]
        assert sorted(answer["id"] for answer in answers) == [1, 2]


async def test_a_message_of_many_mebibytes_is_taken(start_server: StartServer) -> None:
    content = "\u00e9\n" * (MIB // 3)
    files = [{"path": f"{number}.txt", "content": content} for number in range(9)]
    async with start_server() as server:
        attempt_id = (await server.result("start_attempt", task_id=TASK_ID))["attempt_id"]
        written = await server.call("write_files", attempt_id=attempt_id, files=files)
        assert not written["isError"]


async def test_a_message_without_end_ends_the_connection(start_server: StartServer) -> None:
    async with start_server() as server:
        await server.send(b"x" * (MAX_MESSAGE_BYTES + 1))
        assert await server.ended() == 0
        assert "more than" in server.said()
        assert "Traceback" not in server.said()


async def test_a_client_that_reads_no_more_ends_the_connection(start_server: StartServer) -> None:
    async with start_server() as server:
        await server.result("list_tasks")
        server.close_stdout()
        await server.begin("list_tasks")
        assert (await server.ended(), server.said()) == (0, "")


def test_stdin_and_stdout_may_be_files(environment: dict[str, str], tmp_path: Path) -> None:
    asked, said = tmp_path / "asked", tmp_path / "said"
    asked.write_bytes(
        request(1, "server/discover", {"_meta": ENVELOPE}) + request(2, "initialize", HANDSHAKE).removesuffix(b"\n")
    )
    with asked.open("rb") as stdin, said.open("wb") as stdout:
        ended = subprocess.run(
            [sys.executable, "-m", "server"],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=60,
            check=True,
        )
    assert ended.stderr == b""
    assert [json.loads(line)["id"] for line in said.read_text().splitlines()] == [1, 2]
