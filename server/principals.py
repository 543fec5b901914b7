"""Who calls: over stdio and without tokens everyone is one principal; with tokens each token is one."""

from mcp.server.auth.middleware.auth_context import get_access_token

from tools.context import Context

LOCAL = "local"
"""No token may have this name: its holder would see what was done without tokens in the same data directory."""


class Unauthenticated(Exception):
    """Raised when a request got past the check of tokens without one, which only a mistake of ours can bring about."""

    def __init__(self) -> None:
        super().__init__("a request carries no principal")


def everyone_is_local(_context: Context) -> str:
    return LOCAL


def named_by_token(_context: Context) -> str:
    """The principal whose token the request under way came with.

    Raises:
        Unauthenticated: there is none; nobody is ever taken for `LOCAL` here.
    """
    access = get_access_token()
    if access is None:
        raise Unauthenticated
    return access.client_id
