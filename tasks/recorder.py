"""Making a bundle's cases: its generator names arguments, its original answers them, in boxes.

Each invocation runs twice, with different hash seeds. What differs, times out or is ended by a signal says nothing that
a re-implementation could be held to, and is dropped. The same bundle always gets the same bytes.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sandbox.box import Program, Sandbox
from sandbox.errors import BuildFailed
from sandbox.limits import MIB, Limits
from sandbox.slots import Slots
from tasks.answers import Answer, OnProgress, answer_all
from tasks.bundle import Task, load_bundle
from tasks.bundle_error import BundleError
from tasks.bundle_folder import GENERATOR, HIDDEN, SAMPLES, read_folder
from tasks.bundle_source import BundleSource, read_source
from tasks.card import Card
from tasks.case_files import encode_cases
from tasks.cases import Case
from tasks.digests import SUMS, encode_sums, sha256
from tasks.generation import Invocation, generate
from tasks.hidden import pack_hidden
from tasks.reference import References
from tasks.selection import Quota, Selection, select

HASH_SEEDS = ("0", "1")
GENERATOR_LIMITS = Limits(cpu_seconds=60, stdout_bytes=16 * MIB)


@dataclass(frozen=True, slots=True)
class Recording:
    """What was recorded. `dropped` counts the invocations that made no case, by reason."""

    task: Task
    samples: int
    hidden: int
    dropped: Mapping[str, int]


async def record(
    folder: Path,
    sandbox: Sandbox,
    references: References,
    *,
    on_progress: OnProgress = lambda done, total: None,
    parallel: int = 2,
    quota: Quota = Quota(),  # noqa: B008 - frozen
) -> Recording:
    """Write `cases/` and the list of digests of the bundle in `folder`, which may have been recorded before.

    Raises:
        BundleError: what is written by hand in the bundle breaks the format, or its driver does not compile.
        GeneratorFailed: the generator failed, or printed a bad row.
        TooFewCases: what was recorded does not reach `quota`. Nothing is written.
        ReferenceUnavailable: the library can't be installed.
        ToolchainMissing: the driver's language can't be compiled here.
        SandboxFault: a box failed. Nothing is written.
    """
    source = read_source(folder, read_folder(folder))
    invocations = await generated(source, sandbox, references)
    answers = await answered(source, invocations, sandbox, references, parallel, on_progress)
    recipe = source.card.cases
    cases = [answer.case for answer in answers if answer.case]
    selection = select(cases, source.card.behaviour_names, recipe.samples, recipe.hidden, recipe.seed, quota)
    write_cases(folder, source.card, selection)
    return Recording(
        task=load_bundle(folder),
        samples=len(selection.samples),
        hidden=len(selection.hidden),
        dropped=Counter(answer.dropped for answer in answers if answer.dropped),
    )


async def generated(source: BundleSource, sandbox: Sandbox, references: References) -> tuple[Invocation, ...]:
    card = source.card
    files = {GENERATOR: source.generator.encode()}
    program = await references.prepare_generator(card.reference, files, GENERATOR)
    async with sandbox.open(program, GENERATOR_LIMITS) as box:
        return await generate(box, card.cases.seed, card.cases.generated, card.behaviour_names)


async def answered(
    source: BundleSource,
    invocations: Sequence[Invocation],
    sandbox: Sandbox,
    references: References,
    parallel: int,
    on_progress: OnProgress,
) -> Sequence[Answer]:
    first, second = [await driver(source, references, {"PYTHONHASHSEED": hash_seed}) for hash_seed in HASH_SEEDS]
    limits = source.card.run_limits()
    async with sandbox.open(first, limits) as box, sandbox.open(second, limits) as other:
        return await answer_all(invocations, (box, other), Slots(parallel), on_progress)


async def driver(source: BundleSource, references: References, environment: Mapping[str, str]) -> Program:
    name, files = source.driver_name, {source.driver_name: source.driver.encode()}
    try:
        return await references.prepare_driver(source.card.reference, files, name, environment)
    except BuildFailed as failure:
        raise BundleError(name, f"does not compile: {failure.output}") from None


def write_cases(folder: Path, card: Card, selection: Selection) -> None:
    (folder / SAMPLES).parent.mkdir(exist_ok=True)
    (folder / SAMPLES).write_bytes(encode_cases(named(selection.samples, "sample")))
    (folder / HIDDEN).write_bytes(pack_hidden(named(selection.hidden, "hidden"), canary_of(card)))
    contents = {name: content for name, content in read_folder(folder).items() if name != SUMS}
    (folder / SUMS).write_bytes(encode_sums({name: sha256(content) for name, content in contents.items()}))


def named(cases: Sequence[Case], prefix: str) -> list[Case]:
    return [replace(case, id=f"{prefix}-{number:03}") for number, case in enumerate(cases, 1)]


def canary_of(card: Card) -> str:
    """The same for each recording, so that the bytes are; and found nowhere but where hidden cases leaked to."""
    return hashlib.sha256(f"hidden cases of {card.id} {card.version} {card.cases.seed}".encode()).hexdigest()
