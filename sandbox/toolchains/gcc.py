"""The machine's gcc, as the files that compiling and linking need in a box.

gcc itself says where they are, and is asked for one at a time: taking whole folders would bring what other packages
have put there. They keep their places, since gcc finds them from its own, and the linker's scripts name them in full.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sandbox.errors import ToolchainMissing
from sandbox.libraries import shared_libraries

PATH = "/usr/local/bin:/usr/bin:/bin"
REMEDY = "Install them: apt-get install --no-install-recommends gcc libc6-dev (or your distribution's gcc and libc)."

_LINKING = (
    *("crt1.o", "Scrt1.o", "rcrt1.o", "crti.o", "crtn.o"),
    *("crtbegin.o", "crtbeginS.o", "crtbeginT.o", "crtend.o", "crtendS.o"),
    *("libgcc.a", "libgcc_eh.a", "libgcc_s.so", "libgcc_s.so.1", "liblto_plugin.so"),
    *("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libutil.so", "libmvec.so"),
    *("libc.a", "libm.a", "libdl.a", "libpthread.a", "librt.a", "libutil.a"),
)
"""What the linker is told to take. Where one is missing on a machine, it is not needed there or linking says so."""

_SCRIPT_BYTES = 4096
_SCRIPT = b"/* GNU ld script"


@dataclass(frozen=True, slots=True)
class Gcc:
    program: Path
    version: str

    @classmethod
    def find(cls, language: str) -> Self:
        """Raises: ToolchainMissing, for programs of `language`."""
        program = shutil.which("gcc", path=PATH)
        if program is None:
            raise ToolchainMissing(language, "gcc, which links them, is not installed", REMEDY)
        found = cls(Path(program), _told(Path(program), "-dumpfullversion"))
        if found.file("crti.o") is None:
            raise ToolchainMissing(language, "the development files of the C library are not installed", REMEDY)
        return found

    @property
    def multiarch(self) -> str:
        """The folder of this machine's libraries below /usr/lib, where a distribution has one."""
        return _told(self.program, "-print-multiarch")

    def file(self, name: str) -> Path | None:
        """Where gcc finds a file by this name when it links."""
        place = _told(self.program, f"-print-file-name={name}")
        return Path(os.path.normpath(place)) if place != name else None

    def tool(self, name: str) -> Path | None:
        """Where gcc finds a program of its own, or one of the linker's."""
        place = shutil.which(_told(self.program, f"-print-prog-name={name}"), path=PATH)
        return Path(os.path.normpath(place)) if place else None

    def linking(self, *more: str) -> Mapping[str, Path]:
        """gcc with what it needs to link; `more` names libraries besides those of C."""
        tools = self._tools("collect2", "ld", "lto-wrapper")
        places = {place for name in (*_LINKING, *more) for place in self._with_scripts(name)}
        return {**tools, **{str(place): place for place in places}}

    def compiling(self, *compilers: str) -> Mapping[str, Path]:
        """Its compilers proper, such as cc1, and the assembler; without headers."""
        return self._tools(*compilers, "as")

    def runtime(self, *names: str) -> Mapping[str, Path]:
        """These shared libraries, and all that they need, where a program's loader finds them."""
        found = {name: place for name in names if (place := self.file(name))}
        needed = shared_libraries(list(found.values()))
        home = next((Path(place).parent for place in needed if Path(place).name.startswith("libc.")), Path("/lib"))
        return {**{str(home / name): place for name, place in found.items()}, **needed}

    def _tools(self, *names: str) -> Mapping[str, Path]:
        places = [self.program, *(place for name in names if (place := self.tool(name)))]
        return {**{str(place): place for place in places}, **shared_libraries(places)}

    def _with_scripts(self, name: str) -> Iterable[Path]:
        """A library may be a script for the linker that names others."""
        place = self.file(name)
        if place is None or not place.is_file():
            return
        yield place
        with place.open("rb") as content:
            script = content.read(_SCRIPT_BYTES)
        if script.startswith(_SCRIPT):
            for named in re.findall(rb"/[^\s()]+\.(?:so[.\d]*|a)", script):
                yield Path(os.fsdecode(named))


def _told(program: Path, *question: str) -> str:
    told = subprocess.run([program, *question], capture_output=True, text=True, check=True, env={"PATH": PATH})
    return told.stdout.strip()
