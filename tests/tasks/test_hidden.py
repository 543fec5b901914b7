"""Hidden cases: only whole, unchanged and bounded files are read."""

import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.bundle import load_bundle
from tasks.bundle_error import BundleError
from tasks.case_files import digest_of, encode_cases
from tasks.cases import Case
from tasks.hidden import UNPACKED_BYTES, load_hidden, pack_hidden

WriteBundle = Callable[..., Path]
CASES = (Case("hidden-001", "greet", ("Zoë",), "hello Zoë\n".encode(), 0), Case("hidden-002", "fail", (), b"\xff", 1))
CANARY = b'{"canary": "x"}\n'


def packed(data: bytes) -> bytes:
    return lzma.compress(data, format=lzma.FORMAT_XZ)


def test_the_hidden_cases_come_with_the_digest_of_their_rows(write_bundle: WriteBundle) -> None:
    hidden = load_hidden(load_bundle(write_bundle({"cases/hidden.jsonl.xz": pack_hidden(CASES, "x")})))
    assert hidden.cases == CASES
    assert hidden.digest == digest_of(CASES)


def test_the_canary_does_not_count_in_the_digest(write_bundle: WriteBundle) -> None:
    one = load_hidden(load_bundle(write_bundle({"cases/hidden.jsonl.xz": pack_hidden(CASES, "x")}, root="one")))
    two = load_hidden(load_bundle(write_bundle({"cases/hidden.jsonl.xz": pack_hidden(CASES, "y")}, root="two")))
    assert one.digest == two.digest


def test_hidden_cases_are_not_in_the_clear() -> None:
    data = pack_hidden(CASES, "a canary")
    assert b"canary" not in data
    assert b"hidden-001" not in data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"anything but an xz file", "cases/hidden.jsonl.xz: not an xz file"),
        (packed(CANARY + encode_cases(CASES))[:-20], "cases/hidden.jsonl.xz: not exactly one whole xz stream"),
        (packed(CANARY + encode_cases(CASES)) * 2, "cases/hidden.jsonl.xz: not exactly one whole xz stream"),
        (packed(bytes(UNPACKED_BYTES + 1)), f"cases/hidden.jsonl.xz: unpacks to more than {UNPACKED_BYTES} bytes"),
        (packed(encode_cases(CASES)), 'cases/hidden.jsonl.xz, line 1: not of the form {"canary": "..."}'),
        (packed(b"\n" + encode_cases(CASES)), 'cases/hidden.jsonl.xz, line 1: not of the form {"canary": "..."}'),
        (packed(CANARY), "cases/hidden.jsonl.xz: the last line does not end with a line feed"),
        (packed(CANARY + b"{}\n"), "cases/hidden.jsonl.xz, line 2, id: missing"),
        (packed(CANARY + encode_cases(CASES[:1] * 2)), "cases/hidden.jsonl.xz, line 3, id: 'hidden-001' is there more"),
    ],
)
def test_a_broken_file_is_refused_by_line_and_reason(write_bundle: WriteBundle, data: bytes, message: str) -> None:
    task = load_bundle(write_bundle({"cases/hidden.jsonl.xz": data}))
    with pytest.raises(BundleError) as caught:
        load_hidden(task)
    assert str(caught.value).startswith(message)


def test_cases_that_changed_after_loading_are_refused(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    task = load_bundle(folder)
    (folder / "cases/hidden.jsonl.xz").write_bytes(pack_hidden(CASES, "another"))
    with pytest.raises(BundleError, match="changed since the bundle was loaded"):
        load_hidden(task)
    (folder / "cases/hidden.jsonl.xz").unlink()
    with pytest.raises(BundleError, match="missing"):
        load_hidden(task)
