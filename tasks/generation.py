"""Running a bundle's generator and reading what it made."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from pydantic import BaseModel, ValidationError

from sandbox.box import Box
from sandbox.outcome import Outcome
from tasks.arguments import reason_against_recording
from tasks.bundle_folder import GENERATOR
from tasks.strictness import STRICT, Items, first_complaint


class GeneratorFailed(Exception):
    """Raised when a bundle's generator did not end well or printed something that is no row of arguments."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"{GENERATOR} {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Invocation:
    """Arguments to be recorded, and the behaviour that they show."""

    behaviour: str
    args: tuple[str, ...]


class GeneratedRow(BaseModel):
    """The keys of a row that a generator prints."""

    model_config = STRICT

    behaviour: str
    args: Items[str]


async def generate(box: Box, seed: int, count: int, behaviours: Sequence[str]) -> tuple[Invocation, ...]:
    """Run the generator in its box. Of rows with the same arguments the first stays.

    Raises:
        GeneratorFailed: it failed, or a row is broken or not fair.
        SandboxFault: the box failed.
    """
    outcome = await box.run([str(seed), str(count)])
    demand_success(outcome)
    try:
        text = outcome.stdout.decode()
    except UnicodeDecodeError:
        raise GeneratorFailed("printed something that is not UTF-8") from None
    rows = [decode_generated(line, number, behaviours) for number, line in enumerate(text.split("\n")[:-1], 1)]
    return tuple({row.args: row for row in reversed(rows)}.values())[::-1]


def demand_success(outcome: Outcome) -> None:
    if outcome.exceeded is not None:
        reason = f"was ended by its {outcome.exceeded.value} limit"
        raise GeneratorFailed(reason)
    if outcome.exit_code != 0:
        lines = outcome.stderr.decode(errors="replace").strip().splitlines()
        reason = f"ended with exit code {outcome.exit_code}: {lines[-1] if lines else 'no message'}"
        raise GeneratorFailed(reason)


def decode_generated(line: str, number: int, behaviours: Sequence[str]) -> Invocation:
    def refuse(reason: str) -> NoReturn:
        complaint = f"printed a bad row: line {number}: {reason}"
        raise GeneratorFailed(complaint)

    try:
        row = GeneratedRow.model_validate(json.loads(line))
    except ValidationError as error:
        refuse(": ".join(filter(None, first_complaint(error))))
    except (ValueError, RecursionError):
        refuse("not JSON")
    if row.behaviour not in behaviours:
        refuse(f"task.toml names no behaviour {row.behaviour!r}")
    for place, argument in enumerate(row.args):
        if reason := reason_against_recording(argument):
            refuse(f"args.{place} {reason}")
    return Invocation(row.behaviour, row.args)
