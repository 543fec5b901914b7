"""The whole server over HTTP on a loopback port, in this process, over the fake sandbox."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from sandbox.fake import FakeSandbox, FakeToolchain
from sandbox.slots import Slots
from server.address import Address, listening
from server.app import Machinery, open_app
from server.http import allowed_callers, http_app
from server.principals import everyone_is_local, named_by_token
from server.settings import Settings
from server.tokens import Tokens
from server.web_server import WebServer
from tasks.catalogue import Catalogue
from tests.server.server_process import ENVELOPE

Era = Literal["auto", "legacy"]
BOUND_SECONDS = 60
TIMEOUT = httpx2.Timeout(BOUND_SECONDS)

MODERN = {"MCP-Protocol-Version": "2026-07-28", "Accept": "application/json, text/event-stream"}


@dataclass(frozen=True)
class HttpWorld:
    url: str

    @asynccontextmanager
    async def client(self, token: str | None = None, era: Era = "auto") -> AsyncGenerator[Client]:
        async with client_at(self.url, token, era) as client:
            yield client


@asynccontextmanager
async def open_http_world(
    settings: Settings, tasks: Path, sandbox: FakeSandbox, tokens: dict[str, str] | None = None
) -> AsyncGenerator[HttpWorld]:
    """With `tokens` by name, or open to everybody."""
    machinery = Machinery(sandbox, {"javascript": FakeToolchain()}, Slots(settings.parallel_runs))
    digests = {name: digest(token) for name, token in tokens.items()} if tokens is not None else None
    checked = Tokens(digests) if digests is not None else None
    principal_of = everyone_is_local if checked is None else named_by_token
    with listening(Address(ip_address("127.0.0.1"), 0)) as (listener, address):
        async with (
            open_app(settings, Catalogue.load([tasks]), machinery, principal_of) as server,
            anyio.create_task_group() as group,
        ):
            allowed = allowed_callers(address, settings.allowed_hosts, settings.allowed_origins)
            web = WebServer(http_app(server, allowed, checked), listener)
            group.start_soon(web.run)
            yield HttpWorld(f"http://{address}/mcp")
            web.end()


@asynccontextmanager
async def client_at(url: str, token: str | None = None, era: Era = "auto") -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
    async with httpx2.AsyncClient(headers=headers, timeout=TIMEOUT) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=era, client_info=Implementation(name="tests", version="1")) as client:
            yield client


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def request(method: str, **params: object) -> dict[str, object]:
    """The body of a request of the modern era, for tests that look at HTTP itself."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": ENVELOPE}}


def routed(method: str, name: str | None = None) -> dict[str, str]:
    """The headers that belong to such a request."""
    return {**MODERN, "Mcp-Method": method, **({"Mcp-Name": name} if name is not None else {})}
