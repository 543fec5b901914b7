"""The tracks: from which language to which, and what is asked of a solution."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Track:
    """A source and a target language. `toolchain` names what builds and starts a solution."""

    id: str
    source_language: str
    target_language: str
    toolchain: str
    compiled: bool
    """Whether a solution is built before it runs."""
    driver_suffixes: tuple[str, ...]
    """What the original program's file name may end with, after `driver`."""
    rules: tuple[str, ...]
    """What is asked of a solution, in sentences for the agent."""


PY2JS = Track(
    id="py2js",
    source_language="Python",
    target_language="JavaScript",
    toolchain="javascript",
    compiled=False,
    driver_suffixes=(".py",),
    rules=(
        "Write JavaScript as ES modules for Node.js; the program starts from the task's entry file.",
        "Import only your own files, by relative path, and Node.js's built-in modules; no packages are installed.",
        "Re-implement the library: no WebAssembly, no native add-ons, no other process and no Python.",
        "The program gets the arguments of a case verbatim, an empty stdin, no network and nowhere to write.",
        "Print to stdout exactly the bytes that the driver prints, and end with its exit code; stderr is not compared.",
        "Compute what you print: a table of recorded answers fails on the hidden cases.",
    ),
)

C2RUST = Track(
    id="c2rust",
    source_language="C or C++",
    target_language="Rust",
    toolchain="rust",
    compiled=True,
    driver_suffixes=(".c", ".cpp"),
    rules=(
        "Write Rust, edition 2021; the program starts from the task's entry file.",
        "It is built by one call of rustc with -O: use your own modules and std only; there are no crates.",
        "A Cargo.toml is allowed and ignored, with its profiles; there are no build scripts and no procedural macros.",
        "Unsafe code is refused by the compiler: no foreign functions, no inline assembly, no C.",
        "Arithmetic behaves as in a release build: overflow wraps and is not checked; a panic ends with exit code 101.",
        "Re-implement the library: no other process, and nothing is read from files while the program runs.",
        "The program gets the arguments of a case verbatim, an empty stdin, no network and nowhere to write.",
        "Print to stdout exactly the bytes that the driver prints, and end with its exit code; stderr is not compared.",
        "Compute what you print: a table of recorded answers fails on the hidden cases.",
    ),
)

TRACKS: Mapping[str, Track] = MappingProxyType({track.id: track for track in (PY2JS, C2RUST)})
