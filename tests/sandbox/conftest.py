"""The real sandbox and its toolchains, prepared once."""

import shutil
import tempfile
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path

import pytest

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootStore
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


@pytest.fixture
def run_javascript(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> RunJavaScript:
    """Run a source text once in a box of its own."""

    async def run(source: str, *args: str, limits: Limits | None = None) -> Outcome:
        program = await javascript.prepare({"main.mjs": source.encode()}, "main.mjs")
        async with bubblewrap.open(program, limits or Limits()) as box:
            return await box.run(args)

    return run
