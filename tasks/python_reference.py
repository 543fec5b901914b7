"""Originals in Python: pip installs their library.

Wheels install without running code of theirs, and other kinds of distributions are refused.
"""

import platform
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import anyio

from sandbox.box import Files, Mount, Program
from sandbox.toolchains.toolchain import Toolchain
from tasks.private_library import LIBRARY, provide_library
from tasks.reference import ReferenceUnavailable
from tasks.reference_card import PythonReference

PIP_OPTIONS = (
    *("--require-hashes", "--no-deps", "--only-binary=:all:"),
    "--no-compile",  # byte code holds times and paths
    *("--no-input", "--quiet", "--disable-pip-version-check"),
)


class PythonReferences:
    """`cache` keeps their libraries; several processes may share it."""

    def __init__(self, toolchain: Toolchain, cache: Path) -> None:
        self._toolchain = toolchain
        self._cache = cache

    async def prepare_driver(
        self, reference: PythonReference, files: Files, entry: str, environment: Mapping[str, str]
    ) -> Program:
        library = await install_wheels(reference.requirements, self._cache)
        program = await self._toolchain.prepare(files, entry)
        return replace(
            program,
            mounts=(*program.mounts, Mount(library, LIBRARY)),
            environment={**program.environment, "PYTHONPATH": LIBRARY, **environment},
        )

    async def prepare_generator(self, reference: PythonReference, files: Files, entry: str) -> Program:
        """It may use the library too."""
        return await self.prepare_driver(reference, files, entry, {})


async def install_wheels(requirements: tuple[str, ...], cache: Path) -> Path:
    """The folder with exactly these packages.

    Raises:
        ReferenceUnavailable: pip is missing or failed.
    """

    async def fill(library: Path, scratch: Path) -> None:
        await pip_install(requirements, library, scratch / "requirements.txt")

    # wheels are chosen by interpreter and machine, so that these count too
    facts = (*sorted(requirements), platform.python_version(), sys.platform, platform.machine())
    return await provide_library(cache, facts, fill)


async def pip_install(requirements: tuple[str, ...], library: Path, listing: Path) -> None:
    await anyio.Path(listing).write_text("".join(f"{line}\n" for line in requirements))
    pip = (sys.executable, "-m", "pip", "install", *PIP_OPTIONS)
    done = await anyio.run_process((*pip, "--target", str(library), "-r", str(listing)), check=False)
    if done.returncode != 0:
        raise ReferenceUnavailable(requirements, pip_complaint(done.stderr.decode(errors="replace")))


def pip_complaint(stderr: str) -> str:
    """The line that says most: pip's first error, else (where pip itself is missing) the last line of all."""
    lines = stderr.strip().splitlines() or ["pip failed without a message"]
    return next((line for line in lines if line.startswith("ERROR:")), lines[-1])
