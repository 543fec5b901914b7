"""Private places for the libraries of originals: a folder each, named by what it holds, never changed afterwards."""

import hashlib
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

from anyio import to_thread

LIBRARY = "/reference"
"""Where a box sees the library."""

EVERYONE_READS = 0o755

Fill = Callable[[Path, Path], Awaitable[None]]
"""Awaited with the folder to put the library in, which it makes, and one for all else, which is removed afterwards."""


async def provide_library(cache: Path, facts: Iterable[str], fill: Fill) -> Path:
    """The folder below `cache` with what `facts` name, filled unless it is there already.

    Several processes may ask at once. Every user can read it, since boxes run as others.

    Raises: what `fill` raises; then nothing is left.
    """
    target = cache / hashlib.sha256("\n".join(facts).encode()).hexdigest()
    if not target.is_dir():
        building = _start_building(cache)
        try:
            await fill(building / "library", building)
            await to_thread.run_sync(_publish, building / "library", target)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return target


def _start_building(cache: Path) -> Path:
    if not cache.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        cache.chmod(EVERYONE_READS)
    return Path(tempfile.mkdtemp(prefix="building-", dir=cache))


def _publish(library: Path, target: Path) -> None:
    """Make the library readable and put it in its place at once; whoever comes second finds it there."""
    library.chmod(EVERYONE_READS)
    for path in library.rglob("*"):
        if not path.is_symlink():  # it would lead out of here
            path.chmod(EVERYONE_READS if path.is_dir() else 0o644)
    try:
        library.rename(target)
    except OSError:
        if not target.is_dir():
            raise
