"""`repozero tasks` and `repozero show`: what there is to do, and what a task asks for."""

import click

from clients.conversation import Conversation, on_stdout
from clients.printable import printable
from clients.results import TaskList
from clients.server_options import of_a_server
from clients.session import Session
from clients.tables import attempt_table, task_table

SECTIONS = ("all", "spec", "driver", "samples")
ATTEMPTS_SHOWN = 10


@click.command()
@of_a_server
def tasks(talk: Conversation) -> None:
    """List the tasks, and your open attempts."""

    async def ask(session: Session) -> TaskList:
        return await session.list_tasks()

    listed = talk.hold(ask)
    if talk.as_json:
        talk.answer(listed.model_dump(mode="json", include={"tasks", "open_attempts"}))
    else:
        _tell(listed)


@click.command()
@click.argument("task_id", metavar="TASK")
@click.option("--section", type=click.Choice(SECTIONS), default="all", show_default=True, help="One part of it.")
@of_a_server
def show(talk: Conversation, task_id: str, section: str) -> None:
    """Print what TASK asks for: rules, specification, driver and samples."""

    async def ask(session: Session) -> str:
        return await session.get_task(task_id, section)

    text = talk.hold(ask)
    if talk.as_json:
        talk.answer({"task_id": task_id, "section": section, "text": text})
    else:
        click.echo(printable(text) if on_stdout().is_terminal else text, nl=False)


def _tell(listed: TaskList) -> None:
    console = on_stdout()
    if not listed.tasks:
        console.print("The server has no tasks.")
        return
    console.print(task_table(listed.tasks))
    if not listed.open_attempts:
        return
    console.print()
    console.print(attempt_table(listed.open_attempts[:ATTEMPTS_SHOWN]))
    more = len(listed.open_attempts) - ATTEMPTS_SHOWN
    if more > 0:
        console.print(f"... and {more} older open attempts; --json lists all")
