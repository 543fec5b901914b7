"""The `repozero` command: exit 0 for what was hoped for, 1 for what was not, 2 for usage or connection."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio
import click
from rich.console import Console

from clients.demo import Solution, run_demo
from clients.errors import SessionError
from clients.local_server import LocalServer
from clients.narration import Narration
from clients.session import open_session
from clients.settings import Settings, read_settings
from clients.solution import UnreadableSolution, read_solution

NOTE_OF_GOLDEN_SOLUTIONS = "expected.toml"
"""Stands beside a program that is kept for tests and says what is expected of it; no part of the program."""


class CannotDo(click.ClickException):
    """Raised when a command can't be carried out, so that there is nothing to be said of the program."""

    exit_code = 2


class NamedFolder(click.ParamType[Solution]):
    """NAME=DIR: a solution's files, and what to call it."""

    name = "NAME=DIR"

    def convert(self, value: str | Solution, param: click.Parameter | None, ctx: click.Context | None) -> Solution:
        if isinstance(value, Solution):
            return value
        name, equals, folder = value.partition("=")
        if not (name and equals and folder):
            self.fail(f"{value!r} is not of the form NAME=DIR, e.g. right=solutions/mine", param, ctx)
        if not Path(folder).is_dir():
            self.fail(f"there is no folder {folder}", param, ctx)
        try:
            return Solution(name, folder, read_solution(Path(folder), {NOTE_OF_GOLDEN_SOLUTIONS}))
        except UnreadableSolution as fault:
            self.fail(str(fault), param, ctx)


@click.group()
@click.version_option(package_name="repozero-mcp")
@click.pass_context
def main(context: click.Context) -> None:
    """Work with repository reproduction tasks from a terminal or a script."""
    context.obj = read_settings()


@main.command()
@click.argument("task_id", metavar="TASK")
@click.argument("solutions", metavar="NAME=DIR...", type=NamedFolder(), nargs=-1, required=True)
@click.pass_obj
def demo(settings: Settings, task_id: str, solutions: Sequence[Solution]) -> None:
    """Attempt TASK with the solution in each DIR, over MCP, with a server and a data directory of its own.

    A solution named "right" has to be accepted, any other to pass the samples and fail on hidden cases: exit 0 then,
    and 1 otherwise.
    """
    try:
        as_hoped = anyio.run(_demo, settings, task_id, solutions)
    except SessionError as fault:
        raise CannotDo(str(fault)) from None
    sys.exit(0 if as_hoped else 1)


async def _demo(settings: Settings, task_id: str, solutions: Sequence[Solution]) -> bool:
    with tempfile.TemporaryDirectory(prefix="repozero-demo-") as folder:
        environment = {**settings.server_environment, "REPOZERO_DATA_DIR": str(Path(folder) / "data")}
        async with open_session(LocalServer(environment=environment)) as session:
            return await run_demo(session, task_id, solutions, Narration(Console()))
