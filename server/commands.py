"""The `repozero-mcp` command: the server, and what a maintainer does with tasks."""

import logging
from pathlib import Path

import anyio
import click
from rich.console import Console
from rich.progress import Progress

from sandbox.cache import CacheUnavailable
from sandbox.errors import SandboxFault, SandboxUnavailable, ToolchainMissing
from sandbox.libraries import LibraryMissing
from sandbox.toolchains.javascript import NodeMissing
from server.address import Address, BadAddress, CannotListen
from server.recording import record_bundle
from server.run import run_stdio
from server.run_http import TokensNeeded, run_http
from server.settings import BadSettings, Settings, read_settings
from server.store.errors import ForeignDataDirectory, NewerStore, StoreUnavailable
from server.tokens import BadTokens, Tokens
from tasks.bundle_error import BundleError
from tasks.generation import GeneratorFailed
from tasks.reference import ReferenceUnavailable
from tasks.selection import TooFewCases

CANNOT_START = (
    CacheUnavailable,
    StoreUnavailable,
    ForeignDataDirectory,
    NewerStore,
    NodeMissing,
    LibraryMissing,
    BadTokens,
    TokensNeeded,
    CannotListen,
)
CANNOT_RECORD = (
    BundleError,
    GeneratorFailed,
    TooFewCases,
    ReferenceUnavailable,
    LibraryMissing,
    ToolchainMissing,
    SandboxUnavailable,
    SandboxFault,
)


class ListeningAddress(click.ParamType[Address]):
    """HOST:PORT."""

    name = "HOST:PORT"

    def convert(self, value: str | Address, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        if isinstance(value, Address):
            return value
        try:
            return Address.parse(value)
        except BadAddress as fault:
            self.fail(str(fault), param, ctx)


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
@click.option("--http", "address", type=ListeningAddress(), help="Serve over HTTP at this address; port 0 is any.")
@click.option(
    "--tokens",
    "token_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Who may call over HTTP: a name and the SHA-256 of a token on each line.",
)
@click.pass_obj
def serve(settings: Settings, address: Address | None, token_file: Path | None) -> None:
    """Serve one client over stdio until it closes the connection, or many over HTTP."""
    if address is None and token_file is not None:
        raise click.UsageError("--tokens needs --http: over stdio there is one client, which started the server")
    try:
        if address is None:
            anyio.run(run_stdio, settings)
        else:
            tokens = Tokens.read(token_file) if token_file is not None else None
            anyio.run(run_http, settings, address, tokens, _announce)
    except CANNOT_START as fault:
        raise click.ClickException(str(fault)) from None


def _announce(url: str) -> None:
    click.echo(f"Serving at {url}")


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

            def show(done: int, total: int) -> None:
                bar.update(bars, completed=done, total=total)

            recording = anyio.run(record_bundle, settings, folder, show)
    except CANNOT_RECORD as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{recording.task.id}: {recording.samples} samples, {recording.hidden} hidden cases")
    for reason, count in sorted(recording.dropped.items()):
        click.echo(f"dropped {count}: {reason}")
