"""The original program with its real, pinned library, ready to be run in a box: what all kinds of originals share.

A library is installed by an ordinary package client into a private place, and boxes see it read-only. Nothing of it is
ever run outside a box.
"""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from sandbox.box import Files, Program
from tasks.reference_card import AnyReference, DebianReference, PythonReference

Of = TypeVar("Of", contravariant=True)


class ReferenceUnavailable(Exception):
    """Raised when the library of an original can't be installed here. Says what was tried and how that ended."""

    def __init__(self, packages: tuple[str, ...], reason: str) -> None:
        names = ", ".join(line.partition(" ")[0] for line in packages)
        super().__init__(f"the reference library ({names}) can't be installed: {reason}")
        self.reason = reason


class ReferenceKind(Protocol[Of]):
    """How originals of one kind are made ready. A generator is in Python, whatever its original is in."""

    async def prepare_driver(self, reference: Of, files: Files, entry: str, environment: Mapping[str, str]) -> Program:
        """The original that starts at `entry` of `files`, over its library.

        Raises:
            ReferenceUnavailable: the library can't be installed.
            MissingEntry, BuildFailed, ToolchainMissing, SandboxFault: as a toolchain's `prepare`.
        """
        ...

    async def prepare_generator(self, reference: Of, files: Files, entry: str) -> Program:
        """The generator that starts at `entry` of `files`. Raises: as `prepare_driver`."""
        ...


class References:
    """Originals of every kind."""

    def __init__(self, python: ReferenceKind[PythonReference], debian: ReferenceKind[DebianReference]) -> None:
        self._python = python
        self._debian = debian

    async def prepare_driver(
        self, reference: AnyReference, files: Files, entry: str, environment: Mapping[str, str]
    ) -> Program:
        match reference:
            case PythonReference():
                return await self._python.prepare_driver(reference, files, entry, environment)
            case DebianReference():
                return await self._debian.prepare_driver(reference, files, entry, environment)

    async def prepare_generator(self, reference: AnyReference, files: Files, entry: str) -> Program:
        match reference:
            case PythonReference():
                return await self._python.prepare_generator(reference, files, entry)
            case DebianReference():
                return await self._debian.prepare_generator(reference, files, entry)
