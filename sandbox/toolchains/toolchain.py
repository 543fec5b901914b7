"""The contract of a toolchain: from source files to a program that a box can run."""

from dataclasses import dataclass
from typing import Protocol

from sandbox.box import Files, Program


@dataclass(frozen=True, slots=True)
class ToolchainIdentity:
    """Which toolchain it was; recorded in each report."""

    name: str
    version: str
    digest: str


class Toolchain(Protocol):
    @property
    def identity(self) -> ToolchainIdentity: ...

    async def prepare(self, files: Files, entry: str) -> Program:
        """Make a runnable program of source files, building it in a box of its own where the language needs that.

        Raises:
            MissingEntry: `entry` is not among the files.
            BuildFailed: the compiler refused the source.
            SandboxFault: the build box failed.
        """
        ...
