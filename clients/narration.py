"""Telling a person what happens: headings, steps, and progress that leaves no trace on a terminal."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from clients.calls import OnProgress
from clients.calls import Progress as Done
from clients.printable import printable

STEP_WIDTH = 18


class Narration:
    """Lines are never wrapped, and what they quote is neither taken for markup nor obeyed by a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def heading(self, text: str) -> None:
        self._line(Text(""))
        self._line(Text(printable(text), style="bold"))

    def step(self, what: str, detail: str, style: str = "") -> None:
        self._line(Text.assemble("  ", (what.ljust(STEP_WIDTH), "dim"), " ", (printable(detail), style)))

    def block(self, text: str) -> None:
        """Something quoted at length, such as a diff."""
        for line in text.splitlines():
            self._line(Text(f"    {printable(line)}"))

    def trouble(self, text: str) -> None:
        self._line(Text(printable(text), style="red"))

    def plain(self, text: str) -> None:
        """A line that programs may look for."""
        self._console.out(text, highlight=False)

    @contextmanager
    def waiting(self, what: str) -> Generator[OnProgress]:
        """A bar on a terminal, gone afterwards; elsewhere a line for each step of progress."""
        if not self._console.is_interactive:

            async def say(done: Done) -> None:
                self.step("", done.message)

            yield say
            return
        columns = (TextColumn(" "), SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=self._console, transient=True) as bar:
            shown = bar.add_task(what, total=None)

            async def move(done: Done) -> None:
                bar.update(shown, completed=done.done, total=done.total, description=done.message or what)

            yield move

    def _line(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True, highlight=False)
