"""Finding a Rust compiler, and the files that it is made of."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import ToolchainMissing
from sandbox.libraries import shared_libraries

OLDEST = (1, 80)
"""Programs may use what the standard library had by then."""

REMEDY = (
    "Install it: apt-get install --no-install-recommends rustc-web gcc libc6-dev (on Debian 12; elsewhere a current "
    "Rust from your distribution or from rustup, with gcc and the C library's development files)."
)

_OF_THE_SYSTEM = Path("/usr/bin/rustc")


@dataclass(frozen=True, slots=True)
class Rustc:
    program: Path
    """The compiler itself, not a proxy that chooses one."""
    sysroot: Path
    version: str
    target: str
    linker_flags: tuple[str, ...]
    """What makes it leave linking to gcc's own linker; the one that it may bring finds its parts through /proc."""

    def libraries(self) -> Mapping[str, Path]:
        """Its shared libraries, and the standard library as below a sysroot `/usr`."""
        folder = self.sysroot / "lib" / "rustlib" / self.target / "lib"
        standard = [path for path in sorted(folder.iterdir()) if path.suffix in (".rlib", ".rmeta")]
        return {
            **shared_libraries([self.program]),
            **{f"/usr/lib/rustlib/{self.target}/lib/{path.name}": path for path in standard},
        }


def find_rustc() -> Rustc:
    """The system's compiler, else the user's own, whichever is new enough. Blocks.

    Raises:
        ToolchainMissing: there is none.
    """
    places = [_OF_THE_SYSTEM, Path(shutil.which("rustc") or _OF_THE_SYSTEM)]
    found = [rustc for place in places if (rustc := rustc_at(place))]
    for rustc in found:
        if tuple(map(int, rustc.version.split(".")[:2])) >= OLDEST:
            return rustc
    oldest = ".".join(map(str, OLDEST))
    has = f"it is {found[0].version}" if found else "it is not installed"
    raise ToolchainMissing("Rust", f"they need rustc {oldest} or newer, and {has}", REMEDY)


def rustc_at(place: Path) -> Rustc | None:
    """What answers there; None where nothing does, such as a proxy without a compiler."""
    sysroot = Path(_answer(place, "--print", "sysroot") or "/nonexistent")
    program = sysroot / "bin" / "rustc"
    facts = dict(re.findall(r"^(host|release): (\S+)$", _answer(program, "-vV") or "", re.MULTILINE))
    if not facts.keys() >= {"host", "release"}:
        return None
    flags = ("-C", "linker-features=-lld")
    understood = _answer(program, *flags, "--print", "cfg") is not None
    return Rustc(program, sysroot, facts["release"], facts["host"], flags if understood else ())


def _answer(program: Path, *question: str) -> str | None:
    """Asked from `/`: a proxy obeys files that it finds in the folder it is started in."""
    if not program.is_file():
        return None
    told = subprocess.run([program, *question], cwd="/", capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else None
