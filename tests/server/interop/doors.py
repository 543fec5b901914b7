"""The two ways to reach a server, as a client of any make is told of them."""

import signal
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.server.starting import executed

COMMAND = str(Path(sys.executable).with_name("repozero-mcp"))
ANNOUNCEMENT = "Serving at "


@dataclass(frozen=True)
class StdioDoor:
    """A program that the client starts, as often as it likes."""

    environment: Mapping[str, str]
    command: str = COMMAND


@dataclass(frozen=True)
class HttpDoor:
    """A server that runs already, and lets in whoever has the token."""

    url: str
    token: str


Door = StdioDoor | HttpDoor


@asynccontextmanager
async def serving_http(environment: Mapping[str, str], folder: Path, *options: str) -> AsyncGenerator[str]:
    """The URL of a server, which must have failed at nothing when it is told to end."""
    command = ["-m", "server", "serve", "--http", "127.0.0.1:0", *options]
    async with executed(command, environment, folder / "stderr") as server:
        announcement = (await server.line()).decode()
        assert announcement.startswith(ANNOUNCEMENT), server.said()
        yield announcement.removeprefix(ANNOUNCEMENT)
        server.signal(signal.SIGTERM)
        assert await server.ended() == 0
        assert "Traceback" not in server.said()
