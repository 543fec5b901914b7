"""A small bundle, for tests that break it in one place, and the real sandbox with the real references."""

import shutil
import tempfile
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path

import pytest

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.roots import RootStore
from sandbox.slots import Slots
from sandbox.toolchains.c import C
from sandbox.toolchains.python import Python
from tasks.debian_reference import DebianReferences
from tasks.python_reference import PythonReferences
from tasks.reference import References
from tests.bundles import CARD, TASK_ID, write_files

WriteBundle = Callable[..., Path]


@pytest.fixture
def write_bundle(tmp_path: Path) -> WriteBundle:
    """Write the bundle with some files replaced (`None` leaves one out), its digests right, unless `sums` is given."""

    def write(
        changes: dict[str, bytes | None] | None = None,
        *,
        sums: bytes | None = None,
        root: str = "tasks",
        task_id: str = TASK_ID,
    ) -> Path:
        return write_files(tmp_path / root / task_id, changes or {}, sums)

    return write


@pytest.fixture
def write_card(write_bundle: WriteBundle) -> Callable[[str, str], Path]:
    """Write the bundle with one piece of its card replaced."""

    def write(old: str, new: str) -> Path:
        assert old in CARD
        return write_bundle({"task.toml": CARD.replace(old, new).encode()})

    return write


@pytest.fixture(scope="session")
def cache() -> Generator[Path]:
    """Not pytest's own folder, which is private: boxes of a suite that runs as root have another uid."""
    folder = Path(tempfile.mkdtemp(prefix="repozero-tasks-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def bubblewrap(cache: Path) -> BubblewrapSandbox:
    return BubblewrapSandbox(cache)


@pytest.fixture(scope="session")
def references(cache: Path, bubblewrap: BubblewrapSandbox) -> References:
    roots, libraries = RootStore(cache), cache / "references"
    builds = Builds(bubblewrap, Slots(2), cache)
    python = Python.load(roots)
    return References(
        PythonReferences(python, libraries), DebianReferences(python, partial(C.load, roots, builds), libraries)
    )
