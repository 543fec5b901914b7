"""One submission, all hidden cases, one report; and no report where the fault was ours."""

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import pytest

from sandbox.box import Files, Program
from sandbox.errors import BuildFailed, MissingEntry, SandboxUnavailable
from sandbox.fake import Behaviour, FakeProgram, FakeSandbox, FakeToolchain
from sandbox.limits import BUILD_LIMITS, MIB, Limits
from sandbox.slots import Slots
from sandbox.toolchains.toolchain import Toolchain
from tasks.bundle import Task, load_bundle
from tasks.bundle_error import BundleError
from tasks.cases import Case
from tasks.hidden import load_hidden, pack_hidden
from tasks.judge import Judge, JudgeFailed
from tasks.report import Report
from tasks.verdicts import Verdict

WriteBundle = Callable[..., Path]

HIDDEN = [Case(f"hidden-{number:03}", "greet", (f"guest {number}",), b"hello\n", 0) for number in range(12)]
ACCEPTED, WRONG, SLOW = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT


@pytest.fixture
def task(write_bundle: WriteBundle) -> Task:
    return load_bundle(write_bundle({"cases/hidden.jsonl.xz": pack_hidden(HIDDEN, "a canary")}))


class RefusingToolchain(FakeToolchain):
    """Its compiler accepts nothing."""

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        raise BuildFailed("main.mjs:1: syntax error")


class UnusableSandbox(FakeSandbox):
    """It opens boxes that fail, and knows why."""

    async def check(self) -> None:
        raise SandboxUnavailable("fake", "it lacks everything", "Install it.")


class Progress:
    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    async def __call__(self, done: int, total: int) -> None:
        self.told.append((done, total))


async def judged(
    task: Task,
    program: FakeProgram,
    *,
    sandbox: FakeSandbox | None = None,
    toolchain: Toolchain | None = None,
    slots: int = 3,
    digest: str = "5" * 64,
    progress: Progress | None = None,
) -> Report:
    sandbox = sandbox or FakeSandbox()
    sandbox.teach(b"program", program)
    judge = Judge(sandbox, {"javascript": toolchain or FakeToolchain()}, Slots(slots))
    with anyio.fail_after(10):
        return await judge.judge(task, digest, {"main.mjs": b"program"}, progress or Progress())


def number_of(args: Sequence[str]) -> int:
    return int(args[0].removeprefix("guest "))


def right(args: Sequence[str]) -> Behaviour:
    return Behaviour(b"hello\n", cpu_seconds=0.2 + number_of(args) / 100, memory_bytes=40 * MIB)


async def test_a_right_program_is_accepted_and_the_report_says_by_whom_and_of_what(task: Task) -> None:
    report = await judged(task, right)
    assert (report.verdict, report.passed, report.total) == (ACCEPTED, 12, 12)
    assert (report.not_run, report.unstable, report.verdicts, report.build_output) == (0, 0, {ACCEPTED: 12}, None)
    assert (report.task_id, report.task_version, report.sandbox) == (task.id, 1, "fake")
    assert (report.toolchain_name, report.toolchain_version) == ("fake", "0")
    assert (report.max_cpu_seconds, report.max_memory_bytes) == (0.31, 40 * MIB)
    assert report.key.snapshot_digest == "5" * 64
    assert report.key.task_digest == task.digest
    assert report.key.case_set_digest == load_hidden(task).digest
    assert report.key.toolchain_digest == FakeToolchain.IDENTITY.digest


async def test_all_cases_are_judged_and_the_first_failure_names_the_verdict(task: Task) -> None:
    odd = {2: Behaviour(b" hello "), 4: Behaviour(signal=11), 5: Behaviour(b"x" * 2 * MIB), 7: Behaviour(b"bye\n")}
    report = await judged(task, lambda args: odd.get(number_of(args), right(args)))
    assert (report.verdict, report.passed, report.total) == (Verdict.PRESENTATION_ERROR, 8, 12)
    assert report.verdicts == {
        **{ACCEPTED: 8, Verdict.PRESENTATION_ERROR: 1, Verdict.RUNTIME_ERROR: 1},
        **{Verdict.OUTPUT_LIMIT: 1, WRONG: 1},
    }


