"""Specification, driver and samples of each task as resources, for clients that let a person pick what to attach.

Everything is in memory since the task was loaded: a URI is looked up, never turned into a path.
"""

from collections.abc import Callable, Mapping
from pathlib import PurePath
from types import MappingProxyType

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from tasks.bundle import Task
from tasks.case_rows import row_of
from tasks.catalogue import Catalogue, UnknownTask
from tools.context import Context
from tools.errors import unknown_cursor, unknown_resource
from tools.uris import Part, TaskUri, template

MARKDOWN = "text/markdown"
JSON_LINES = "application/x-ndjson"
SOURCE_TYPES = MappingProxyType({".py": "text/x-python", ".c": "text/x-c", ".cpp": "text/x-c++"})
PLAIN_TEXT = "text/plain"

TASKS_A_PAGE = 10
"""With three resources each they stay under the 8 KB that clients show."""

TITLES: Mapping[Part, str] = MappingProxyType(
    {Part.SPEC: "Specification", Part.DRIVER: "Driver program", Part.SAMPLES: "Sample cases"}
)
DESCRIPTIONS: Mapping[Part, str] = MappingProxyType(
    {
        Part.SPEC: "What the library does, as far as the task needs it, with arguments, errors and exit codes.",
        Part.DRIVER: "The original program, whose output is to be reproduced.",
        Part.SAMPLES: "Sample cases, one JSON object a line: arguments, stdout and exit code.",
    }
)


class TaskResources:
    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def list_resources(self, context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """A page of them. The cursor is the id of the first task on the page."""
        tasks = self._catalogue.tasks
        first = self._position(params.cursor) if params is not None and params.cursor is not None else 0
        page, rest = tasks[first : first + TASKS_A_PAGE], tasks[first + TASKS_A_PAGE :]
        return ListResourcesResult(
            resources=[_listed(task, part) for task in page for part in Part],
            next_cursor=rest[0].id if rest else None,
        )

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """All of them, on one page."""
        if params is not None and params.cursor is not None:
            raise MCPError(code=INVALID_PARAMS, message=unknown_cursor(params.cursor))
        return ListResourceTemplatesResult(resource_templates=[_listed_template(part) for part in Part])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = TaskUri.parse(params.uri)
        try:
            task = self._catalogue.get(uri.task_id) if uri is not None else None
        except UnknownTask:
            task = None
        if uri is None or task is None:
            raise MCPError(code=INVALID_PARAMS, message=unknown_resource(params.uri), data={"uri": params.uri})
        contents = TextResourceContents(
            uri=params.uri, mime_type=_mime_type(task, uri.part), text=_TEXT[uri.part](task)
        )
        return ReadResourceResult(contents=[contents])

    def _position(self, cursor: str) -> int:
        for position, task in enumerate(self._catalogue.tasks):
            if task.id == cursor:
                return position
        raise MCPError(code=INVALID_PARAMS, message=unknown_cursor(cursor))


def _listed(task: Task, part: Part) -> Resource:
    return Resource(
        uri=str(TaskUri(task.id, part)),
        name=f"{task.id}/{part}",
        title=f"{task.card.title}: {TITLES[part].lower()}",
        description=DESCRIPTIONS[part],
        mime_type=_mime_type(task, part),
        size=len(_TEXT[part](task).encode()),
    )


def _listed_template(part: Part) -> ResourceTemplate:
    """Drivers are in several languages, so that their template names no type."""
    types = {Part.SPEC: MARKDOWN, Part.SAMPLES: JSON_LINES}
    return ResourceTemplate(
        uri_template=template(part),
        name=part.value,
        title=f"{TITLES[part]} of a task",
        description=DESCRIPTIONS[part],
        mime_type=types.get(part),
    )


def _mime_type(task: Task, part: Part) -> str:
    if part is Part.DRIVER:
        return SOURCE_TYPES.get(PurePath(task.driver_name).suffix, PLAIN_TEXT)
    return MARKDOWN if part is Part.SPEC else JSON_LINES


_TEXT: Mapping[Part, Callable[[Task], str]] = MappingProxyType(
    {
        Part.SPEC: lambda task: task.spec,
        Part.DRIVER: lambda task: task.driver,
        Part.SAMPLES: lambda task: "".join(row_of(case) for case in task.samples),
    }
)
