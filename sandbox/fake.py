"""A sandbox that runs nothing: it is taught what programs do. For tests; no setting of a server selects it."""

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from anyio.lowlevel import checkpoint

from sandbox.box import Box, Built, Files, Program, Root
from sandbox.errors import MissingEntry, SandboxFault
from sandbox.limits import BUILD_LIMITS, MIB, Limits
from sandbox.outcome import Exceeded, Outcome
from sandbox.toolchains.toolchain import ToolchainIdentity

_SIGKILL = 9


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a program would do without limits. Its time is declared, not spent."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int = 0
    signal: int | None = None
    """The signal that ends it, instead of an exit code."""
    cpu_seconds: float = 0.01
    wall_seconds: float = 0.01
    memory_bytes: int = 30 * MIB
    waits_for: anyio.Event | None = None
    """It does not end before, in real time: for tests of what happens while a program runs."""
    fault: str | None = None
    """The sandbox itself fails, with this text."""
    left: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """The regular files that it leaves where a build may write, by name."""


FakeProgram = Callable[[Sequence[str]], Behaviour]
"""From a run's own arguments to what the program does."""


class FakeSandbox:
    """Programs are known by the content of a file of theirs, wherever it lies."""

    def __init__(self) -> None:
        self._taught: dict[bytes, FakeProgram] = {}

    @property
    def name(self) -> str:
        return "fake"

    def teach(self, source: bytes, program: FakeProgram) -> None:
        """Any program with a file of this content behaves so."""
        self._taught[source] = program

    async def check(self) -> None:
        """There is nothing that could be missing."""

    @asynccontextmanager
    async def open(self, program: Program, limits: Limits) -> AsyncGenerator[Box]:
        box = _FakeBox(self._known(program), limits)
        try:
            yield box
        finally:
            box.closed = True

    async def build(self, program: Program, limits: Limits, product: str) -> Built:
        known = self._known(program)
        outcome = await _FakeBox(known, limits).run([])
        left = known([]).left.get(product)
        if outcome.exceeded is not None or outcome.exit_code != 0 or left is None or len(left) > limits.file_bytes:
            return Built(outcome, None)
        return Built(outcome, left)

    def _known(self, program: Program) -> FakeProgram:
        known = [self._taught[content] for content in program.files.values() if content in self._taught]
        if len(known) != 1:
            raise SandboxFault(f"the fake sandbox knows {len(known)} programs with these files, not one")
        return known[0]


class FakeToolchain:
    """Makes programs of any files, for the fake sandbox only."""

    IDENTITY = ToolchainIdentity("fake", "0", "f" * 64)

    async def check(self) -> None:
        """There is nothing that could be missing."""

    async def identify(self) -> ToolchainIdentity:
        return self.IDENTITY

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        if entry not in files:
            raise MissingEntry(entry)
        return Program(Root(Path("/nonexistent"), self.IDENTITY.digest), ("fake", entry), files)


class _FakeBox:
    def __init__(self, program: FakeProgram, limits: Limits) -> None:
        self._program = program
        self._limits = limits
        self.closed = False

    async def run(self, args: Sequence[str]) -> Outcome:
        if self.closed:
            raise SandboxFault("the box is closed")
        behaviour = self._program(args)
        await checkpoint()
        if behaviour.waits_for is not None:
            await behaviour.waits_for.wait()
        if behaviour.fault is not None:
            raise SandboxFault(behaviour.fault)
        return _outcome(behaviour, self._limits)


def _outcome(behaviour: Behaviour, limits: Limits) -> Outcome:
    reached = {
        Exceeded.STDOUT: len(behaviour.stdout) > limits.stdout_bytes,
        Exceeded.MEMORY: behaviour.memory_bytes > limits.memory_bytes,
        Exceeded.CPU: behaviour.cpu_seconds > limits.cpu_seconds,
        Exceeded.WALL: behaviour.wall_seconds > limits.wall_seconds,
    }
    exceeded = next((limit for limit in Exceeded if reached[limit]), None)
    signal = behaviour.signal if exceeded is None else _SIGKILL
    return Outcome(
        exit_code=behaviour.exit_code if signal is None else 128 + signal,
        signal=signal,
        stdout=behaviour.stdout[: limits.stdout_bytes],
        stderr=behaviour.stderr[: limits.stderr_bytes],
        cpu_seconds=min(behaviour.cpu_seconds, limits.cpu_seconds),
        wall_seconds=min(max(behaviour.wall_seconds, behaviour.cpu_seconds), limits.wall_seconds),
        peak_memory_bytes=behaviour.memory_bytes,
        exceeded=exceeded,
    )
