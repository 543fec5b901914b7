"""The choice of samples and hidden cases, whatever was recorded."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tasks.cases import Case
from tasks.selection import Quota, TooFewCases, select

ANY = Quota(samples_at_least=0, samples_at_most=1000, hidden_at_least=0, hidden_per_behaviour=0)


def behaviours_of(cases: list[Case]) -> list[str]:
    return sorted({case.behaviour for case in cases})


def recorded(kinds: list[tuple[str, int]]) -> list[Case]:
    return [Case("unnamed", behaviour, (str(place),), b"", code) for place, (behaviour, code) in enumerate(kinds)]


KINDS = some.lists(some.tuples(some.sampled_from("abcde"), some.sampled_from([0, 0, 0, 1, 2])), min_size=5, max_size=80)
RECORDED = KINDS.map(recorded)


@given(RECORDED, some.integers(5, 20), some.integers(0, 60), some.integers(0, 2**32))
def test_nothing_is_both_shown_and_hidden_and_the_order_stays(
    cases: list[Case], samples: int, hidden: int, seed: int
) -> None:
    selection = select(cases, behaviours_of(cases), samples, hidden, seed, ANY)
    shown, kept = list(selection.samples), list(selection.hidden)
    assert not set(shown) & set(kept)
    assert len(shown) == min(samples, len(cases))
    assert len(kept) == min(hidden, len(cases) - len(shown))
    for chosen in (shown, kept):
        assert chosen == sorted(chosen, key=cases.index)


@given(RECORDED, some.integers(5, 20), some.integers(0, 2**32))
def test_every_behaviour_is_shown_and_its_exit_codes_come_before_repetition(
    cases: list[Case], samples: int, seed: int
) -> None:
    shown = select(cases, behaviours_of(cases), samples, 0, seed, ANY).samples
    assert {case.behaviour for case in shown} == {case.behaviour for case in cases}
    strata = {(case.behaviour, case.exit_code) for case in cases}
    taken = Counter((case.behaviour, case.exit_code) for case in shown)
    assert max(taken.values()) == 1 or taken.keys() == strata


@given(RECORDED, some.integers(0, 2**32))
def test_the_same_seed_makes_the_same_choice(cases: list[Case], seed: int) -> None:
    assert select(cases, behaviours_of(cases), 8, 20, seed, ANY) == select(
        cases, behaviours_of(cases), 8, 20, seed, ANY
    )


CASES = recorded([(behaviour, 0) for behaviour in "abcde" * 30])


@pytest.mark.parametrize(
    ("cases", "samples", "hidden", "lack"),
    [
        (CASES, 11, 100, "11 samples are not 12 to 20"),
        (CASES, 21, 100, "21 samples are not 12 to 20"),
        (CASES, 12, 99, "99 hidden cases are fewer than 100"),
        (CASES[:110], 12, 100, "98 hidden cases are fewer than 100"),
        (CASES + recorded([("rare", 0)]), 12, 130, "0 hidden cases for rare are fewer than 3"),
        (recorded([(str(n % 21), 0) for n in range(200)]), 20, 130, "no sample shows "),
    ],
)
def test_what_is_neither_fair_nor_sharp_is_refused(cases: list[Case], samples: int, hidden: int, lack: str) -> None:
    with pytest.raises(TooFewCases) as caught:
        select(cases, behaviours_of(cases), samples, hidden, 1, Quota())
    assert str(caught.value).startswith(lack)


def test_a_behaviour_that_no_case_shows_is_missed() -> None:
    with pytest.raises(TooFewCases, match="no sample shows forgotten"):
        select(CASES, [*behaviours_of(CASES), "forgotten"], 12, 100, 1, Quota())
