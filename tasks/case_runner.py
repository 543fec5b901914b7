"""Running cases in an open box: at most as many at once as there are slots, begun in case order."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import anyio

from sandbox.box import Box
from sandbox.errors import SandboxFault
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.slots import Slots
from tasks.cases import Case
from tasks.comparison import case_verdict
from tasks.verdicts import Verdict

MOST_CONFIRMED_DOUBTS = 3
"""Of one program: each stops everything else on the machine."""


@dataclass(frozen=True, slots=True)
class RanCase:
    """A case that was run, what came out, and what that is worth."""

    case: Case
    outcome: Outcome
    verdict: Verdict


class CaseRunner:
    """Runs the cases of one box. The slots are shared with every other box of the server."""

    def __init__(self, box: Box, limits: Limits, slots: Slots) -> None:
        self._box = box
        self._limits = limits
        self._slots = slots
        self._doubts_left = MOST_CONFIRMED_DOUBTS

    async def run(self, case: Case) -> RanCase:
        """Raises: SandboxFault."""
        async with self._slots.one():
            return self._ran(case, await self._box.run(case.args))

    async def run_surely(self, case: Case) -> RanCase:
        """Run a case; one that may have failed because of the machine is run once more with the machine to itself.

        Wall time is a backstop against programs that wait, which on a busy machine could hit an honest program; and a
        kernel without memory kills whom it likes. A program that confirmed the doubt often enough is believed.

        Raises:
            SandboxFault: there is no verdict.
        """
        ran = await self.run(case)
        if not ran.outcome.doubtful or self._doubts_left <= 0:
            return ran
        async with self._slots.all():
            again = self._ran(case, await self._box.run(case.args))
        self._doubts_left -= again.outcome.doubtful
        return again

    async def run_in_order(
        self,
        cases: Sequence[Case],
        run: Callable[[Case], Awaitable[RanCase]],
        finished: Callable[[int, RanCase], Awaitable[None]],
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Begin the cases in order while they are `wanted`; `finished` gets each with its index, as it ends.

        Raises:
            SandboxFault: the first one; the runs beside it are cancelled.
        """
        upcoming = iter(enumerate(cases))
        faults: list[SandboxFault] = []

        async def work() -> None:
            for index, case in upcoming:
                if not wanted():
                    return
                try:
                    ran = await run(case)
                except SandboxFault as fault:
                    faults.append(fault)
                    group.cancel_scope.cancel()
                else:
                    await finished(index, ran)

        async with anyio.create_task_group() as group:
            for _ in range(self._slots.count):
                group.start_soon(work)
        if faults:
            raise faults[0]

    def _ran(self, case: Case, outcome: Outcome) -> RanCase:
        return RanCase(case, outcome, case_verdict(case, outcome, self._limits))
