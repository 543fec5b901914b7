"""Trying a program on the samples, and on arguments of one's own."""

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import pytest

from sandbox.box import Files, Program
from sandbox.errors import MissingEntry, SandboxFault, SandboxUnavailable
from sandbox.fake import Behaviour, FakeProgram, FakeSandbox, FakeToolchain
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.slots import Slots
from tasks.bundle import Task, load_bundle
from tasks.case_files import encode_cases
from tasks.cases import Case
from tasks.trials import MAX_ARGUMENT_BYTES, MAX_ARGUMENTS, Trials, TrialTimeout, UnfitArguments, UnknownSample
from tasks.verdicts import Verdict

WriteBundle = Callable[..., Path]

SAMPLES = [Case(f"sample-{number:03}", "greet", (str(number),), b"hello\n", 0) for number in range(4)]
FILES = {"main.mjs": b"program"}


class UnusableSandbox(FakeSandbox):
    """It opens boxes that fail, and knows why."""

    async def check(self) -> None:
        raise SandboxUnavailable("fake", "it lacks everything", "Install it.")


@pytest.fixture
def task(write_bundle: WriteBundle) -> Task:
    return load_bundle(write_bundle({"cases/sample.jsonl": encode_cases(SAMPLES)}))


def trials_of(program: FakeProgram, sandbox: FakeSandbox | None = None, seconds: float = 10) -> Trials:
    sandbox = sandbox or FakeSandbox()
    sandbox.teach(b"program", program)
    return Trials(sandbox, {"javascript": FakeToolchain()}, Slots(2), seconds)


async def unheard(done: int, total: int) -> None:
    """Progress that nobody wants."""


def hello(args: Sequence[str]) -> Behaviour:
    return Behaviour(b"bye\n" if args[0] == "2" else b"hello\n")


async def test_all_samples_run_where_none_is_named(task: Task) -> None:
    told: list[tuple[int, int]] = []

    async def note(done: int, total: int) -> None:
        told.append((done, total))

    runs = await trials_of(hello).run_samples(task, FILES, [], note)
    assert [run.case for run in runs] == SAMPLES
    verdicts = [run.ran.verdict for run in runs if run.ran]
    assert verdicts == [Verdict.ACCEPTED, Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


async def test_named_samples_run_once_each_in_the_order_of_the_task(task: Task) -> None:
    runs = await trials_of(hello).run_samples(task, FILES, ["sample-003", "sample-000", "sample-003"], unheard)
    assert [run.case.id for run in runs] == ["sample-000", "sample-003"]


async def test_an_unknown_sample_is_named_and_nothing_runs(task: Task) -> None:
    with pytest.raises(UnknownSample, match=f"no sample 'hidden-001' of {task.id}"):
        await trials_of(hello).run_samples(task, FILES, ["sample-000", "hidden-001"], unheard)


async def test_what_takes_too_long_comes_back_as_not_run_and_the_rest_with_its_verdict(task: Task) -> None:
    never = anyio.Event()
    trials = trials_of(lambda args: Behaviour(b"hello\n", waits_for=never if args[0] == "1" else None), seconds=0.5)
    runs = await trials.run_samples(task, FILES, [], unheard)
    assert [run.ran.verdict if run.ran else None for run in runs] == [
        *(Verdict.ACCEPTED, None),
        *(Verdict.ACCEPTED, Verdict.ACCEPTED),
    ]


async def test_a_single_run_that_takes_too_long_is_an_error(task: Task) -> None:
    never = anyio.Event()
    with pytest.raises(TrialTimeout, match=r"within 0\.1 seconds"):
        await trials_of(lambda _: Behaviour(waits_for=never), seconds=0.1).run_program(task, FILES, [])


class SlowToolchain(FakeToolchain):
    """It builds until it is told that it is done."""

    def __init__(self) -> None:
        self.built = anyio.Event()

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        await self.built.wait()
        return await super().prepare(files, entry, build_limits)


async def test_a_build_that_takes_too_long_is_waited_for_by_the_next_call(task: Task) -> None:
    sandbox, toolchain = FakeSandbox(), SlowToolchain()
    sandbox.teach(b"program", hello)
    trials = Trials(sandbox, {"javascript": toolchain}, Slots(2), seconds=0.1)
    assert [run.ran for run in await trials.run_samples(task, FILES, [], unheard)] == [None] * 4
    with pytest.raises(TrialTimeout):
        await trials.run_program(task, FILES, ["1"])
    toolchain.built.set()
    assert (await trials.run_program(task, FILES, ["1"])).stdout == b"hello\n"


async def test_a_single_run_gives_the_raw_outcome(task: Task) -> None:
    outcome = await trials_of(lambda args: Behaviour(repr(args).encode(), exit_code=3)).run_program(
        task, FILES, ["-x", ""]
    )
    assert (outcome.stdout, outcome.exit_code) == (b"['-x', '']", 3)


async def test_files_without_an_entry_cannot_run(task: Task) -> None:
    with pytest.raises(MissingEntry):
        await trials_of(hello).run_program(task, {"other.mjs": b"program"}, [])
    with pytest.raises(MissingEntry):
        await trials_of(hello).run_samples(task, {"other.mjs": b"program"}, [], unheard)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["fine", "a\0b"], "argument 1 holds a NUL"),
        (["\ud800"], "argument 0 holds a lone surrogate"),
        ([""] * (MAX_ARGUMENTS + 1), f"there are {MAX_ARGUMENTS + 1} arguments"),
        (["é" * (MAX_ARGUMENT_BYTES // 2), "x"], f"more than {MAX_ARGUMENT_BYTES} bytes together"),
    ],
    ids=["NUL", "surrogate", "too many", "too long"],
)
async def test_arguments_that_no_program_can_get_are_refused(task: Task, args: list[str], reason: str) -> None:
    with pytest.raises(UnfitArguments, match=reason):
        await trials_of(hello).run_program(task, FILES, args)


async def test_the_most_and_longest_arguments_are_passed(task: Task) -> None:
    args = ["x" * (MAX_ARGUMENT_BYTES // MAX_ARGUMENTS)] * MAX_ARGUMENTS
    outcome = await trials_of(lambda args: Behaviour(b"%d" % len(args))).run_program(task, FILES, args)
    assert outcome.stdout == b"%d" % MAX_ARGUMENTS


async def test_a_fault_stays_one_where_the_sandbox_works_otherwise(task: Task) -> None:
    with pytest.raises(SandboxFault, match="gone"):
        await trials_of(lambda _: Behaviour(fault="gone")).run_program(task, FILES, [])


async def test_a_sandbox_that_does_not_work_at_all_says_what_is_missing(task: Task) -> None:
    trials = trials_of(lambda _: Behaviour(fault="gone"), UnusableSandbox())
    with pytest.raises(SandboxUnavailable, match="it lacks everything"):
        await trials.run_program(task, FILES, [])
    with pytest.raises(SandboxUnavailable, match="it lacks everything"):
        await trials.run_samples(task, FILES, [], unheard)