@pytest.mark.parametrize("slots", [1, 2, 5, 20])
async def test_after_three_time_limits_the_rest_is_not_run_however_many_run_at_once(task: Task, slots: int) -> None:
    slow = {1, 3, 6, 7, 8}
    report = await judged(
        task, lambda args: Behaviour(cpu_seconds=99) if number_of(args) in slow else right(args), slots=slots
    )
    assert (report.verdict, report.passed, report.not_run, report.total) == (SLOW, 4, 5, 12)
    assert report.verdicts == {ACCEPTED: 4, SLOW: 3}


async def test_a_program_that_answers_otherwise_the_second_time_is_unstable(task: Task) -> None:
    seen = set[int]()

    def forgetful(args: Sequence[str]) -> Behaviour:
        again = number_of(args) in seen
        seen.add(number_of(args))
        return Behaviour(b"bye\n") if again else right(args)

    report = await judged(task, forgetful)
    assert (report.verdict, report.unstable, report.passed) == (WRONG, 5, 7)
    assert report.verdicts == {ACCEPTED: 7, WRONG: 5}


async def test_the_same_snapshot_has_the_same_cases_run_again(task: Task) -> None:
    async def run_again(digest: str) -> list[int]:
        runs: list[int] = []

        def noted(args: Sequence[str]) -> Behaviour:
            runs.append(number_of(args))
            return right(args)

        await judged(task, noted, digest=digest)
        return sorted(number for number in set(runs) if runs.count(number) == 2)

    first = await run_again("1" * 64)
    assert len(first) == 5
    assert first == await run_again("1" * 64)
    assert first != await run_again("2" * 64)


async def test_source_that_does_not_build_is_a_verdict_with_what_the_compiler_said(task: Task) -> None:
    report = await judged(task, right, toolchain=RefusingToolchain())
    assert (report.verdict, report.build_output) == (Verdict.BUILD_FAILED, "main.mjs:1: syntax error")
    assert (report.passed, report.total, report.not_run, report.verdicts) == (0, 12, 12, {})


async def test_progress_counts_every_case_once_and_in_steps(task: Task) -> None:
    progress = Progress()
    await judged(task, right, progress=progress)
    assert progress.told == [(done, 12) for done in range(1, 13)]


def faulty(args: Sequence[str]) -> Behaviour:
    return Behaviour(fault=f"could not start {args}")


def crashing(args: Sequence[str]) -> Behaviour:
    raise LookupError(args)


@pytest.mark.parametrize("failing", [faulty, crashing])
async def test_a_fault_is_no_report_and_quotes_no_case(task: Task, failing: FakeProgram) -> None:
    with pytest.raises(JudgeFailed, match=r"^the judge failed: \w+ in ") as failed:
        await judged(task, lambda args: failing(args) if number_of(args) == 6 else right(args))
    assert "guest" not in str(failed.value)
    assert failed.value.__cause__ is failed.value.__context__ is None


async def test_a_sandbox_that_stopped_working_says_what_is_missing(task: Task) -> None:
    with pytest.raises(SandboxUnavailable, match="it lacks everything") as failed:
        await judged(task, lambda _: Behaviour(fault="gone"), sandbox=UnusableSandbox())
    assert failed.value.__context__ is None


async def test_hidden_cases_that_cannot_be_read_are_a_fault(task: Task) -> None:
    (task.folder / "cases/hidden.jsonl.xz").write_bytes(b"")
    with pytest.raises(BundleError, match="changed since"):
        await judged(task, right)


async def test_a_report_is_of_the_cases_that_were_run_whatever_is_judged_beside_it(
    task: Task, write_bundle: WriteBundle
) -> None:
    other = load_bundle(write_bundle({"spec.md": b"# Greeting\n\nOther words.\n"}, root="other"))
    digest = load_hidden(task).digest
    sandbox = FakeSandbox()
    sandbox.teach(b"program", right)
    judge = Judge(sandbox, {"javascript": FakeToolchain()}, Slots(1))

    async def turn_to_the_other(done: int, total: int) -> None:
        (task.folder / "cases/hidden.jsonl.xz").unlink(missing_ok=True)
        await judge.key(other, "6" * 64)

    with anyio.fail_after(10):
        report = await judge.judge(task, "5" * 64, {"main.mjs": b"program"}, turn_to_the_other)
    assert report.key.case_set_digest == digest


async def test_a_snapshot_without_its_entry_is_not_judged(task: Task) -> None:
    judge = Judge(FakeSandbox(), {"javascript": FakeToolchain()}, Slots(1))
    with pytest.raises(MissingEntry):
        await judge.judge(task, "5" * 64, {"other.mjs": b"program"}, Progress())
