"""Putting invocations to an original: what makes a case, and that a fault of the sandbox is never an answer."""

from collections.abc import Sequence
from contextlib import AsyncExitStack

import pytest

from sandbox.box import Box
from sandbox.errors import SandboxFault
from sandbox.fake import Behaviour, FakeProgram, FakeSandbox, FakeToolchain
from sandbox.limits import MIB, Limits
from sandbox.slots import Slots
from tasks.answers import Answer, answer_all
from tasks.cases import Case
from tasks.generation import Invocation


async def answers_of(*programs: FakeProgram, args: Sequence[str] = ("x",)) -> Sequence[Answer]:
    """One invocation for each of `args`, put to each of the programs."""
    sandbox = FakeSandbox()
    async with AsyncExitStack() as opened:
        boxes = list[Box]()
        for number, program in enumerate(programs):
            sandbox.teach(b"%d" % number, program)
            prepared = await FakeToolchain().prepare({"main": b"%d" % number}, "main")
            boxes.append(await opened.enter_async_context(sandbox.open(prepared, Limits())))
        return await answer_all([Invocation("b", (arg,)) for arg in args], boxes, Slots(2), lambda done, total: None)


async def test_what_all_boxes_print_becomes_a_case_in_the_order_of_the_invocations() -> None:
    def echo(args: Sequence[str]) -> Behaviour:
        return Behaviour(stdout=args[0].encode(), exit_code=3)

    answers = await answers_of(echo, echo, args=("one", "two"))
    cases = [Case("unnamed", "b", (name,), name.encode(), 3) for name in ("one", "two")]
    assert answers == [Answer(case) for case in cases]


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (Behaviour(stdout=b"a"), Behaviour(stdout=b"b"), "unstable"),
        (Behaviour(exit_code=0), Behaviour(exit_code=1), "unstable"),
        (Behaviour(), Behaviour(signal=6), "signal"),
        (Behaviour(cpu_seconds=6), Behaviour(), "time limit"),
        (Behaviour(), Behaviour(wall_seconds=16), "time limit"),
        (Behaviour(memory_bytes=600 * MIB), Behaviour(), "memory limit"),
        (Behaviour(stdout=bytes(2 * MIB)), Behaviour(), "output limit"),
    ],
)
async def test_what_is_not_the_same_and_finished_everywhere_is_dropped(
    first: Behaviour, second: Behaviour, reason: str
) -> None:
    assert await answers_of(lambda args: first, lambda args: second) == [Answer(None, reason)]


async def test_a_run_that_a_busy_machine_delayed_is_run_again() -> None:
    delays = iter([Behaviour(wall_seconds=16), Behaviour(stdout=b"done")])
    answers = await answers_of(lambda args: next(delays))
    assert answers == [Answer(Case("unnamed", "b", ("x",), b"done", 0))]


async def test_a_fault_of_the_sandbox_ends_it_as_such() -> None:
    with pytest.raises(SandboxFault, match="the disk is full"):
        await answers_of(lambda args: Behaviour(fault="the disk is full"), args=("one", "two", "three"))
