"""The hidden cases of a bundle. Who imports this can see them: only the judge and the recorder may."""

import json
import lzma
from collections.abc import Sequence

from pydantic import BaseModel, ValidationError

from tasks.bundle import Task
from tasks.bundle_error import BundleError
from tasks.bundle_folder import HIDDEN
from tasks.case_files import decode_cases, digest_of, encode_cases
from tasks.cases import Case, CaseSet
from tasks.digests import sha256
from tasks.strictness import STRICT

UNPACKED_BYTES = 64 * 1024 * 1024
DECODER_MEMORY_BYTES = 128 * 1024 * 1024
PRESET = 6
"""Fixed, since the packed bytes depend on it."""


class Canary(BaseModel):
    """The first line."""

    model_config = STRICT

    canary: str


def load_hidden(task: Task) -> CaseSet:
    """The hidden cases, if they are still those that the task was loaded with.

    Raises:
        BundleError: the file is gone, changed or broken, or unpacks to more than 64 MiB.
    """
    try:
        packed = (task.folder / HIDDEN).read_bytes()
    except FileNotFoundError:
        raise BundleError(HIDDEN, "missing") from None
    if sha256(packed) != task.file_digests[HIDDEN]:
        raise BundleError(HIDDEN, "changed since the bundle was loaded")
    canary, _, rows = unpack(packed).partition(b"\n")
    check_canary(canary)
    cases = decode_cases(rows, HIDDEN, task.card.behaviour_names, first_line=2)
    return CaseSet(digest_of(cases), cases)


def pack_hidden(cases: Sequence[Case], canary: str) -> bytes:
    """The file of these cases. The canary is a string by which their leaking can be found out."""
    first_line = json.dumps({"canary": canary}).encode()
    return lzma.compress(first_line + b"\n" + encode_cases(cases), format=lzma.FORMAT_XZ, preset=PRESET)


def unpack(packed: bytes) -> bytes:
    """Unpack one xz stream, within bounds however it was made."""
    decoder = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=DECODER_MEMORY_BYTES)
    try:
        data = decoder.decompress(packed, max_length=UNPACKED_BYTES + 1)
    except lzma.LZMAError as error:
        raise BundleError(HIDDEN, f"not an xz file ({error})") from None
    if len(data) > UNPACKED_BYTES:
        raise BundleError(HIDDEN, f"unpacks to more than {UNPACKED_BYTES} bytes")
    if not decoder.eof or decoder.unused_data:
        raise BundleError(HIDDEN, "not exactly one whole xz stream")
    return data


def check_canary(line: bytes) -> None:
    try:
        Canary.model_validate_json(line)
    except ValidationError:
        raise BundleError(HIDDEN, 'not of the form {"canary": "..."}', "line 1") from None
