"""The contract that every sandbox backend keeps, and the fake keeps with it."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from sandbox.limits import MIB, Limits
from sandbox.outcome import Outcome

Files: TypeAlias = Mapping[str, bytes]
"""Relative, normalised paths with `/` -> content."""

APP = "/app"
"""Where a program's own files lie in the box, read-only; also its working directory."""

OUT = "/out"
"""Where a build leaves its product: empty, writable, and there only while a program is built."""

TMP = "/tmp"  # noqa: S108 - a place in the box, not on this machine
"""Where a build may write besides; gone with it."""

BUILD_PLACES = (OUT, TMP)
"""Mount points that the root of a program must have if it is to build something."""

SCRATCH_BYTES = 256 * MIB
"""What fits into each of them. They lie in memory, beyond the build's own limit."""

ENVIRONMENT: Mapping[str, str] = {
    "PATH": "/bin",
    "HOME": "/nonexistent",
    "PWD": APP,
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "TERM": "dumb",
    "NO_COLOR": "1",
}
"""Everything that a program sees of an environment, unless `Program.environment` adds to it."""


@dataclass(frozen=True, slots=True)
class Root:
    """A prepared root file system: a toolchain's runtime and nothing else, readable by every uid, never written."""

    folder: Path
    digest: str
    """SHA-256 over the paths and contents in the folder, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A folder of ours that a box sees read-only at `target`, an absolute path."""

    source: Path
    target: str


@dataclass(frozen=True, slots=True)
class Program:
    """What a box runs: `argv` and then a run's own arguments, with `files` under `/app` and `root` around them."""

    root: Root
    argv: tuple[str, ...]
    files: Files
    mounts: tuple[Mount, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Built:
    """One finished build."""

    outcome: Outcome
    product: bytes | None
    """None unless the program ended with 0, within its limits, and left a regular file that can be taken."""


class Box(Protocol):
    """One open isolated place holding one program. Runs may overlap; none sees another or leaves a trace for it."""

    async def run(self, args: Sequence[str]) -> Outcome:
        """Run the program once in a fresh process tree, stdin at /dev/null, and wait until the whole tree is gone.

        `args` are passed verbatim: UTF-8 without NUL, a leading `-` included.

        Raises:
            SandboxFault: the sandbox failed; there is no outcome.
        """
        ...


class Sandbox(Protocol):
    """A backend that isolates."""

    @property
    def name(self) -> str: ...

    async def check(self) -> None:
        """Isolate a trivial program for real.

        Raises:
            SandboxUnavailable: it can't be done here; the text says what to install or change.
        """
        ...

    def open(self, program: Program, limits: Limits) -> AbstractAsyncContextManager[Box]:
        """Prepare a box for `program`; leaving the context kills what still runs and removes every trace.

        Raises:
            SandboxFault: the box could not be prepared.
        """
        ...

    async def build(self, program: Program, limits: Limits, product: str) -> Built:
        """Run `program` once, without arguments, where it may also write to OUT and TMP; take what it made.

        Of all that it leaves only `OUT/product` is looked at, a name without a folder: a regular file with no other
        name, of at most `limits.file_bytes`. No link is followed. Everything else is gone with the box.

        Raises:
            SandboxFault: the sandbox failed; there is no outcome.
        """
        ...
