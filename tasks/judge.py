"""The judge: one submission, all hidden cases, one report.

The expected output stays in this process: a box gets the program and a case's arguments, the comparison happens here.
Chance decides nothing: cases begin in order, the cut after too many time limits is made by case order and not by the
order in which runs happened to end, and the cases that are run again are chosen by the snapshot's digest.

An error that arises beside a hidden case may quote it. So none leaves here as it is: only its kind and its places do.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

from anyio import to_thread

from sandbox.box import Files, Sandbox
from sandbox.errors import BuildFailed, MissingEntry, SandboxFault
from sandbox.slots import Slots
from sandbox.toolchains.toolchain import Toolchain, ToolchainIdentity
from tasks.bundle import Task
from tasks.bundle_error import BundleError
from tasks.case_runner import CaseRunner, RanCase
from tasks.cases import CaseSet
from tasks.error_places import error_places
from tasks.hidden import load_hidden
from tasks.report import Report, ReportKey
from tasks.tally import Tally
from tasks.verdicts import Verdict

ReportProgress = Callable[[int, int], Awaitable[None]]
"""Awaited with how many cases are judged, of how many."""


class JudgeFailed(Exception):
    """Raised when something failed while a submission was judged: there is no judgement. Quotes nothing."""

    def __init__(self, places: str) -> None:
        super().__init__(f"the judge failed: {places}")


class Judge:
    def __init__(self, sandbox: Sandbox, toolchains: Mapping[str, Toolchain], slots: Slots) -> None:
        """`toolchains` are by the name that a track gives."""
        self._sandbox = sandbox
        self._toolchains = toolchains
        self._slots = slots
        self._latest: tuple[str, CaseSet] | None = None
        """The hidden cases that were needed last, with their task's digest."""

    async def key(self, task: Task, snapshot_digest: str) -> ReportKey:
        """What the report of this snapshot is kept under.

        Raises:
            BundleError, ToolchainMissing, SandboxFault.
        """
        toolchain = await self._toolchain(task).identify()
        return _key(task, snapshot_digest, await self._hidden(task), toolchain)

    async def judge(self, task: Task, snapshot_digest: str, files: Files, progress: ReportProgress) -> Report:
        """Run the submission's program on every hidden case.

        Raises:
            MissingEntry: the files lack the task's entry; such a snapshot is never submitted.
            BundleError: the hidden cases can't be read.
            SandboxUnavailable: the sandbox failed, and a trivial program can't be isolated either.
            JudgeFailed: anything else went wrong.
        """
        try:
            return await self._judged(task, snapshot_digest, files, progress)
        except (MissingEntry, BundleError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it may quote a hidden case
            places, of_sandbox = error_places(error), isinstance(error, SandboxFault)
        if of_sandbox:
            await self._sandbox.check()
        raise JudgeFailed(places)

    async def _judged(self, task: Task, snapshot_digest: str, files: Files, progress: ReportProgress) -> Report:
        started = time.monotonic()
        hidden = await self._hidden(task)
        build_output = None
        try:
            program = await self._toolchain(task).prepare(files, task.card.entry, task.card.build_limits())
        except BuildFailed as failure:
            tally, build_output = Tally(len(hidden.cases)), failure.output
        else:
            limits = task.card.run_limits()
            async with self._sandbox.open(program, limits) as box:
                tally = await _tally(CaseRunner(box, limits, self._slots), hidden, snapshot_digest, progress)
        toolchain = await self._toolchain(task).identify()
        key = _key(task, snapshot_digest, hidden, toolchain)
        return self._report(task, key, toolchain, tally, build_output, time.monotonic() - started)

    async def _hidden(self, task: Task) -> CaseSet:
        if self._latest is None or self._latest[0] != task.digest:
            self._latest = (task.digest, await to_thread.run_sync(load_hidden, task))
        return self._latest[1]

    def _toolchain(self, task: Task) -> Toolchain:
        return self._toolchains[task.track.toolchain]

    def _report(
        self,
        task: Task,
        key: ReportKey,
        toolchain: ToolchainIdentity,
        tally: Tally,
        build_output: str | None,
        judged_seconds: float,
    ) -> Report:
        return Report(
            key=key,
            verdict=tally.verdict() if build_output is None else Verdict.BUILD_FAILED,
            total=tally.total,
            passed=tally.verdicts().get(Verdict.ACCEPTED, 0),
            not_run=tally.total - tally.done,
            unstable=len(tally.unstable),
            verdicts=dict(tally.verdicts()),
            build_output=build_output,
            task_id=task.id,
            task_version=task.card.version,
            toolchain_name=toolchain.name,
            toolchain_version=toolchain.version,
            sandbox=self._sandbox.name,
            max_cpu_seconds=max((mark.cpu_seconds for mark in tally.marks()), default=0.0),
            max_memory_bytes=max((mark.peak_memory_bytes for mark in tally.marks()), default=0),
            judged_seconds=judged_seconds,
            judged_at=datetime.now(UTC),
        )


def _key(task: Task, snapshot_digest: str, hidden: CaseSet, toolchain: ToolchainIdentity) -> ReportKey:
    return ReportKey(
        snapshot_digest=snapshot_digest,
        task_digest=task.digest,
        case_set_digest=hidden.digest,
        toolchain_digest=toolchain.digest,
    )


async def _tally(runner: CaseRunner, hidden: CaseSet, snapshot_digest: str, progress: ReportProgress) -> Tally:
    tally = Tally(len(hidden.cases))

    async def finished(index: int, ran: RanCase) -> None:
        tally.record(index, ran)
        await progress(tally.done, tally.total)

    async def finished_again(position: int, ran: RanCase) -> None:
        tally.record_again(chosen[position], ran)

    await runner.run_in_order(hidden.cases, runner.run_surely, finished, wanted=lambda: not tally.hopeless)
    tally.drop_after_last_wanted()
    chosen = tally.to_run_again(seed=snapshot_digest + hidden.digest)
    again = [hidden.cases[index] for index in chosen]
    await runner.run_in_order(again, runner.run_surely, finished_again)
    return tally
