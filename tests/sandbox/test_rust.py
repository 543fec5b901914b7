"""Rust programs, from source to what they do in their boxes."""

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic

import anyio
import pytest

from sandbox.box import Program
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.errors import BuildFailed, MissingEntry, ToolchainMissing
from sandbox.limits import BUILD_LIMITS, MIB, Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootStore
from sandbox.slots import Slots
from sandbox.toolchains.rust import Rust
from sandbox.toolchains.rustc import Rustc, find_rustc, rustc_at

MAIN = "src/main.rs"
HELLO = 'fn main() { println!("hello"); }'
ECHO = 'fn main() { for word in std::env::args().skip(1) { print!("<{word}>"); } }'

Run = Callable[..., Awaitable[Outcome]]
Refuse = Callable[..., Awaitable[str]]

A_SERVER = """
import sys, anyio
from pathlib import Path
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.roots import RootStore
from sandbox.slots import Slots
from sandbox.toolchains.rust import Rust

async def main(cache: Path, source: bytes) -> None:
    builds = Builds(BubblewrapSandbox(cache), Slots(1), cache)
    program = await Rust(RootStore(cache), builds).prepare({"src/main.rs": source}, "src/main.rs")
    print(len(program.files["program"]))

anyio.run(main, Path(sys.argv[1]), sys.argv[2].encode())
"""


A_LEAVING_SERVER = A_SERVER.replace(
    "    program = await",
    """    with anyio.move_on_after(1):
        await Rust(RootStore(cache), builds).prepare({"src/main.rs": source}, "src/main.rs")
    print("left")
    return
    program = await""",
)


@pytest.fixture(scope="session")
def rust(roots: RootStore, builds: Builds) -> Rust:
    return Rust(roots, builds)


@pytest.fixture
def run(bubblewrap: BubblewrapSandbox, rust: Rust) -> Run:
    async def run(source: str, *args: str, limits: Limits | None = None, **more: str) -> Outcome:
        files = {MAIN: source.encode()} | {f"src/{name}.rs": text.encode() for name, text in more.items()}
        async with bubblewrap.open(await rust.prepare(files, MAIN), limits or Limits()) as box:
            return await box.run(args)

    return run


@pytest.fixture
def refuse(roots: RootStore, builds: Builds) -> Refuse:
    """What the agent is told about a program that does not build, be it within tighter limits than usual."""

    async def refuse(source: str, limits: Limits = BUILD_LIMITS) -> str:
        with pytest.raises(BuildFailed) as failed:
            await Rust(roots, builds).prepare({MAIN: source.encode()}, MAIN, limits)
        return failed.value.output

    return refuse


async def test_a_program_gets_its_arguments_verbatim(run: Run) -> None:
    args = ["", "-x", "--help", "--", "a b", "line\nline", "$HOME", "*", "é日本👩‍👧", "x" * 10_000]
    outcome = await run(ECHO, *args)
    assert outcome.stdout.decode() == "".join(f"<{word}>" for word in args)
    assert (outcome.exit_code, outcome.stderr) == (0, b"")


async def test_a_program_may_have_modules_of_its_own(run: Run) -> None:
    outcome = await run("mod greeting; fn main() { greeting::greet(); }", greeting='pub fn greet() { print!("hi"); }')
    assert outcome.stdout == b"hi"


async def test_overflow_wraps_as_in_a_release(run: Run) -> None:
    source = 'fn main() { let n = std::env::args().count() as u8; println!("{}", (n + 199) * 2 - n); }'
    assert (await run(source)).stdout == b"143\n"


async def test_a_panic_is_exit_code_101(run: Run) -> None:
    outcome = await run('fn main() { panic!("nobody"); }')
    assert (outcome.exit_code, outcome.signal) == (101, None)
    assert b"src/main.rs:1" in outcome.stderr
    assert b"/app" not in outcome.stderr


