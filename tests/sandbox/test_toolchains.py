import json
import platform
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.box import Mount
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.errors import MissingEntry
from sandbox.libraries import LibraryMissing, shared_libraries
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootStore
from sandbox.toolchains.javascript import JavaScript
from sandbox.toolchains.python import Python
from sandbox.toolchains.toolchain import Toolchain


@pytest.fixture(scope="session")
def python(roots: RootStore) -> Python:
    return Python.load(roots)


async def run_python(
    sandbox: BubblewrapSandbox, python: Python, source: str, environment: dict[str, str], *mounts: Mount
) -> Outcome:
    program = await python.prepare({"driver.py": source.encode()}, "driver.py")
    program = replace(program, mounts=mounts, environment={**program.environment, **environment})
    async with sandbox.open(program, Limits()) as box:
        return await box.run([])


@pytest.mark.parametrize("name", ["javascript", "python"])
async def test_a_program_without_its_entry_is_refused(name: str, request: pytest.FixtureRequest) -> None:
    toolchain: Toolchain = request.getfixturevalue(name)
    with pytest.raises(MissingEntry, match=r"no src/main\.x"):
        await toolchain.prepare({"main.x": b""}, "src/main.x")


@pytest.mark.parametrize("name", ["javascript", "python"])
async def test_loading_again_gives_the_same_digest(name: str, request: pytest.FixtureRequest, roots: RootStore) -> None:
    loaded: JavaScript | Python = request.getfixturevalue(name)
    assert await type(loaded).load(roots).identify() == await loaded.identify()


async def test_javascript_tells_the_version_that_runs(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> None:
    program = await javascript.prepare({"deep/main.mjs": b"console.log(process.versions.node)"}, "deep/main.mjs")
    async with bubblewrap.open(program, Limits()) as box:
        outcome = await box.run([])
    identity = await javascript.identify()
    assert outcome.stdout.decode() == f"{identity.version}\n"
    assert identity.name == "node"


async def test_python_is_the_interpreter_that_runs_us(bubblewrap: BubblewrapSandbox, python: Python) -> None:
    source = "import platform, sys; print(platform.python_version(), sys.flags.utf8_mode, sys.flags.no_site)"
    outcome = await run_python(bubblewrap, python, source, {})
    assert outcome.stdout.decode() == f"{platform.python_version()} 1 1\n", outcome
    assert (await python.identify()).version == platform.python_version()


async def test_python_has_its_standard_library_and_the_libraries_that_needs(
    bubblewrap: BubblewrapSandbox, python: Python
) -> None:
    source = (
        "import argparse, ast, asyncio, bz2, ctypes, dataclasses, decimal, email, hashlib, json, lzma, re, sqlite3,"
        " ssl, unicodedata, unittest, uuid, xml.etree.ElementTree, zlib, zoneinfo; print(hashlib.md5(b'').hexdigest())"
    )
    outcome = await run_python(bubblewrap, python, source, {})
    assert outcome.stdout == b"d41d8cd98f00b204e9800998ecf8427e\n", outcome


async def test_python_sees_no_installed_packages(bubblewrap: BubblewrapSandbox, python: Python) -> None:
    outcome = await run_python(bubblewrap, python, "import pytest", {})
    assert outcome.exit_code == 1
    assert b"ModuleNotFoundError: No module named 'pytest'" in outcome.stderr


async def test_a_library_can_be_mounted_and_is_read_only(
    bubblewrap: BubblewrapSandbox, python: Python, cache: Path
) -> None:
    library = cache / "library"
    library.mkdir()
    library.chmod(0o755)
    (library / "borrowed.py").write_text("NAME = 'borrowed'")
    (library / "borrowed.py").chmod(0o644)
    source = """
import borrowed
print(borrowed.NAME, borrowed.__file__)
try:
    open(borrowed.__file__, "w")
except OSError as error:
    print(error.strerror)
"""
    mount = Mount(library, "/reference")
    outcome = await run_python(bubblewrap, python, source, {"PYTHONPATH": "/reference"}, mount)
    assert outcome.stdout.decode().splitlines() == ["borrowed /reference/borrowed.py", "Read-only file system"]


async def test_the_hash_seed_is_fixed_and_can_be_chosen(bubblewrap: BubblewrapSandbox, python: Python) -> None:
    source = "import json; print(json.dumps([hash('a'), hash('b')]))"
    first, again, other = [
        json.loads((await run_python(bubblewrap, python, source, environment)).stdout)
        for environment in ({}, {}, {"PYTHONHASHSEED": "7"})
    ]
    assert first == again != other


def test_libraries_lie_where_libc_is_and_the_loader_keeps_its_path() -> None:
    libraries = shared_libraries([Path("/bin/sh").resolve()])
    libc = next(target for target in libraries if Path(target).name.startswith("libc."))
    loaders = [target for target in libraries if Path(target).name.startswith("ld-")]
    assert len(loaders) == 1
    assert all(Path(target).parent == Path(libc).parent for target in libraries if target not in loaders)


def test_a_script_is_no_program_whose_libraries_could_be_missed(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\n")
    assert shared_libraries([script]) == {}


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(LibraryMissing, match="absent"):
        shared_libraries([tmp_path / "absent"])
