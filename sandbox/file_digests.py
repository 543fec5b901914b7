"""Digests of files, remembered: an unchanged toolchain of a hundred megabytes is read once, not at each start."""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast


class FileDigests:
    """SHA-256 of files by path, kept in one index file in a folder that exists.

    An entry holds for exactly the size, inode, modification and change time it was made with. Change times can't be set
    by hand, so only a writer who is quicker than the clock could go unnoticed. Two processes may write the index at
    once: the later one wins, and what it lacks is read again some day.
    """

    def __init__(self, index: Path) -> None:
        self._index = index

    def of(self, files: Iterable[Path]) -> Mapping[Path, str]:
        known = self._load()
        digests: dict[Path, str] = {}
        fresh: dict[str, str] = {}
        for path in files:
            key = _key(path)
            if key not in known:
                with path.open("rb") as content:
                    fresh[key] = hashlib.file_digest(content, "sha256").hexdigest()
            digests[path] = known.get(key) or fresh[key]
        if fresh:
            self._save(known | fresh)
        return digests

    def _load(self) -> dict[str, str]:
        try:
            return cast("dict[str, str]", json.loads(self._index.read_text()))
        except (FileNotFoundError, ValueError):
            return {}

    def _save(self, entries: Mapping[str, str]) -> None:
        descriptor, name = tempfile.mkstemp(prefix=f".{self._index.name}-", dir=self._index.parent)
        with os.fdopen(descriptor, "w") as draft:
            json.dump(entries, draft)
        Path(name).replace(self._index)


def _key(path: Path) -> str:
    facts = path.stat()
    return f"{path}:{facts.st_dev}:{facts.st_ino}:{facts.st_size}:{facts.st_mtime_ns}:{facts.st_ctime_ns}"
