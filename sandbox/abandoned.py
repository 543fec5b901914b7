"""Ending the boxes of servers that died.

The kernel ends a box with its server, except in the few milliseconds that bubblewrap needs to set it up: the inner
process then waits forever for a parent that is gone. No program runs in such a box, but it is there.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")


def end_processes_of(folder: Path) -> None:
    """Kill the processes that have a box's folder, which nobody holds any more, on their command lines."""
    for process in _PROC.glob("[0-9]*"):
        with suppress(ProcessLookupError, PermissionError):
            pidfd = os.pidfd_open(int(process.name))  # first of all: whoever has the number now is the one we look at
            try:
                if os.fsencode(folder) in _command_line(process):
                    signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            finally:
                os.close(pidfd)


def _command_line(process: Path) -> list[bytes]:
    try:
        return (process / "cmdline").read_bytes().split(b"\0")
    except FileNotFoundError:
        return []
