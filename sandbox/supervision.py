"""Watching one confined run from its start to its end, and telling what it did."""

import signal
from dataclasses import dataclass, field
from io import FileIO

import anyio
from anyio.abc import TaskGroup

from sandbox.confined import PIPE_BYTES, Confined, Ended
from sandbox.errors import SandboxFault
from sandbox.limits import Limits
from sandbox.outcome import Exceeded, Outcome
from sandbox.process_tree import tree_usage

_INTERVAL_SECONDS = 0.05
"""How often the tree is looked at: what it can use beyond a limit unnoticed."""

_KILLED = 128 + signal.SIGKILL


@dataclass(slots=True)
class _Kept:
    """A stream's first bytes."""

    limit: int
    content: bytearray = field(default_factory=bytearray)
    cut: bool = False

    def add(self, piece: bytes) -> None:
        room = self.limit - len(self.content)
        self.content += piece[:room]
        self.cut = self.cut or len(piece) > room


@dataclass(slots=True)
class _Seen:
    """What was noticed while the program ran."""

    stdout: _Kept
    stderr: _Kept
    cpu_seconds: float = 0.0
    memory_bytes: int = 0
    wall_reached: bool = False
    killed: bool = False


async def supervise(tree: Confined, limits: Limits) -> Outcome:
    """Let the program start, hold it to its limits and wait until its whole tree is gone.

    Raises:
        SandboxFault: the program was not started, or something other than we ended the tree.
    """
    seen = _Seen(_Kept(limits.stdout_bytes), _Kept(limits.stderr_bytes))
    started = anyio.current_time()
    async with anyio.create_task_group() as watchers:
        _start_watchers(watchers, tree, seen, limits)
        tree.release()
        await tree.gone()
        watchers.cancel_scope.cancel()
    wall_seconds = anyio.current_time() - started
    ended = await tree.end()
    _read_rest(tree.stdout, seen.stdout)
    _read_rest(tree.stderr, seen.stderr)
    return _outcome(seen, ended, limits, wall_seconds)


def _start_watchers(watchers: TaskGroup, tree: Confined, seen: _Seen, limits: Limits) -> None:
    watchers.start_soon(_read, tree.stdout, seen.stdout, tree, seen)
    watchers.start_soon(_read, tree.stderr, seen.stderr, tree, seen)
    watchers.start_soon(_watch, tree, seen, limits)


async def _read(pipe: FileIO, kept: _Kept, tree: Confined, seen: _Seen) -> None:
    while True:
        await anyio.wait_readable(pipe)
        piece = pipe.read(PIPE_BYTES)
        if piece == b"":
            return
        kept.add(piece or b"")
        if seen.stdout.cut and not seen.killed:
            _kill(tree, seen)


async def _watch(tree: Confined, seen: _Seen, limits: Limits) -> None:
    deadline = anyio.current_time() + limits.wall_seconds
    while not seen.killed:
        await anyio.sleep(min(_INTERVAL_SECONDS, max(0.0, deadline - anyio.current_time())))
        if tree.first_pid is not None:
            usage = tree_usage(tree.first_pid)
            seen.cpu_seconds = max(seen.cpu_seconds, usage.cpu_seconds)
            seen.memory_bytes = max(seen.memory_bytes, usage.memory_bytes)
        seen.wall_reached = anyio.current_time() >= deadline
        if seen.memory_bytes > limits.memory_bytes or seen.cpu_seconds > limits.cpu_seconds or seen.wall_reached:
            _kill(tree, seen)


def _kill(tree: Confined, seen: _Seen) -> None:
    seen.killed = True
    tree.kill()


def _read_rest(pipe: FileIO, kept: _Kept) -> None:
    """What still lay in the pipe when the last writer died."""
    while piece := pipe.read(PIPE_BYTES):
        kept.add(piece)


def _outcome(seen: _Seen, ended: Ended, limits: Limits, wall_seconds: float) -> Outcome:
    if ended.exit_code is None and not seen.killed:
        raise SandboxFault(seen.stderr.content.decode(errors="replace").strip() or "the sandbox was ended from outside")
    exit_code = _KILLED if ended.exit_code is None else ended.exit_code
    cpu_seconds = max(seen.cpu_seconds, ended.cpu_seconds)
    memory_bytes = max(seen.memory_bytes, ended.peak_memory_bytes)
    reached = {
        Exceeded.STDOUT: seen.stdout.cut,
        Exceeded.MEMORY: memory_bytes > limits.memory_bytes,
        Exceeded.CPU: cpu_seconds > limits.cpu_seconds,
        Exceeded.WALL: seen.wall_reached,
    }
    return Outcome(
        exit_code=exit_code,
        signal=_signal(exit_code),
        stdout=bytes(seen.stdout.content),
        stderr=bytes(seen.stderr.content),
        cpu_seconds=cpu_seconds,
        wall_seconds=wall_seconds,
        peak_memory_bytes=memory_bytes,
        exceeded=next((limit for limit in Exceeded if reached[limit]), None),
    )


def _signal(exit_code: int) -> int | None:
    """bubblewrap tells 128 + N for signal N, as a shell does; a program that exits with such a code looks the same."""
    number = exit_code - 128
    return number if number in signal.valid_signals() else None
