"""The digests of a bundle's files, in the form that `sha256sum -c` reads."""

import hashlib
import re
from collections.abc import Mapping

from tasks.bundle_error import BundleError

SUMS = "SHA256SUMS"
LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def encode_sums(digests: Mapping[str, str]) -> bytes:
    """The one canonical file of these digests (path -> SHA-256). Its own SHA-256 is the digest of the bundle."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(digests.items())).encode()


def decode_sums(data: bytes) -> Mapping[str, str]:
    """Path -> SHA-256.

    Raises:
        BundleError: it is not such a file, or not the canonical one.
    """
    digests = dict[str, str]()
    for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
        match = LINE.fullmatch(line)
        if not match:
            raise BundleError(SUMS, "not of the form '<sha256>  <path>'", f"line {number}")
        digests[match[2]] = match[1]
    if encode_sums(digests) != data:
        raise BundleError(SUMS, "not canonical: sorted by path, each path once, each line ended by a line feed")
    return digests


def verify_sums(listed: Mapping[str, str], contents: Mapping[str, bytes]) -> None:
    """Compare the files of a bundle (without the list itself) with its list.

    Raises:
        BundleError: a file is missing, not listed, or changed.
    """
    for path in sorted(listed.keys() | contents.keys()):
        if path not in contents:
            raise BundleError(path, f"missing, though {SUMS} lists it")
        if path not in listed:
            raise BundleError(SUMS, "not listed", path)
        if sha256(contents[path]) != listed[path]:
            raise BundleError(path, f"changed: it is not the file that {SUMS} lists")
