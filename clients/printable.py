"""Text from elsewhere on somebody's terminal: it may be read, and do nothing else."""

import unicodedata

KEPT = frozenset("\n\t")
UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""Unicode's categories of control and format characters: they move the cursor, or turn the direction of writing."""


def printable(text: str) -> str:
    """The text with what a terminal would obey written as an escape."""
    return "".join(_escaped(character) if _obeyed(character) else character for character in text)


def _obeyed(character: str) -> bool:
    return character not in KEPT and unicodedata.category(character) in UNSEEN


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
