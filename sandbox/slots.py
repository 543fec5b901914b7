"""A bound on how many programs run at once, shared by everything that runs programs."""

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio


@dataclass(frozen=True, slots=True, eq=False)
class _Ticket:
    need: int
    called: anyio.Event = field(default_factory=anyio.Event)


class Slots:
    """First come, first served: whoever waits for all slots is neither overtaken nor able to block another such one."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError(f"at least one slot is needed, not {count}")
        self.count = count
        self._free = count
        self._queue: deque[_Ticket] = deque()

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[None]:
        async with self._hold(1):
            yield

    @asynccontextmanager
    async def all(self) -> AsyncGenerator[None]:
        """Alone: nothing else runs meanwhile. Not inside `one`, which would wait for itself."""
        async with self._hold(self.count):
            yield

    @asynccontextmanager
    async def _hold(self, need: int) -> AsyncGenerator[None]:
        ticket = _Ticket(need)
        self._queue.append(ticket)
        self._call_next()
        try:
            await ticket.called.wait()
            yield
        finally:
            self._leave(ticket)

    def _leave(self, ticket: _Ticket) -> None:
        if ticket.called.is_set():
            self._free += ticket.need
        else:
            self._queue.remove(ticket)
        self._call_next()

    def _call_next(self) -> None:
        while self._queue and self._queue[0].need <= self._free:
            ticket = self._queue.popleft()
            self._free -= ticket.need
            ticket.called.set()
