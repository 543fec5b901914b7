"""Whoever waits is woken, and no ring is lost between a look and a wait."""

import anyio

from tasks.bell import Bell

FOREVER = 3600.0


async def test_a_ring_wakes_everyone_who_waits() -> None:
    bell, woken = Bell(), list[int]()

    async def wait(number: int) -> None:
        await bell.wait(FOREVER)
        woken.append(number)

    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for number in range(3):
                group.start_soon(wait, number)
            await anyio.wait_all_tasks_blocked()
            assert woken == []
            bell.ring()
    assert sorted(woken) == [0, 1, 2]


async def test_a_listener_hears_a_ring_from_before_its_wait() -> None:
    bell = Bell()
    listener = bell.listen()
    bell.ring()
    with anyio.fail_after(5):
        await listener.wait(FOREVER)


async def test_a_listener_waits_again_after_it_was_woken() -> None:
    bell = Bell()
    listener = bell.listen()
    bell.ring()
    bell.ring()
    await listener.wait(FOREVER)
    with anyio.move_on_after(0.01) as scope:
        await listener.wait(FOREVER)
    assert scope.cancelled_caught


async def test_a_wait_without_a_ring_ends_in_time() -> None:
    with anyio.fail_after(5):
        await Bell().wait(0.01)
