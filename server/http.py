"""MCP over Streamable HTTP, as a web application.

Nothing is kept between two requests: whatever a client has is behind handles in the store. So any request may come over
any connection, and both eras of the protocol are one endpoint. There is no stream to open with GET, since this server
never speaks unasked.
"""

from collections.abc import Sequence
from typing import Any

from mcp.server import Server
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from server.address import Address
from server.stdio import MAX_MESSAGE_BYTES
from server.tokens import Tokens

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")


def http_app(server: Server[Any], allowed: TransportSecuritySettings, tokens: Tokens | None) -> Starlette:
    """The endpoint at /mcp, for holders of a token if there are tokens, and /healthz, for everybody."""
    manager = StreamableHTTPSessionManager(
        server, stateless=True, security_settings=allowed, max_request_body_size=MAX_MESSAGE_BYTES
    )
    endpoint: ASGIApp = _PostOnly(manager.handle_request)
    middleware: list[Middleware] = []
    if tokens is not None:
        endpoint = RequireAuthMiddleware(endpoint, required_scopes=[])
        middleware = [
            Middleware(AuthenticationMiddleware, backend=BearerAuthBackend(tokens)),
            Middleware(AuthContextMiddleware),
        ]
    return Starlette(
        routes=[Route("/mcp", endpoint), Route("/healthz", _healthz)],
        middleware=middleware,
        lifespan=lambda _: manager.run(),
    )


def allowed_callers(address: Address, hosts: Sequence[str], origins: Sequence[str]) -> TransportSecuritySettings:
    """Loopback, the bound address and what else is named: other Host or Origin headers show a page that rebinds names.

    A host that is named without a port is allowed with any.
    """
    own = [*LOOPBACK_HOSTS] if address.ip.is_unspecified else [*LOOPBACK_HOSTS, address.host]
    return TransportSecuritySettings(
        allowed_hosts=_with_any_port([*own, *hosts]),
        allowed_origins=[*_with_any_port([f"http://{host}" for host in own]), *origins],
    )


def _with_any_port(places: Sequence[str]) -> list[str]:
    return [pattern for place in places for pattern in (place, f"{place}:*")]


class _PostOnly:
    """Without sessions there is nothing to listen to and nothing to delete."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        posted = scope["method"] == "POST"
        app = self._app if posted else Response(status_code=405, headers={"Allow": "POST"})
        await app(scope, receive, send)


async def _healthz(_request: Request) -> Response:
    return PlainTextResponse("ok\n")
