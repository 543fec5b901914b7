"""C and C++ for references: a driver, compiled in a box over a library that lies in a folder of its own.

    c = C.load(roots, builds)  # blocks: in a worker thread
    library = CLibrary(folder, ("inih",))
    program = await c.prepare({"driver.c": source}, "driver.c", library=library)
    async with sandbox.open(program, limits) as box: ...  # the driver, libc and the library, nothing else

`folder` holds what a package does: usr/include, usr/lib/<machine>, or include and lib. It must be reachable for every
uid and never change, since what is built is kept by its path. The entry's ending says whether it is C (`.c`) or C++
(`.cpp`). A driver that does not compile raises BuildFailed with gcc's errors.
"""

import hashlib
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from sandbox.box import APP, BUILD_PLACES, OUT, Files, Mount, Program, Root
from sandbox.builds import PRODUCT, BuildRequest, Builds
from sandbox.errors import MissingEntry, ToolchainMissing
from sandbox.libraries import LibraryMissing
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.roots import RootContents, RootStore
from sandbox.toolchains.gcc import PATH, REMEDY, Gcc
from sandbox.toolchains.toolchain import ToolchainIdentity

LIBRARY = "/reference"
"""Where a box sees the library's folder."""

_HEADERS = (
    *("assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "iso646", "limits", "locale", "math"),
    *("setjmp", "signal", "stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib"),
    *("stdnoreturn", "string", "tgmath", "threads", "time", "uchar", "wchar", "wctype"),
    *("dirent", "fcntl", "getopt", "langinfo", "libgen", "pthread", "regex", "strings", "unistd", "endian", "iconv"),
    *("sys/types", "sys/stat", "sys/time", "sys/mman", "sys/wait", "sys/param", "sys/ioctl", "sys/uio", "sys/resource"),
)
"""What C and POSIX have, as far as a library's own headers may ask for it."""

_OPTIMISED = ("-O1", "-g0", "-w")


@dataclass(frozen=True, slots=True)
class CLibrary:
    """A library, or several, unpacked below `folder`; `links` are its names for the linker: `z` for libz."""

    folder: Path
    links: tuple[str, ...] = ()


class C:
    """Meets the contract of a toolchain too: without a library there is only the standard one."""

    def __init__(self, builds: Builds, gcc: Gcc, compiler: Program, run_root: Root, multiarch: str) -> None:
        """`compiler` lacks only the source and the library."""
        self._builds = builds
        self._compiler = compiler
        self._run_root = run_root
        self._links = tuple(f"-l{name}" for name in ("stdc++", "m") if gcc.file(f"lib{name}.so"))
        self._folders = tuple(f"{LIBRARY}/{place}" for place in (f"usr/lib/{multiarch}", "usr/lib", "lib"))
        facts = "\0".join((compiler.root.digest, run_root.digest, *compiler.argv))
        self._identity = ToolchainIdentity("gcc", gcc.version, hashlib.sha256(facts.encode()).hexdigest())

    @classmethod
    def load(cls, roots: RootStore, builds: Builds) -> Self:
        """Find gcc, and prepare its root. Blocks, the first time for seconds.

        Raises:
            ToolchainMissing: gcc or the C library's development files are not on this machine.
        """
        gcc = Gcc.find("C")
        try:
            contents = {
                **gcc.linking("libstdc++.so", "libstdc++.so.6"),
                **gcc.compiling("cc1", "cc1plus"),
                **_headers(gcc),
            }
            run_libraries = gcc.runtime("libstdc++.so.6", "libgcc_s.so.1", "libm.so.6", "libc.so.6")
        except (LibraryMissing, subprocess.CalledProcessError) as error:
            raise ToolchainMissing("C", str(error), REMEDY) from error
        build_root = roots.provide(RootContents(contents, (*BUILD_PLACES, LIBRARY)))
        compiler = Program(build_root, (str(gcc.program), *_OPTIMISED), {}, environment={"PATH": PATH})
        run_root = roots.provide(RootContents(run_libraries, (LIBRARY,)))
        return cls(builds, gcc, compiler, run_root, gcc.multiarch)

    async def check(self) -> None:
        """It was loaded, so it is there."""

    async def identify(self) -> ToolchainIdentity:
        return self._identity

    async def prepare(
        self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS, *, library: CLibrary | None = None
    ) -> Program:
        if entry not in files:
            raise MissingEntry(entry)
        mounts = (Mount(library.folder, LIBRARY),) if library else ()
        argv = (*self._compiler.argv, *self._options(entry, library.links if library else ()))
        source = Program(self._compiler.root, argv, files, mounts, self._compiler.environment)
        product = await self._builds.product(BuildRequest(source, build_limits))
        return Program(self._run_root, (f"{APP}/{PRODUCT}",), {PRODUCT: product}, mounts)

    def _options(self, entry: str, links: tuple[str, ...]) -> tuple[str, ...]:
        """An old-style run path, since only that serves libraries of the library's own too."""
        return (
            *(f"-I{LIBRARY}/{place}" for place in ("usr/include", "include")),
            *(f"-L{folder}" for folder in self._folders),
            *("-o", f"{OUT}/{PRODUCT}", entry),
            f"-Wl,--as-needed,--disable-new-dtags,-rpath,{':'.join(self._folders)}",
            *(f"-l{name}" for name in links),
            *self._links,
        )


_HEADERS_OF_CPP = "#include <bits/stdc++.h>\n#include <cxxabi.h>\n"
"""gcc's own list of all standard headers."""


def _headers(gcc: Gcc) -> Mapping[str, Path]:
    """The standard headers with all that they include, as the preprocessor meets them."""
    includes = "".join(f"#if __has_include(<{name}.h>)\n#include <{name}.h>\n#endif\n" for name in _HEADERS)
    found = _included(gcc, "c", includes)
    if gcc.tool("cc1plus"):
        found |= _included(gcc, "c++", _HEADERS_OF_CPP + includes)
    return {place: Path(place) for place in found}


def _included(gcc: Gcc, language: str, source: str) -> set[str]:
    command = [gcc.program, "-M", "-D_GNU_SOURCE", *_OPTIMISED, "-x", language, "-"]
    told = subprocess.run(command, input=source, capture_output=True, text=True, check=True, env={"PATH": PATH})
    return {os.path.normpath(word) for word in told.stdout.split() if word.startswith("/")}
