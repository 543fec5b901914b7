"""Opening a connection, and telling its troubles from those of the work that is done over it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

import httpx2
from mcp import Client, MCPError
from mcp_types import Implementation

from clients.calls import Calls, lost
from clients.target import Target

CALL_SECONDS = 120.0
"""No tool takes longer than half a minute; a server that is silent for so long is lost."""

CONNECTION_TROUBLE = (OSError, MCPError, httpx2.TransportError)


@asynccontextmanager
async def open_connection(target: Target) -> AsyncGenerator[Calls]:
    """A connection to the server, closed when the block is left.

    Raises:
        ServerUnreachable: it can't be opened, or it broke while the block ran.
    """
    raised: list[Exception] = []
    async with target.open() as line:
        identity = Implementation(name="repozero", version=version("repozero-mcp"))
        try:
            async with Client(line.transport, client_info=identity, read_timeout_seconds=CALL_SECONDS) as client:
                try:
                    yield Calls(client, line)
                except Exception as error:
                    raised.append(error)
                    raise
        except (ExceptionGroup, *CONNECTION_TROUBLE) as failure:
            if raised:  # the block's own error; the SDK's task groups have wrapped it
                raise raised[0] from raised[0].__cause__
            cause = _innermost(failure)
            if isinstance(cause, CONNECTION_TROUBLE):
                raise lost(line, cause) from cause
            raise


def _innermost(failure: BaseException) -> BaseException:
    """The SDK's task groups wrap even a single error, some of them twice."""
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - generic in what it holds, which isinstance can't tell
    return failure  # pyright: ignore[reportUnknownVariableType] - as above
