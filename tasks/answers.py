"""What an original answers to invocations: a case, where all its boxes agree and none had to end it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import anyio

from sandbox.box import Box
from sandbox.errors import SandboxFault
from sandbox.outcome import Exceeded, Outcome
from sandbox.slots import Slots
from tasks.cases import Case
from tasks.generation import Invocation

OnProgress = Callable[[int, int], None]
"""Told how many of how many invocations are answered."""

LIMITS = {
    Exceeded.STDOUT: "output limit",
    Exceeded.MEMORY: "memory limit",
    Exceeded.CPU: "time limit",
    Exceeded.WALL: "time limit",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The case that an invocation makes, without a name yet, or the reason why it makes none."""

    case: Case | None
    dropped: str | None = None


async def answer_all(
    invocations: Sequence[Invocation], boxes: Sequence[Box], slots: Slots, on_progress: OnProgress
) -> Sequence[Answer]:
    """The answers in the order of the invocations; each is put to every box.

    Raises:
        SandboxFault: a box failed; the first such fault.
    """
    answers = dict[int, Answer]()
    faults = list[SandboxFault]()

    async def answer(place: int) -> None:
        try:
            answers[place] = await answer_one(invocations[place], boxes, slots)
        except SandboxFault as fault:
            faults.append(fault)
            group.cancel_scope.cancel()
        else:
            on_progress(len(answers), len(invocations))

    async with anyio.create_task_group() as group:
        for place in range(len(invocations)):
            group.start_soon(answer, place)
    if faults:
        raise faults[0]
    return [answers[place] for place in range(len(invocations))]


async def answer_one(invocation: Invocation, boxes: Sequence[Box], slots: Slots) -> Answer:
    outcomes = [await run_surely(box, invocation.args, slots) for box in boxes]
    for outcome in outcomes:
        if reason := reason_to_drop(outcome):
            return Answer(None, reason)
    first, *others = [(outcome.stdout, outcome.exit_code) for outcome in outcomes]
    if any(other != first for other in others):
        return Answer(None, "unstable")
    return Answer(Case("unnamed", invocation.behaviour, invocation.args, *first))


async def run_surely(box: Box, args: Sequence[str], slots: Slots) -> Outcome:
    """Run; and once more alone if wall time ran out, which a busy machine may have used up."""
    async with slots.one():
        outcome = await box.run(args)
    if outcome.exceeded is not Exceeded.WALL:
        return outcome
    async with slots.all():
        return await box.run(args)


def reason_to_drop(outcome: Outcome) -> str | None:
    if outcome.exceeded is not None:
        return LIMITS[outcome.exceeded]
    return None if outcome.signal is None else "signal"
