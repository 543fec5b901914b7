"""`repozero demo`: scripted attempts with a server of their own."""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import anyio
import click
from rich.console import Console

from clients.conversation import CannotDo
from clients.demo import Solution, run_demo
from clients.errors import SessionError
from clients.http_server import open_http_server
from clients.local_server import LocalServer
from clients.narration import Narration
from clients.session import open_session
from clients.settings import Settings
from clients.solution import UnreadableSolution, read_solution
from clients.target import Target

NOTE_OF_GOLDEN_SOLUTIONS = "expected.toml"
"""Stands beside a program that is kept for tests and says what is expected of it; no part of the program."""


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
            return Solution(name, folder, read_solution(Path(folder), {NOTE_OF_GOLDEN_SOLUTIONS}).files)
        except UnreadableSolution as fault:
            self.fail(str(fault), param, ctx)


@click.command()
@click.argument("task_id", metavar="TASK")
@click.argument("solutions", metavar="NAME=DIR...", type=NamedFolder(), nargs=-1, required=True)
@click.option("--http", "over_http", is_flag=True, help="Start the server over HTTP instead of stdio.")
@click.pass_obj
def demo(settings: Settings, task_id: str, solutions: Sequence[Solution], *, over_http: bool) -> None:
    """Attempt TASK with the solution in each DIR, over MCP, with a server and a data directory of its own.

    A solution named "right" has to be accepted, any other to pass the samples and fail on hidden cases: exit 0 then,
    and 1 otherwise.
    """
    run = _demo_over_http if over_http else _demo_over_stdio
    try:
        with tempfile.TemporaryDirectory(prefix="repozero-demo-") as folder:
            environment = {**settings.server_environment, "REPOZERO_DATA_DIR": str(Path(folder) / "data")}
            as_hoped = anyio.run(run, environment, task_id, solutions)
    except SessionError as fault:
        raise CannotDo(str(fault)) from None
    sys.exit(0 if as_hoped else 1)


async def _demo_over_stdio(environment: dict[str, str], task_id: str, solutions: Sequence[Solution]) -> bool:
    return await _demo_with(LocalServer(environment=environment), task_id, solutions)


async def _demo_over_http(environment: dict[str, str], task_id: str, solutions: Sequence[Solution]) -> bool:
    async with open_http_server(environment) as server:
        return await _demo_with(server, task_id, solutions)


async def _demo_with(target: Target, task_id: str, solutions: Sequence[Solution]) -> bool:
    async with open_session(target) as session:
        return await run_demo(session, task_id, solutions, Narration(Console()))
