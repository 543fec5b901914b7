"""start_attempt and get_attempt: the handle, and what stands behind it."""

import json
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from tasks.attempt import AttemptOutline, Submission
from tasks.attempts import MAX_LABEL_CHARACTERS, Attempts, AttemptView
from tasks.catalogue import Catalogue
from tasks.feedback import FeedbackPolicy
from tools.pages import rows_of
from tools.submission_text import SubmissionResult, submission_result, submission_text
from tools.tool import AnyTool, Arguments, Caller, Hints, Reply, Result, Tool

MOST_FILES_BYTES = 4_000
MOST_OTHERS_BYTES = 6_000
SUBMISSIONS_SHOWN = 10

AttemptId = Annotated[str, Field(description="The attempt's handle, as start_attempt gave it.")]


class OpenAttempt(Result):
    attempt_id: str
    task_id: str
    label: str | None
    files: int
    submissions_left: int
    started_at: str

    def summary(self) -> str:
        label = f" {json.dumps(self.label, ensure_ascii=False)}" if self.label else ""
        return (
            f"{self.attempt_id}{label} on {self.task_id}: {self.files} files, "
            f"{self.submissions_left} submissions left, started {self.started_at}"
        )


class StartAttempt(Arguments):
    task_id: Annotated[str, Field(description="Task id as list_tasks gives it, e.g. py2js/base58/codec.")]
    label: Annotated[
        str, Field(max_length=MAX_LABEL_CHARACTERS, description="A name of your choice to tell attempts apart.")
    ] = ""


class StartedAttempt(Result):
    attempt_id: str
    task_id: str
    entry: str
    submissions_left: int
    other_open_attempts: Annotated[list[OpenAttempt], Field(description="On this task, the newest first")]
    total_other_open_attempts: int


class GetAttempt(Arguments):
    attempt_id: AttemptId
    offset: Annotated[int, Field(ge=0, description="Skip so many files; use next_offset of the page before.")] = 0


class FileRow(Result):
    path: str
    bytes: int


class AttemptState(Result):
    attempt_id: str
    task_id: str
    label: str | None
    accepted: bool
    submissions_left: int
    files: list[FileRow]
    total_files: int
    next_offset: int | None
    submissions: Annotated[list[SubmissionResult], Field(description="The latest ones, without what compilers printed")]
    total_submissions: int


class AttemptTools:
    def __init__(self, catalogue: Catalogue, attempts: Attempts, policy: FeedbackPolicy) -> None:
        self._catalogue = catalogue
        self._attempts = attempts
        self._policy = policy

    def tools(self) -> Sequence[AnyTool]:
        return (
            Tool(
                name="start_attempt",
                title="Start an attempt",
                description=(
                    "Opens an empty workspace for a task and returns its handle, attempt_id. Also names your other "
                    "open attempts on the task: to continue one of them, use its attempt_id instead."
                ),
                hints=Hints(read_only=False),
                arguments=StartAttempt,
                result=StartedAttempt,
                call=self.start_attempt,
            ),
            Tool(
                name="get_attempt",
                title="Look at an attempt",
                description="Lists an attempt's files, its submissions and what is left of its budget.",
                hints=Hints(read_only=True, idempotent=True),
                arguments=GetAttempt,
                result=AttemptState,
                call=self.get_attempt,
            ),
        )

    async def start_attempt(self, caller: Caller, arguments: StartAttempt) -> Reply:
        outlines = await self._attempts.open_attempts(caller.principal, arguments.task_id)
        others = [open_attempt(outline) for outline in outlines]
        view = await self._attempts.start(caller.principal, arguments.task_id, arguments.label or None, caller.client)
        result = StartedAttempt(
            attempt_id=view.attempt.id,
            task_id=view.attempt.task_id,
            entry=self._catalogue.get(arguments.task_id).card.entry,
            submissions_left=view.submissions_left,
            other_open_attempts=rows_of(others, 0, MOST_OTHERS_BYTES).rows,
            total_other_open_attempts=len(others),
        )
        return Reply(_started_text(result), result)

    async def get_attempt(self, caller: Caller, arguments: GetAttempt) -> Reply:
        view = await self._attempts.view(caller.principal, arguments.attempt_id)
        result = self._state(view, arguments.offset)
        return Reply(_state_text(result), result)

    def _state(self, view: AttemptView, offset: int) -> AttemptState:
        files = [FileRow(path=path, bytes=file.size) for path, file in sorted(view.files.items())]
        page = rows_of(files, offset, MOST_FILES_BYTES)
        return AttemptState(
            attempt_id=view.attempt.id,
            task_id=view.attempt.task_id,
            label=view.attempt.label,
            accepted=view.accepted,
            submissions_left=view.submissions_left,
            files=page.rows,
            total_files=len(files),
            next_offset=page.next_offset,
            submissions=[self._in_short(submission) for submission in view.submissions[-SUBMISSIONS_SHOWN:]],
            total_submissions=len(view.submissions),
        )

    def _in_short(self, submission: Submission) -> SubmissionResult:
        return submission_result(submission, self._policy).model_copy(update={"build_output": None})


def open_attempt(outline: AttemptOutline) -> OpenAttempt:
    return OpenAttempt(
        attempt_id=outline.attempt.id,
        task_id=outline.attempt.task_id,
        label=outline.attempt.label,
        files=outline.files,
        submissions_left=outline.submissions_left,
        started_at=outline.attempt.created_at.strftime("%Y-%m-%d %H:%M UTC"),
    )


def _started_text(result: StartedAttempt) -> str:
    lines = [
        f"attempt_id: {result.attempt_id}",
        f"{result.submissions_left} submissions. The program starts at {result.entry}; write it with write_files.",
    ]
    lines += [f"Also open: {attempt.summary()}" for attempt in result.other_open_attempts]
    more = result.total_other_open_attempts - len(result.other_open_attempts)
    lines += [f"{more} more are open: call list_tasks."] if more else []
    return "\n".join(lines)


def _state_text(result: AttemptState) -> str:
    accepted = "accepted; " if result.accepted else ""
    lines = [f"{result.task_id}: {accepted}{result.total_files} files, {result.submissions_left} submissions left"]
    lines += [f"{file.path} ({file.bytes} bytes)" for file in result.files]
    if result.next_offset is not None:
        more = result.total_files - result.next_offset
        lines.append(f"{more} more files: call get_attempt with offset {result.next_offset}.")
    earlier = result.total_submissions - len(result.submissions)
    lines += [f"{earlier} earlier submissions are not shown."] if earlier else []
    lines += [submission_text(submission) for submission in result.submissions]
    return "\n".join(lines)
