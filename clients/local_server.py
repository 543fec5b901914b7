"""A server of one's own, over stdio: started for a session, and ended with it."""

import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from mcp import StdioServerParameters
from mcp.client import Transport
from mcp.client.stdio import stdio_client

from clients.errors import ServerUnreachable
from clients.server_log import ServerLog, server_log

INSTALLED_SERVER = (sys.executable, "-P", "-m", "server")
"""The server beside this client. -P: a folder `server` where the command is typed must not be taken for it."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """`environment` is all that the server gets of it, apart from a few variables such as HOME and PATH."""

    command: Sequence[str] = INSTALLED_SERVER
    environment: Mapping[str, str] = field(default_factory=dict[str, str])

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["LocalLine"]:
        with server_log() as log:
            program, *arguments = self.command
            parameters = StdioServerParameters(command=program, args=arguments, env=dict(self.environment))
            yield LocalLine(program, stdio_client(parameters, errlog=log.file), log)


class LocalLine:
    """The pipes to a started server."""

    def __init__(self, program: str, transport: Transport, log: ServerLog) -> None:
        self._program = program
        self._transport = transport
        self._log = log

    @property
    def transport(self) -> Transport:
        return self._transport

    def explain(self, failure: Exception) -> ServerUnreachable:
        if isinstance(failure, OSError):
            cause = f"The server could not be started: {self._program}: {failure.strerror}"
            return ServerUnreachable(cause, "Check that the program is there and may be executed")
        if isinstance(failure, TimeoutError):
            return ServerUnreachable("The local server does not answer", "Try again", self.log())
        log = self.log()
        action = "Mend what it names" if log else "Start repozero-mcp by hand to see why"
        return ServerUnreachable("The local server has ended before it was asked to", action, log)

    def log(self) -> str:
        return self._log.tail()
