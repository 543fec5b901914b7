"""What is left of boxes on this machine: their processes, known by the cache that their roots lie in, and folders."""

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import anyio

BOUND_SECONDS = 30
LOOK_SECONDS = 0.01


def processes_of_boxes(cache: Path, word: str = "") -> list[int]:
    """bubblewrap's processes, with `word` on their command lines. Nothing outlives the inner one of a box."""
    words = (os.fsencode(cache / "roots"), word.encode())
    return [int(place.name) for place in Path("/proc").glob("[0-9]*") if _names(place, words)]


def folders_of_boxes(cache: Path) -> list[Path]:
    return sorted((cache / "boxes").glob("*"))


async def running(cache: Path) -> list[int]:
    """Wait until an agent's program runs. The process table tells of no events, so we look again and again."""
    with anyio.fail_after(BOUND_SECONDS):
        while not (found := processes_of_boxes(cache, "main.mjs")):
            await anyio.sleep(LOOK_SECONDS)
        return found


async def gone(pids: Iterable[int]) -> None:
    """Wait until all these processes have ended."""
    with ExitStack() as descriptors, anyio.fail_after(BOUND_SECONDS):
        for pid in pids:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            descriptors.callback(os.close, descriptor)
            await anyio.wait_readable(descriptor)


def _names(process: Path, words: Iterable[bytes]) -> bool:
    """Whether all of these are on the command line; that of a zombie is empty."""
    try:
        command = (process / "cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return all(word in command for word in words)
