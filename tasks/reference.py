"""The original program with its real, pinned library, ready to be run in a box.

The library is installed by pip into a private folder named by what is in it, is never changed afterwards, and is seen
by boxes read-only. Nothing of it is ever run outside a box: wheels install without running code of theirs, and other
kinds of distributions are refused.
"""

import hashlib
import platform
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import anyio
from anyio import to_thread

from sandbox.box import Files, Mount, Program
from sandbox.toolchains.toolchain import Toolchain
from tasks.card import PythonReference

LIBRARY = "/reference"
"""Where a box sees the library."""

EVERYONE_READS = 0o755
PIP_OPTIONS = (
    *("--require-hashes", "--no-deps", "--only-binary=:all:"),
    "--no-compile",  # byte code holds times and paths
    *("--no-input", "--quiet", "--disable-pip-version-check"),
)


class ReferenceUnavailable(Exception):
    """Raised when the library of an original can't be installed here. Says what was tried and how that ended."""

    def __init__(self, requirements: tuple[str, ...], reason: str) -> None:
        names = ", ".join(line.partition(" ")[0] for line in requirements)
        super().__init__(f"the reference library ({names}) can't be installed: {reason}")
        self.reason = reason


class PythonReferences:
    """Originals that are written in Python. `cache` keeps their libraries.

    Several processes may share it. Every user must be able to reach it, since boxes run as others.
    """

    def __init__(self, toolchain: Toolchain, cache: Path) -> None:
        self._toolchain = toolchain
        self._cache = cache

    async def prepare(
        self, reference: PythonReference, files: Files, entry: str, environment: Mapping[str, str]
    ) -> Program:
        """The program that starts at `entry` of `files` and can import the library.

        Raises:
            ReferenceUnavailable: the library can't be installed.
            MissingEntry, BuildFailed, SandboxFault: as the toolchain's `prepare`.
        """
        library = await install(reference.requirements, self._cache)
        program = await self._toolchain.prepare(files, entry)
        return replace(
            program,
            mounts=(*program.mounts, Mount(library, LIBRARY)),
            environment={**program.environment, "PYTHONPATH": LIBRARY, **environment},
        )


async def install(requirements: tuple[str, ...], cache: Path) -> Path:
    """The folder with exactly these packages, installed unless it is there already.

    Raises:
        ReferenceUnavailable: pip is missing or failed.
    """
    target = cache / library_digest(requirements)
    if not target.is_dir():
        building = start_building(cache)
        try:
            await pip_install(requirements, building)
            await to_thread.run_sync(publish, building / "library", target)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return target


def start_building(cache: Path) -> Path:
    if not cache.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        cache.chmod(EVERYONE_READS)
    return Path(tempfile.mkdtemp(prefix="building-", dir=cache))


def library_digest(requirements: tuple[str, ...]) -> str:
    """A name for what an installation holds; wheels are chosen by interpreter and machine, so that these count too."""
    parts = (*sorted(requirements), platform.python_version(), sys.platform, platform.machine())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


async def pip_install(requirements: tuple[str, ...], building: Path) -> None:
    listing = anyio.Path(building / "requirements.txt")
    await listing.write_text("".join(f"{line}\n" for line in requirements))
    pip = (sys.executable, "-m", "pip", "install", *PIP_OPTIONS)
    command = (*pip, "--target", str(building / "library"), "-r", str(listing))
    done = await anyio.run_process(command, check=False)
    if done.returncode != 0:
        raise ReferenceUnavailable(requirements, pip_complaint(done.stderr.decode(errors="replace")))


def pip_complaint(stderr: str) -> str:
    """The line that says most: pip's first error, else (where pip itself is missing) the last line of all."""
    lines = stderr.strip().splitlines() or ["pip failed without a message"]
    return next((line for line in lines if line.startswith("ERROR:")), lines[-1])


def publish(library: Path, target: Path) -> None:
    """Make the library readable by every user and put it in its place at once; whoever comes second finds it there."""
    library.chmod(EVERYONE_READS)
    for path in library.rglob("*"):
        path.chmod(EVERYONE_READS if path.is_dir() else 0o644)
    try:
        library.rename(target)
    except OSError:
        if not target.is_dir():
            raise
