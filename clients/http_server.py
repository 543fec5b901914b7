"""A server of one's own over HTTP: a child process on a free port of this machine, with a token for its only caller."""

import hashlib
import re
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream
from mcp.client import Transport
from mcp.client.stdio import get_default_environment

from clients.errors import ServerUnreachable
from clients.local_server import INSTALLED_SERVER
from clients.remote_server import RemoteServer
from clients.server_log import ServerLog, server_log
from clients.target import Line

ANNOUNCEMENT = re.compile(r"Serving at (http://\S+)/mcp", re.ASCII)
"""What the server writes to stdout once it listens: with port 0 only it knows where."""
MOST_ANNOUNCEMENT_BYTES = 1_000

CALLER = "own"
START_SECONDS = 60.0
END_SECONDS = 10.0


class NoAnnouncement(Exception):
    """Raised when a server closes its stdout, or writes something else there than where it is."""


class HttpServer:
    """A target for as long as the server runs."""

    def __init__(self, remote: RemoteServer, log: ServerLog) -> None:
        self.remote = remote
        self._log = log

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["HttpLine"]:
        async with self.remote.open() as line:
            yield HttpLine(line, self._log)


class HttpLine:
    def __init__(self, line: Line, log: ServerLog) -> None:
        self._line = line
        self._log = log

    @property
    def transport(self) -> Transport:
        return self._line.transport

    def explain(self, failure: Exception) -> ServerUnreachable:
        return self._line.explain(failure)

    def log(self) -> str:
        return self._log.tail()


@asynccontextmanager
async def open_http_server(
    environment: Mapping[str, str], command: Sequence[str] = INSTALLED_SERVER
) -> AsyncGenerator[HttpServer]:
    """A server that answers, ended when the block is left; `environment` as for a `LocalServer`.

    Raises:
        ServerUnreachable: it does not start.
    """
    token = secrets.token_urlsafe(32)
    with server_log() as log, tempfile.TemporaryDirectory(prefix="repozero-tokens-") as folder:
        tokens = Path(folder) / "tokens"
        tokens.write_text(f"{CALLER} {hashlib.sha256(token.encode()).hexdigest()}\n")
        arguments = [*command, "serve", "--http", "127.0.0.1:0", "--tokens", str(tokens)]
        async with _running(arguments, {**get_default_environment(), **environment}, log) as process:
            address = await _announced(process, log)
            yield HttpServer(RemoteServer(f"{address}/mcp", token), log)


@asynccontextmanager
async def _running(command: Sequence[str], environment: Mapping[str, str], log: ServerLog) -> AsyncGenerator[Process]:
    try:
        process = await anyio.open_process(
            _bound_to_us(command), stdin=subprocess.DEVNULL, stderr=log.file, env=environment
        )
    except OSError as fault:
        cause = f"The server could not be started: {command[0]}: {fault.strerror}"
        raise ServerUnreachable(cause, "Check that the program is there and may be executed") from fault
    async with process:
        try:
            yield process
        finally:
            await _end(process)


def _bound_to_us(command: Sequence[str]) -> Sequence[str]:
    """Over HTTP no pipe tells the server that we are gone; where setpriv is there, the kernel does."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", *command] if setpriv else command


async def _end(process: Process) -> None:
    """It takes its boxes with it when it is asked to end; a server that does not listen is killed."""
    if process.returncode is not None:
        return
    process.terminate()
    with anyio.move_on_after(END_SECONDS, shield=True) as scope:
        await process.wait()
    if scope.cancelled_caught:
        process.kill()


async def _announced(process: Process, log: ServerLog) -> str:
    """The address, once the server has written it and answers there."""
    try:
        with anyio.fail_after(START_SECONDS):
            address = await _read_address(process)
            async with httpx2.AsyncClient(trust_env=False, timeout=START_SECONDS) as http:
                (await http.get(f"{address}/healthz")).raise_for_status()
    except NoAnnouncement as fault:
        raise ServerUnreachable("The server has ended at its start", "Mend what it names", log.tail()) from fault
    except (TimeoutError, httpx2.HTTPError) as fault:
        raise ServerUnreachable("The server does not answer", "Try again", log.tail()) from fault
    return address


async def _read_address(process: Process) -> str:
    if process.stdout is None:
        raise NoAnnouncement
    try:
        line = await BufferedByteReceiveStream(process.stdout).receive_until(b"\n", MOST_ANNOUNCEMENT_BYTES)
    except (anyio.EndOfStream, anyio.IncompleteRead, anyio.DelimiterNotFound) as fault:
        raise NoAnnouncement from fault
    found = ANNOUNCEMENT.fullmatch(line.decode(errors="replace"))
    if found is None:
        raise NoAnnouncement
    return found[1]
