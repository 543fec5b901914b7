"""A server that runs elsewhere, over Streamable HTTP."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx2
from mcp.client import Transport
from mcp.client.streamable_http import streamable_http_client

from clients.errors import ServerUnreachable

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
CONNECT_SECONDS = 30.0
READ_SECONDS = 300.0
"""A response may stay open as long as a call; its own limit ends the wait sooner."""
UNAUTHORIZED, NOT_FOUND, MISDIRECTED = 401, 404, 421


@dataclass(frozen=True, slots=True)
class RemoteServer:
    """`url` is the endpoint, e.g. https://host/mcp; `token` names the principal where the server asks for one."""

    url: str
    token: str | None = field(default=None, repr=False)

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["RemoteLine"]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        timeout = httpx2.Timeout(CONNECT_SECONDS, read=READ_SECONDS)
        proxied = urlsplit(self.url).hostname not in LOOPBACK  # no proxy knows the way to this machine's own servers
        async with httpx2.AsyncClient(headers=headers, timeout=timeout, trust_env=proxied) as http:
            yield RemoteLine(self.url, http)


class RemoteLine:
    def __init__(self, url: str, http: httpx2.AsyncClient) -> None:
        self._url = url
        self._has_token = "Authorization" in http.headers
        self._refusal: int | None = None
        http.event_hooks = {"response": [self._note_status]}
        self._transport = streamable_http_client(url, http_client=http)

    @property
    def transport(self) -> Transport:
        return self._transport

    def explain(self, failure: Exception) -> ServerUnreachable:
        if self._refusal == UNAUTHORIZED and not self._has_token:
            return ServerUnreachable(f"{self._url} wants a token", "Give one in REPOZERO_TOKEN or with --token-file")
        if self._refusal == MISDIRECTED:
            cause = f"{self._url} does not know itself by this name (HTTP {MISDIRECTED})"
            return ServerUnreachable(cause, "Check the address, or name its host in REPOZERO_ALLOWED_HOSTS there")
        if self._refusal in {UNAUTHORIZED, 403}:
            return ServerUnreachable(f"{self._url} refuses the token (HTTP {self._refusal})", "Check the token")
        if self._refusal == NOT_FOUND:
            return ServerUnreachable(f"{self._url} answers HTTP {NOT_FOUND}", "Check the address; most end in /mcp")
        if self._refusal is not None:
            return ServerUnreachable(f"{self._url} answers HTTP {self._refusal}", "Check the address")
        if isinstance(failure, TimeoutError):
            return ServerUnreachable(f"{self._url} does not answer", "Try again later")
        return ServerUnreachable(f"{self._url} can't be reached: {failure}", "Check the address and the network")

    def log(self) -> str:
        return ""

    async def _note_status(self, response: httpx2.Response) -> None:
        """Keep what the protocol's layer drops: with which status the server refused."""
        self._refusal = response.status_code if response.is_error else None
