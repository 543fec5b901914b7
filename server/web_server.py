"""A web application on a socket, until it is told to end."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from server.open_requests import OpenRequests

LAST_ANSWERS_SECONDS = 5
"""How long callers who read slowly may take for their answers when the server ends."""


class WebServer:
    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        self._listener = listener
        self._requests = OpenRequests(app)
        self._uvicorn = _Uvicorn(_config(self._requests))

    async def run(self) -> None:
        """Serve until `end` was called and every request has ended."""
        await self._uvicorn.serve([self._listener])

    def end(self) -> None:
        self._uvicorn.should_exit = True
        self._requests.end()


class _Uvicorn(uvicorn.Server):
    """Signals are left to whoever runs the process: everything ends in order, and the exit code is 0."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="on",
        ws="none",
        log_config=None,  # the process has one of its own
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nothing here depends on a caller's address
        timeout_graceful_shutdown=LAST_ANSWERS_SECONDS,
    )
