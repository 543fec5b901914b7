"""A solution in a folder: the files that go into a workspace."""

from collections.abc import Collection, Mapping
from pathlib import Path


class UnreadableSolution(Exception):
    """Raised when a folder has no files, or one that is not text."""


def read_solution(folder: Path, leaving_out: Collection[str] = ()) -> Mapping[str, str]:
    """The folder's files by relative path, but for hidden ones and those named in `leaving_out`.

    Raises:
        UnreadableSolution.
    """
    files = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    chosen = {
        relative.as_posix(): _text(path)
        for relative, path in files.items()
        if relative.as_posix() not in leaving_out and not any(part.startswith(".") for part in relative.parts)
    }
    if not chosen:
        raise UnreadableSolution(f"{folder} has no files")
    return chosen


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise UnreadableSolution(f"{path} is not UTF-8 text; a workspace holds nothing else") from None
    except OSError as fault:
        raise UnreadableSolution(f"{path} can't be read: {fault.strerror}") from None
