"""Cases run in order, in bounded numbers, and one of them alone where the machine may have been to blame."""

import signal
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import anyio
import pytest

from sandbox.errors import SandboxFault
from sandbox.fake import Behaviour, FakeProgram, FakeSandbox, FakeToolchain
from sandbox.limits import Limits
from sandbox.slots import Slots
from tasks.case_runner import MOST_CONFIRMED_DOUBTS, CaseRunner, RanCase
from tasks.cases import Case
from tasks.verdicts import Verdict

CASES = [Case(f"hidden-{number:03}", "any", (str(number),), b"", 0) for number in range(6)]


@asynccontextmanager
async def runner_of(program: FakeProgram, slots: Slots) -> AsyncGenerator[CaseRunner]:
    sandbox = FakeSandbox()
    sandbox.teach(b"program", program)
    prepared = await FakeToolchain().prepare({"main.mjs": b"program"}, "main.mjs")
    with anyio.fail_after(10):
        async with sandbox.open(prepared, Limits()) as box:
            yield CaseRunner(box, Limits(), slots)


class Gates:
    """A program whose runs end when they are let go; `begun` are the cases in the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.ends = [anyio.Event() for _ in CASES]
        self.moved = anyio.Event()

    def __call__(self, args: Sequence[str]) -> Behaviour:
        number = int(args[0])
        self.begun.append(number)
        self.moved.set()
        return Behaviour(waits_for=self.ends[number])

    async def begins(self, *numbers: int) -> None:
        while self.begun != list(numbers):
            self.moved = anyio.Event()
            await self.moved.wait()


async def test_as_many_cases_run_as_there_are_slots_and_they_begin_in_order() -> None:
    gates, ended = Gates(), list[int]()

    async def finished(index: int, ran: RanCase) -> None:
        ended.append(index)

    async with runner_of(gates, Slots(2)) as runner, anyio.create_task_group() as group:
        group.start_soon(runner.run_in_order, CASES, runner.run, finished)
        await gates.begins(0, 1)
        gates.ends[1].set()
        await gates.begins(0, 1, 2)
        gates.ends[2].set()
        await gates.begins(0, 1, 2, 3)
        for end in gates.ends:
            end.set()
    assert gates.begun == [0, 1, 2, 3, 4, 5]
    assert ended[:2] == [1, 2]
    assert sorted(ended) == [0, 1, 2, 3, 4, 5]


async def test_boxes_that_run_at_once_share_the_slots() -> None:
    gates, slots = Gates(), Slots(2)

    async def finished(index: int, ran: RanCase) -> None:
        """Nothing has to be kept."""

    async with (
        runner_of(gates, slots) as one,
        runner_of(gates, slots) as other,
        anyio.create_task_group() as group,
    ):
        group.start_soon(one.run_in_order, CASES[:3], one.run, finished)
        group.start_soon(other.run_in_order, CASES[3:], other.run, finished)
        await anyio.wait_all_tasks_blocked()
        assert len(gates.begun) == 2
        for end in gates.ends:
            end.set()
    assert sorted(gates.begun) == [0, 1, 2, 3, 4, 5]


async def test_no_case_begins_once_it_is_not_wanted() -> None:
    ended: list[int] = []

    async def finished(index: int, ran: RanCase) -> None:
        ended.append(index)

    async with runner_of(lambda _: Behaviour(), Slots(1)) as runner:
        await runner.run_in_order(CASES, runner.run, finished, wanted=lambda: len(ended) < 3)
    assert ended == [0, 1, 2]


async def test_the_first_fault_of_the_sandbox_ends_all_and_is_the_one_that_is_told() -> None:
    never, both_run, ended = anyio.Event(), anyio.Event(), list[int]()

    def program(args: Sequence[str]) -> Behaviour:
        if args[0] == "0":
            return Behaviour(waits_for=never)
        both_run.set()
        return Behaviour(fault=f"fault of {args[0]}")

    async def finished(index: int, ran: RanCase) -> None:
        ended.append(index)

    async with runner_of(program, Slots(2)) as runner:
        with pytest.raises(SandboxFault, match="fault of 1"):
            await runner.run_in_order(CASES, runner.run, finished)
    assert both_run.is_set()
    assert ended == []


async def test_a_fault_leaves_no_slot_taken() -> None:
    slots = Slots(2)

    async def finished(index: int, ran: RanCase) -> None:
        """Nothing has to be kept."""

    async with runner_of(lambda _: Behaviour(fault="gone"), slots) as runner:
        with pytest.raises(SandboxFault, match="gone"):
            await runner.run_in_order(CASES, runner.run, finished)
        async with slots.all():
            pass


async def test_a_case_that_ran_out_of_wall_time_is_run_once_more_alone() -> None:
    gates, verdicts = Gates(), dict[int, Verdict]()

    def program(args: Sequence[str]) -> Behaviour:
        behaviour = gates(args)
        return Behaviour(wall_seconds=1000) if gates.begun == [0] else behaviour

    async def finished(index: int, ran: RanCase) -> None:
        verdicts[index] = ran.verdict

    async with runner_of(program, Slots(2)) as runner, anyio.create_task_group() as group:
        group.start_soon(runner.run_in_order, CASES[:3], runner.run_surely, finished)
        await gates.begins(0, 1)
        await anyio.wait_all_tasks_blocked()
        assert gates.begun == [0, 1], "it waits for its neighbour to end"
        gates.ends[1].set()
        await gates.begins(0, 1, 0)
        await anyio.wait_all_tasks_blocked()
        assert gates.begun == [0, 1, 0], "nobody begins beside it"
        gates.ends[0].set()
        gates.ends[2].set()
    assert gates.begun == [0, 1, 0, 2]
    assert verdicts == dict.fromkeys(range(3), Verdict.ACCEPTED)


async def test_a_case_that_waits_even_alone_has_reached_the_time_limit() -> None:
    runs: list[str] = []

    def program(args: Sequence[str]) -> Behaviour:
        runs.append(args[0])
        return Behaviour(wall_seconds=1000)

    async with runner_of(program, Slots(2)) as runner:
        ran = await runner.run_surely(CASES[3])
    assert ran.verdict is Verdict.TIME_LIMIT
    assert runs == ["3", "3"]


KILLED = Behaviour(signal=signal.SIGKILL)


async def test_a_case_that_was_killed_for_no_reason_of_its_own_is_run_once_more() -> None:
    runs: list[str] = []

    def program(args: Sequence[str]) -> Behaviour:
        runs.append(args[0])
        return KILLED if len(runs) == 1 else Behaviour()

    async with runner_of(program, Slots(2)) as runner:
        ran = await runner.run_surely(CASES[0])
    assert ran.verdict is Verdict.ACCEPTED
    assert runs == ["0", "0"]


async def test_a_program_that_kills_itself_every_time_is_believed_in_the_end() -> None:
    runs: list[int] = []

    def program(args: Sequence[str]) -> Behaviour:
        runs.append(int(args[0]))
        return KILLED

    async with runner_of(program, Slots(2)) as runner:
        verdicts = [(await runner.run_surely(case)).verdict for case in CASES]
    assert verdicts == [Verdict.RUNTIME_ERROR] * len(CASES)
    assert runs == [0, 0, 1, 1, 2, 2, 3, 4, 5]


async def test_cases_that_run_at_once_confirm_no_more_doubts_than_that() -> None:
    runs: list[int] = []

    def program(args: Sequence[str]) -> Behaviour:
        runs.append(int(args[0]))
        return KILLED

    async def finished(index: int, ran: RanCase) -> None:
        """Nothing has to be kept."""

    async with runner_of(program, Slots(2)) as runner:
        await runner.run_in_order(CASES, runner.run_surely, finished)
    assert len(runs) - len(CASES) <= MOST_CONFIRMED_DOUBTS + 1, "one more was waiting for its turn already"
    assert [runs.count(number) for number in (4, 5)] == [1, 1]


@pytest.mark.parametrize(
    "behaviour", [Behaviour(cpu_seconds=1000), Behaviour(exit_code=1), Behaviour(), Behaviour(stdout=b"x")]
)
async def test_whatever_else_a_case_did_it_is_run_once(behaviour: Behaviour) -> None:
    runs: list[str] = []

    def program(args: Sequence[str]) -> Behaviour:
        runs.append(args[0])
        return behaviour

    async with runner_of(program, Slots(2)) as runner:
        await runner.run_surely(CASES[0])
    assert runs == ["0"]
