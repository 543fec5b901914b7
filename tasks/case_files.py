"""A whole case file: one row a line."""

import hashlib
from collections.abc import Collection, Iterable

from tasks.bundle_error import BundleError
from tasks.case_rows import BrokenRow, case_of, row_of
from tasks.cases import Case


def encode_cases(cases: Iterable[Case]) -> bytes:
    return "".join(row_of(case) for case in cases).encode()


def digest_of(cases: Iterable[Case]) -> str:
    """SHA-256 over the rows, in hexadecimal."""
    return hashlib.sha256(encode_cases(cases)).hexdigest()


def decode_cases(data: bytes, file: str, behaviours: Collection[str], *, first_line: int = 1) -> tuple[Case, ...]:
    """The cases of a file, whose rows begin at `first_line`.

    Raises:
        BundleError: a row is broken, an id is there twice, or a behaviour is not among `behaviours`.
    """
    lines = lines_of(data, file)
    cases = [decode_line(line, file, number) for number, line in enumerate(lines, first_line)]
    ids = set[str]()
    for number, case in enumerate(cases, first_line):
        if case.id in ids:
            raise BundleError(file, f"{case.id!r} is there more than once", f"line {number}, id")
        if case.behaviour not in behaviours:
            raise BundleError(file, f"task.toml names no behaviour {case.behaviour!r}", f"line {number}, behaviour")
        ids.add(case.id)
    return tuple(cases)


def lines_of(data: bytes, file: str) -> list[str]:
    """Split at line feeds only: other line separators may stand in a row."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BundleError(file, "not UTF-8") from None
    if not text.endswith("\n"):
        raise BundleError(file, "the last line does not end with a line feed")
    return text[:-1].split("\n")


def decode_line(line: str, file: str, number: int) -> Case:
    try:
        return case_of(line)
    except BrokenRow as error:
        key = f"line {number}" if error.key is None else f"line {number}, {error.key}"
        raise BundleError(file, error.reason, key) from None
