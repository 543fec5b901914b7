"""list_tasks and get_task: what there is to do, and everything an agent gets to know about one task."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from tasks.attempts import Attempts
from tasks.bundle import Task
from tasks.catalogue import Catalogue
from tools.attempts import OpenAttempt, open_attempt
from tools.pages import page_of, rows_of
from tools.task_text import task_text
from tools.tool import AnyTool, Arguments, Caller, Hints, Reply, Result, Tool

MOST_TASKS_BYTES = 5_000
MOST_ATTEMPTS_BYTES = 4_000


class Section(StrEnum):
    ALL = "all"
    SPEC = "spec"
    DRIVER = "driver"
    SAMPLES = "samples"


TaskId = Annotated[str, Field(description="Task id as list_tasks gives it, e.g. py2js/base58/codec.")]


class ListTasks(Arguments):
    track: Annotated[str, Field(description="Only tasks of this track, e.g. py2js; empty for all.")] = ""
    offset: Annotated[int, Field(ge=0, description="Skip so many tasks; use next_offset of the page before.")] = 0
    attempts_offset: Annotated[
        int, Field(ge=0, description="Skip so many open attempts; use next_attempts_offset of the page before.")
    ] = 0


class TaskRow(Result):
    task_id: str
    title: str
    track: str
    difficulty: str
    samples: int


class TaskList(Result):
    tasks: list[TaskRow]
    total: int
    next_offset: int | None
    open_attempts: Annotated[list[OpenAttempt], Field(description="Yours, the newest first")]
    total_open_attempts: int
    next_attempts_offset: int | None


class GetTask(Arguments):
    task_id: TaskId
    section: Annotated[
        Section,
        Field(strict=False, description="all: rules, specification, driver and samples in one text; or just one part."),
    ] = Section.ALL
    offset: Annotated[int, Field(ge=0, description="Character to begin at; use next_offset of the page before.")] = 0


class TaskPage(Result):
    task_id: str
    section: Section
    offset: int
    next_offset: int | None
    total_characters: int


class TaskTools:
    def __init__(self, catalogue: Catalogue, attempts: Attempts) -> None:
        self._catalogue = catalogue
        self._attempts = attempts

    def tools(self) -> Sequence[AnyTool]:
        return (
            Tool(
                name="list_tasks",
                title="List tasks",
                description="Lists the reproduction tasks, and your open attempts in case you lost a handle.",
                hints=Hints(read_only=True, idempotent=True),
                arguments=ListTasks,
                result=TaskList,
                call=self.list_tasks,
            ),
            Tool(
                name="get_task",
                title="Read a task",
                description=(
                    "Returns a task's rules, specification, driver program and sample cases as text, in pages of 8 KB. "
                    "The last block of the result is JSON with next_offset, absent on the last page."
                ),
                hints=Hints(read_only=True, idempotent=True),
                arguments=GetTask,
                result=TaskPage,
                call=self.get_task,
                text_only=True,
            ),
        )

    async def list_tasks(self, caller: Caller, arguments: ListTasks) -> Reply:
        tasks = [task for task in self._catalogue.tasks if arguments.track in {"", task.track.id}]
        page = rows_of([_row(task) for task in tasks], arguments.offset, MOST_TASKS_BYTES)
        outlines = await self._attempts.open_attempts(caller.principal)
        open_ones = [open_attempt(outline) for outline in outlines]
        attempts = rows_of(open_ones, arguments.attempts_offset, MOST_ATTEMPTS_BYTES)
        result = TaskList(
            tasks=page.rows,
            total=len(tasks),
            next_offset=page.next_offset,
            open_attempts=attempts.rows,
            total_open_attempts=len(open_ones),
            next_attempts_offset=attempts.next_offset,
        )
        return Reply(_listing(result), result)

    async def get_task(self, caller: Caller, arguments: GetTask) -> Reply:
        task = self._catalogue.get(arguments.task_id)
        page = page_of(task_text(task, arguments.section.value), arguments.offset)
        result = TaskPage(
            task_id=task.id,
            section=arguments.section,
            offset=page.offset,
            next_offset=page.next_offset,
            total_characters=page.total_characters,
        )
        return Reply(page.text, result)


def _row(task: Task) -> TaskRow:
    return TaskRow(
        task_id=task.id,
        title=task.card.title,
        track=task.track.id,
        difficulty=task.card.difficulty,
        samples=len(task.samples),
    )


def _listing(result: TaskList) -> str:
    lines = [f"{row.task_id}: {row.title} ({row.difficulty}, {row.samples} samples)" for row in result.tasks]
    if result.next_offset is not None:
        lines.append(f"{result.total - result.next_offset} more: call list_tasks with offset {result.next_offset}.")
    if not result.total:
        lines.append("No task matches; call list_tasks without a track to see all.")
    lines += [f"Open attempt {attempt.summary()}" for attempt in result.open_attempts]
    if result.next_attempts_offset is not None:
        lines.append(f"More open attempts: call list_tasks with attempts_offset {result.next_attempts_offset}.")
    return "\n".join(lines)
