"""Counting a submission's cases into its verdict."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tasks.case_runner import RanCase
from tasks.comparison import submission_verdict
from tasks.verdicts import Verdict

TIME_LIMITS_BEFORE_STOP = 3
CASES_RUN_AGAIN = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """What is kept of a case that ran. Its output is not: what the judge holds must not grow with it."""

    verdict: Verdict
    cpu_seconds: float
    peak_memory_bytes: int


class Tally:
    """The marks of `total` cases by index, as far as they ran."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.unstable: set[int] = set()
        self._marks: dict[int, Mark] = {}

    @property
    def done(self) -> int:
        return len(self._marks)

    @property
    def hopeless(self) -> bool:
        """Whether so many cases ran out of time that the rest need not begin."""
        return len(self._with(Verdict.TIME_LIMIT)) >= TIME_LIMITS_BEFORE_STOP

    def record(self, index: int, ran: RanCase) -> None:
        self._marks[index] = Mark(ran.verdict, ran.outcome.cpu_seconds, ran.outcome.peak_memory_bytes)

    def drop_after_last_wanted(self) -> None:
        """Forget cases beyond the one that made it hopeless.

        Some ran beside it, how many is a matter of timing; dropping them makes the count the same every time.
        """
        if self.hopeless:
            last = self._with(Verdict.TIME_LIMIT)[TIME_LIMITS_BEFORE_STOP - 1]
            self._marks = {index: mark for index, mark in self._marks.items() if index <= last}

    def to_run_again(self, seed: str) -> Sequence[int]:
        """Some accepted cases, the same ones for the same seed, in case order."""
        accepted = self._with(Verdict.ACCEPTED)
        chosen = random.Random(seed).sample(accepted, min(CASES_RUN_AGAIN, len(accepted)))  # noqa: S311 - a fair, repeatable choice is wanted, not a secret one
        return sorted(chosen)

    def record_again(self, index: int, ran: RanCase) -> None:
        """A case that was accepted and now is not has no stable answer: it is a wrong one."""
        if ran.verdict is not Verdict.ACCEPTED:
            self.unstable.add(index)
            self._marks[index] = replace(self._marks[index], verdict=Verdict.WRONG_ANSWER)

    def marks(self) -> Sequence[Mark]:
        """In case order."""
        return [self._marks[index] for index in sorted(self._marks)]

    def verdicts(self) -> Mapping[Verdict, int]:
        return Counter(mark.verdict for mark in self.marks())

    def verdict(self) -> Verdict:
        return submission_verdict([mark.verdict for mark in self.marks()])

    def _with(self, verdict: Verdict) -> Sequence[int]:
        return [index for index in sorted(self._marks) if self._marks[index].verdict is verdict]
