"""The shared libraries that a program needs, as the machine's own loader finds them."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


class LibraryMissing(Exception):
    """Raised when the loader can't find or list what a program of a toolchain needs."""

    def __init__(self, detail: str) -> None:
        super().__init__(f"a shared library of the toolchain can't be found: {detail}")
        self.detail = detail


def shared_libraries(programs: Sequence[Path]) -> Mapping[str, Path]:
    """Where each library must lie in a root -> where it lies here.

    The loader itself keeps its path, which programs name. All else goes where libc is: the one folder that this loader
    certainly searches without a cache, an RPATH or an environment variable. A static program needs nothing.
    Only for programs that we trust: ldd may run them.

    Raises:
        LibraryMissing: a library is not on this machine.
    """
    found: dict[str, Path] = {}
    loaders: dict[str, Path] = {}
    for line in _ldd(programs).splitlines():
        name, arrow, rest = line.strip().partition(" => ")
        if arrow and rest.startswith("not found"):
            raise LibraryMissing(name)
        if arrow:
            found[Path(name).name] = Path(rest.split(" (")[0])
        elif name.startswith("/") and " (0x" in name:
            loader = name.split(" (")[0]
            loaders[loader] = Path(loader)
    libc = next((path for name, path in found.items() if name.startswith("libc.")), None)
    home = libc.parent if libc else Path("/lib")
    return {str(home / name): path for name, path in found.items()} | loaders


def _ldd(programs: Sequence[Path]) -> str:
    ldd = shutil.which("ldd") or shutil.which("ldd", path=os.defpath)  # a client may start us with any PATH
    if ldd is None:
        raise LibraryMissing("the program ldd, which comes with libc, is not installed")
    listing = subprocess.run([ldd, *programs], env={"LC_ALL": "C"}, capture_output=True, text=True, check=False)
    complaints = [line for line in listing.stderr.splitlines() if "execution permission" not in line]
    if listing.returncode != 0 and "not a dynamic executable" not in listing.stdout + listing.stderr:
        raise LibraryMissing(" ".join(complaints) or f"ldd ended with {listing.returncode}")
    return listing.stdout
