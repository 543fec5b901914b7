"""What a workspace may hold, and what a change makes of it. Nothing here touches a store."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tasks.attempt import Snapshot, StoredFile
from tasks.paths import check_layout, check_path

MAX_FILES = 400
MAX_FILE_BYTES = 1024 * 1024
MAX_WORKSPACE_BYTES = 10 * 1024 * 1024


class WorkspaceFull(Exception):
    """Raised when a change would take a file or the workspace beyond its size."""


class UnknownFile(Exception):
    """Raised when a path names no file of the workspace."""

    def __init__(self, path: str) -> None:
        super().__init__(f"the workspace has no file {path!r}")
        self.path = path


class AmbiguousChange(Exception):
    """Raised when one change names a path twice, so that its result would depend on an order."""

    def __init__(self, path: str) -> None:
        super().__init__(f"the change names {path!r} more than once")


class UnwritableText(Exception):
    """Raised when content can't be stored as UTF-8."""

    def __init__(self, path: str) -> None:
        super().__init__(f"the content of {path!r} is not valid Unicode: it has a lone surrogate")


class EditMismatch(Exception):
    """Raised when the text to replace does not occur exactly once."""

    def __init__(self, path: str, occurrences: int) -> None:
        times = "does not occur" if occurrences == 0 else f"occurs {occurrences} times"
        super().__init__(f"the old_text {times} in {path!r}; it must occur exactly once")
        self.occurrences = occurrences


@dataclass(frozen=True, slots=True)
class NewFile:
    path: str
    text: str


def encoded(files: Sequence[NewFile]) -> Mapping[str, bytes]:
    """The files' contents as UTF-8, each path once.

    Raises:
        AmbiguousChange: a path occurs twice.
        UnwritableText: a text has no UTF-8 form.
    """
    contents: dict[str, bytes] = {}
    for file in files:
        if file.path in contents:
            raise AmbiguousChange(file.path)
        try:
            contents[file.path] = file.text.encode()
        except UnicodeEncodeError:
            raise UnwritableText(file.path) from None
    return contents


def changed(
    files: Mapping[str, StoredFile], written: Mapping[str, bytes], deleted: Sequence[str]
) -> Mapping[str, StoredFile]:
    """The workspace after a change, which is applied as a whole or refused as a whole.

    Raises:
        BadPath, UnknownFile, AmbiguousChange, WorkspaceFull: the change is refused.
    """
    for path in written:
        check_path(path)
    _check_deletions(files, written, deleted)
    result = {path: file for path, file in files.items() if path not in set(deleted)}
    result |= {path: stored(content) for path, content in written.items()}
    check_layout(result)
    _check_sizes(result, written)
    return result


def replaced_once(path: str, text: str, old_text: str, new_text: str) -> str:
    """`text` with its only occurrence of `old_text` replaced.

    Raises:
        EditMismatch: there is none, or more than one (overlapping ones counted).
    """
    occurrences = _occurrences(text, old_text)
    if occurrences != 1:
        raise EditMismatch(path, occurrences)
    return text.replace(old_text, new_text)


def frozen(files: Mapping[str, StoredFile]) -> Snapshot:
    rows = "".join(f"{file.sha256} {path}\n" for path, file in sorted(files.items()))
    return Snapshot(digest=hashlib.sha256(rows.encode()).hexdigest(), files=dict(files))


def stored(content: bytes) -> StoredFile:
    return StoredFile(sha256=hashlib.sha256(content).hexdigest(), size=len(content))


def _check_deletions(files: Mapping[str, StoredFile], written: Collection[str], deleted: Sequence[str]) -> None:
    for path, times in Counter(deleted).items():
        if times > 1 or path in written:
            raise AmbiguousChange(path)
        if path not in files:
            raise UnknownFile(path)


def _check_sizes(files: Mapping[str, StoredFile], written: Mapping[str, bytes]) -> None:
    for path, content in written.items():
        if len(content) > MAX_FILE_BYTES:
            raise WorkspaceFull(f"{path!r} has {len(content)} bytes; a file may have {MAX_FILE_BYTES}")
    if len(files) > MAX_FILES:
        raise WorkspaceFull(f"the workspace would hold {len(files)} files; it may hold {MAX_FILES}")
    total = sum(file.size for file in files.values())
    if total > MAX_WORKSPACE_BYTES:
        raise WorkspaceFull(f"the workspace would hold {total} bytes; it may hold {MAX_WORKSPACE_BYTES}")


def _occurrences(text: str, part: str) -> int:
    if not part:
        return 0
    count, start = 0, text.find(part)
    while start >= 0:
        count, start = count + 1, text.find(part, start + 1)
    return count
