"""What a card says of its original: of which kind it is, and the packages that it needs, pinned with hashes."""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, Field, field_validator

from tasks.strictness import STRICT, Items

Requirement = Annotated[str, Field(max_length=2000)]
PINNED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+_-]+( --hash=sha256:[0-9a-f]{64})+")

ARCHITECTURE = "amd64"
"""Compiled packages are pinned for one architecture so far."""

DEBIAN_PACKAGE = re.compile(
    r"(?P<name>[a-z0-9][a-z0-9+.-]+)=(?P<version>[0-9][A-Za-z0-9.+:~-]*) (?P<architecture>amd64|all) "
    r"sha256:(?P<sha256>[0-9a-f]{64})"
)
LinkedLibrary = Annotated[str, Field(pattern=r"^[A-Za-z0-9_+][A-Za-z0-9_+.-]*$", max_length=60)]


class PythonReference(BaseModel):
    """An original in Python: its packages, all of them (dependencies are not resolved), pinned with hashes."""

    model_config = STRICT

    kind: Literal["python"]
    requirements: Items[Requirement] = Field(min_length=1)

    @field_validator("requirements")
    @classmethod
    def pinned(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        for line in lines:
            if not PINNED.fullmatch(line):
                msg = f"{line!r} is not of the form name==version --hash=sha256:..."
                raise ValueError(msg)
        return lines


class DebianReference(BaseModel):
    """An original in C or C++ over binary packages of Debian, all of them, each with the SHA-256 of its .deb.

    `libraries` are what the driver is linked with, as the linker names them; none, where headers are all there is.
    """

    model_config = STRICT

    kind: Literal["debian"]
    packages: Items[Requirement] = Field(min_length=1)
    libraries: Items[LinkedLibrary] = ()

    @field_validator("packages")
    @classmethod
    def pinned(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        for line in lines:
            if not DEBIAN_PACKAGE.fullmatch(line):
                msg = f"{line!r} is not of the form name=version {ARCHITECTURE} sha256:... (or all for {ARCHITECTURE})"
                raise ValueError(msg)
        return lines


AnyReference = Annotated[PythonReference | DebianReference, Field(discriminator="kind")]
