"""MCP over HTTP: both eras at one endpoint, who is let in, and what is refused before a tool sees it."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import anyio
import httpx2
import pytest

from sandbox.fake import FakeSandbox
from server.settings import BadSettings, Settings, read_settings
from server.stdio import MAX_MESSAGE_BYTES
from server.store.database import open_database
from server.store.store import SqlStore
from tasks.attempt import Attempt
from tasks.cases import Case
from tasks.hidden import pack_hidden
from tasks.workspace import MAX_FILE_BYTES, MAX_WORKSPACE_BYTES
from tests.bundles import TASK_ID, write_files
from tests.server.http_world import Era, HttpWorld, open_http_world, request, routed
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT, greet, taught_sandbox

TOKEN = "token of alice"  # noqa: S105 - made up
TOKENS = {"alice": TOKEN, "bob": "token of bob"}
LAST = ["Eve"]
HIDDEN = [
    Case("hidden-001", "greet", ("Bob",), b"hello Bob\n", 0),
    Case("hidden-002", "greet", ("Eve",), b"hello Eve\n", 0),
]

eras = pytest.mark.parametrize("era", ["auto", "legacy"])


WAITING = "right, but for the last"
"""Waits before its greeting of whoever is last among the hidden cases."""


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tasks")
    write_files(folder / TASK_ID, {"cases/hidden.jsonl.xz": pack_hidden(HIDDEN, "a canary")})
    return folder


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("server")
    return Settings(
        data_dir=folder / "data",
        cache_dir=folder / "cache",
        allowed_hosts=("repozero.example.org",),
        allowed_origins=("https://pages.example.org",),
        parallel_runs=2,
    )


@pytest.fixture(scope="module")
def sandbox() -> FakeSandbox:
    return taught_sandbox()


@pytest.fixture(scope="module")
async def world(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[HttpWorld]:
    async with open_http_world(settings, tasks, sandbox, TOKENS) as world:
        yield world


@pytest.fixture(scope="module")
async def open_to_all(settings: Settings, tasks: Path, sandbox: FakeSandbox) -> AsyncGenerator[HttpWorld]:
    async with open_http_world(settings, tasks, sandbox) as world:
        yield world


async def new_attempt(agent: Agent, program: str = RIGHT) -> str:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": program}])
    return attempt_id


async def kept_attempt(settings: Settings, attempt_id: str) -> Attempt:
    async with open_database(settings.data_dir) as database, SqlStore(database).reading() as transaction:
        attempt = await transaction.attempt(attempt_id)
    assert attempt is not None
    return attempt


async def post(world: HttpWorld, token: str | None = TOKEN, **headers: str) -> httpx2.Response:
    """List the tools in the modern era; headers that are given as keywords replace the usual ones."""
    given = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient() as http:
        return await http.post(
            world.url, json=request("tools/list"), headers={**routed("tools/list"), **given, **headers}
        )


async def get(url: str, **headers: str) -> httpx2.Response:
    async with httpx2.AsyncClient() as http:
        return await http.get(url, headers=headers)


@eras
async def test_an_attempt_is_accepted_over_http_with_a_token(world: HttpWorld, era: Era) -> None:
    async with world.client(TOKEN, era) as client:
        agent = Agent(client)
        attempt_id = await new_attempt(agent)
        assert (await agent.call("run_tests", attempt_id=attempt_id))["passed"] == 2
        assert (await agent.call("submit", attempt_id=attempt_id))["verdict"] == "accepted"


@eras
async def test_progress_reaches_a_client_while_it_waits(world: HttpWorld, sandbox: FakeSandbox, era: Era) -> None:
    told = anyio.Event()
    sandbox.teach(
        f"{WAITING} {era}".encode(), lambda args: replace(greet(args), waits_for=told if list(args) == LAST else None)
    )

    async def note_progress(progress: float, total: float | None, message: str | None) -> None:
        assert (progress, total) == (1, 2)
        told.set()

    async with world.client(TOKEN, era) as client:
        attempt_id = await new_attempt(Agent(client), f"{WAITING} {era}")
        arguments = {"attempt_id": attempt_id}
        result = await client.call_tool("submit", arguments, progress_callback=note_progress)
        assert result.structured_content is not None
        assert result.structured_content["verdict"] == "accepted"


async def test_an_attempt_is_its_principals_and_names_the_client(world: HttpWorld, settings: Settings) -> None:
    async with world.client(TOKEN) as client:
        attempt = await kept_attempt(
            settings, (await Agent(client).call("start_attempt", task_id=TASK_ID))["attempt_id"]
        )
    assert (attempt.principal, attempt.client_name, attempt.client_version) == ("alice", "tests", "1")


async def test_the_older_era_names_no_client_without_a_session(world: HttpWorld, settings: Settings) -> None:
    async with world.client(TOKEN, "legacy") as client:
        attempt = await kept_attempt(
            settings, (await Agent(client).call("start_attempt", task_id=TASK_ID))["attempt_id"]
        )
    assert (attempt.principal, attempt.client_name, attempt.client_version) == ("alice", None, None)


@eras
async def test_without_tokens_everybody_is_the_local_principal(
    open_to_all: HttpWorld, settings: Settings, era: Era
) -> None:
    async with open_to_all.client(era=era) as client:
        attempt = await kept_attempt(
            settings, (await Agent(client).call("start_attempt", task_id=TASK_ID))["attempt_id"]
        )
    assert attempt.principal == "local"


async def test_a_missing_and_a_wrong_token_are_refused_alike(world: HttpWorld) -> None:
    answers = [
        await post(world, token=None),
        await post(world, token="wrong"),  # noqa: S106 - made up
        await post(world, token=None, Authorization=f"Basic {TOKEN}"),
        await post(world, token=None, Authorization=TOKEN),
        await post(world, **{"MCP-Protocol-Version": "2025-11-25"}, token=None),
        await get(world.url),
    ]
    seen = {(answer.status_code, answer.text, answer.headers["www-authenticate"]) for answer in answers}
    assert len(seen) == 1
    ((status, _, challenge),) = seen
    assert status == 401
    assert challenge.startswith("Bearer ")
    assert "resource_metadata" not in challenge


async def test_a_token_lets_in(world: HttpWorld) -> None:
    assert (await post(world)).json()["result"]["tools"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example.org"}, 421),
        ({"Host": "127.0.0.1.evil.example.org:80"}, 421),
        ({"Origin": "https://evil.example.org"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.evil.example.org:80"}, 403),
        ({"Host": "localhost:80"}, 200),
        ({"Host": "repozero.example.org"}, 200),
        ({"Host": "repozero.example.org:8443"}, 200),
        ({"Origin": "http://localhost:6274"}, 200),
        ({"Origin": "https://pages.example.org"}, 200),
    ],
)
@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
async def test_hosts_and_origins_are_let_in_by_name(
    open_to_all: HttpWorld, headers: dict[str, str], status: int, version: str
) -> None:
    answer = await post(open_to_all, token=None, **{"MCP-Protocol-Version": version, **headers})
    assert answer.status_code == status


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_there_is_nothing_to_listen_to_or_to_delete(open_to_all: HttpWorld, method: str) -> None:
    async with httpx2.AsyncClient() as http:
        answer = await http.request(method, open_to_all.url, headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


async def test_healthz_says_ok_to_everybody_and_nothing_else(world: HttpWorld) -> None:
    answer = await get(world.url.replace("/mcp", "/healthz"), Host="anything.example.org")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert set(answer.headers) <= {"date", "content-length", "content-type"}


@pytest.mark.parametrize("path", ["/", "/metrics", "/mcp/", "/mcp/x", "/.well-known/oauth-protected-resource"])
async def test_there_is_nothing_else(world: HttpWorld, path: str) -> None:
    answer = await get(world.url.replace("/mcp", path))
    assert answer.status_code in {307, 404}


async def test_a_whole_workspace_fits_in_a_request_however_it_is_escaped(world: HttpWorld) -> None:
    """Control characters take six times their size in JSON."""
    files = [
        {"path": f"{number}.txt", "content": "\x01" * MAX_FILE_BYTES}
        for number in range(MAX_WORKSPACE_BYTES // MAX_FILE_BYTES)
    ]
    assert len(json.dumps(files)) > 6 * MAX_WORKSPACE_BYTES
    async with world.client(TOKEN) as client:
        agent = Agent(client)
        attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
        written = await agent.call("write_files", attempt_id=attempt_id, files=files)
    assert written["total_bytes"] == MAX_WORKSPACE_BYTES


@pytest.mark.parametrize(
    ("token", "size", "status"), [(TOKEN, MAX_MESSAGE_BYTES + 1, b"413"), ("wrong", MAX_MESSAGE_BYTES, b"401")]
)
async def test_a_body_is_refused_before_it_is_read(world: HttpWorld, token: str, size: int, status: bytes) -> None:
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:1\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
    )
    url = httpx2.URL(world.url)
    with anyio.fail_after(20):
        async with await anyio.connect_tcp(url.host, url.port or 0) as stream:
            await stream.send(head.encode())
            assert (await stream.receive()).startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"[" * 100_000, b"\xff", b'{"jsonrpc": "2.0", "id": 1}'])
@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
async def test_a_body_that_is_no_request_is_refused(open_to_all: HttpWorld, body: bytes, version: str) -> None:
    headers = {**routed("tools/list"), "MCP-Protocol-Version": version, "Content-Type": "application/json"}
    async with httpx2.AsyncClient() as http:
        answer = await http.post(open_to_all.url, content=body, headers=headers)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("written", "meant"),
    [("", ()), ("a.example.org", ("a.example.org",)), (" a.example.org:80, [::1] ,", ("a.example.org:80", "[::1]"))],
)
def test_hosts_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch, written: str, meant: tuple[str, ...]) -> None:
    monkeypatch.setenv("REPOZERO_ALLOWED_HOSTS", written)
    assert Settings().allowed_hosts == meant


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("HOSTS", "*"),
        ("HOSTS", "https://a.example.org"),
        ("HOSTS", "a/b"),
        ("ORIGINS", "*"),
        ("ORIGINS", "a.example.org"),
        ("ORIGINS", "https://a.example.org/page"),
    ],
)
def test_what_is_no_host_or_origin_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, written: str) -> None:
    monkeypatch.setenv(f"REPOZERO_ALLOWED_{name}", written)
    with pytest.raises(BadSettings, match=f"REPOZERO_ALLOWED_{name}: "):
        read_settings()