async def test_a_program_sees_nothing_but_itself(run: Run) -> None:
    source = """fn main() { for place in ["/", "/app", "/dev"] {
        let mut names: Vec<_> = std::fs::read_dir(place).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        print!("{names:?}"); } }"""
    told = (await run(source)).stdout.decode()
    assert told == '["app", "dev"]["program"]["null", "urandom"]'


async def test_threads_and_the_clock_work_in_an_empty_root(run: Run) -> None:
    source = """use std::{collections::HashMap, thread, time::Instant};
    fn main() { let t = Instant::now(); let m: HashMap<u8, u8> = (0..9).map(|i| (i, i)).collect();
        let n = thread::spawn(move || m.len()).join().unwrap();
        println!("{n} {} {}", t.elapsed().as_secs() < 60, thread::available_parallelism().is_ok()); }"""
    assert (await run(source)).stdout == b"9 true true\n"


async def test_the_compilers_first_errors_are_told(refuse: Refuse) -> None:
    source = "fn main() { let unused = 1; first(); }\n" + "".join(f"fn f{n}() {{ wrong{n}(); }}\n" for n in range(500))
    told = await refuse(source)
    assert told.startswith("error[E0425]: cannot find function `first` in this scope\n --> src/main.rs:1:")
    assert len(told.encode()) <= 8192


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("fn main() { unsafe { std::hint::unreachable_unchecked() } }", "usage of an `unsafe` block"),
        ("#![allow(unsafe_code)] fn main() {}", "allow(unsafe_code) incompatible with previous forbid"),
        ('extern "C" { fn abs(n: i32) -> i32; } fn main() { unsafe { abs(1); } }', "unsafe"),
        ("#[no_mangle] pub fn f() {} fn main() {}", "no_mangle"),
        ('use std::arch::asm; fn main() { unsafe { asm!("nop") } }', "unsafe"),
        ("use rand::random; fn main() {}", "rand"),
        ('fn main() { print!("{}", include_str!("/etc/passwd")); }', "couldn't read `/etc/passwd`"),
        ('#[path = "/etc/passwd"] mod a; fn main() {}', "/etc/passwd"),
        ('const _: &str = env!("PATH_OF_THE_HOST"); fn main() {}', "PATH_OF_THE_HOST"),
        ("fn other() {}", "`main` function not found"),
    ],
)
async def test_what_a_solution_may_not_do_does_not_build(refuse: Refuse, source: str, part: str) -> None:
    assert part in await refuse(source)


QUICK = Limits(cpu_seconds=1, wall_factor=60, memory_bytes=768 * MIB, processes=256, file_bytes=64 * MIB)

BOMBS = {
    "a constant without end": "#![allow(long_running_const_eval)] const X: u32 = { let mut i = 0u32; loop "
    '{ i = i.wrapping_add(1); if i == 0 { break; } } i }; fn main() { println!("{X}"); }',
    "macros that grow": "macro_rules! a { ($($t:tt)*) => { a!{$($t)* $($t)*} } } fn main() { a!{1 2} }",
    "types that grow": "fn f<T: Copy>(t: T, n: u32) { if n > 0 { f((t, t), n - 1) } } fn main() { f(1u8, 9) }",
    "a file without end": 'static X: &[u8] = include_bytes!("/dev/urandom"); fn main() { println!("{}", X.len()); }',
    "a deep expression": "fn main() { let _ = " + "(" * 100_000 + "1" + ")" * 100_000 + "; }",
}


@pytest.mark.parametrize("bomb", BOMBS)
async def test_a_bomb_for_the_compiler_is_a_failed_build(refuse: Refuse, bomb: str) -> None:
    assert await refuse(BOMBS[bomb], QUICK)


@pytest.mark.parametrize("mebibytes", [40, 300])
async def test_a_huge_binary_is_a_failed_build(refuse: Refuse, mebibytes: int) -> None:
    size = mebibytes << 20
    source = (
        f'static X: [u8; {size}] = [1; {size}]; fn main() {{ let n = std::env::args().count(); print!("{{}}", X[n]); }}'
    )
    assert await refuse(source)


