"""What one run of a program, or of its compiler, may use."""

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB

WALL_FACTOR = 3
"""Wall time allowed for each second of CPU time: a backstop for programs that wait instead of working."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run. CPU time is counted over the whole process tree."""

    cpu_seconds: float = 5.0
    memory_bytes: int = 512 * MIB
    processes: int = 64
    stdout_bytes: int = MIB
    stderr_bytes: int = 8 * KIB
    """stderr beyond this is read and dropped; it never ends the run."""
    file_bytes: int = MIB
    """The largest file that the program may write, where anything is writable at all."""
    wall_factor: float = WALL_FACTOR

    @property
    def wall_seconds(self) -> float:
        return self.cpu_seconds * self.wall_factor


BUILD_LIMITS = Limits(cpu_seconds=60, memory_bytes=1024 * MIB, processes=256, file_bytes=64 * MIB)
"""Of a compiler, which has a thread for each processor. Of stderr the beginning is kept: first errors say most."""
