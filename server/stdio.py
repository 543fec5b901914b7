"""MCP over standard input and output.

The SDK's own transport reads in a thread that nothing can interrupt, so that a signal would leave the process hanging.
Here both descriptors are waited for on the event loop instead. They are moved away from 0 and 1 first: a stray print,
or a child that inherits them, can neither read nor garble the protocol.
"""

import fcntl
import logging
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import Server
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from pydantic import ValidationError

from server.eras import serve_both_eras

READ_BYTES = 1 << 16
WRITE_BYTES = 4096
"""What a pipe that is ready takes without blocking (POSIX's PIPE_BUF on Linux)."""
MAX_MESSAGE_BYTES = 64 * 1024 * 1024
"""A whole workspace, escaped, fits well within."""


LAST_WORDS_SECONDS = 1.0
"""How long a client that has closed its end may take to read the answers that were already made."""

log = logging.getLogger(__name__)


async def serve_stdio(server: Server[Any]) -> None:
    """Serve one client until it closes its end, or sends a line that no honest call needs."""
    received, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outgoing, sent = anyio.create_memory_object_stream[SessionMessage]()
    with _moved(0, os.open(os.devnull, os.O_RDONLY)) as source, _moved(1, os.dup(2)) as sink:
        async with anyio.create_task_group() as group:
            group.start_soon(_write_messages, sink, sent, group.cancel_scope)
            async with anyio.create_task_group() as reading:
                reading.start_soon(_read_messages, source, received)
                await serve_both_eras(server, incoming, outgoing)
                reading.cancel_scope.cancel()
            group.cancel_scope.deadline = anyio.current_time() + LAST_WORDS_SECONDS


@contextmanager
def _moved(descriptor: int, replacement: int) -> Generator[int]:
    """The open file behind a standard descriptor under another number, `replacement` in its place meanwhile."""
    private = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)
    os.dup2(replacement, descriptor)
    os.close(replacement)
    try:
        yield private
    finally:
        os.dup2(private, descriptor)
        os.close(private)


async def _read_messages(source: int, received: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    async with received:
        async for line in _lines(source):
            try:
                message = jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValidationError as fault:
                await received.send(fault)
            else:
                await received.send(SessionMessage(message))


async def _lines(source: int) -> AsyncGenerator[bytes]:
    """The lines that are not blank; the last one may lack its end. Gives up at one that is too long."""
    line = bytearray()
    while chunk := await _read(source):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            line += end
            if line.strip():
                yield bytes(line)
            line.clear()
        line += rest
        if len(line) > MAX_MESSAGE_BYTES:
            log.error("the client's message has more than %d bytes; the connection is given up", MAX_MESSAGE_BYTES)
            return
    if line.strip():
        yield bytes(line)


async def _read(source: int) -> bytes:
    await _when_ready(anyio.wait_readable, source)
    return os.read(source, READ_BYTES)


async def _write_messages(
    sink: int, sent: MemoryObjectReceiveStream[SessionMessage], connection: anyio.CancelScope
) -> None:
    """Write what is sent. When nobody reads it any more, the whole connection is over."""
    async with sent:
        async for item in sent:
            line = item.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
            try:
                for start in range(0, len(line), WRITE_BYTES):
                    await _write(sink, line[start : start + WRITE_BYTES])
            except BrokenPipeError:
                connection.cancel()


async def _write(sink: int, piece: bytes) -> None:
    while piece:
        await _when_ready(anyio.wait_writable, sink)
        piece = piece[os.write(sink, piece) :]


async def _when_ready(wait: Callable[[int], Awaitable[None]], descriptor: int) -> None:
    """Wait for a descriptor; a plain file is always ready, and the event loop refuses to wait for it."""
    try:
        await wait(descriptor)
    except PermissionError:
        await anyio.lowlevel.checkpoint()
