"""Progress in steps of seconds, however often it is reported."""

import time
from collections.abc import Awaitable, Callable

STEP_SECONDS = 2.0
"""Each step resets a client's patience; more often than this is noise."""


class StepProgress:
    """Passes on `done` of `total`, strictly increasing and not more often than each step."""

    def __init__(
        self,
        send: Callable[[float, float, str], Awaitable[None]],
        noun: str,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._send = send
        self._noun = noun
        self._seconds = seconds
        self._sent = 0
        self._next_step = seconds() + STEP_SECONDS

    async def at(self, done: int, total: int) -> None:
        if done <= self._sent or self._seconds() < self._next_step:
            return
        self._sent = done
        self._next_step = self._seconds() + STEP_SECONDS
        await self._send(done, total, f"{done} of {total} {self._noun}")
