"""Trials: what an agent may run as often as it likes before it submits. Nothing here reads a hidden case."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio

from sandbox.box import Box, Files, Sandbox
from sandbox.errors import SandboxFault
from sandbox.outcome import Outcome
from sandbox.slots import Slots
from sandbox.toolchains.toolchain import Toolchain
from tasks.arguments import reason_against_passing
from tasks.bundle import Task
from tasks.case_runner import CaseRunner, RanCase
from tasks.cases import Case

TRIAL_SECONDS = 25.0
"""A call answers within this time; cases not finished by then come back as not run."""

MAX_ARGUMENTS = 256
MAX_ARGUMENT_BYTES = 64 * 1024
"""Of all arguments together; Linux allows 128 KiB for one."""


class UnknownSample(Exception):
    """Raised when an id names no sample of the task."""

    def __init__(self, task_id: str, sample_id: str) -> None:
        super().__init__(f"there is no sample {sample_id!r} of {task_id}")


class UnfitArguments(Exception):
    """Raised when arguments can't be given to a program."""


class TrialTimeout(Exception):
    """Raised when a single run could not finish within the time of a call."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the run did not begin or end within {seconds:g} seconds")


@dataclass(frozen=True, slots=True)
class SampleRun:
    """A sample and what came of it; `ran` is `None` where time was too short."""

    case: Case
    ran: RanCase | None


class Trials:
    def __init__(
        self, sandbox: Sandbox, toolchains: Mapping[str, Toolchain], slots: Slots, seconds: float = TRIAL_SECONDS
    ) -> None:
        self._sandbox = sandbox
        self._toolchains = toolchains
        self._slots = slots
        self._seconds = seconds

    async def run_samples(
        self, task: Task, files: Files, sample_ids: Sequence[str], progress: Callable[[int, int], Awaitable[None]]
    ) -> Sequence[SampleRun]:
        """Run the named samples, or all where none is named, in the order of the task.

        Raises:
            UnknownSample, MissingEntry, BuildFailed, ToolchainMissing, SandboxUnavailable, SandboxFault.
        """
        cases = _chosen(task, sample_ids)
        results: dict[int, RanCase] = {}

        async def finished(index: int, ran: RanCase) -> None:
            results[index] = ran
            await progress(len(results), len(cases))

        with anyio.move_on_after(self._seconds):
            async with self._open(task, files) as box:
                runner = CaseRunner(box, task.card.run_limits(), self._slots)
                await runner.run_in_order(cases, runner.run, finished)
        return [SampleRun(case, results.get(index)) for index, case in enumerate(cases)]

    async def run_program(self, task: Task, files: Files, args: Sequence[str]) -> Outcome:
        """Run the program once with any arguments.

        Raises:
            UnfitArguments, TrialTimeout, MissingEntry, BuildFailed, ToolchainMissing, SandboxUnavailable, SandboxFault.
        """
        check_arguments(args)
        with anyio.move_on_after(self._seconds):
            async with self._open(task, files) as box, self._slots.one():
                return await box.run(args)
        raise TrialTimeout(self._seconds)

    @asynccontextmanager
    async def _open(self, task: Task, files: Files) -> AsyncGenerator[Box]:
        """A box with the program. A build that takes too long for this call goes on for the next one.

        Where the sandbox fails, see whether it works at all: then a person has to be told what is missing.

        Raises:
            MissingEntry, BuildFailed, ToolchainMissing, SandboxUnavailable, SandboxFault.
        """
        try:
            toolchain = self._toolchains[task.track.toolchain]
            program = await toolchain.prepare(files, task.card.entry, task.card.build_limits())
            async with self._sandbox.open(program, task.card.run_limits()) as box:
                yield box
        except SandboxFault:
            await self._sandbox.check()
            raise


def check_arguments(args: Sequence[str]) -> None:
    """Raises: UnfitArguments."""
    if len(args) > MAX_ARGUMENTS:
        raise UnfitArguments(f"there are {len(args)} arguments; a program gets at most {MAX_ARGUMENTS}")
    for place, argument in enumerate(args):
        if reason := reason_against_passing(argument):
            raise UnfitArguments(f"argument {place} {reason}")
    if sum(len(argument.encode()) for argument in args) > MAX_ARGUMENT_BYTES:
        raise UnfitArguments(f"the arguments have more than {MAX_ARGUMENT_BYTES} bytes together")


def _chosen(task: Task, sample_ids: Sequence[str]) -> Sequence[Case]:
    known = {case.id for case in task.samples}
    for sample_id in sample_ids:
        if sample_id not in known:
            raise UnknownSample(task.id, sample_id)
    return [case for case in task.samples if not sample_ids or case.id in sample_ids]
