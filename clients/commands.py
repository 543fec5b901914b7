"""The `repozero` command: exit 0 for what was hoped for, 1 for what was not, 2 for usage or connection."""

import click

from clients.demo_command import demo
from clients.judging_commands import submit, test
from clients.reading_commands import show, tasks
from clients.settings import read_settings


@click.group()
@click.version_option(package_name="repozero-mcp")
@click.pass_context
def main(context: click.Context) -> None:
    """Work with repository reproduction tasks from a terminal or a script."""
    context.obj = read_settings()


for command in (tasks, show, test, submit, demo):
    main.add_command(command)
