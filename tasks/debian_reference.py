"""Originals in C and C++: their library comes in Debian's binary packages, which apt fetches and dpkg unpacks.

Nothing is installed in the machine's own places, and no script of a package is run. A version that Debian has replaced
is gone from its mirrors: then the task's cases can't be recorded again, while those that are recorded still judge.
"""

import hashlib
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import anyio
from anyio import to_thread

from sandbox.box import Files, Program
from sandbox.toolchains.c import C, CLibrary
from sandbox.toolchains.toolchain import Toolchain
from tasks.private_library import provide_library
from tasks.reference import ReferenceUnavailable
from tasks.reference_card import ARCHITECTURE, DEBIAN_PACKAGE, DebianReference

TOOLS = ("apt-get", "dpkg", "dpkg-deb")


class DebianReferences:
    """`cache` keeps their libraries; several processes may share it. The compiler is found when it is first needed."""

    def __init__(self, generators: Toolchain, load_compiler: Callable[[], C], cache: Path) -> None:
        """`generators` is Python; `load_compiler` blocks, and raises ToolchainMissing."""
        self._generators = generators
        self._load_compiler = load_compiler
        self._compiler: C | None = None
        self._loading = anyio.Lock()
        self._cache = cache

    async def prepare_driver(
        self, reference: DebianReference, files: Files, entry: str, environment: Mapping[str, str]
    ) -> Program:
        compiler = await self._ready()
        library = CLibrary(await unpack_packages(reference.packages, self._cache), reference.libraries)
        program = await compiler.prepare(files, entry, library=library)
        return replace(program, environment={**program.environment, **environment})

    async def prepare_generator(self, reference: DebianReference, files: Files, entry: str) -> Program:
        return await self._generators.prepare(files, entry)

    async def _ready(self) -> C:
        async with self._loading:
            if self._compiler is None:
                self._compiler = await to_thread.run_sync(self._load_compiler)
            return self._compiler


async def unpack_packages(packages: tuple[str, ...], cache: Path) -> Path:
    """The folder with the files of exactly these packages, each as the card writes it.

    Raises:
        ReferenceUnavailable: apt and dpkg are missing or failed, or what came is not what was pinned.
    """

    async def fill(library: Path, scratch: Path) -> None:
        await demand_debian(packages)
        for number, package in enumerate(packages):
            archive = await fetch(packages, package, scratch / str(number))
            await run(packages, "dpkg-deb", "-x", str(archive), str(library))

    return await provide_library(cache, sorted(packages), fill)


async def demand_debian(packages: tuple[str, ...]) -> None:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        reason = f"that takes Debian's tools, and {', '.join(missing)} can't be found here"
        raise ReferenceUnavailable(packages, reason)
    architecture = (await run(packages, "dpkg", "--print-architecture")).stdout.decode().strip()
    if architecture != ARCHITECTURE:
        reason = f"its packages are pinned for {ARCHITECTURE}, and this machine is {architecture}"
        raise ReferenceUnavailable(packages, reason)


async def fetch(packages: tuple[str, ...], package: str, folder: Path) -> Path:
    """The .deb of `package`, in a new folder, its hash checked."""
    pinned = DEBIAN_PACKAGE.fullmatch(package)
    if pinned is None:
        raise ReferenceUnavailable(packages, f"{package!r} is not pinned")
    await anyio.Path(folder).mkdir()
    await run(packages, "apt-get", "download", f"{pinned['name']}={pinned['version']}", folder=folder)
    archive, digest = await to_thread.run_sync(downloaded, folder)
    if digest != pinned["sha256"]:
        reason = f"the package {archive.name} that came has the SHA-256 {digest}, not the pinned one"
        raise ReferenceUnavailable(packages, reason)
    return archive


async def run(
    packages: tuple[str, ...], tool: str, *arguments: str, folder: Path | None = None
) -> CompletedProcess[bytes]:
    done = await anyio.run_process((tool, *arguments), cwd=folder, check=False)
    if done.returncode != 0:
        raise ReferenceUnavailable(packages, complaint(tool, done.stderr.decode(errors="replace")))
    return done


def complaint(tool: str, stderr: str) -> str:
    """apt says most in its first line that begins with E, dpkg in its last."""
    lines = stderr.strip().splitlines() or [f"{tool} failed without a message"]
    said = next((line for line in lines if line.startswith("E: ")), lines[-1])
    if tool != "apt-get":
        return said
    return f"{said} (apt-get update renews the lists of packages; a version that is on no mirror any more can't be had)"


def downloaded(folder: Path) -> tuple[Path, str]:
    """The one package in `folder`, and its SHA-256."""
    (archive,) = folder.glob("*.deb")
    return archive, hashlib.sha256(archive.read_bytes()).hexdigest()
