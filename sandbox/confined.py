"""One confined process tree: started, let through its gate, ended and accounted for.

bubblewrap is two processes: a monitor outside, our child, and pid 1 of the new namespaces, which starts the program and
adopts its orphans. The monitor reports the program's exit and leaves without waiting for pid 1; so pid 1, and with it
the usage of the whole tree, would pass to the machine's init. Therefore this process is a child subreaper and waits for
pid 1 itself. When pid 1 is gone the kernel has ended everything in its namespace: that is how we know that nothing is
left.

Two pipes tell what bubblewrap does. On the status pipe it names pid 1, and the program's exit code only if the program
was really started: without one the failure is ours, whatever stderr says. On the gate pipe pid 1 waits, its set-up
done, until the watching has begun.

Everything starts on the event loop's thread, since the kernel ends the tree when the *thread* that started it dies.
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
from collections.abc import AsyncGenerator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from typing import Any, cast

import anyio

from sandbox.errors import SandboxFault
from sandbox.process_tree import parent_of

PIPE_BYTES = 65536

_SET_UP_SECONDS = 30.0
_DEATH_SECONDS = 10.0
_PR_SET_CHILD_SUBREAPER = 36
_COMPLAINT_BYTES = 2000


@dataclass(frozen=True, slots=True)
class Ended:
    """How a tree ended."""

    exit_code: int | None
    """None if the program never started or was ended from outside."""
    cpu_seconds: float
    peak_memory_bytes: int
    """The largest single process."""


@asynccontextmanager
async def confined(command: Callable[[int, int], list[str]]) -> AsyncGenerator["Confined"]:
    """Start `command(status_fd, gate_fd)` and hold it at its gate. Leaving ends the whole tree, cancelled or not.

    Raises:
        SandboxFault: bubblewrap did not come as far as the gate.
    """
    with ExitStack() as descriptors:
        tree = Confined(command, descriptors)
        try:
            with anyio.CancelScope(shield=True):  # we can't end a tree whose pid 1 we don't know yet
                await tree.reach_gate(descriptors)
            yield tree
        finally:
            with anyio.CancelScope(shield=True):
                await tree.end()


class Confined:
    """Made by `confined`. stdout and stderr are non-blocking."""

    def __init__(self, command: Callable[[int, int], list[str]], descriptors: ExitStack) -> None:
        _become_subreaper()
        self._status, status_end = _pipe(descriptors)
        gate_end, self._gate = _pipe(descriptors)
        try:
            self._monitor = subprocess.Popen(
                # Arguments are UTF-8 whatever our locale; paths of ours may be anything.
                [word.encode(errors="surrogateescape") for word in command(status_end.fileno(), gate_end.fileno())],
                bufsize=0,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(status_end.fileno(), gate_end.fileno()),
                start_new_session=True,
                env={},
                cwd="/",
            )
        except OSError as error:
            raise SandboxFault(f"a confined process could not be started: {error}") from error
        status_end.close()
        gate_end.close()
        self.stdout = descriptors.enter_context(cast("FileIO", self._monitor.stdout))
        self.stderr = descriptors.enter_context(cast("FileIO", self._monitor.stderr))
        for pipe in (self._status, self.stdout, self.stderr):
            os.set_blocking(pipe.fileno(), False)
        self._monitor_fd = _pidfd(self._monitor.pid, descriptors)
        self._account = b""
        self.first_pid: int | None = None
        """Pid 1 of the namespace, as the host numbers it."""
        self._first_fd: int | None = None
        self._ended: Ended | None = None

    async def reach_gate(self, descriptors: ExitStack) -> None:
        with anyio.move_on_after(_SET_UP_SECONDS):
            while b"\n" not in self._account:
                await anyio.wait_readable(self._status)
                piece = self._status.read(PIPE_BYTES)
                if not piece:
                    break
                self._account += piece
        first = self._told("child-pid")
        if first is not None:
            with suppress(ProcessLookupError):
                self._first_fd = _pidfd(first, descriptors)
        # Had pid 1 died at once, the number could be another process's by now; or an orphan's of ours.
        if first is None or self._first_fd is None or parent_of(first) not in (self._monitor.pid, os.getpid()):
            self._first_fd = None
            raise SandboxFault(await self._complaint())
        self.first_pid = first

    def limit_processes(self, most: int) -> None:
        """Count only inside the box: limits set from here don't bind the same user's processes outside.

        Only before `release`, and only where the box runs as our own user.
        """
        if self.first_pid is not None:
            with suppress(ProcessLookupError):  # pid 1 has died of its set-up, which `gone` will tell
                resource.prlimit(self.first_pid, resource.RLIMIT_NPROC, (most, most))

    def release(self) -> None:
        """Let the program start."""
        with suppress(BrokenPipeError):  # as above
            self._gate.write(b"\0")

    def lives(self) -> bool:
        """Whether pid 1 is there, so that its number is not another process's yet."""
        if self._first_fd is None:
            return False
        try:
            signal.pidfd_send_signal(self._first_fd, 0)
        except ProcessLookupError:
            return False
        return True

    async def gone(self) -> None:
        """Wait until nothing of the tree is left."""
        await anyio.wait_readable(self._monitor_fd)
        if self._first_fd is not None:
            await anyio.wait_readable(self._first_fd)

    def kill(self) -> None:
        """The monitor first, so that it can't take pid 1's account with it; the kernel ends the rest with pid 1."""
        for process in (self._monitor_fd, self._first_fd):
            if process is not None:
                with suppress(ProcessLookupError):
                    signal.pidfd_send_signal(process, signal.SIGKILL)

    async def end(self) -> Ended:
        """Kill what still lives, wait for it and leave no zombie. The second time, only tell.

        Raises:
            SandboxFault: the tree does not die.
        """
        if self._ended is None:
            self.kill()
            with anyio.move_on_after(_DEATH_SECONDS) as patience:
                await self.gone()
            if patience.cancelled_caught:
                raise SandboxFault(f"process {self._monitor.pid} and what it started do not die")
            self._ended = self._reap()
        return self._ended

    async def _complaint(self) -> str:
        """What bubblewrap, setpriv or prlimit had to say before they gave up."""
        await self.end()
        said = (self.stderr.read(_COMPLAINT_BYTES) or b"").decode(errors="replace").strip()
        return said or "bubblewrap ended before it was set up, without a word"

    def _reap(self) -> Ended:
        _, status, monitor = os.wait4(self._monitor.pid, 0)
        self._monitor.returncode = os.waitstatus_to_exitcode(status)
        cpu_seconds, peak = monitor.ru_utime + monitor.ru_stime, 0
        if self._first_fd is not None and self.first_pid is not None:
            # Had pid 1 died on its own, the monitor would have waited for it, and its usage were in the monitor's.
            with suppress(ChildProcessError):
                _, _, first = os.wait4(self.first_pid, 0)
                cpu_seconds, peak = first.ru_utime + first.ru_stime, first.ru_maxrss * 1024
        self._account += self._status.read(PIPE_BYTES) or b""
        return Ended(self._told("exit-code"), cpu_seconds, peak)

    def _told(self, key: str) -> int | None:
        for line in self._account.splitlines():
            with suppress(ValueError):  # cut off in the middle
                facts: dict[str, Any] = json.loads(line)
                if key in facts:
                    return int(facts[key])
        return None


def _become_subreaper() -> None:
    if ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise SandboxFault("this process can't become a child subreaper")


def _pipe(descriptors: ExitStack) -> tuple[FileIO, FileIO]:
    reading, writing = os.pipe()
    return descriptors.enter_context(FileIO(reading, "r")), descriptors.enter_context(FileIO(writing, "w"))


def _pidfd(pid: int, descriptors: ExitStack) -> int:
    pidfd = os.pidfd_open(pid)
    descriptors.callback(os.close, pidfd)
    return pidfd
