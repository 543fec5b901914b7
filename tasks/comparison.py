"""From the outcome of a run to the verdict of its case: exact bytes and exit code, the box's counters before both."""

from collections.abc import Sequence

from sandbox.limits import Limits
from sandbox.outcome import Exceeded, Outcome
from tasks.cases import Case
from tasks.verdicts import Verdict

NEAR_LIMIT = 0.95
"""A program that a signal ended this close to its memory limit ran out of memory, whoever sent the signal."""


def case_verdict(case: Case, outcome: Outcome, limits: Limits) -> Verdict:
    """The first verdict that applies; what the program prints about itself never counts."""
    return (
        _limit_verdict(outcome, limits)
        or _equality(case, outcome)
        or _failure(case, outcome)
        or _presentation(case, outcome)
        or Verdict.WRONG_ANSWER
    )


def submission_verdict(verdicts: Sequence[Verdict]) -> Verdict:
    """That of the first case, in case order, that was not accepted."""
    return next((verdict for verdict in verdicts if verdict is not Verdict.ACCEPTED), Verdict.ACCEPTED)


def _limit_verdict(outcome: Outcome, limits: Limits) -> Verdict | None:
    if outcome.exceeded is Exceeded.STDOUT:
        return Verdict.OUTPUT_LIMIT
    died_near_limit = outcome.signal is not None and outcome.peak_memory_bytes >= NEAR_LIMIT * limits.memory_bytes
    if outcome.exceeded is Exceeded.MEMORY or died_near_limit:
        return Verdict.MEMORY_LIMIT
    return Verdict.TIME_LIMIT if outcome.exceeded is not None else None


def _equality(case: Case, outcome: Outcome) -> Verdict | None:
    same = (outcome.exit_code, outcome.stdout) == (case.exit_code, case.stdout)
    return Verdict.ACCEPTED if same else None


def _failure(case: Case, outcome: Outcome) -> Verdict | None:
    failed = outcome.signal is not None or outcome.exit_code not in {0, case.exit_code}
    return Verdict.RUNTIME_ERROR if failed else None


def _presentation(case: Case, outcome: Outcome) -> Verdict | None:
    """`bytes.split` parts at runs of ASCII white space and drops the ends, just as the rule wants."""
    same = outcome.exit_code == case.exit_code and outcome.stdout.split() == case.stdout.split()
    return Verdict.PRESENTATION_ERROR if same else None
