"""The one prompt: a person picks a task, and the model gets told what it is and which way leads through it."""

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from tasks.bundle import Task
from tasks.catalogue import Catalogue, UnknownTask
from tools.context import Context
from tools.errors import explanation, unknown_cursor, unknown_prompt, wrong_prompt_arguments

SOLVE_TASK = "solve_task"
TASK_ID = "task_id"

LISTED = Prompt(
    name=SOLVE_TASK,
    title="Solve a task",
    description="Asks for a solution of one reproduction task, and explains the way through it.",
    arguments=[
        PromptArgument(
            name=TASK_ID,
            title="Task",
            description="Task id as list_tasks gives it, e.g. py2js/base58/codec.",
            required=True,
        )
    ],
)


class TaskPrompts:
    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def list_prompts(self, context: Context, params: PaginatedRequestParams | None) -> ListPromptsResult:
        """All of them, on one page."""
        if params is not None and params.cursor is not None:
            raise MCPError(code=INVALID_PARAMS, message=unknown_cursor(params.cursor))
        return ListPromptsResult(prompts=[LISTED])

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        if params.name != SOLVE_TASK:
            raise MCPError(code=INVALID_PARAMS, message=unknown_prompt(params.name, [SOLVE_TASK]))
        arguments = params.arguments or {}
        if arguments.keys() != {TASK_ID}:
            raise MCPError(code=INVALID_PARAMS, message=wrong_prompt_arguments([TASK_ID]))
        try:
            task = self._catalogue.get(arguments[TASK_ID])
        except UnknownTask as error:
            raise MCPError(code=INVALID_PARAMS, message=explanation(error) or "") from None
        message = PromptMessage(role="user", content=TextContent(type="text", text=_solve(task)))
        return GetPromptResult(description=f"{task.card.title} ({task.id})", messages=[message])


def _solve(task: Task) -> str:
    library = f"{task.card.library.name} {task.card.library.version}"
    return f"""\
Please solve the repository reproduction task {task.id} ("{task.card.title}") with the tools of the repozero server.

The task: re-implement the part of {library} that its driver program uses, and the driver, in \
{task.track.target_language}. The program starts from {task.card.entry}. It is right when stdout and exit code equal \
the original's, byte for byte, for any arguments.

The way through it:
1. get_task with task_id "{task.id}" returns the rules, the specification, the driver and {len(task.samples)} sample \
cases, in pages.
2. start_attempt opens a workspace and returns attempt_id, which the other tools take.
3. write_files and edit_file change the workspace.
4. run_tests runs the samples and shows where the output differs; run_program runs the program on any arguments. Both \
are free.
5. submit validates the workspace on hidden cases and charges one of the attempt's submissions; get_submission waits \
for a verdict that takes longer.

The hidden cases cover all of these behaviours, not only what the samples show:
{_behaviours(task)}

The task is solved when a submission's verdict is accepted.
"""


def _behaviours(task: Task) -> str:
    return "\n".join(f"- {behaviour.name}: {behaviour.summary}" for behaviour in task.card.behaviours)
