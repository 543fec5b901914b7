"""What a run of a program did, as the box counted it."""

import signal
from dataclasses import dataclass
from enum import StrEnum


class Exceeded(StrEnum):
    """The limit that ended a run. Where several were reached, the first in this order is named."""

    STDOUT = "stdout"
    MEMORY = "memory"
    CPU = "cpu"
    WALL = "wall"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished run. Its output and exit code are the program's own; all else is measured outside."""

    exit_code: int
    """As a shell reports it: 128 + N when signal N ended the program."""
    signal: int | None
    """Read off the exit code: a program that exits with 128 + N looks the same."""
    stdout: bytes
    """At most `Limits.stdout_bytes`; complete unless `exceeded` is `STDOUT`."""
    stderr: bytes
    cpu_seconds: float
    wall_seconds: float
    peak_memory_bytes: int
    exceeded: Exceeded | None

    @property
    def doubtful(self) -> bool:
        """Whether the machine may be to blame: it was too busy, or out of memory, and its kernel killed what it met."""
        killed = self.exceeded is None and self.signal == signal.SIGKILL
        return killed or self.exceeded is Exceeded.WALL
