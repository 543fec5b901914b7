"""A solution in a folder: the files that go into a workspace."""

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path

MADE_BY_TOOLS = frozenset({"node_modules", "__pycache__"})
CARGO_MANIFEST, CARGO_OUTPUT = "Cargo.toml", "target"

MOST_FILES = 2_000
MOST_BYTES = 64 * 1024 * 1024
"""Far beyond what any server takes: whoever names a home folder by mistake is told before all of it is read."""


class UnreadableSolution(Exception):
    """Raised when a folder has no files, or something in it can't go into a workspace."""


@dataclass(frozen=True, slots=True)
class SolutionFiles:
    """Contents by relative path, and which files and folders stay at home."""

    files: Mapping[str, str]
    left_out: tuple[str, ...]


def read_solution(folder: Path, leaving_out: Collection[str] = ()) -> SolutionFiles:
    """The folder's text files, but for hidden ones, what tools have made, and the paths in `leaving_out`.

    Raises:
        UnreadableSolution.
    """
    home = folder.resolve()
    files: dict[str, str] = {}
    left_out: list[str] = []
    size = 0
    for path in _walk(folder, left_out):
        relative = path.relative_to(folder).as_posix()
        if relative in leaving_out:
            continue
        size += _size(path, home)
        if len(files) == MOST_FILES or size > MOST_BYTES:
            raise UnreadableSolution(f"{folder} holds far more than a workspace can; name the folder of one program")
        files[relative] = _text(path)
    if not files:
        raise UnreadableSolution(f"{folder} has no files that could be sent")
    return SolutionFiles(files, tuple(Path(path).relative_to(folder).as_posix() for path in left_out))


def _walk(folder: Path, left_out: list[str]) -> Generator[Path]:
    """All but folders, in order. What is left out is noted and not looked into."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as fault:
        raise UnreadableSolution(f"{folder} can't be read: {fault.strerror}") from None
    for path in entries:
        if _stays_at_home(path):
            left_out.append(str(path))
        elif path.is_dir() and not path.is_symlink():
            yield from _walk(path, left_out)
        else:
            yield path


def _stays_at_home(path: Path) -> bool:
    if path.name.startswith(".") or path.name in MADE_BY_TOOLS:
        return True
    return path.name == CARGO_OUTPUT and path.is_dir() and (path.parent / CARGO_MANIFEST).is_file()


def _size(path: Path, home: Path) -> int:
    """Links are followed within the folder only: what they show elsewhere was never meant to be sent."""
    if path.is_symlink() and not path.resolve().is_relative_to(home):
        raise UnreadableSolution(f"{path} is a link that leads out of the folder; put a copy in its place")
    if not path.is_file():
        raise UnreadableSolution(f"{path} is not a file; remove it, or put a file in its place")
    return path.stat().st_size


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise UnreadableSolution(f"{path} is not UTF-8 text; a workspace holds nothing else") from None
    except OSError as fault:
        raise UnreadableSolution(f"{path} can't be read: {fault.strerror}") from None
