"""Products of builds on disk, so that nothing is built twice, not even by the next server."""

import hashlib
import os
import tempfile
from pathlib import Path

from sandbox.cache import reachable_folder

_DIGEST_LENGTH = 64


class KeptBuilds:
    """Files in `folder`, each its content's digest and the content. Of more than `most` the longest unused go.

    Several processes may share it: a file appears whole or not at all, and one that was damaged is not believed.
    Blocks: call it from a worker thread.
    """

    def __init__(self, folder: Path, most: int = 100) -> None:
        self._folder = folder
        self._most = most

    def get(self, key: str) -> bytes | None:
        place = self._folder / key
        try:
            kept = place.read_bytes()
        except FileNotFoundError:
            return None
        content = kept[_DIGEST_LENGTH:]
        if kept[:_DIGEST_LENGTH] != _digest(content):
            place.unlink(missing_ok=True)
            return None
        if place.exists():  # else another process has just removed it
            os.utime(place)
        return content

    def keep(self, key: str, content: bytes) -> None:
        reachable_folder(self._folder)
        descriptor, draft = tempfile.mkstemp(prefix=".", dir=self._folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(_digest(content) + content)
        Path(draft).replace(self._folder / key)
        self._remove_the_oldest()

    def _remove_the_oldest(self) -> None:
        """Drafts count too: those that nobody finishes grow old."""
        ages = list[tuple[int, Path]]()
        for place in self._folder.iterdir():
            try:
                ages.append((place.stat().st_mtime_ns, place))
            except FileNotFoundError:
                continue
        for _, place in sorted(ages)[: -self._most]:
            place.unlink(missing_ok=True)


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
