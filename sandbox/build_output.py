"""What a build leaves in its box.

Its place to write is a file system in memory that only the box's namespace mounts, so the kernel bounds it, and nothing
that a build does to it ever touches a disk of ours. An open folder keeps it when the namespace is gone: we open it
while the box waits at its gate, and look into it once nobody is left who could change it. Closing it removes it all.
"""

import errno
import os
import stat
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from sandbox.box import OUT
from sandbox.confined import Confined
from sandbox.errors import SandboxFault

_SET_UP_SECONDS = 10.0
_LOOK_SECONDS = 0.001

_NOT_A_FILE = {errno.ENOENT, errno.ELOOP, errno.ENXIO, errno.EACCES}


@asynccontextmanager
async def output_of(tree: Confined, root: Path) -> AsyncGenerator["Output"]:
    """The output of a tree that waits at its gate, in a box with this root.

    Raises:
        SandboxFault: we may not look into the box.
    """
    folder = await _open(tree, root)
    try:
        yield Output(folder)
    finally:
        if folder is not None:
            os.close(folder)


class Output:
    """Nothing, where the tree died at its gate; whoever supervises it finds that out."""

    def __init__(self, folder: int | None) -> None:
        self._folder = folder

    def take(self, name: str, most_bytes: int) -> bytes | None:
        """The content of a regular file with this one name. Blocks; only once the tree is gone.

        Raises:
            SandboxFault: it is there and can't be read.
        """
        if self._folder is None:
            return None
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        try:
            descriptor = os.open(name, flags, dir_fd=self._folder)
        except OSError as error:
            if error.errno in _NOT_A_FILE:
                return None
            raise SandboxFault(f"the product of a build can't be read: {error}") from error
        try:
            return _content(descriptor) if _is_fit(os.fstat(descriptor), most_bytes) else None
        finally:
            os.close(descriptor)


def _is_fit(facts: os.stat_result, most_bytes: int) -> bool:
    return stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1 and facts.st_size <= most_bytes


def _content(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        return file.read()


async def _open(tree: Confined, root: Path) -> int | None:
    """Look until the box is set up: bubblewrap enters its root last of all, and tells nobody."""
    with anyio.move_on_after(_SET_UP_SECONDS):
        while tree.lives():
            folder = _entered(Path(f"/proc/{tree.first_pid}/root"), root)
            if folder is not None:
                return folder
            await anyio.sleep(_LOOK_SECONDS)
        return None
    raise SandboxFault("the server can't look into its boxes; one that runs as root needs CAP_SYS_PTRACE for that")


def _entered(place: Path, root: Path) -> int | None:
    try:
        if not os.path.samestat((place / ".").stat(), root.stat()):
            return None
        return os.open(f"{place}{OUT}", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return None
