"""Which recorded cases become samples and which stay hidden: a pure choice, the same for the same cases and seed.

Cases are taken in turns from strata, a stratum being a behaviour with an exit code, so that neither the samples nor the
hidden cases are mostly errors or mostly one behaviour, whatever the generator prefers.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from tasks.cases import Case


@dataclass(frozen=True, slots=True)
class Quota:
    """How many cases a bundle needs to be fair to solve and sharp to judge."""

    samples_at_least: int = 12
    samples_at_most: int = 20
    hidden_at_least: int = 100
    hidden_per_behaviour: int = 3


class TooFewCases(Exception):
    """Raised when the recorded cases don't suffice for a fair and sharp bundle. Says what is lacking and what helps."""

    def __init__(self, lack: str) -> None:
        super().__init__(f"{lack}; raise cases.generated in task.toml or mend the generator")
        self.lack = lack


@dataclass(frozen=True, slots=True)
class Selection:
    """Both in the order of the cases they were chosen from. No case is in both."""

    samples: tuple[Case, ...]
    hidden: tuple[Case, ...]


def select(
    cases: Sequence[Case], behaviours: Sequence[str], samples: int, hidden: int, seed: int, quota: Quota
) -> Selection:
    """Choose `samples` samples and at most `hidden` hidden cases, of all of the `behaviours`.

    Raises:
        TooFewCases: the choice does not reach `quota`.
    """
    shown = set(in_turns(cases, seed)[:samples])
    rest = [case for case in cases if case not in shown]
    kept = set(in_turns(rest, seed)[:hidden])
    selection = Selection(
        samples=tuple(case for case in cases if case in shown),
        hidden=tuple(case for case in cases if case in kept),
    )
    demand_quota(selection, behaviours, quota)
    return selection


def in_turns(cases: Sequence[Case], seed: int) -> list[Case]:
    """All cases, each behaviour's most frequent exit code first, then its other exit codes, then these turns again."""
    shuffled = list(cases)
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - the choice has to be the same each time; it keeps no secret
    turns = chain.from_iterable(zip_longest(*strata(shuffled)))
    return [case for case in turns if case is not None]


def strata(cases: Sequence[Case]) -> list[list[Case]]:
    """The cases by behaviour and exit code: first the largest stratum of each behaviour, then each second largest."""
    sizes = Counter((case.behaviour, case.exit_code) for case in cases)
    seen = Counter[str]()
    ranks = dict[tuple[str, int], int]()
    for stratum in sorted(sizes, key=lambda stratum: (-sizes[stratum], stratum)):
        ranks[stratum] = seen[stratum[0]]
        seen[stratum[0]] += 1
    members = {stratum: list[Case]() for stratum in sorted(ranks, key=ranks.__getitem__)}
    for case in cases:
        members[case.behaviour, case.exit_code].append(case)
    return list(members.values())


def demand_quota(selection: Selection, behaviours: Sequence[str], quota: Quota) -> None:
    shown = Counter(case.behaviour for case in selection.samples)
    kept = Counter(case.behaviour for case in selection.hidden)
    if not quota.samples_at_least <= len(selection.samples) <= quota.samples_at_most:
        lack = f"{len(selection.samples)} samples are not {quota.samples_at_least} to {quota.samples_at_most}"
        raise TooFewCases(lack)
    if len(selection.hidden) < quota.hidden_at_least:
        lack = f"{len(selection.hidden)} hidden cases are fewer than {quota.hidden_at_least}"
        raise TooFewCases(lack)
    for behaviour in behaviours:
        if not shown[behaviour]:
            lack = f"no sample shows {behaviour}"
            raise TooFewCases(lack)
        if kept[behaviour] < quota.hidden_per_behaviour:
            lack = f"{kept[behaviour]} hidden cases for {behaviour} are fewer than {quota.hidden_per_behaviour}"
            raise TooFewCases(lack)
