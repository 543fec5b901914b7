from contextlib import AbstractAsyncContextManager

import anyio
import pytest

from sandbox.slots import Slots


class Visitor:
    """Holds what it is given until it is told to leave, and notes in `log` that it came in."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name = name
        self._log = log
        self.inside = anyio.Event()
        self.leave = anyio.Event()

    async def visit(self, place: AbstractAsyncContextManager[None]) -> None:
        async with place:
            self._log.append(self.name)
            self.inside.set()
            await self.leave.wait()


async def test_no_more_run_at_once_than_there_are_slots() -> None:
    slots, log = Slots(2), list[str]()
    visitors = [Visitor(name, log) for name in "abc"]
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            for visitor in visitors:
                group.start_soon(visitor.visit, slots.one())
            await visitors[1].inside.wait()
            await anyio.wait_all_tasks_blocked()
            assert log == ["a", "b"]
            visitors[0].leave.set()
            await visitors[2].inside.wait()
            visitors[1].leave.set()
            visitors[2].leave.set()


async def test_whoever_wants_all_slots_is_not_overtaken() -> None:
    slots, log = Slots(2), list[str]()
    first, alone, late = (Visitor(name, log) for name in ("first", "alone", "late"))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(first.visit, slots.one())
            await first.inside.wait()
            group.start_soon(alone.visit, slots.all())
            await anyio.wait_all_tasks_blocked()
            group.start_soon(late.visit, slots.one())
            await anyio.wait_all_tasks_blocked()
            assert log == ["first"]
            first.leave.set()
            await alone.inside.wait()
            await anyio.wait_all_tasks_blocked()
            assert log == ["first", "alone"]
            alone.leave.set()
            late.leave.set()
    assert log == ["first", "alone", "late"]


async def test_two_who_want_all_slots_come_one_after_the_other() -> None:
    slots, log = Slots(3), list[str]()
    one, other = Visitor("one", log), Visitor("other", log)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(one.visit, slots.all())
            group.start_soon(other.visit, slots.all())
            await anyio.wait_all_tasks_blocked()
            assert log == ["one"]
            one.leave.set()
            other.leave.set()
    assert log == ["one", "other"]


async def test_whoever_gives_up_waiting_lets_the_others_pass() -> None:
    slots, log = Slots(1), list[str]()
    holder, quitter, patient = (Visitor(name, log) for name in ("holder", "quitter", "patient"))
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            group.start_soon(holder.visit, slots.one())
            await holder.inside.wait()
            async with anyio.create_task_group() as quitting:
                quitting.start_soon(quitter.visit, slots.all())
                await anyio.wait_all_tasks_blocked()
                group.start_soon(patient.visit, slots.one())
                await anyio.wait_all_tasks_blocked()
                quitting.cancel_scope.cancel()
            holder.leave.set()
            await patient.inside.wait()
            patient.leave.set()
    assert log == ["holder", "patient"]


async def test_a_slot_that_was_given_just_before_cancellation_is_not_lost() -> None:
    slots, log = Slots(1), list[str]()
    holder, unlucky = Visitor("holder", log), Visitor("unlucky", log)
    with anyio.fail_after(5):
        async with anyio.create_task_group() as group:
            async with anyio.create_task_group() as cancelled:
                group.start_soon(holder.visit, slots.one())
                await holder.inside.wait()
                cancelled.start_soon(unlucky.visit, slots.one())
                await anyio.wait_all_tasks_blocked()
                holder.leave.set()
                cancelled.cancel_scope.cancel()
            async with slots.all():
                log.append("free")
    assert log[-1] == "free"


def test_no_slots_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one slot"):
        Slots(0)
