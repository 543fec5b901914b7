"""An agent that calls tools, and holds the server to what it promises of every result."""

import json
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from mcp import Client
from mcp_types import CallToolResult, TextContent

MAX_RESULT_BYTES = 10 * 1024
"""Of each form of a result: clients show a model either its text or its structured content."""


class Agent:
    """Each result is checked against the listed output schema and the size that every client shows."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: list[str] = []
        """Everything that came from the server, as text."""
        self.progress: list[float] = []
        self._schemas: dict[str, dict[str, Any]] = {}

    async def call(self, tool: str, /, **arguments: object) -> dict[str, Any]:
        """The structured result; of a tool that answers with text, the JSON behind it."""
        result = await self._result(tool, arguments)
        assert not result.is_error, texts_of(result)
        if result.structured_content is not None:
            return result.structured_content
        return json.loads(texts_of(result)[-1])

    async def text(self, tool: str, /, **arguments: object) -> str:
        """What a person or a model reads of a successful call."""
        result = await self._result(tool, arguments)
        assert not result.is_error, texts_of(result)
        return texts_of(result)[0]

    async def refused(self, tool: str, /, **arguments: object) -> str:
        result = await self._result(tool, arguments)
        assert result.is_error, result.structured_content
        (text,) = texts_of(result)
        return text

    async def note_progress(self, progress: float, total: float | None, message: str | None) -> None:
        self.progress.append(progress)
        self.seen.append(f"{progress} of {total}: {message}")

    async def _result(self, tool: str, arguments: Mapping[str, object]) -> CallToolResult:
        result = await self.client.call_tool(tool, dict(arguments), progress_callback=self.note_progress)
        self.seen.append(result.model_dump_json())
        for text in texts_of(result):
            assert len(text.encode()) <= MAX_RESULT_BYTES
        if result.structured_content is not None:
            assert len(json.dumps(result.structured_content, ensure_ascii=False).encode()) <= MAX_RESULT_BYTES
            validator: Any = Draft202012Validator(await self._schema(tool))  # its methods have no complete types
            validator.validate(result.structured_content)
        return result

    async def _schema(self, tool: str) -> dict[str, Any]:
        if not self._schemas:
            listed = (await self.client.list_tools()).tools
            self._schemas = {one.name: one.output_schema for one in listed if one.output_schema is not None}
        return self._schemas[tool]


def texts_of(result: CallToolResult) -> list[str]:
    return [block.text for block in result.content if isinstance(block, TextContent)]
