"""Long texts and long lists in pages that fit what clients show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tools.json_size import cut_to, json_bytes
from tools.tool import Result

PAGE_BYTES = 8_000
"""As JSON. Some clients cut a result at 10 KiB, without saying where."""


class BadOffset(Exception):
    """Raised when an offset lies beyond the end."""

    def __init__(self, offset: int, total: int) -> None:
        super().__init__(f"offset {offset} is beyond the end at {total}")


@dataclass(frozen=True, slots=True)
class Page:
    """`text` from `offset`, counted in characters; `next_offset` is `None` on the last page."""

    text: str
    offset: int
    next_offset: int | None
    total_characters: int


def page_of(text: str, offset: int) -> Page:
    """At most PAGE_BYTES from `offset`, ended at a line where there is one in the second half.

    Raises:
        BadOffset: there is no such place in the text.
    """
    _check(offset, len(text))
    piece = cut_to(text[offset : offset + PAGE_BYTES], PAGE_BYTES)
    end = offset + len(piece)
    if end < len(text):
        line_end = piece.rfind("\n") + 1
        end = offset + (line_end if line_end > len(piece) // 2 else len(piece))
    return Page(text[offset:end], offset, end if end < len(text) else None, len(text))


RowT = TypeVar("RowT", bound=Result)


@dataclass(frozen=True, slots=True)
class Rows(Generic[RowT]):
    """`rows` of a list; `next_offset` is `None` with the last ones."""

    rows: list[RowT]
    next_offset: int | None


def rows_of(rows: Sequence[RowT], offset: int, most_bytes: int) -> Rows[RowT]:
    """The rows from `offset` that take at most `most_bytes` together as JSON, though always one at least.

    Raises:
        BadOffset: there are not so many rows.
    """
    _check(offset, len(rows))
    end, taken = offset, 0
    while end < len(rows):
        taken += json_bytes(rows[end].model_dump(mode="json", exclude_none=True)) + len(",")
        if taken > most_bytes and end > offset:
            break
        end += 1
    return Rows(list(rows[offset:end]), end if end < len(rows) else None)


def _check(offset: int, total: int) -> None:
    if offset > total:
        raise BadOffset(offset, total)
