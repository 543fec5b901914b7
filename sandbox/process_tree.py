"""What a process tree uses right now, read from the kernel's process table outside the box."""

import os
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class TreeUsage:
    cpu_seconds: float
    """Of the living and of the dead that someone in the tree waited for."""
    memory_bytes: int
    """Resident pages; those that processes share count once for each."""


def tree_usage(pid: int) -> TreeUsage:
    """Sum over `pid` and all its descendants. One that ends while we look counts as far as it was seen."""
    ticks = pages = 0
    pending = [pid]
    while pending:
        process = _PROC / str(pending.pop())
        try:
            # The fields after the program's name, which is in parentheses and may hold anything.
            facts = (process / "stat").read_bytes().rpartition(b")")[2].split()
            pages += int((process / "statm").read_bytes().split()[1])
            pending += children(process)
        except (FileNotFoundError, ProcessLookupError):
            continue
        ticks += sum(map(int, facts[11:15]))
    return TreeUsage(ticks / _TICKS, pages * _PAGE)


def children(process: Path) -> list[int]:
    """Children of every thread: the kernel lists each under the thread that made it."""
    return [int(child) for thread in (process / "task").iterdir() for child in _children_of(thread)]


def parent_of(pid: int) -> int | None:
    """None when there is no such process."""
    try:
        return int((_PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def _children_of(thread: Path) -> list[bytes]:
    try:
        return (thread / "children").read_bytes().split()
    except (FileNotFoundError, ProcessLookupError):
        return []
