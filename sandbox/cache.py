"""The cache folder that roots and boxes lie in."""

from pathlib import Path


def reachable_folder(folder: Path) -> Path:
    """Make `folder` unless it is there. Whatever the umask is, others may enter what is made here."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(exist_ok=True)
        place.chmod(0o755)
    return folder
