"""Building once, keeping what was built, and telling why nothing was."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGXFSZ

import anyio
import pytest

from sandbox.box import Program, Root
from sandbox.builds import PRODUCT, BuildRequest, Builds
from sandbox.errors import BuildFailed, SandboxFault
from sandbox.fake import Behaviour, FakeSandbox
from sandbox.kept_builds import KeptBuilds
from sandbox.limits import MIB, Limits
from sandbox.slots import Slots

DONE = Behaviour(left={PRODUCT: b"binary"})
SOURCE = b"source"


@dataclass
class Compiler:
    """Counts how often it is asked."""

    behaviours: list[Behaviour]
    began: list[anyio.Event] = field(default_factory=list[anyio.Event])
    asked: int = 0

    def __call__(self, args: Sequence[str]) -> Behaviour:
        self.asked += 1
        for event in self.began:
            event.set()
        return self.behaviours[0] if len(self.behaviours) == 1 else self.behaviours.pop(0)


def builds_of(compiler: Compiler, cache: Path, slots: int = 2) -> Builds:
    sandbox = FakeSandbox()
    sandbox.teach(SOURCE, compiler)
    return Builds(sandbox, Slots(slots), cache)


def request(*argv: str, limits: Limits | None = None, most_bytes: int = 100) -> BuildRequest:
    root = Root(Path("/nonexistent"), "0" * 64)
    program = Program(root, argv or ("cc",), {"main": SOURCE})
    return BuildRequest(program, limits or Limits(file_bytes=MIB), most_bytes)


async def failure(behaviour: Behaviour, tmp_path: Path) -> str:
    with pytest.raises(BuildFailed) as failed:
        await builds_of(Compiler([behaviour]), tmp_path).product(request())
    return failed.value.output


async def test_what_was_built_is_not_built_again_not_even_by_the_next_server(tmp_path: Path) -> None:
    compiler = Compiler([DONE])
    for _ in range(2):
        builds = builds_of(compiler, tmp_path)
        assert [await builds.product(request()) for _ in range(2)] == [b"binary"] * 2
    assert compiler.asked == 2  # the fake asks twice for each build, for the outcome and for the files


async def test_other_arguments_are_another_build(tmp_path: Path) -> None:
    compiler = Compiler([DONE])
    builds = builds_of(compiler, tmp_path)
    await builds.product(request("cc"))
    await builds.product(request("cc", "-O2"))
    assert compiler.asked == 4


async def test_what_was_damaged_on_disk_is_built_again(tmp_path: Path) -> None:
    compiler = Compiler([DONE])
    await builds_of(compiler, tmp_path).product(request())
    kept = next((tmp_path / "builds").iterdir())
    kept.write_bytes(kept.read_bytes()[:-1] + b"X")
    assert await builds_of(compiler, tmp_path).product(request()) == b"binary"
    assert compiler.asked == 4


async def test_a_refusal_is_remembered(tmp_path: Path) -> None:
    compiler = Compiler([Behaviour(stderr=b"error: /app/src/main.rs is wrong\n", exit_code=1)])
    builds = builds_of(compiler, tmp_path)
    for _ in range(2):
        with pytest.raises(BuildFailed) as failed:
            await builds.product(request())
        assert failed.value.output == "error: src/main.rs is wrong"
    assert compiler.asked == 2


async def test_a_fault_of_ours_is_not_remembered(tmp_path: Path) -> None:
    builds = builds_of(Compiler([Behaviour(fault="the daemon is gone"), DONE, DONE]), tmp_path)
    with pytest.raises(SandboxFault, match="the daemon is gone"):
        await builds.product(request())
    assert await builds.product(request()) == b"binary"


async def test_who_asks_while_it_is_built_gets_the_same_build(tmp_path: Path) -> None:
    gate, began, products = anyio.Event(), anyio.Event(), list[bytes]()
    compiler = Compiler([Behaviour(waits_for=gate, left=DONE.left)], [began])
    builds = builds_of(compiler, tmp_path)

    async def ask() -> None:
        products.append(await builds.product(request()))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(ask)
            await began.wait()
            gate.set()
    assert products == [b"binary"] * 5
    assert compiler.asked == 2


async def test_a_build_goes_on_when_the_caller_who_began_it_leaves(tmp_path: Path) -> None:
    gate, began = anyio.Event(), anyio.Event()
    compiler = Compiler([Behaviour(waits_for=gate, left=DONE.left)], [began])
    builds = builds_of(compiler, tmp_path)
    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            group.start_soon(builds.product, request())
            await began.wait()
            group.cancel_scope.cancel()
        gate.set()
        assert await builds.product(request()) == b"binary"
    assert compiler.asked == 2


async def test_builds_wait_for_their_turn(tmp_path: Path) -> None:
    gate, began, order = anyio.Event(), anyio.Event(), list[str]()
    slots = Slots(1)
    sandbox = FakeSandbox()
    sandbox.teach(SOURCE, Compiler([Behaviour(waits_for=gate, left=DONE.left)], [began]))
    builds = Builds(sandbox, slots, tmp_path)

    async def run() -> None:
        async with slots.one():
            order.append("run")

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            group.start_soon(builds.product, request())
            await began.wait()
            group.start_soon(run)
            await anyio.wait_all_tasks_blocked()
            order.append("built")
            gate.set()
    assert order == ["built", "run"]


async def test_a_build_that_ran_out_of_wall_time_gets_another_try(tmp_path: Path) -> None:
    compiler = Compiler([Behaviour(wall_seconds=1000), Behaviour(wall_seconds=1000), DONE])
    assert await builds_of(compiler, tmp_path).product(request()) == b"binary"
    assert await failure(Behaviour(wall_seconds=1000), tmp_path / "other") == (
        "The build did not end within 15 s, twice, and was ended."
    )


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [
        (Behaviour(cpu_seconds=100), "The build used more than its 5 s of CPU time and was ended."),
        (Behaviour(memory_bytes=4096 * MIB), "The build used more than its 512 MiB of memory and was ended."),
        (Behaviour(stdout=b"x" * 2 * MIB), "The compiler printed more than 1048576 bytes and was ended."),
        (Behaviour(signal=SIGXFSZ), "The build wrote a file of more than 1 MiB and was ended."),
        (Behaviour(signal=11, stderr=b"backtrace"), "The compiler was ended by SIGSEGV."),
        (Behaviour(exit_code=3), "The compiler ended with exit code 3, without a word."),
        (Behaviour(), "The compiler found no error, but left no program that can be taken."),
        (
            Behaviour(left={PRODUCT: b"x" * 101}),
            "The program that was built has 101 bytes; at most 100 are allowed.",
        ),
    ],
)
async def test_each_limit_is_told_in_one_sentence(behaviour: Behaviour, told: str, tmp_path: Path) -> None:
    assert await failure(behaviour, tmp_path) == told


def test_of_too_many_kept_builds_the_longest_unused_go(tmp_path: Path) -> None:
    kept = KeptBuilds(tmp_path / "builds", most=3)
    for number in range(3):
        kept.keep(str(number), b"%d" % number)
    assert kept.get("0") == b"0"
    kept.keep("3", b"3")
    assert {number: kept.get(str(number)) for number in range(4)} == {0: b"0", 1: None, 2: b"2", 3: b"3"}
    assert len(list((tmp_path / "builds").iterdir())) == 3
