"""Tool calls over an open connection: the place that takes MCP's answers and errors apart."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from mcp import Client, MCPError
from mcp.shared.dispatcher import ProgressFnT
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT, CallToolResult, TextContent
from pydantic import ValidationError

from clients.errors import ServerUnreachable, ToolFailed, UnexpectedAnswer
from clients.results import Answer, TextPage
from clients.target import Line

AnswerT = TypeVar("AnswerT", bound=Answer)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is; `total` is `None` where the server does not know it yet."""

    done: int
    total: int | None
    message: str


OnProgress: TypeAlias = Callable[[Progress], Awaitable[None]]


class Calls:
    def __init__(self, client: Client, line: Line) -> None:
        self._client = client
        self._line = line

    async def call(
        self, tool: str, arguments: Mapping[str, Any], answer: type[AnswerT], on_progress: OnProgress | None = None
    ) -> AnswerT:
        """Call a tool that answers with named fields.

        Raises:
            ToolFailed, ServerUnreachable, UnexpectedAnswer.
        """
        result = await self._result(tool, arguments, on_progress)
        try:
            return answer.model_validate(result.structured_content)
        except ValidationError as fault:
            raise UnexpectedAnswer(tool) from fault

    async def read(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Call a tool that answers with a long text, page by page, and return the whole.

        Raises:
            ToolFailed, ServerUnreachable, UnexpectedAnswer.
        """
        pieces: list[str] = []
        offset: int | None = 0
        while offset is not None:
            piece, page = _page(tool, await self._result(tool, {**arguments, "offset": offset}))
            if page.next_offset is not None and page.next_offset <= offset:
                raise UnexpectedAnswer(tool)
            pieces.append(piece)
            offset = page.next_offset
        return "".join(pieces)

    def server_log(self) -> str:
        return self._line.log()

    async def _result(
        self, tool: str, arguments: Mapping[str, Any], on_progress: OnProgress | None = None
    ) -> CallToolResult:
        callback = _callback(on_progress) if on_progress else None
        try:
            result = await self._client.call_tool(tool, dict(arguments), progress_callback=callback)
        except MCPError as error:
            if error.code in {CONNECTION_CLOSED, REQUEST_TIMEOUT}:
                raise lost(self._line, error) from error
            raise ToolFailed(error.message) from error
        except ValidationError as fault:
            raise UnexpectedAnswer(tool) from fault
        if result.is_error:
            raise ToolFailed("\n".join(_texts(result)))
        return result


def _callback(on_progress: OnProgress) -> ProgressFnT:
    async def callback(progress: float, total: float | None, message: str | None) -> None:
        await on_progress(Progress(int(progress), int(total) if total else None, message or ""))

    return callback


def _page(tool: str, result: CallToolResult) -> tuple[str, TextPage]:
    """A piece of text, and what the block of JSON after it says."""
    match _texts(result):
        case [text, fields]:
            try:
                return text, TextPage.model_validate_json(fields)
            except ValidationError as fault:
                raise UnexpectedAnswer(tool) from fault
        case _:
            raise UnexpectedAnswer(tool)


def _texts(result: CallToolResult) -> list[str]:
    return [block.text for block in result.content if isinstance(block, TextContent)]


def lost(line: Line, failure: Exception) -> ServerUnreachable:
    """What to tell a person of a connection that can't be used (any longer)."""
    if isinstance(failure, MCPError) and failure.code == REQUEST_TIMEOUT:
        return line.explain(TimeoutError(failure.message))
    return line.explain(failure)
