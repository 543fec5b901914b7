"""Two ways to start a server process: as everybody does, or by a fork of one that has imported everything already."""

import json
import os
import sys
from collections.abc import AsyncGenerator, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream

from tests.server.server_process import ServerProcess

LINE_BYTES = 64


@asynccontextmanager
async def forked(nursery: Path, environment: Mapping[str, str], stderr: Path) -> AsyncGenerator[ServerProcess]:
    """A server that the nursery behind this socket forks."""
    with _pipes() as (stdin, requests, answers, stdout), stderr.open("ab") as errors:
        async with await anyio.connect_unix(nursery) as attendant:
            await attendant.send_fds(json.dumps(environment).encode(), [stdin, stdout, errors.fileno()])
            lines = BufferedByteReceiveStream(attendant)

            async def number() -> int:
                return int(await lines.receive_until(b"\n", LINE_BYTES))

            process = ServerProcess(await number(), requests, answers, stderr, number)
            async with _closing(process, (stdin, stdout)):
                yield process


@asynccontextmanager
async def executed(
    command: Sequence[str], environment: Mapping[str, str], stderr: Path
) -> AsyncGenerator[ServerProcess]:
    """This Python with the arguments `command`."""
    with _pipes() as (reading, requests, answers, stdout), stderr.open("ab") as errors:
        async with await anyio.open_process(
            [sys.executable, *command], stdin=reading, stdout=stdout, stderr=errors, env=environment
        ) as child:
            process = ServerProcess(child.pid, requests, answers, stderr, child.wait)
            async with _closing(process, (reading, stdout)):
                yield process


@contextmanager
def _pipes() -> Generator[tuple[int, int, int, int]]:
    """Both ends of the pipe to a server, and both ends of the one from it."""
    yield (*os.pipe(), *os.pipe())


@asynccontextmanager
async def _closing(process: ServerProcess, ends_of_server: Sequence[int]) -> AsyncGenerator[None]:
    for descriptor in ends_of_server:
        os.close(descriptor)
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await process.close()
