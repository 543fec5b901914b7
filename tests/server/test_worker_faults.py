"""A worker that tries each submission once: what could not be judged is a fault of ours, never a verdict."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from sandbox.box import Files, Program
from sandbox.errors import ToolchainMissing
from sandbox.fake import FakeSandbox, FakeToolchain
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.slots import Slots
from sandbox.toolchains.toolchain import ToolchainIdentity
from server.store.database import open_database
from server.store.queue import SqlJobQueue
from server.store.store import SqlStore
from server.worker import Worker
from tasks.attempt import Submission, SubmissionState
from tasks.attempts import Attempts, ClientIdentity
from tasks.bell import Bell
from tasks.catalogue import Catalogue
from tasks.judge import Judge
from tasks.judging import Judging
from tasks.submissions import Submissions
from tasks.verdicts import Verdict
from tasks.workspace import NewFile
from tests.server.fake_programs import HELD, Failing
from tests.server.greeting import TASK_ID

AGENT = "agent"
"""The name of the agent, and so its principal."""
WAIT_SECONDS = 60


class CrashingToolchain(FakeToolchain):
    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        raise ZeroDivisionError("a mistake of ours")


class LateToolchain(FakeToolchain):
    """Is installed once it was asked for often enough."""

    def __init__(self, times_missing: int) -> None:
        self._times_missing = times_missing

    async def identify(self) -> ToolchainIdentity:
        if self._times_missing:
            self._times_missing -= 1
            raise ToolchainMissing("JavaScript", "there is no node", "Install it.")
        return await super().identify()


@dataclass(frozen=True)
class Bench:
    """A worker that tries each submission once, and an attempt for it."""

    attempts: Attempts
    submissions: Submissions
    attempt_id: str

    async def judged(self) -> Submission:
        """The attempt's files submitted, and what became of that."""

        async def no_progress(submission: Submission) -> None: ...

        submission = await self.submissions.submit(AGENT, self.attempt_id)
        return await self.submissions.wait(AGENT, submission.id, WAIT_SECONDS, no_progress)

    async def submissions_left(self) -> int:
        return (await self.attempts.view(AGENT, self.attempt_id)).submissions_left


@asynccontextmanager
async def open_bench(
    data_dir: Path, tasks_dir: Path, sandbox: FakeSandbox, toolchain: FakeToolchain
) -> AsyncGenerator[Bench]:
    async with open_database(data_dir) as database, anyio.create_task_group() as group:
        store, catalogue, bell = SqlStore(database), Catalogue.load([tasks_dir]), Bell()
        toolchains = {"javascript": toolchain}
        attempts = Attempts(store, catalogue, submission_budget=2)
        attempt = (await attempts.start(AGENT, TASK_ID, None, ClientIdentity(None, None))).attempt
        await attempts.write_files(AGENT, attempt.id, [NewFile("main.mjs", HELD)], [])
        judging = Judging(store, catalogue, Judge(sandbox, toolchains, Slots(1)))
        group.start_soon(Worker(SqlJobQueue(database, lease_seconds=3600, max_tries=1), judging, bell).run)
        yield Bench(attempts, Submissions(attempts, sandbox, toolchains, bell), attempt.id)
        group.cancel_scope.cancel()


async def test_what_could_not_be_judged_is_not_charged_and_can_be_submitted_again(
    tmp_path: Path, tasks_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sandbox = FakeSandbox()
    sandbox.teach(HELD.encode(), Failing(times=1))
    async with open_bench(tmp_path / "data", tasks_dir, sandbox, FakeToolchain()) as bench:
        failed = await bench.judged()
        assert (failed.state, failed.report) == (SubmissionState.FAULTED, None)
        assert failed.incident is not None
        assert failed.incident in caplog.text
        assert await bench.submissions_left() == 2
        again = await bench.judged()
        assert (again.number, again.state) == (2, SubmissionState.JUDGED)
        assert again.report is not None
        assert again.report.verdict is Verdict.ACCEPTED
        assert await bench.submissions_left() == 1


async def test_a_crash_of_the_judge_is_no_verdict(
    tmp_path: Path, tasks_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_bench(tmp_path / "data", tasks_dir, FakeSandbox(), CrashingToolchain()) as bench:
        failed = await bench.judged()
        assert (failed.state, failed.report) == (SubmissionState.FAULTED, None)
        assert await bench.submissions_left() == 2
        assert "ZeroDivisionError" in caplog.text


async def test_a_server_without_the_toolchain_leaves_a_submission_to_those_that_have_it(
    tmp_path: Path, tasks_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sandbox = FakeSandbox()
    sandbox.teach(HELD.encode(), Failing(times=0))
    async with open_bench(tmp_path / "data", tasks_dir, sandbox, LateToolchain(times_missing=2)) as bench:
        judged = await bench.judged()
        assert judged.state is SubmissionState.JUDGED
        assert "is left to another server" in caplog.text
