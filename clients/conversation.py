"""One command's talk with a server: where that is, in which form answers are wanted, and what trouble ends with."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import anyio
import click
from rich.console import Console

from clients.errors import SessionError
from clients.narration import Narration
from clients.session import Session, open_session
from clients.target import Target

T = TypeVar("T")

WIDE = 10_000
"""Where nobody looks, nothing is wrapped: the lines are for other programs."""


class CannotDo(click.ClickException):
    """Raised when a command can't be carried out, so that there is nothing to be said of the program."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Conversation:
    """`flags` are the words of the command line that lead to the same server again; no token is among them."""

    target: Target
    as_json: bool
    flags: tuple[str, ...] = ()

    def hold(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Do the work with a session.

        Raises:
            CannotDo: the server is not to be had, or refuses.
        """
        try:
            return anyio.run(self._with_session, work)
        except SessionError as fault:
            self.fail(str(fault))

    def fail(self, sentence: str) -> NoReturn:
        """End the command, with the sentence on stderr and, for programs, as the document."""
        if self.as_json:
            self.answer({"error": sentence})
        raise CannotDo(sentence)

    def answer(self, document: Mapping[str, Any]) -> None:
        """The one document on stdout."""
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))

    async def _with_session(self, work: Callable[[Session], Awaitable[T]]) -> T:
        async with open_session(self.target) as session:
            return await work(session)


def on_stdout() -> Console:
    console = Console(highlight=False, markup=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, width=WIDE)


def on_stderr() -> Narration:
    """For what a person wants to know while it happens."""
    return Narration(Console(stderr=True))
