"""What is left of boxes on this machine: their processes, known by the cache that their roots lie in, and folders."""

import os
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

import anyio

from sandbox.process_tree import tree_usage

BOUND_SECONDS = 30
LOOK_SECONDS = 0.01
STARTED_CPU_SECONDS = 0.2
"""No box needs so much before its program runs."""


def processes_of_boxes(cache: Path, word: str = "") -> list[int]:
    """bubblewrap's processes, with `word` on their command lines. Nothing outlives the inner one of a box."""
    words = (os.fsencode(cache / "roots"), word.encode())
    return [int(place.name) for place in Path("/proc").glob("[0-9]*") if _names(place, words)]


def folders_of_boxes(cache: Path) -> list[Path]:
    return sorted((cache / "boxes").glob("*"))


async def running(cache: Path) -> None:
    """Wait until a box is made for an agent's program."""
    await _come_true(lambda: processes_of_boxes(cache, "main.mjs") != [])


async def spinning(cache: Path) -> None:
    """Wait until an agent's program is busy in its box."""
    await _come_true(
        lambda: any(tree_usage(pid).cpu_seconds > STARTED_CPU_SECONDS for pid in processes_of_boxes(cache, "main.mjs"))
    )


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


async def _come_true(condition: Callable[[], bool]) -> None:
    """Look again and again: the process table tells of no events."""
    with anyio.fail_after(BOUND_SECONDS):
        while not condition():  # noqa: ASYNC110 - nothing of ours could set an event
            await anyio.sleep(LOOK_SECONDS)


def _names(process: Path, words: Iterable[bytes]) -> bool:
    """Whether all of these are on the command line; that of a zombie is empty."""
    try:
        command = (process / "cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return all(word in command for word in words)
