"""What every backend promises, the fake included. Each program exists twice: for node, and as the fake is taught it."""

import json
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import anyio
import pytest

from sandbox.box import ENVIRONMENT, Box, Sandbox
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.errors import SandboxFault
from sandbox.fake import Behaviour, FakeProgram, FakeSandbox, FakeToolchain
from sandbox.limits import MIB, Limits
from sandbox.outcome import Exceeded
from sandbox.toolchains.javascript import JavaScript
from sandbox.toolchains.toolchain import Toolchain

QUICK = Limits(cpu_seconds=0.3)
PATIENT = Limits(cpu_seconds=0.3, wall_factor=50)
"""A busy machine may take its time to give the program its CPU time."""


@dataclass(frozen=True)
class Sample:
    javascript: str
    fake: FakeProgram


OpenBox = Callable[..., AbstractAsyncContextManager[Box]]


@pytest.fixture(params=["fake", "bubblewrap"])
def open_box(request: pytest.FixtureRequest, bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> OpenBox:
    fake = FakeSandbox()
    sandbox: Sandbox = fake if request.param == "fake" else bubblewrap
    toolchain: Toolchain = FakeToolchain() if request.param == "fake" else javascript

    @asynccontextmanager
    async def open_box(sample: Sample, limits: Limits | None = None) -> AsyncGenerator[Box]:
        source = sample.javascript.encode()
        fake.teach(source, sample.fake)
        program = await toolchain.prepare({"main.mjs": source}, "main.mjs")
        async with sandbox.open(program, limits or Limits()) as box:
            yield box

    return open_box


ECHO = Sample(
    "process.stdout.write(JSON.stringify(process.argv.slice(2)))",
    lambda args: Behaviour(stdout=json.dumps(list(args), ensure_ascii=False, separators=(",", ":")).encode()),
)
SLEEPER = Sample("setTimeout(() => {}, 1e6)", lambda _: Behaviour(wall_seconds=1000))
EXIT_WITH = Sample("process.exit(Number(process.argv[2]))", lambda args: Behaviour(exit_code=int(args[0])))


@pytest.mark.parametrize(
    "args",
    [
        [],
        [""],
        ["-x", "--help", "--", "-"],
        ["a b", "line\nline", "tab\t", "\\n", "'", '"', "`id`"],
        ["$HOME", "${PATH}", "$(id)", "*", "~", ";true", "|", "&", "%s"],
        ["é", "日本語", "👩‍👩‍👧‍👦", "e\u0301", "\u202e"],
        ["x" * 100_000],
    ],
)
async def test_arguments_arrive_verbatim(open_box: OpenBox, args: list[str]) -> None:
    async with open_box(ECHO) as box:
        outcome = await box.run(args)
    assert json.loads(outcome.stdout) == args
    assert outcome.exit_code == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGXCPU, signal.SIGXFSZ])
async def test_an_exit_code_that_looks_like_a_signals_is_no_limit(open_box: OpenBox, number: signal.Signals) -> None:
    async with open_box(EXIT_WITH) as box:
        outcome = await box.run([str(128 + number)])
    assert (outcome.exit_code, outcome.exceeded) == (128 + number, None)


@pytest.mark.parametrize("code", [0, 1, 2, 77, 125, 126, 127, 128, 255])
async def test_exit_codes_are_the_programs_own(open_box: OpenBox, code: int) -> None:
    async with open_box(EXIT_WITH) as box:
        outcome = await box.run([str(code)])
    assert (outcome.exit_code, outcome.signal, outcome.exceeded) == (code, None, None)


@pytest.mark.parametrize(("name", "number"), [("SIGSEGV", 11), ("SIGTERM", 15), ("SIGKILL", 9), ("SIGABRT", 6)])
async def test_a_signal_is_told_as_a_shell_tells_it(open_box: OpenBox, name: str, number: int) -> None:
    crash = Sample(
        "process.kill(process.pid, process.argv[2]); setTimeout(() => {}, 1e6)", lambda _: Behaviour(signal=number)
    )
    async with open_box(crash) as box:
        outcome = await box.run([name])
    assert (outcome.exit_code, outcome.signal, outcome.exceeded) == (128 + number, number, None)


async def test_stdin_is_at_its_end(open_box: OpenBox) -> None:
    reader = Sample(
        "import fs from 'fs'; console.log(fs.readFileSync(0).length)",
        lambda _: Behaviour(stdout=b"0\n"),
    )
    async with open_box(reader) as box:
        outcome = await box.run([])
    assert outcome.stdout == b"0\n"


async def test_the_environment_is_the_declared_one_and_nothing_else(open_box: OpenBox) -> None:
    printer = Sample(
        "console.log(JSON.stringify(process.env))", lambda _: Behaviour(stdout=json.dumps(dict(ENVIRONMENT)).encode())
    )
    async with open_box(printer) as box:
        outcome = await box.run([])
    assert json.loads(outcome.stdout) == ENVIRONMENT


