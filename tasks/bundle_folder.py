"""Reading a bundle's folder. It comes from strangers: only the expected, regular, not too large files are read."""

from collections.abc import Mapping
from pathlib import Path

from sandbox.limits import MIB
from tasks.bundle_error import BundleError

CARD = "task.toml"
SPEC = "spec.md"
GENERATOR = "generator.py"
SAMPLES = "cases/sample.jsonl"
HIDDEN = "cases/hidden.jsonl.xz"
IGNORED = "__pycache__"
FILE_BYTES = 16 * MIB


def read_folder(folder: Path) -> Mapping[str, bytes]:
    """All files of a bundle: path relative to it, with `/` -> content.

    Raises:
        BundleError: something in the folder is neither a folder nor a regular file, or is too large.
    """
    return {path.relative_to(folder).as_posix(): read_regular(path, folder) for path in sorted(files_below(folder))}


def files_below(folder: Path) -> list[Path]:
    if folder.is_symlink() or not folder.is_dir():
        raise BundleError(folder.name, "not a folder")
    found = list[Path]()
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            found += [] if path.name == IGNORED else files_below(path)
        else:
            found.append(path)
    return found


def read_regular(path: Path, folder: Path) -> bytes:
    name = path.relative_to(folder).as_posix()
    if path.is_symlink() or not path.is_file():
        raise BundleError(name, "not a regular file")
    if path.stat().st_size > FILE_BYTES:
        raise BundleError(name, f"larger than {FILE_BYTES // MIB} MiB")
    try:
        return path.read_bytes()
    except OSError as error:
        raise BundleError(name, f"can't be read ({error.strerror})") from None


def decode_text(files: Mapping[str, bytes], name: str) -> str:
    """The text of one file that has to be there.

    Raises:
        BundleError: it is missing or not UTF-8.
    """
    if name not in files:
        raise BundleError(name, "missing")
    try:
        return files[name].decode()
    except UnicodeDecodeError:
        raise BundleError(name, "not UTF-8") from None
