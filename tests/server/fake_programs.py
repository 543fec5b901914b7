"""What programs do in the fake sandbox. The task is to greet whoever the first argument names."""

from collections.abc import Sequence

import anyio

from sandbox.fake import Behaviour

RIGHT = "right"
HELD = "held"
"""A program that each test teaches anew."""


def greet(args: Sequence[str]) -> Behaviour:
    return Behaviour(f"hello {args[0]}\n".encode())


class Gate:
    """A right program that does not end before it is let through."""

    def __init__(self) -> None:
        self.begun = anyio.Event()
        self.open = anyio.Event()

    def __call__(self, args: Sequence[str]) -> Behaviour:
        self.begun.set()
        return Behaviour(greet(args).stdout, waits_for=self.open)


class Failing:
    """A right program in a sandbox that fails the first few times."""

    def __init__(self, times: int) -> None:
        self._left = times

    def __call__(self, args: Sequence[str]) -> Behaviour:
        self._left -= 1
        return Behaviour(fault="the sandbox is down") if self._left >= 0 else greet(args)
