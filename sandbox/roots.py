"""Prepared root file systems, content-addressed and copied once.

A box sees nothing of the machine but such a root. It is a copy, not a set of bind mounts, because toolchains often lie
under a private home, where an unprivileged uid can't follow. It holds the toolchain's files and the empty places that
a backend mounts things on, since nothing can be made in it later.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sandbox.box import APP, Root
from sandbox.cache import reachable_folder
from sandbox.file_digests import FileDigests

_PLACES = (APP, "/dev")
_DEVICES = ("/dev/null", "/dev/urandom")
_UNFINISHED = ".unfinished-"


@dataclass(frozen=True, slots=True)
class RootContents:
    """What a root is made of. Targets are absolute paths in the root."""

    files: Mapping[str, Path]
    """Target -> the file to copy; a link is followed."""
    mount_points: tuple[str, ...] = ()
    derive: Callable[[Path], None] | None = None
    """Called with the finished copy to add files that follow from the others alone; they don't enter the digest."""


class RootStore:
    """Roots under `cache_dir`, which every uid must be able to reach. Blocks: call it from a worker thread."""

    def __init__(self, cache_dir: Path) -> None:
        self._folder = cache_dir / "roots"
        self._digests = FileDigests(self._folder / "digests.json")

    def provide(self, contents: RootContents) -> Root:
        """The root with these contents, copied unless it is there already. Several processes may ask at once."""
        reachable_folder(self._folder)
        digests = self._digests.of(contents.files.values())
        digest = _digest(contents, digests)
        folder = self._folder / digest
        if not folder.exists():
            with _exclusive(self._folder / "lock"):
                if not folder.exists():
                    self._build(contents, folder)
        return Root(folder, digest)

    def _build(self, contents: RootContents, folder: Path) -> None:
        for abandoned in self._folder.glob(f"{_UNFINISHED}*"):  # whoever made it died: we hold the lock
            shutil.rmtree(abandoned)
        draft = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=self._folder))
        for target, source in contents.files.items():
            place = _inside(draft, target)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)
            place.chmod(0o755 if os.access(source, os.X_OK) else 0o644)
        for target in (*_PLACES, *contents.mount_points):
            _inside(draft, target).mkdir(parents=True, exist_ok=True)
        for target in _DEVICES:
            _inside(draft, target).touch()
        if contents.derive is not None:
            contents.derive(draft)
        _make_readable(draft)
        draft.rename(folder)


def _digest(contents: RootContents, digests: Mapping[Path, str]) -> str:
    lines = [f"file {target} {digests[source]}" for target, source in contents.files.items()]
    lines += [f"folder {target}" for target in (*_PLACES, *contents.mount_points)]
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def _inside(draft: Path, target: str) -> Path:
    return draft / target.lstrip("/")


def _make_readable(folder: Path) -> None:
    """Whatever the umask was: folders 0755, so that their owner can still remove them, files 0555 or 0444."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
        else:
            path.chmod(0o555 if os.access(path, os.X_OK) else 0o444)


@contextmanager
def _exclusive(lock: Path) -> Generator[None]:
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
