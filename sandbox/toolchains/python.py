"""Python for references and generators: the interpreter that runs us, with its standard library and nothing else."""

import compileall
import platform
import py_compile
import sys
import sysconfig
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sandbox.box import APP, Files, Program, Root
from sandbox.errors import MissingEntry
from sandbox.libraries import shared_libraries
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.roots import RootContents, RootStore
from sandbox.toolchains.toolchain import ToolchainIdentity

_PYTHON = "/usr/bin/python3"

_OPTIONS = ("-S", "-s", "-P", "-B")
"""No site-packages, neither the machine's nor a user's; /app not importable; no byte code written."""

_ENVIRONMENT = {"PYTHONUTF8": "1"}

_LEFT_OUT = {
    *("test", "tests", "idle_test", "idlelib", "turtledemo", "tkinter", "lib2to3", "ensurepip", "venv"),
    *("site-packages", "dist-packages", "lib-dynload", "__pycache__", "sitecustomize.py"),
}
"""What in the standard library's folder is not needed, not ours to show, or different at each start."""

_EXTENSIONS_LEFT_OUT = {"_tkinter", "_curses", "_curses_panel", "_dbm", "_gdbm", "nis", "readline", "ossaudiodev"}
"""They need a terminal, a device or a database of the machine's, and bring libraries with them."""


@dataclass(frozen=True, slots=True)
class _StandardLibrary:
    sources: Path
    extensions: Path
    place: str
    """Where the interpreter looks for it in a root: it walks up from where it lies, but never as far as `/`."""


class Python:
    """Starts a file's script. Callers may put libraries at a mount point and name it in PYTHONPATH."""

    def __init__(self, root: Root, version: str) -> None:
        self._root = root
        self._identity = ToolchainIdentity("python", version, root.digest)

    @classmethod
    def load(cls, roots: RootStore, mount_points: tuple[str, ...] = ("/reference",)) -> Self:
        """Prepare a root with this very interpreter. Blocks, the first time for seconds: call it from a worker thread.

        Raises:
            LibraryMissing: a library of the interpreter's is not on this machine.
        """
        library = _standard_library()
        interpreter = Path(sys.base_prefix) / "bin" / f"python{library.sources.name.removeprefix('python')}"
        extensions = list(_extensions(library.extensions))
        files = {
            _PYTHON: interpreter.resolve(strict=True),
            **shared_libraries([interpreter.resolve(strict=True), *extensions]),
            **{f"{library.place}/lib-dynload/{path.name}": path for path in extensions},
            **{f"{library.place}/{path.relative_to(library.sources)}": path for path in _sources(library.sources)},
        }
        return cls(roots.provide(RootContents(files, mount_points, _compile)), platform.python_version())

    async def check(self) -> None:
        """It was loaded, so it is there."""

    async def identify(self) -> ToolchainIdentity:
        return self._identity

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        if entry not in files:
            raise MissingEntry(entry)
        return Program(self._root, (_PYTHON, *_OPTIONS, f"{APP}/{entry}"), files, environment=_ENVIRONMENT)


def _standard_library() -> _StandardLibrary:
    sources = Path(sysconfig.get_path("stdlib"))
    extensions = sysconfig.get_config_var("DESTSHARED")
    return _StandardLibrary(
        sources,
        Path(extensions) if extensions else sources / "lib-dynload",
        f"/usr/{sys.platlibdir}/{sources.name}",
    )


def _sources(folder: Path) -> Generator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in _LEFT_OUT or path.name.startswith("config-"):
            continue
        if path.is_dir():
            yield from _sources(path)
        elif path.is_file():
            yield path


def _extensions(folder: Path) -> Generator[Path]:
    for path in sorted(folder.glob("*.so")):
        name = path.name.partition(".")[0]
        if name not in _EXTENSIONS_LEFT_OUT and "test" not in name and not name.startswith("xxlimited"):
            yield path


def _compile(root: Path) -> None:
    """Byte code that needs no times to be valid. Without it each start would compile what it imports."""
    for library in root.glob("usr/lib*/python3*"):
        compileall.compile_dir(
            library,
            quiet=2,
            stripdir=str(root),
            prependdir="/",
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
