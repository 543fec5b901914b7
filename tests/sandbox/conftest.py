"""The real sandbox and its toolchains, prepared once."""

import shutil
import tempfile
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path

import pytest

from sandbox.box import BUILD_PLACES, Root
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootContents, RootStore
from sandbox.slots import Slots
from sandbox.toolchains.javascript import JavaScript

RunJavaScript = Callable[..., Awaitable[Outcome]]


@pytest.fixture(scope="session")
def cache() -> Generator[Path]:
    """Not pytest's own folder, which is private: boxes of a suite that runs as root have another uid."""
    folder = Path(tempfile.mkdtemp(prefix="repozero-sandbox-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def bubblewrap(cache: Path) -> BubblewrapSandbox:
    return BubblewrapSandbox(cache)


@pytest.fixture(scope="session")
def roots(cache: Path) -> RootStore:
    return RootStore(cache)


@pytest.fixture(scope="session")
def javascript(roots: RootStore) -> JavaScript:
    return JavaScript.load(roots)


@pytest.fixture(scope="session")
def building_root(roots: RootStore, javascript: JavaScript) -> Root:
    """node, in a root that has the places to build in."""
    folder = javascript.root.folder
    files = {f"/{path.relative_to(folder)}": path for path in folder.rglob("*") if path.is_file()}
    return roots.provide(
        RootContents({name: path for name, path in files.items() if not name.startswith("/dev/")}, BUILD_PLACES)
    )


@pytest.fixture(scope="session")
def builds(bubblewrap: BubblewrapSandbox, cache: Path) -> Builds:
    return Builds(bubblewrap, Slots(2), cache)


@pytest.fixture
def run_javascript(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> RunJavaScript:
    """Run a source text once in a box of its own."""

    async def run(source: str, *args: str, limits: Limits | None = None) -> Outcome:
        program = await javascript.prepare({"main.mjs": source.encode()}, "main.mjs")
        async with bubblewrap.open(program, limits or Limits()) as box:
            return await box.run(args)

    return run