async def test_output_is_kept_as_bytes(open_box: OpenBox) -> None:
    content = bytes(range(256))
    printer = Sample(
        "process.stdout.write(Buffer.from([...Array(256).keys()])); process.stderr.write(Buffer.from([255, 0]))",
        lambda _: Behaviour(stdout=content, stderr=b"\xff\x00"),
    )
    async with open_box(printer) as box:
        outcome = await box.run([])
    assert (outcome.stdout, outcome.stderr) == (content, b"\xff\x00")


async def test_output_of_just_the_limit_is_complete(open_box: OpenBox) -> None:
    printer = Sample("process.stdout.write('x'.repeat(200000))", lambda _: Behaviour(stdout=b"x" * 200_000))
    async with open_box(printer, Limits(stdout_bytes=200_000)) as box:
        outcome = await box.run([])
    assert (outcome.stdout, outcome.exceeded) == (b"x" * 200_000, None)


async def test_a_flood_of_output_is_cut_and_ends_the_run(open_box: OpenBox) -> None:
    flood = Sample(
        "import fs from 'fs'; for (;;) fs.writeSync(1, 'flood '.repeat(1000))",
        lambda _: Behaviour(stdout=b"flood " * 10_000, cpu_seconds=1000),
    )
    async with open_box(flood, Limits(stdout_bytes=10)) as box:
        outcome = await box.run([])
    assert outcome.exceeded is Exceeded.STDOUT
    assert outcome.stdout == b"flood floo"


async def test_a_flood_of_errors_is_dropped_and_harmless(open_box: OpenBox) -> None:
    flood = Sample(
        "process.stderr.write('e'.repeat(3e6), () => console.log('done'))",
        lambda _: Behaviour(stdout=b"done\n", stderr=b"e" * 3_000_000),
    )
    async with open_box(flood, Limits(stderr_bytes=100)) as box:
        outcome = await box.run([])
    assert (outcome.stdout, outcome.stderr, outcome.exceeded) == (b"done\n", b"e" * 100, None)


async def test_a_loop_reaches_the_cpu_limit(open_box: OpenBox) -> None:
    loop = Sample("process.stdout.write('begun'); for (;;);", lambda _: Behaviour(stdout=b"begun", cpu_seconds=1000))
    async with open_box(loop, PATIENT) as box:
        outcome = await box.run([])
    assert (outcome.exceeded, outcome.signal, outcome.exit_code) == (Exceeded.CPU, 9, 137)
    assert outcome.stdout == b"begun"


async def test_waiting_reaches_the_wall_limit(open_box: OpenBox) -> None:
    async with open_box(SLEEPER, QUICK) as box:
        outcome = await box.run([])
    assert (outcome.exceeded, outcome.signal) == (Exceeded.WALL, 9)
    assert outcome.wall_seconds >= QUICK.wall_seconds


async def test_a_hog_reaches_the_memory_limit(open_box: OpenBox) -> None:
    hog = Sample(
        "const kept = []; for (;;) kept.push(Buffer.alloc(8 << 20, 1))", lambda _: Behaviour(memory_bytes=10_000 * MIB)
    )
    limits = Limits(memory_bytes=128 * MIB)
    async with open_box(hog, limits) as box:
        outcome = await box.run([])
    assert outcome.exceeded is Exceeded.MEMORY
    assert outcome.peak_memory_bytes > limits.memory_bytes


async def test_usage_of_an_honest_program_is_told(open_box: OpenBox) -> None:
    async with open_box(ECHO) as box:
        outcome = await box.run([])
    assert 0 < outcome.cpu_seconds < 5
    assert 0 < outcome.wall_seconds < 15
    assert 10 * MIB < outcome.peak_memory_bytes < 200 * MIB


async def test_a_run_finds_nothing_of_an_earlier_one(open_box: OpenBox) -> None:
    keeper = Sample(
        """import fs from 'fs';
        for (const place of ['/app', '/tmp', '/', '/dev']) {
            try { fs.readFileSync(place + '/trace'); console.log('found'); } catch {}
            try { fs.writeFileSync(place + '/trace', 'x'); console.log('left'); } catch {}
        }
        console.log('end')""",
        lambda _: Behaviour(stdout=b"end\n"),
    )
    async with open_box(keeper) as box:
        outcomes = [await box.run([]), await box.run([])]
    assert [outcome.stdout for outcome in outcomes] == [b"end\n", b"end\n"]


async def test_runs_of_a_box_may_overlap(open_box: OpenBox) -> None:
    answers: dict[int, bytes] = {}
    async with open_box(ECHO) as box:

        async def ask(number: int) -> None:
            answers[number] = (await box.run([str(number)])).stdout

        async with anyio.create_task_group() as group:
            for number in range(8):
                group.start_soon(ask, number)
    assert answers == {number: f'["{number}"]'.encode() for number in range(8)}


async def test_a_run_can_be_cancelled(open_box: OpenBox) -> None:
    never = anyio.Event()
    sleeper = Sample(SLEEPER.javascript, lambda _: Behaviour(waits_for=never))
    with anyio.fail_after(10):
        async with open_box(sleeper) as box:
            with anyio.move_on_after(0.2) as patience:
                await box.run([])
    assert patience.cancelled_caught


async def test_a_closed_box_runs_nothing(open_box: OpenBox) -> None:
    async with open_box(ECHO) as box:
        pass
    with pytest.raises(SandboxFault, match="closed"):
        await box.run([])
