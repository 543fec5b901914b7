"""What bubblewrap's build box lets a compiler do, and what is taken from it."""

import json
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path

import anyio
import pytest

from sandbox.box import BUILD_PLACES, OUT, TMP, Built, Program, Root
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.libraries import shared_libraries
from sandbox.limits import MIB, Limits
from sandbox.roots import RootContents, RootStore

Build = Callable[..., Awaitable[Built]]


@pytest.fixture(autouse=True)
def nothing_is_left(cache: Path) -> Generator[None]:
    yield
    assert list((cache / "boxes").iterdir()) == []


@pytest.fixture
def shell_root(roots: RootStore) -> Root:
    shell, maker = Path("/bin/sh").resolve(), Path("/usr/bin/mkfifo")
    libraries = shared_libraries([shell, maker])
    return roots.provide(RootContents({"/bin/sh": shell, "/bin/mkfifo": maker, **libraries}, BUILD_PLACES))


@pytest.fixture
def build(bubblewrap: BubblewrapSandbox, building_root: Root) -> Build:
    async def build(source: str, limits: Limits | None = None) -> Built:
        prelude = """import fs from 'fs'; import net from 'net'; import {spawnSync} from 'child_process';
        const attempt = (act) => { try { return act() ?? 'done'; } catch (error) { return error.code; } };"""
        program = Program(building_root, ("/bin/node", "/app/main.mjs"), {"main.mjs": (prelude + source).encode()})
        return await bubblewrap.build(program, limits or Limits(cpu_seconds=20, file_bytes=64 * MIB), "product")

    return build


@pytest.mark.parametrize(
    "leave",
    [
        "fs.symlinkSync('/app/main.mjs', '/out/product')",
        "fs.symlinkSync('/etc/passwd', '/out/product')",
        "fs.writeFileSync('/out/other', 'x'); fs.symlinkSync('other', '/out/product')",
        "fs.writeFileSync('/out/other', 'x'); fs.linkSync('/out/other', '/out/product')",
        "fs.mkdirSync('/out/product')",
        "import {createServer} from 'net'; createServer().listen('/out/product', () => process.exit(0))",
        "fs.writeFileSync('/tmp/product', 'x'); fs.rmdirSync('/out')",
    ],
    ids=["link to its source", "link to the host", "link beside it", "hard link", "folder", "socket", "elsewhere"],
)
async def test_only_a_regular_file_with_one_name_is_taken(build: Build, leave: str) -> None:
    assert (await build(leave)).product is None


async def test_a_pipe_is_not_waited_for(bubblewrap: BubblewrapSandbox, shell_root: Root) -> None:
    program = Program(shell_root, ("/bin/sh", "-c", "mkfifo /out/product"), {})
    with anyio.fail_after(20):
        assert (await bubblewrap.build(program, Limits(), "product")).product is None


async def test_a_file_that_its_maker_can_not_read_is_either_taken_or_not_there(build: Build) -> None:
    built = await build("fs.writeFileSync('/out/product', 'x'); fs.chmodSync('/out/product', 0)")
    assert built.product in (b"x", None)


async def test_whatever_else_is_left_does_no_harm(build: Build) -> None:
    source = """process.chdir('/out');
    for (let depth = 0; depth < 2000; depth++) { fs.mkdirSync('d'); process.chdir('d'); }
    fs.mkdirSync('/tmp/closed'); fs.writeFileSync('/tmp/closed/x', 'x'); fs.chmodSync('/tmp/closed', 0);
    fs.writeFileSync('/out/product', 'x');"""
    assert (await build(source)).product == b"x"


async def test_what_can_be_written_is_bounded_and_lies_nowhere_else(build: Build) -> None:
    source = """const piece = Buffer.alloc(32 << 20, 1); const full = {};
    for (const place of ['/out', '/tmp']) for (let i = 0; i < 20; i++)
        full[place] = attempt(() => fs.writeFileSync(`${place}/${i}`, piece));
    for (const place of ['/', '/app', '/dev', '/bin', '/proc']) full[place] = attempt(() =>
        fs.writeFileSync(place + '/x', 'x'));
    console.log(JSON.stringify(full));"""
    told = json.loads((await build(source)).outcome.stdout)
    assert (told.pop(OUT), told.pop(TMP)) == ("ENOSPC", "ENOSPC")
    assert set(told.values()) <= {"EROFS", "ENOENT", "EACCES"}


async def test_one_file_is_bounded_too(build: Build) -> None:
    built = await build("fs.writeFileSync('/tmp/x', Buffer.alloc(3000))", Limits(file_bytes=2000))
    assert built.outcome.exit_code != 0


async def test_a_build_finds_nothing_of_an_earlier_one(build: Build) -> None:
    source = """const found = [fs.readdirSync('/tmp'), fs.readdirSync('/out')];
    for (const place of ['/tmp', '/out']) fs.writeFileSync(`${place}/trace`, '');
    fs.writeFileSync('/out/product', JSON.stringify(found));"""
    assert [(await build(source)).product for _ in range(2)] == [b"[[],[]]"] * 2


async def test_a_build_is_as_isolated_as_a_run(build: Build, cache: Path) -> None:
    source = f"""const places = ['/proc', '/etc/passwd', '/root', '{cache}'];
    const seen = places.map((path) => attempt(() => fs.statSync(path)));
    const reached = await new Promise((end) => net.connect({{host: '192.0.2.1', port: 80}})
        .on('connect', () => end('connected')).on('error', (error) => end(error.code)));
    console.log(JSON.stringify([seen, reached, process.getuid(), fs.readdirSync('/out'), fs.readdirSync('/tmp')]));"""
    told = json.loads((await build(source)).outcome.stdout)
    assert told == [["ENOENT"] * 4, "ENETUNREACH", 65534, [], []]


async def test_a_build_that_is_cancelled_leaves_nothing(build: Build) -> None:
    with anyio.fail_after(20), anyio.move_on_after(0.3) as patience:
        await build("setTimeout(() => {}, 1e6);")
    assert patience.cancelled_caught
