"""The folders that hold programs' files while their boxes are open.

Each folder has a lock file beside it, which the process that made it keeps locked. The kernel drops the lock when that
process dies, however it dies, so whoever can take the lock may remove the folder.
"""

import fcntl
import os
import secrets
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from sandbox.abandoned import end_processes_of
from sandbox.box import Files
from sandbox.cache import reachable_folder

_LOCK = ".lock"


class BoxFolders:
    """Folders under `<cache_dir>/boxes`. Blocks: call it from a worker thread."""

    def __init__(self, cache_dir: Path) -> None:
        self._folder = cache_dir / "boxes"

    @contextmanager
    def holding(self, files: Files, group: int | None) -> Generator[Path]:
        """A folder with `files` and nothing else, removed at the end.

        Only its owner and the members of `group` can read it; without a group only its owner.
        """
        reachable_folder(self._folder)
        folder = self._folder / secrets.token_hex(16)
        with _locked(_lock_of(folder)):
            try:
                _write(folder, files, group)
                yield folder
            finally:
                _remove(folder)

    def sweep(self) -> None:
        """Remove what dead processes left."""
        for lock in self._folder.glob(f"*{_LOCK}"):
            try:
                with lock.open("r+") as held:
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    end_processes_of(lock.with_suffix(""))
                    _remove(lock.with_suffix(""))
            except (BlockingIOError, FileNotFoundError):  # its maker lives, or has just removed it
                continue


def _lock_of(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK)


@contextmanager
def _locked(lock: Path) -> Generator[None]:
    """Make the lock file and hold it. Should a sweep come between making and locking, start again."""
    while True:
        with lock.open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            if os.fstat(held.fileno()).st_nlink == 0:
                continue
            yield
            return


def _remove(folder: Path) -> None:
    """The lock goes last: without it nobody would look for the folder."""
    if folder.exists():
        shutil.rmtree(folder)
    _lock_of(folder).unlink(missing_ok=True)


def _write(folder: Path, files: Files, group: int | None) -> None:
    _make_folder(folder, group)
    for name, content in files.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or not path.parts:
            raise ValueError(f"not a relative, normalised path: {name!r}")
        place = folder
        for part in path.parts[:-1]:
            place = place / part
            if not place.exists():
                _make_folder(place, group)
        _make_file(folder / path, content, group)


def _make_folder(folder: Path, group: int | None) -> None:
    folder.mkdir(mode=0o700)
    if group is not None:
        os.chown(folder, -1, group)
        folder.chmod(0o750)


def _make_file(path: Path, content: bytes, group: int | None) -> None:
    """Executable, since it may be a program that was built."""
    with path.open("xb") as file:
        file.write(content)
    if group is not None:
        os.chown(path, -1, group)
    path.chmod(0o550)