async def test_an_entry_elsewhere_is_built_and_a_missing_one_named(rust: Rust, bubblewrap: BubblewrapSandbox) -> None:
    program = await rust.prepare({"app.rs": HELLO.encode(), "Cargo.toml": b"[profile"}, "app.rs")
    async with bubblewrap.open(program, Limits()) as box:
        assert (await box.run([])).stdout == b"hello\n"
    with pytest.raises(MissingEntry, match=MAIN):
        await rust.prepare({"app.rs": b""}, MAIN)


async def test_the_binary_names_no_place_of_this_machine(rust: Rust, cache: Path) -> None:
    program = await rust.prepare({MAIN: b'fn main() { println!("{}", file!()); }'}, MAIN)
    binary = program.files["program"]
    assert [word for word in (str(cache), str(Path.home()), "/app/", "/out/") if word.encode() in binary] == []


async def test_what_was_built_is_not_built_again(bubblewrap: BubblewrapSandbox, roots: RootStore, cache: Path) -> None:
    files = {MAIN: f"// {monotonic()}\n{HELLO}".encode()}

    async def prepared() -> Program:
        return await Rust(roots, Builds(bubblewrap, Slots(1), cache)).prepare(files, MAIN)

    first, before = await prepared(), set((cache / "builds").iterdir())
    assert await prepared() == first
    assert set((cache / "builds").iterdir()) == before


async def test_two_servers_build_the_same_at_once(cache: Path) -> None:
    source = f"// {monotonic()}\n{HELLO}"
    told: list[bytes] = []

    async def serve() -> None:
        told.append((await anyio.run_process([sys.executable, "-c", A_SERVER, str(cache), source])).stdout)

    with anyio.fail_after(120):
        async with anyio.create_task_group() as group:
            group.start_soon(serve)
            group.start_soon(serve)
    assert int(told[0]) > 0
    assert told[0] == told[1]


async def test_a_server_that_ends_takes_the_build_with_it_that_nobody_waits_for(cache: Path) -> None:
    source = f"// {monotonic()}\n{BOMBS['macros that grow']}"
    with anyio.fail_after(30):
        told = await anyio.run_process([sys.executable, "-c", A_LEAVING_SERVER, str(cache), source])
    assert told.stdout == b"left\n"
    assert list((cache / "boxes").iterdir()) == []


async def test_each_compiler_of_this_machine_builds_and_tells_its_own_version(
    roots: RootStore, builds: Builds, bubblewrap: BubblewrapSandbox
) -> None:
    places = {Path(folder) / "rustc" for folder in os.get_exec_path()}
    for rustc in {found for place in places if (found := rustc_at(place))}:
        rust = Rust(roots, builds, rustc=rustc)
        assert (await rust.identify()).version == rustc.version
        async with bubblewrap.open(await rust.prepare({MAIN: HELLO.encode()}, MAIN), Limits()) as box:
            assert (await box.run([])).stdout == b"hello\n"


async def test_a_compiler_that_builds_nothing_is_missing_and_no_ones_failed_build(
    roots: RootStore, builds: Builds, tmp_path: Path
) -> None:
    (tmp_path / "lib/rustlib/none/lib").mkdir(parents=True)
    found = find_rustc()
    bare = Rustc(found.program, tmp_path, found.version, "none", found.linker_flags)
    rust = Rust(roots, builds, rustc=bare)
    with pytest.raises(ToolchainMissing, match=r"can't find crate for `std`(?s:.*)apt-get install"):
        await rust.check()
    with pytest.raises(ToolchainMissing):
        await rust.prepare({MAIN: b"not even Rust"}, MAIN)


def test_where_no_compiler_answers_there_is_none(tmp_path: Path) -> None:
    proxy = tmp_path / "rustc"
    proxy.write_text("#!/bin/sh\nexit 1\n")
    proxy.chmod(0o755)
    assert rustc_at(proxy) is None
    assert rustc_at(tmp_path / "nothing") is None
