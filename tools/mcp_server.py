"""The server that MCP clients see: the tools, and for clients that know them resources, prompts and completions."""

from collections.abc import Sequence
from typing import Any

from mcp.server import CacheHint, Server
from mcp.server.caching import CacheableMethod

from tasks.catalogue import Catalogue
from tools.completions import Completions
from tools.context import PrincipalOf
from tools.instructions import INSTRUCTIONS
from tools.prompts import TaskPrompts
from tools.protocol import ToolProtocol
from tools.resources import TaskResources
from tools.tool import AnyTool

THE_SAME_FOR_ALL = CacheHint(ttl_ms=300_000, scope="public")
"""What doesn't depend on who asks, and changes only when the server is started anew."""
CACHEABLE: Sequence[CacheableMethod] = (
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
)


def build_server(
    tools: Sequence[AnyTool], catalogue: Catalogue, principal_of: PrincipalOf, version: str
) -> Server[Any]:
    """An MCP server of these tools and tasks; `principal_of` tells from a request who calls."""
    protocol = ToolProtocol(tools, principal_of)
    resources = TaskResources(catalogue)
    prompts = TaskPrompts(catalogue)
    return Server(
        "repozero",
        title="RepoZero",
        version=version,
        instructions=INSTRUCTIONS,
        cache_hints=dict.fromkeys(CACHEABLE, THE_SAME_FOR_ALL),
        on_list_tools=protocol.list_tools,
        on_call_tool=protocol.call_tool,
        on_list_resources=resources.list_resources,
        on_list_resource_templates=resources.list_templates,
        on_read_resource=resources.read_resource,
        on_list_prompts=prompts.list_prompts,
        on_get_prompt=prompts.get_prompt,
        on_completion=Completions(catalogue).complete,
    )
