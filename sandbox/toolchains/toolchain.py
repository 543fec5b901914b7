"""The contract of a toolchain: from source files to a program that a box can run."""

from dataclasses import dataclass
from typing import Protocol

from sandbox.box import Files, Program
from sandbox.limits import BUILD_LIMITS, Limits


@dataclass(frozen=True, slots=True)
class ToolchainIdentity:
    """Which toolchain it was; recorded in each report."""

    name: str
    version: str
    digest: str


class Toolchain(Protocol):
    """A toolchain may be found, or found missing, only when it is asked for something."""

    async def check(self) -> None:
        """See whether programs can be built and started with it.

        Raises:
            ToolchainMissing: they can't; the text says what to install.
            SandboxFault: that could not be found out.
        """
        ...

    async def identify(self) -> ToolchainIdentity:
        """Raises: as `check`."""
        ...

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        """Make a runnable program of source files, building it in a box of its own where the language needs that.

        `build_limits` are the compiler's; they say nothing to a language without one.

        Raises:
            MissingEntry: `entry` is not among the files.
            BuildFailed: the compiler refused the source, or the build reached a limit.
            ToolchainMissing: it is not on this machine.
            SandboxFault: the build box failed.
        """
        ...
