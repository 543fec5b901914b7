"""What a run of a program did, as the box counted it."""

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
    """One finished run. Every field is measured outside the program; nothing in it is the program's own claim."""

    exit_code: int
    """As a shell reports it: 128 + N when signal N ended the program."""
    signal: int | None
    stdout: bytes
    """At most `Limits.stdout_bytes`; complete unless `exceeded` is `STDOUT`."""
    stderr: bytes
    cpu_seconds: float
    wall_seconds: float
    peak_memory_bytes: int
    exceeded: Exceeded | None
