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
    driver_suffixes: tuple[str, ...]
    """What the original program's file name may end with, after `driver`."""
    rules: tuple[str, ...]
    """What is asked of a solution, in sentences for the agent."""


PY2JS = Track(
    id="py2js",
    source_language="Python",
    target_language="JavaScript",
    toolchain="javascript",
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

TRACKS: Mapping[str, Track] = MappingProxyType({track.id: track for track in (PY2JS,)})
