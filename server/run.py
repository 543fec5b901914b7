"""Running the server over stdio, from the first check to a clean end."""

import logging
import signal
from collections.abc import Callable

import anyio

from sandbox.box import Sandbox
from sandbox.errors import SandboxUnavailable
from server.app import open_app
from server.machine import prepare_machinery
from server.principals import everyone_is_local
from server.settings import Settings
from server.stdio import serve_stdio
from tasks.catalogue import BUNDLED, Catalogue

log = logging.getLogger(__name__)


async def run_stdio(settings: Settings) -> None:
    """Serve until the client closes stdin, or SIGTERM or SIGINT arrives; every box is gone then.

    Raises:
        StoreUnavailable, ForeignDataDirectory, NewerStore, NodeMissing, LibraryMissing: the server can't start.
    """
    machinery = await prepare_machinery(settings)
    async with (
        open_app(settings, load_catalogue(settings), machinery, everyone_is_local) as server,
        anyio.create_task_group() as group,
    ):
        group.start_soon(end_at_signal, group.cancel_scope.cancel)
        group.start_soon(warn_without_sandbox, machinery.sandbox)
        await serve_stdio(server)
        group.cancel_scope.cancel()


def load_catalogue(settings: Settings) -> Catalogue:
    folders = [BUNDLED] if settings.tasks_dir is None else [BUNDLED, settings.tasks_dir]
    catalogue = Catalogue.load(folders)
    for folder, fault in catalogue.faults.items():
        log.error("the task in %s is not served: %s", folder, fault)
    return catalogue


async def end_at_signal(end: Callable[[], None]) -> None:
    """Call `end` at the first signal that asks for it; a second one ends the process as it is."""
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            end()
            return


async def warn_without_sandbox(sandbox: Sandbox) -> None:
    """Say at the start what is missing. Reading tasks works without a sandbox; running refuses, each time."""
    try:
        await sandbox.check()
    except SandboxUnavailable as fault:
        log.error("%s", fault)  # noqa: TRY400 - the sentence is for the person who runs the server, a traceback is not
