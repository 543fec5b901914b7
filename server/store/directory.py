"""The data directory: ours alone, since attempts, reports and sealed cases lie in it."""

import os
import stat
from pathlib import Path

from server.store.errors import ForeignDataDirectory

PRIVATE = 0o700
OTHERS = 0o077


def prepare_directory(path: Path) -> None:
    """Make the directory, or close an existing one against other users.

    Raises:
        ForeignDataDirectory: it belongs to another user; root is refused too, whose files would lock the owner out.
    """
    path.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    found = path.stat()
    if found.st_uid != os.geteuid():
        raise ForeignDataDirectory(path, found.st_uid)
    if stat.S_IMODE(found.st_mode) & OTHERS:
        path.chmod(PRIVATE)
