"""Progress is told in steps of seconds, and each time there is more of it."""

from hypothesis import given
from hypothesis import strategies as st

from tools.step_progress import STEP_SECONDS, StepProgress


class Told:
    def __init__(self) -> None:
        self.done: list[float] = []
        self.messages: list[str] = []

    async def __call__(self, done: float, total: float, message: str) -> None:
        self.done.append(done)
        self.messages.append(message)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_the_first_step_is_told_after_its_time_and_not_before() -> None:
    told, clock = Told(), Clock()
    progress = StepProgress(told, "cases judged", clock)
    await progress.at(3, 10)
    assert told.done == []
    clock.now = STEP_SECONDS
    await progress.at(4, 10)
    await progress.at(5, 10)
    assert told.messages == ["4 of 10 cases judged"]


async def test_nothing_done_is_nothing_told() -> None:
    told, clock = Told(), Clock()
    progress = StepProgress(told, "cases judged", clock)
    clock.now = 100.0
    await progress.at(0, 0)
    assert told.done == []


@given(st.lists(st.tuples(st.integers(0, 20), st.floats(0, 3)), max_size=40))
async def test_progress_only_ever_grows_whatever_is_counted(steps: list[tuple[int, float]]) -> None:
    """A submission that is judged anew after a fault counts from 0 again."""
    told, clock = Told(), Clock()
    progress = StepProgress(told, "cases judged", clock)
    for done, seconds in steps:
        clock.now += seconds
        await progress.at(done, 20)
    assert told.done == sorted(set(told.done))
    assert len(told.done) <= clock.now / STEP_SECONDS
