"""The cache folder that roots and boxes lie in."""

from pathlib import Path


class CacheUnavailable(Exception):
    """Raised when the cache folder can't be made, read or written."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(f"the cache folder {folder} can't be used ({error}); choose another or mend its permissions")


def reachable_folder(folder: Path) -> Path:
    """Make `folder` unless it is there. Whatever the umask is, others may enter what is made here."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(exist_ok=True)
        place.chmod(0o755)
    return folder
