"""A server over stdio with one tool, which prints in all the ways there are, and reads stdin."""

import os
import subprocess
import sys
from typing import Any

import anyio
from mcp.server import Server, ServerRequestContext
from mcp_types import CallToolRequestParams, CallToolResult, TextContent

from server.stdio import serve_stdio


async def print_much(context: ServerRequestContext[Any, Any], params: CallToolRequestParams) -> CallToolResult:
    print("from print", flush=True)  # noqa: T201 - the very thing under test
    os.write(1, b"from the descriptor\n")
    subprocess.run(["/bin/echo", "from a child"], check=True)  # noqa: ASYNC221 - nobody else waits
    heard = sys.stdin.read()
    return CallToolResult(content=[TextContent(type="text", text=f"heard {heard!r}")])


anyio.run(serve_stdio, Server("printing", on_call_tool=print_much))
