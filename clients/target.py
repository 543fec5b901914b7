"""Where a server is, and how to get a line to it."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from mcp.client import Transport

from clients.errors import ServerUnreachable


class Line(Protocol):
    """An open way to a server, used for one session."""

    @property
    def transport(self) -> Transport: ...

    def explain(self, failure: Exception) -> ServerUnreachable:
        """What a person should know of trouble with the connection, and do about it."""
        ...

    def log(self) -> str:
        """The end of what the server has written about itself; empty where that can't be seen from here."""
        ...


class Target(Protocol):
    def open(self) -> AbstractAsyncContextManager[Line]: ...
