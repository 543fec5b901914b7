"""What the tools answer, as far as this client uses it. Fields that a newer server adds are passed over."""

from pydantic import BaseModel, ConfigDict

ACCEPTED = "accepted"
FAULTED = "faulted"
FINISHED = frozenset({"judged", FAULTED})


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class TaskRow(Answer):
    task_id: str
    title: str
    track: str
    difficulty: str
    samples: int


class OpenAttempt(Answer):
    attempt_id: str
    task_id: str
    label: str | None = None
    files: int
    submissions_left: int
    started_at: str


class TaskList(Answer):
    tasks: tuple[TaskRow, ...]
    open_attempts: tuple[OpenAttempt, ...]
    next_offset: int | None = None
    next_attempts_offset: int | None = None

    @property
    def goes_on(self) -> bool:
        """Whether a next page has more; an empty page never leads on, or a client would turn in circles."""
        left = self.next_offset is not None or self.next_attempts_offset is not None
        return left and bool(self.tasks or self.open_attempts)


class StartedAttempt(Answer):
    """`entry` is the file that the program starts from."""

    attempt_id: str
    task_id: str
    entry: str
    submissions_left: int
    other_open_attempts: tuple[OpenAttempt, ...] = ()


class FileRow(Answer):
    path: str
    bytes: int


class Submission(Answer):
    """A submission as far as the server shows it: under some policies there are no counts, only the verdict."""

    submission_id: str
    number: int
    state: str
    judged_cases: int | None = None
    verdict: str | None = None
    passed: int | None = None
    total: int | None = None
    not_run: int | None = None
    unstable: int | None = None
    kinds: dict[str, int] | None = None
    build_output: str | None = None
    incident: str | None = None

    @property
    def finished(self) -> bool:
        return self.state in FINISHED

    @property
    def accepted(self) -> bool:
        return self.verdict == ACCEPTED


class AttemptState(Answer):
    """`submissions` are the latest ones, without what a compiler printed."""

    attempt_id: str
    task_id: str
    label: str | None = None
    accepted: bool
    submissions_left: int
    files: tuple[FileRow, ...]
    total_files: int
    next_offset: int | None = None
    submissions: tuple[Submission, ...]
    total_submissions: int


class WorkspaceSize(Answer):
    total_files: int
    total_bytes: int


class TextPage(Answer):
    """What accompanies a piece of a long text; `next_offset` is `None` with the last one."""

    next_offset: int | None = None
