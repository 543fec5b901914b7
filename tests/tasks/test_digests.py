"""The list of digests: the form of sha256sum, and one spelling only."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tasks.bundle_error import BundleError
from tasks.digests import decode_sums, encode_sums, sha256, verify_sums

PATHS = some.from_regex("[a-z]{1,8}(/[a-z.]{1,8}){0,2}", fullmatch=True)


@given(some.dictionaries(PATHS, some.binary().map(sha256)))
def test_digests_survive_their_file(digests: dict[str, str]) -> None:
    assert decode_sums(encode_sums(digests)) == digests


def test_sha256sum_agrees(tmp_path: Path) -> None:
    command = shutil.which("sha256sum")
    assert command
    (tmp_path / "a.txt").write_bytes(b"a")
    (tmp_path / "SHA256SUMS").write_bytes(encode_sums({"a.txt": sha256(b"a")}))
    done = subprocess.run([command, "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == b"a.txt: OK\n"


A = sha256(b"a")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello\n", "SHA256SUMS, line 1: not of the form '<sha256>  <path>'"),
        (f"{A}  a\n{A} b\n".encode(), "SHA256SUMS, line 2: not of the form '<sha256>  <path>'"),
        (f"{A}  b\n{A}  a\n".encode(), "SHA256SUMS: not canonical: "),
        (f"{A}  a\n{A}  a\n".encode(), "SHA256SUMS: not canonical: "),
        (f"{A}  a".encode(), "SHA256SUMS: not canonical: "),
        (f"{A}  \xff\n".encode("latin-1"), "SHA256SUMS: not canonical: "),
    ],
)
def test_another_spelling_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BundleError) as caught:
        decode_sums(data)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ({}, "a: missing, though SHA256SUMS lists it"),
        ({"a": b"a", "b": b"b"}, "SHA256SUMS, b: not listed"),
        ({"a": b"b"}, "a: changed: it is not the file that SHA256SUMS lists"),
    ],
)
def test_files_that_are_not_the_listed_ones_are_refused(contents: dict[str, bytes], message: str) -> None:
    with pytest.raises(BundleError) as caught:
        verify_sums({"a": A}, contents)
    assert str(caught.value) == message
