"""A session with a server: every tool as a method with typed results, long texts and long waits made whole."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager

from clients.calls import Calls, OnProgress
from clients.connection import open_connection
from clients.errors import SubmissionFaulted
from clients.results import FAULTED, AttemptState, StartedAttempt, Submission, TaskList, WorkspaceSize
from clients.run_results import ProgramRun, SampleTests
from clients.target import Target

CALL_WAIT_SECONDS = 30
"""The longest that a server waits for a verdict before it answers that it is still judging."""


@asynccontextmanager
async def open_session(target: Target) -> AsyncGenerator["Session"]:
    """A session with a `LocalServer` or a `RemoteServer`, over when the block is left.

    Raises:
        ServerUnreachable: the server can't be reached, or was lost while the block ran.
    """
    async with open_connection(target) as calls:
        yield Session(calls)


class Session:
    """Each method raises ToolFailed, ServerUnreachable or UnexpectedAnswer where it can't do its work."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def list_tasks(self, track: str = "") -> TaskList:
        """All tasks, or those of one track, and the caller's open attempts."""
        page = await self._task_page(track, 0, 0)
        tasks, attempts = list(page.tasks), list(page.open_attempts)
        while page.goes_on:
            page = await self._task_page(track, len(tasks), len(attempts))
            tasks += page.tasks
            attempts += page.open_attempts
        return TaskList(tasks=tuple(tasks), open_attempts=tuple(attempts))

    async def get_task(self, task_id: str, section: str = "all") -> str:
        """A task's text; `section` is all, spec, driver or samples."""
        return await self._calls.read("get_task", {"task_id": task_id, "section": section})

    async def start_attempt(self, task_id: str, label: str = "") -> StartedAttempt:
        return await self._calls.call("start_attempt", {"task_id": task_id, "label": label}, StartedAttempt)

    async def get_attempt(self, attempt_id: str) -> AttemptState:
        """An attempt with all of its files and submissions."""
        page = await self._attempt_page(attempt_id, 0)
        files = list(page.files)
        while page.next_offset is not None and page.files:
            page = await self._attempt_page(attempt_id, page.next_offset)
            files += page.files
        return page.model_copy(update={"files": tuple(files), "next_offset": None})

    async def write_files(self, attempt_id: str, files: Mapping[str, str], delete: Sequence[str] = ()) -> WorkspaceSize:
        """Write and delete files by path: all of them or, on any error, none."""
        rows = [{"path": path, "content": content} for path, content in files.items()]
        arguments = {"attempt_id": attempt_id, "files": rows, "delete": list(delete)}
        return await self._calls.call("write_files", arguments, WorkspaceSize)

    async def edit_file(self, attempt_id: str, path: str, old_text: str, new_text: str) -> WorkspaceSize:
        """Replace the only occurrence of a text."""
        arguments = {"attempt_id": attempt_id, "path": path, "old_text": old_text, "new_text": new_text}
        return await self._calls.call("edit_file", arguments, WorkspaceSize)

    async def read_file(self, attempt_id: str, path: str) -> str:
        return await self._calls.read("read_file", {"attempt_id": attempt_id, "path": path})

    async def run_tests(
        self, attempt_id: str, sample_ids: Sequence[str] = (), on_progress: OnProgress | None = None
    ) -> SampleTests:
        """Run the named samples, or all. What the time of a call is too short for comes back as `not_run`."""
        arguments = {"attempt_id": attempt_id, "sample_ids": list(sample_ids)}
        return await self._calls.call("run_tests", arguments, SampleTests, on_progress)

    async def run_program(self, attempt_id: str, args: Sequence[str] = ()) -> ProgramRun:
        arguments = {"attempt_id": attempt_id, "args": list(args)}
        return await self._calls.call("run_program", arguments, ProgramRun)

    async def submit(
        self, attempt_id: str, on_progress: OnProgress | None = None, wait_seconds: int = CALL_WAIT_SECONDS
    ) -> Submission:
        """Submit the attempt's files and wait for the verdict, however long it takes; bound it with a cancel scope.

        `wait_seconds` is how long the first call may take; after it this goes on asking.

        Raises:
            SubmissionFaulted: the server failed to judge it, and did not charge it.
        """
        arguments = {"attempt_id": attempt_id, "wait_seconds": wait_seconds}
        submission = await self._calls.call("submit", arguments, Submission, on_progress)
        while not submission.finished:
            submission = await self.get_submission(submission.submission_id, on_progress)
        if submission.state == FAULTED:
            raise SubmissionFaulted(submission.number, submission.incident)
        return submission

    async def get_submission(
        self, submission_id: str, on_progress: OnProgress | None = None, wait_seconds: int = CALL_WAIT_SECONDS
    ) -> Submission:
        """A submission once it is finished, or as it stands after `wait_seconds`."""
        arguments = {"submission_id": submission_id, "wait_seconds": wait_seconds}
        return await self._calls.call("get_submission", arguments, Submission, on_progress)

    def server_log(self) -> str:
        """The end of what a local server has written about itself; empty for a remote one."""
        return self._calls.server_log()

    async def _task_page(self, track: str, offset: int, attempts_offset: int) -> TaskList:
        arguments = {"track": track, "offset": offset, "attempts_offset": attempts_offset}
        return await self._calls.call("list_tasks", arguments, TaskList)

    async def _attempt_page(self, attempt_id: str, offset: int) -> AttemptState:
        return await self._calls.call("get_attempt", {"attempt_id": attempt_id, "offset": offset}, AttemptState)
