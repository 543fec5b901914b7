"""A real server process, and a client that speaks to it in plain lines, so that tests see every byte."""

import json
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio

BOUND_SECONDS = 60
"""No single wait in a test takes longer, however busy the machine is."""
CHUNK_BYTES = 1 << 16

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
"""What makes a request one of the modern era; a client of that era needs no handshake."""

HANDSHAKE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "tests", "version": "1"},
}

Message = dict[str, Any]


class ServerProcess:
    def __init__(
        self, pid: int, stdin: int, stdout: int, stderr: Path, exit_code: Callable[[], Awaitable[int]]
    ) -> None:
        """`stdin` and `stdout` are our ends of the server's pipes."""
        self.pid = pid
        self._stdin: int | None = stdin
        self._stdout: int | None = stdout
        self._stderr = stderr
        self._exit_code = exit_code
        self._ended: int | None = None
        self._pending = b""
        self._last_id = 0
        self.notifications: list[Message] = []
        for descriptor in (stdin, stdout):
            os.set_blocking(descriptor, False)

    async def send(self, data: bytes) -> None:
        assert self._stdin is not None
        with anyio.fail_after(BOUND_SECONDS):
            rest = memoryview(data)
            while rest:
                await anyio.wait_writable(self._stdin)
                rest = rest[os.write(self._stdin, rest) :]

    async def line(self) -> bytes:
        """The next line that the server says; empty when it has closed its end."""
        assert self._stdout is not None
        with anyio.fail_after(BOUND_SECONDS):
            while b"\n" not in self._pending:
                await anyio.wait_readable(self._stdout)
                chunk = os.read(self._stdout, CHUNK_BYTES)
                if not chunk:
                    return b""
                self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    async def message(self) -> Message:
        line = await self.line()
        assert line, f"the server closed its stdout and said: {self.said()}"
        return json.loads(line)

    async def ask(self, method: str, params: Mapping[str, Any]) -> int:
        """Send a request and return its id."""
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        await self.send(json.dumps(request).encode() + b"\n")
        return self._last_id

    async def answer(self, request_id: int) -> Message:
        """The answer to a request; what comes before it is kept in `notifications`."""
        while (message := await self.message()).get("id") != request_id:
            self.notifications.append(message)
        return message

    async def last_answer(self, request_id: int) -> Message | None:
        """The answer to a request if the server, which has died, had still given it; a line that is cut is none."""
        while line := await self.line():
            message = json.loads(line)
            if message.get("id") == request_id:
                return message
        return None

    async def request(self, method: str, **params: Any) -> Message:
        """Send a request of the modern era and return its answer."""
        return await self.answer(await self.ask(method, {**params, "_meta": ENVELOPE}))

    async def initialize(self) -> Message:
        """Shake hands as clients of the older era do, and return the answer."""
        answer = await self.answer(await self.ask("initialize", HANDSHAKE))
        await self.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        return answer

    async def begin(self, tool: str, **arguments: Any) -> int:
        """Call a tool without waiting; `answer` waits for what comes of it."""
        return await self.ask("tools/call", {"name": tool, "arguments": arguments, "_meta": ENVELOPE})

    async def call(self, tool: str, **arguments: Any) -> Message:
        """The result of a tool."""
        answer = await self.request("tools/call", name=tool, arguments=arguments)
        assert "result" in answer, answer
        return answer["result"]

    async def result(self, tool: str, **arguments: Any) -> Message:
        """The structured result of a tool that must not refuse."""
        result = await self.call(tool, **arguments)
        assert not result["isError"], result
        return result["structuredContent"]

    async def refusal(self, tool: str, **arguments: Any) -> str:
        result = await self.call(tool, **arguments)
        assert result["isError"], result
        return result["content"][0]["text"]

    def close_stdin(self) -> None:
        assert self._stdin is not None
        os.close(self._stdin)
        self._stdin = None

    def close_stdout(self) -> None:
        """Read no more of what it says."""
        assert self._stdout is not None
        os.close(self._stdout)
        self._stdout = None

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    async def ended(self) -> int:
        """Wait until the process is gone, and return its exit code: -N where signal N ended it."""
        if self._ended is None:
            with anyio.fail_after(BOUND_SECONDS):
                self._ended = await self._exit_code()
        return self._ended

    def said(self) -> str:
        """What it wrote to stderr until now."""
        return self._stderr.read_text()

    async def close(self) -> None:
        """Leave nothing behind, whatever the test did."""
        for descriptor in (self._stdin, self._stdout):
            if descriptor is not None:
                os.close(descriptor)
        self._stdin = self._stdout = None
        if self._ended is None:
            with suppress(ProcessLookupError):
                self.signal(signal.SIGKILL)
            await self.ended()
