"""One attempt with the files of a folder, told on the way as it happens."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clients.errors import SubmissionFaulted, ToolFailed
from clients.narration import Narration
from clients.results import StartedAttempt, Submission
from clients.run_results import SampleTests
from clients.sample_run import run_samples
from clients.session import Session
from clients.solution import SolutionFiles
from clients.upload import upload


class NoEntry(ToolFailed):
    """Raised when a folder lacks the file that the task's program starts from."""

    def __init__(self, folder: Path, entry: str) -> None:
        super().__init__(f"{folder} has no {entry}, which the program starts from. Name the folder that holds it.")


@dataclass(frozen=True, slots=True)
class TriedFolder:
    attempt: StartedAttempt
    label: str
    tests: SampleTests


@dataclass(frozen=True, slots=True)
class SubmittedFolder:
    """`fault` says that the server failed to judge it; there is a submission otherwise."""

    attempt: StartedAttempt
    label: str
    submission: Submission | None
    fault: str | None = None

    @property
    def accepted(self) -> bool:
        return self.submission is not None and self.submission.accepted


@dataclass(frozen=True, slots=True)
class FolderAttempt:
    task_id: str
    folder: Path
    solution: SolutionFiles
    label: str
    narration: Narration

    async def test(self, session: Session, sample_ids: Sequence[str]) -> TriedFolder:
        """Raises: ToolFailed, ServerUnreachable, UnexpectedAnswer."""
        attempt = await self._prepare(session)
        with self.narration.waiting("running the samples") as on_progress:
            tests = await run_samples(session, attempt.attempt_id, sample_ids, on_progress)
        return TriedFolder(attempt, self.label, tests)

    async def submit(self, session: Session) -> SubmittedFolder:
        """Raises: ToolFailed, ServerUnreachable, UnexpectedAnswer."""
        attempt = await self._prepare(session)
        try:
            with self.narration.waiting("judging the hidden cases") as on_progress:
                submission = await session.submit(attempt.attempt_id, on_progress)
        except SubmissionFaulted as fault:
            return SubmittedFolder(attempt, self.label, None, str(fault))
        return SubmittedFolder(attempt, self.label, submission)

    async def _prepare(self, session: Session) -> StartedAttempt:
        attempt = await session.start_attempt(self.task_id, self.label)
        if attempt.entry not in self.solution.files:
            raise NoEntry(self.folder, attempt.entry)
        self.narration.step("started an attempt", f'{attempt.attempt_id}, labelled "{self.label}"')
        size = await upload(session, attempt.attempt_id, self.solution.files)
        self.narration.step("wrote files", f"{size.total_files} files, {size.total_bytes:,} bytes")
        if self.solution.left_out:
            self.narration.step("left out", ", ".join(self.solution.left_out))
        return attempt
