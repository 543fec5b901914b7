"""The `repozero-mcp` command: the server, and what a maintainer does with tasks."""

import logging
from pathlib import Path

import anyio
import click
from rich.console import Console
from rich.progress import Progress

from sandbox.errors import SandboxFault, SandboxUnavailable
from sandbox.libraries import LibraryMissing
from sandbox.toolchains.javascript import NodeMissing
from server.recording import record_bundle
from server.run import run_stdio
from server.settings import BadSettings, Settings, read_settings
from server.store.errors import ForeignDataDirectory, NewerStore, StoreUnavailable
from tasks.bundle_error import BundleError
from tasks.generation import GeneratorFailed
from tasks.reference import ReferenceUnavailable
from tasks.selection import TooFewCases

CANNOT_START = (StoreUnavailable, ForeignDataDirectory, NewerStore, NodeMissing, LibraryMissing)
CANNOT_RECORD = (
    BundleError,
    GeneratorFailed,
    TooFewCases,
    ReferenceUnavailable,
    LibraryMissing,
    SandboxUnavailable,
    SandboxFault,
)


@click.group(invoke_without_command=True)
@click.version_option(package_name="repozero-mcp")
@click.pass_context
def main(context: click.Context) -> None:
    """An MCP server for repository reproduction tasks. Without a command it serves over stdio."""
    try:
        settings = read_settings()
    except BadSettings as fault:
        raise click.UsageError(str(fault)) from None
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    context.obj = settings
    if context.invoked_subcommand is None:
        context.invoke(serve)


@main.command()
@click.pass_obj
def serve(settings: Settings) -> None:
    """Serve one client over stdio until it closes the connection."""
    try:
        anyio.run(run_stdio, settings)
    except CANNOT_START as fault:
        raise click.ClickException(str(fault)) from None


@main.group()
def tasks() -> None:
    """What a maintainer does with task bundles."""


@tasks.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.pass_obj
def record(settings: Settings, folder: Path) -> None:
    """Record the cases of the bundle in FOLDER from its generator and its original."""
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            bars = bar.add_task("recording", total=None)
            recording = anyio.run(
                record_bundle, settings, folder, lambda done, total: bar.update(bars, completed=done, total=total)
            )
    except CANNOT_RECORD as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{recording.task.id}: {recording.samples} samples, {recording.hidden} hidden cases")
    for reason, count in sorted(recording.dropped.items()):
        click.echo(f"dropped {count}: {reason}")
