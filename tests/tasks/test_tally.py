"""The count of a submission depends on what its cases did, never on the order in which they ended."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.outcome import Outcome
from tasks.case_runner import RanCase
from tasks.cases import Case
from tasks.tally import CASES_RUN_AGAIN, TIME_LIMITS_BEFORE_STOP, Tally
from tasks.verdicts import Verdict

ACCEPTED, WRONG, SLOW = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT


def ran(verdict: Verdict, cpu_seconds: float = 0.1) -> RanCase:
    case = Case("hidden-001", "any", (), b"", 0)
    return RanCase(case, Outcome(0, None, b"", b"", cpu_seconds, 0.1, 1_000, None), verdict)


def tallied(*verdicts: Verdict) -> Tally:
    tally = Tally(len(verdicts))
    for index, verdict in enumerate(verdicts):
        tally.record(index, ran(verdict))
    return tally


def test_an_accepted_submission_has_only_accepted_cases() -> None:
    tally = tallied(*[ACCEPTED] * 7)
    assert (tally.done, tally.verdict(), tally.verdicts()) == (7, ACCEPTED, {ACCEPTED: 7})


def test_the_verdict_is_that_of_the_first_failed_case_whichever_ended_first() -> None:
    tally = Tally(3)
    for index, verdict in [(2, SLOW), (0, ACCEPTED), (1, WRONG)]:
        tally.record(index, ran(verdict))
    assert tally.verdict() is WRONG
    assert [mark.verdict for mark in tally.marks()] == [ACCEPTED, WRONG, SLOW]


def test_two_time_limits_do_not_make_a_submission_hopeless() -> None:
    tally = tallied(SLOW, ACCEPTED, SLOW)
    assert not tally.hopeless
    tally.drop_after_last_wanted()
    assert tally.done == 3


@given(
    verdicts=st.lists(st.sampled_from([ACCEPTED, WRONG, SLOW]), max_size=12),
    at_once=st.integers(1, 6),
    chance=st.randoms(use_true_random=False),
)
def test_the_cut_after_three_time_limits_is_the_same_for_every_order_of_ends(
    verdicts: list[Verdict], at_once: int, chance: Random
) -> None:
    tally, running, upcoming = Tally(len(verdicts)), list[int](), iter(range(len(verdicts)))
    while True:
        while len(running) < at_once and not tally.hopeless and (index := next(upcoming, None)) is not None:
            running.append(index)
        if not running:
            break
        ended = running.pop(chance.randrange(len(running)))
        tally.record(ended, ran(verdicts[ended]))
    tally.drop_after_last_wanted()
    slow = [index for index, verdict in enumerate(verdicts) if verdict is SLOW]
    wanted = slow[TIME_LIMITS_BEFORE_STOP - 1] + 1 if len(slow) >= TIME_LIMITS_BEFORE_STOP else len(verdicts)
    assert [mark.verdict for mark in tally.marks()] == verdicts[:wanted]


def test_the_cases_to_run_again_are_accepted_ones_and_always_the_same() -> None:
    tally = tallied(*[ACCEPTED, WRONG] * 20)
    chosen = tally.to_run_again("seed")
    assert len(set(chosen)) == CASES_RUN_AGAIN
    assert chosen == sorted(chosen) == tallied(*[ACCEPTED, WRONG] * 20).to_run_again("seed")
    assert all(index % 2 == 0 for index in chosen)
    assert any(tally.to_run_again(f"seed {number}") != chosen for number in range(5))


def test_the_choice_does_not_move_when_the_project_does() -> None:
    """A report could not be made again otherwise."""
    assert tallied(*[ACCEPTED] * 100).to_run_again("seed") == [7, 17, 30, 36, 44]


@pytest.mark.parametrize("accepted", [0, 1, 4])
def test_fewer_accepted_cases_are_all_run_again(accepted: int) -> None:
    assert tallied(WRONG, *[ACCEPTED] * accepted).to_run_again("seed") == list(range(1, accepted + 1))


@pytest.mark.parametrize("second", [WRONG, SLOW, Verdict.RUNTIME_ERROR, Verdict.PRESENTATION_ERROR])
def test_a_case_that_is_not_accepted_again_is_a_wrong_answer(second: Verdict) -> None:
    tally = tallied(ACCEPTED, ACCEPTED)
    tally.record_again(0, ran(ACCEPTED))
    tally.record_again(1, ran(second))
    assert tally.verdict() is WRONG
    assert tally.verdicts() == {ACCEPTED: 1, WRONG: 1}
    assert tally.unstable == {1}
