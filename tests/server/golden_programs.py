"""The golden programs: for each task, programs whose verdict is known."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"
EXPECTED = "expected.toml"


@dataclass(frozen=True)
class GoldenProgram:
    folder: Path
    based_on: str | None
    """If given, the program of the same task that it is, but for the files of its own."""
    verdict: str
    samples_pass: bool
    failing_behaviours: tuple[str, ...]
    """If given, the hidden cases that fail are all of these behaviours."""

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def task_id(self) -> str:
        return self.folder.parent.relative_to(GOLDEN).as_posix()

    def files(self) -> dict[str, str]:
        """Its files as an agent writes them."""
        base = _files_in(self.folder.with_name(self.based_on)) if self.based_on else {}
        return base | _files_in(self.folder)


def golden_programs() -> list[GoldenProgram]:
    return [_load(path) for path in sorted(GOLDEN.glob(f"*/*/*/*/{EXPECTED}"))]


def _load(path: Path) -> GoldenProgram:
    expected = tomllib.loads(path.read_text())
    return GoldenProgram(
        path.parent,
        expected.pop("based_on", None),
        expected.pop("verdict"),
        expected.pop("samples_pass"),
        tuple(expected.pop("failing_behaviours", ())),
    )


def _files_in(folder: Path) -> dict[str, str]:
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != EXPECTED]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in paths}
