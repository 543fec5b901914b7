"""Running the server over HTTP, from the first check to a clean end."""

from collections.abc import Callable

import anyio

from server.address import Address, listening
from server.app import open_app
from server.http import allowed_callers, http_app
from server.machine import prepare_machinery
from server.principals import everyone_is_local, named_by_token
from server.run import end_at_signal, load_catalogue, warn_without_sandbox
from server.settings import Settings
from server.tokens import Tokens
from server.web_server import WebServer


class TokensNeeded(Exception):
    """Raised when everybody on a network would be let in."""

    def __init__(self, address: Address) -> None:
        super().__init__(f"without --tokens only a loopback address can be served, and {address.ip} is none")


async def run_http(settings: Settings, wanted: Address, tokens: Tokens | None, announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT arrives; every box is gone then. `announce` is told the endpoint's URL.

    Raises:
        TokensNeeded, CannotListen: the address can't be served.
        StoreUnavailable, ForeignDataDirectory, NewerStore, NodeMissing, LibraryMissing: the server can't start.
    """
    if tokens is None and not wanted.ip.is_loopback:
        raise TokensNeeded(wanted)
    principal_of = everyone_is_local if tokens is None else named_by_token
    with listening(wanted) as (listener, address):
        machinery = await prepare_machinery(settings)
        async with (
            open_app(settings, load_catalogue(settings), machinery, principal_of) as server,
            anyio.create_task_group() as group,
        ):
            allowed = allowed_callers(address, settings.allowed_hosts, settings.allowed_origins)
            web = WebServer(http_app(server, allowed, tokens), listener)
            group.start_soon(end_at_signal, web.end)
            group.start_soon(warn_without_sandbox, machinery.sandbox)
            announce(f"http://{address}/mcp")
            await web.run()
            group.cancel_scope.cancel()
