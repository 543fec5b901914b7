"""What the SDK gives along with each request, and what we make of it."""

from collections.abc import Callable
from typing import Any, TypeAlias

from mcp.server import ServerRequestContext

Context: TypeAlias = ServerRequestContext[Any, Any]
"""No state is kept with a connection, hence the open types."""
PrincipalOf: TypeAlias = Callable[[Context], str]
"""Tells who calls."""
