"""The tools over MCP: listing them, taking calls apart, putting replies and errors together."""

import logging
import secrets
from collections.abc import Sequence

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as ListedTool
from pydantic import ValidationError

from tasks.attempts import ClientIdentity
from tools.context import Context, PrincipalOf
from tools.errors import OF_THE_MACHINE, explanation, fault_text, invalid_arguments, unknown_tool
from tools.schema import input_schema, output_schema
from tools.tool import AnyTool, Caller, Reply

MAX_CLAIM_CHARACTERS = 200

log = logging.getLogger(__name__)


class ToolProtocol:
    def __init__(self, tools: Sequence[AnyTool], principal_of: PrincipalOf) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._listed = [_listed(tool) for tool in tools]
        self._principal_of = principal_of

    async def list_tools(self, context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=self._listed)

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(code=INVALID_PARAMS, message=unknown_tool(params.name, list(self._tools)))
        try:
            arguments = tool.arguments.model_validate(params.arguments or {})
        except ValidationError as error:
            return _failed(invalid_arguments(error, list(tool.arguments.model_fields)))
        try:
            return _succeeded(tool, await tool.call(self._caller(context), arguments))
        except Exception as error:  # noqa: BLE001 - the outermost layer: whatever fails becomes a text, never a traceback
            return _failed(_told(tool, error))

    def _caller(self, context: Context) -> Caller:
        return Caller(
            principal=self._principal_of(context),
            client=_client(context),
            progress=context.session.report_progress,
        )


def _told(tool: AnyTool, error: Exception) -> str:
    if isinstance(error, OF_THE_MACHINE):
        log.error("%s: %s", tool.name, error)
    return explanation(error) or _fault(tool, error)


def _listed(tool: AnyTool) -> ListedTool:
    return ListedTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool.arguments),
        output_schema=None if tool.text_only else output_schema(tool.result),
        annotations=ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.hints.read_only,
            destructive_hint=tool.hints.destructive,
            idempotent_hint=tool.hints.idempotent,
            open_world_hint=False,
        ),
    )


def _succeeded(tool: AnyTool, reply: Reply) -> CallToolResult:
    if tool.text_only:
        blocks = [reply.text, reply.result.model_dump_json(exclude_none=True)]
        return CallToolResult(content=[TextContent(type="text", text=block) for block in blocks])
    result = reply.result.model_dump(mode="json", exclude_none=True)
    return CallToolResult(content=[TextContent(type="text", text=reply.text)], structured_content=result)


def _failed(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _fault(tool: AnyTool, error: Exception) -> str:
    """Log a failure of ours under an incident id, and return the fixed text with it.

    The error can be logged as it is: no hidden case is in it, since the judge lets none out.
    """
    incident = secrets.token_hex(4)
    log.error("incident %s in %s", incident, tool.name, exc_info=error)
    return fault_text(incident)


def _client(context: Context) -> ClientIdentity:
    params = context.session.client_params
    if params is None:
        return ClientIdentity(None, None)
    return ClientIdentity(_recorded(params.client_info.name), _recorded(params.client_info.version))


def _recorded(claim: str) -> str:
    """A client may call itself anything."""
    return claim[:MAX_CLAIM_CHARACTERS].encode(errors="replace").decode()
