"""Cases: one invocation each, and what the original printed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """One invocation of the driver. `args` are passed verbatim after the program's name."""

    id: str
    behaviour: str
    args: tuple[str, ...]
    stdout: bytes
    exit_code: int


@dataclass(frozen=True, slots=True)
class CaseSet:
    """Cases with the digest (SHA-256, hexadecimal, of their rows) that a report names."""

    digest: str
    cases: tuple[Case, ...]
