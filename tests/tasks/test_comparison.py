"""A case's verdict is the first that applies; each row here is one reason to choose one."""

import pytest

from sandbox.limits import MIB, Limits
from sandbox.outcome import Exceeded, Outcome
from tasks.cases import Case
from tasks.comparison import case_verdict, submission_verdict
from tasks.verdicts import Verdict

LIMITS = Limits()
FULL = LIMITS.memory_bytes
NEAR = int(FULL * 0.95) + 1
EXPECTED = b"a b\nc\n"


def case(exit_code: int = 0) -> Case:
    return Case("hidden-001", "any", (), EXPECTED, exit_code)


def outcome(
    stdout: bytes = EXPECTED,
    exit_code: int = 0,
    signal: int | None = None,
    exceeded: Exceeded | None = None,
    peak_memory_bytes: int = 30 * MIB,
) -> Outcome:
    return Outcome(
        exit_code if signal is None else 128 + signal, signal, stdout, b"noise", 0.1, 0.1, peak_memory_bytes, exceeded
    )


@pytest.mark.parametrize(
    ("ran", "verdict"),
    [
        (outcome(), Verdict.ACCEPTED),
        (outcome(exceeded=Exceeded.STDOUT, signal=9), Verdict.OUTPUT_LIMIT),
        (outcome(exceeded=Exceeded.STDOUT, signal=9, peak_memory_bytes=FULL), Verdict.OUTPUT_LIMIT),
        (outcome(exceeded=Exceeded.MEMORY, signal=9), Verdict.MEMORY_LIMIT),
        (outcome(exceeded=Exceeded.MEMORY), Verdict.MEMORY_LIMIT),
        (outcome(exceeded=Exceeded.CPU, signal=9), Verdict.TIME_LIMIT),
        (outcome(exceeded=Exceeded.WALL, signal=9), Verdict.TIME_LIMIT),
        (outcome(b"x", exceeded=Exceeded.CPU, signal=9), Verdict.TIME_LIMIT),
        (outcome(signal=6, peak_memory_bytes=NEAR), Verdict.MEMORY_LIMIT),
        (outcome(signal=6, peak_memory_bytes=NEAR - 2), Verdict.RUNTIME_ERROR),
        (outcome(exit_code=134, peak_memory_bytes=FULL), Verdict.RUNTIME_ERROR),
        (outcome(peak_memory_bytes=FULL), Verdict.ACCEPTED),
        (outcome(exceeded=Exceeded.CPU, signal=9, peak_memory_bytes=NEAR), Verdict.MEMORY_LIMIT),
        (outcome(signal=11), Verdict.RUNTIME_ERROR),
        (outcome(exit_code=1), Verdict.RUNTIME_ERROR),
        (outcome(b"", exit_code=1), Verdict.RUNTIME_ERROR),
        (outcome(b"a b c"), Verdict.PRESENTATION_ERROR),
        (outcome(b"  a\t\tb\r\n\x0b\x0cc \n\n"), Verdict.PRESENTATION_ERROR),
        (outcome(b"a b\nc"), Verdict.PRESENTATION_ERROR),
        (outcome(b"ab\nc\n"), Verdict.WRONG_ANSWER),
        (outcome(b"a b\nc\n\0"), Verdict.WRONG_ANSWER),
        (outcome("a\u00a0b\nc\n".encode()), Verdict.WRONG_ANSWER),
        (outcome(b"A b\nc\n"), Verdict.WRONG_ANSWER),
        (outcome(b""), Verdict.WRONG_ANSWER),
        (outcome(b"accepted"), Verdict.WRONG_ANSWER),
    ],
)
def test_a_case_that_should_end_well(ran: Outcome, verdict: Verdict) -> None:
    assert case_verdict(case(), ran, LIMITS) is verdict


@pytest.mark.parametrize(
    ("expected", "ran", "verdict"),
    [
        (2, outcome(exit_code=2), Verdict.ACCEPTED),
        (2, outcome(b"a  b c", exit_code=2), Verdict.PRESENTATION_ERROR),
        (2, outcome(b"x", exit_code=2), Verdict.WRONG_ANSWER),
        (2, outcome(exit_code=0), Verdict.WRONG_ANSWER),
        (2, outcome(b"a b c", exit_code=0), Verdict.WRONG_ANSWER),
        (2, outcome(exit_code=1), Verdict.RUNTIME_ERROR),
        (134, outcome(signal=6), Verdict.ACCEPTED),
        (134, outcome(b"a b c", signal=6), Verdict.RUNTIME_ERROR),
        (134, outcome(exit_code=134), Verdict.ACCEPTED),
        (134, outcome(signal=6, peak_memory_bytes=FULL), Verdict.MEMORY_LIMIT),
        (137, outcome(exceeded=Exceeded.CPU, signal=9), Verdict.TIME_LIMIT),
    ],
)
def test_a_case_that_should_end_badly(expected: int, ran: Outcome, verdict: Verdict) -> None:
    assert case_verdict(case(expected), ran, LIMITS) is verdict


def test_a_submission_has_the_verdict_of_its_first_case_that_was_not_accepted() -> None:
    accepted, wrong, slow = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT
    assert submission_verdict([accepted, slow, wrong]) is slow
    assert submission_verdict([wrong, slow]) is wrong
    assert submission_verdict([accepted]) is accepted
