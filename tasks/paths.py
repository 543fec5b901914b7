"""Paths in a workspace: strict enough that every file system and archive would keep the files apart."""

import unicodedata
from collections.abc import Iterable

MAX_PATH_BYTES = 200


class BadPath(Exception):
    """Raised when a path could mean another file somewhere, or clashes with one that is already there."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"the path {path!r} {reason}")
        self.path = path
        self.reason = reason


def check_path(path: str) -> None:
    """Accept a relative, normalised path with `/` between its parts.

    Raises:
        BadPath: it is anything else.
    """
    reason = _fault_of_text(path) or _fault_of_parts(path.split("/"))
    if reason:
        raise BadPath(path, reason)


def check_layout(paths: Iterable[str]) -> None:
    """Accept paths that stay distinct where case or Unicode normal form is ignored, with no file that is also a folder.

    Raises:
        BadPath: two paths clash; the later one in sorted order is named.
    """
    seen: dict[str, tuple[str, bool]] = {}
    for path in sorted(paths):
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            prefix, is_file = "/".join(parts[:depth]), depth == len(parts)
            known = seen.setdefault(_folded(prefix), (prefix, is_file))
            if known != (prefix, is_file):
                raise BadPath(path, f"clashes with {_described(*known)}")


def _fault_of_text(path: str) -> str | None:
    if not path:
        return "is empty"
    if any(0xD800 <= ord(character) <= 0xDFFF for character in path):
        return "is not valid Unicode"
    if len(path.encode()) > MAX_PATH_BYTES:
        return f"is longer than {MAX_PATH_BYTES} bytes"
    if "\\" in path:
        return "has a backslash; use / between folders"
    if any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in path):
        return "has a control character"
    return None


def _fault_of_parts(parts: list[str]) -> str | None:
    if parts[0] == "":
        return "is absolute; paths are relative to the workspace"
    if "" in parts:
        return "has an empty part"
    if ".." in parts:
        return "leaves the workspace with '..'"
    if "." in parts:
        return "has a '.' part"
    return None


def _folded(path: str) -> str:
    """Unicode's canonical caseless matching (The Unicode Standard, section 3.13, D145)."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", path).casefold())


def _described(path: str, is_file: bool) -> str:
    return f"the {'file' if is_file else 'folder'} {path!r}"
