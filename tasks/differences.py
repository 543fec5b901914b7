"""Showing an agent where its output departs from the expected one, byte by byte and line by line.

An output may be a megabyte, with a line end at each byte or with none at all. So only a window that begins just before
the first difference is compared by line: comparing the whole could take minutes, and nobody would read it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

EXCERPT_BYTES = 24
CONTEXT_LINES = 2
LEAD_BYTES = 200
"""At most so much of a window lies before the first difference."""
WINDOW_BYTES = 900
WINDOW_LINES = 40
MAX_DIFF_CHARACTERS = 2_000
"""Escaping can make a diff longer than its windows."""

_BLOCK_BYTES = 4_096
_CUT = "..."


@dataclass(frozen=True, slots=True)
class Difference:
    """`offset` counts bytes. The excerpts begin there; what isn't readable is `\\xNN`, backslashes are doubled."""

    offset: int
    expected_excerpt: str
    actual_excerpt: str
    diff: str
    """A unified diff around `offset`, invisible characters as `\\xNN`; empty where an output is not UTF-8 text."""


@dataclass(frozen=True, slots=True)
class _Window:
    """Lines with their line feeds; `cut` says that the output goes on behind them."""

    lines: Sequence[str]
    cut: bool


def difference(expected: bytes, actual: bytes) -> Difference | None:
    """The first difference between two outputs, or `None` where they are equal."""
    if expected == actual:
        return None
    offset = _first_difference(expected, actual)
    return Difference(
        offset=offset,
        expected_excerpt=_excerpt(expected, offset),
        actual_excerpt=_excerpt(actual, offset),
        diff=_unified(expected, actual, offset) if _is_text(expected) and _is_text(actual) else "",
    )


def _first_difference(expected: bytes, actual: bytes) -> int:
    shared = min(len(expected), len(actual))
    start = 0
    while start < shared and expected[start : start + _BLOCK_BYTES] == actual[start : start + _BLOCK_BYTES]:
        start += _BLOCK_BYTES
    return next((place for place in range(start, shared) if expected[place] != actual[place]), shared)


def _excerpt(output: bytes, offset: int) -> str:
    if offset >= len(output):
        return "(end of output)"
    end = offset + EXCERPT_BYTES
    while _within_character(output, end) and end < offset + EXCERPT_BYTES + 3:
        end += 1
    return _visible(output[offset:end].replace(b"\\", b"\\\\").decode(errors="backslashreplace"))


def _unified(expected: bytes, actual: bytes, offset: int) -> str:
    start = _window_start(expected, offset)
    first = expected.count(b"\n", 0, start) + 1
    changes = _changes(_window(expected, start), _window(actual, start))
    removed, added = (sum(line[0] in {" ", sign} for line in changes) for sign in "-+")
    hunk = f"@@ -{first},{removed} +{first},{added} @@"
    text = "\n".join(["--- expected", "+++ actual", hunk, *changes])
    return text if len(text) <= MAX_DIFF_CHARACTERS else f"{text[:MAX_DIFF_CHARACTERS]}{_CUT}"


def _window_start(expected: bytes, offset: int) -> int:
    """Some lines before the one that differs, or at least a character in it. Up to `offset` both outputs are equal."""
    start = expected.rfind(b"\n", 0, offset) + 1
    for _ in range(CONTEXT_LINES):
        start = expected.rfind(b"\n", 0, max(start - 1, 0)) + 1
    start = max(start, offset - LEAD_BYTES)
    while _within_character(expected, start):
        start -= 1
    return start


def _window(output: bytes, start: int) -> _Window:
    lines = output[start : start + WINDOW_BYTES].decode(errors="ignore").split("\n")
    cut = start + WINDOW_BYTES < len(output)
    if start > 0 and output[start - 1 : start] != b"\n":
        lines[0] = _CUT + lines[0]
    last = f"{lines.pop()}{_CUT}\n" if cut else lines.pop()
    lines = [f"{line}\n" for line in lines] + ([last] if last else [])
    return _Window(lines[:WINDOW_LINES], cut or len(lines) > WINDOW_LINES)


def _changes(before: _Window, after: _Window) -> Sequence[str]:
    """One hunk: all lines up to the last change, then a little context."""
    blocks = SequenceMatcher(None, before.lines, after.lines, autojunk=False).get_opcodes()
    if (before.cut or after.cut) and blocks[-1][0] != "equal" and len(blocks) > 2:
        blocks.pop()  # the windows end at different lines; that is no difference of the outputs
    shown: list[str] = []
    for kind, i, j, k, m in blocks:
        if kind == "equal":
            shown += [f" {line}" for line in before.lines[i:j]]
        else:
            shown += [f"-{line}" for line in before.lines[i:j]] + [f"+{line}" for line in after.lines[k:m]]
    kind, i, j, *_ = blocks[-1]
    surplus = j - i - CONTEXT_LINES if kind == "equal" else 0
    return [_line(line) for line in shown[: len(shown) - max(surplus, 0)]]


def _line(line: str) -> str:
    return _visible(line[:-1]) if line.endswith("\n") else f"{_visible(line)} (no line feed at the end)"


def _visible(text: str) -> str:
    return "".join(one if one.isprintable() else "".join(f"\\x{byte:02x}" for byte in one.encode()) for one in text)


def _within_character(output: bytes, place: int) -> bool:
    """Whether a UTF-8 character would be split there."""
    return place < len(output) and output[place] & 0b1100_0000 == 0b1000_0000


def _is_text(output: bytes) -> bool:
    try:
        output.decode()
    except UnicodeDecodeError:
        return False
    return True
