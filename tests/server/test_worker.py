"""Workers over the fake sandbox: what becomes of a submission when something else than the program fails."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest

from sandbox.fake import FakeSandbox
from server.settings import Settings
from server.store.database import Database, open_database
from server.store.queue import SqlJobQueue
from server.store.store import SqlStore
from tasks.attempt import Submission
from tasks.attempts import Attempts, ClientIdentity
from tasks.catalogue import Catalogue
from tasks.jobs import Claim
from tasks.report import Report, ReportKey
from tasks.verdicts import Verdict
from tasks.workspace import NewFile
from tests.server.fake_programs import HELD, RIGHT, Failing, Gate, greet
from tests.server.greeting import TASK_ID
from tests.tools.agent import Agent
from tests.tools.world import open_world

AGENT = "agent"
"""The name of the agent, and so its principal."""
BOUND_SECONDS = 60


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of servers that judge one submission at a time."""
    return Settings(data_dir=tmp_path / "data", cache_dir=tmp_path / "cache", parallel_runs=1, lease_seconds=3600)


@pytest.fixture
def sandbox() -> FakeSandbox:
    sandbox = FakeSandbox()
    sandbox.teach(RIGHT.encode(), greet)
    return sandbox


@pytest.fixture
async def agent(settings: Settings, tasks_dir: Path, sandbox: FakeSandbox) -> AsyncGenerator[Agent]:
    async with open_world(settings, tasks_dir, sandbox) as world, world.agent(AGENT) as agent:
        yield agent


@pytest.fixture
async def other_database(agent: Agent, settings: Settings) -> AsyncGenerator[Database]:
    """The agent's server's database, as another process has it open."""
    async with open_database(settings.data_dir) as database:
        yield database


async def submitted(agent: Agent, program: str, wait_seconds: int = 0) -> dict[str, object]:
    """The submission of a new attempt with this program."""
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": program}])
    return await agent.call("submit", attempt_id=attempt_id, wait_seconds=wait_seconds)


async def stolen(database: Database, tasks_dir: Path) -> Claim:
    """The claim of another process on a submission whose lease has lapsed, as that process believes."""
    queue = SqlJobQueue(database, lease_seconds=3600, clock=lambda: datetime.now(UTC) + timedelta(hours=2))
    claim = await queue.claim("thief", [Catalogue.load([tasks_dir]).get(TASK_ID).digest])
    assert claim is not None
    return claim


def a_report_of(submission: Submission) -> Report:
    """A report that no judge of this task would make."""
    return Report(
        key=ReportKey(
            snapshot_digest=submission.snapshot_digest, task_digest="t", case_set_digest="c", toolchain_digest="n"
        ),
        verdict=Verdict.OUTPUT_LIMIT,
        total=99,
        passed=17,
        not_run=0,
        unstable=0,
        verdicts={Verdict.ACCEPTED: 17, Verdict.OUTPUT_LIMIT: 82},
        build_output=None,
        task_id=TASK_ID,
        task_version=1,
        toolchain_name="node",
        toolchain_version="24",
        sandbox="fake",
        max_cpu_seconds=0.1,
        max_memory_bytes=1,
        judged_seconds=0.1,
        judged_at=datetime.now(UTC),
    )


async def test_a_judgement_whose_lease_was_lost_is_dropped(
    agent: Agent, sandbox: FakeSandbox, other_database: Database, caplog: pytest.LogCaptureFixture, tasks_dir: Path
) -> None:
    gate = Gate()
    sandbox.teach(HELD.encode(), gate)
    with anyio.fail_after(BOUND_SECONDS):
        submission = await submitted(agent, HELD)
        await gate.begun.wait()
        claim = await stolen(other_database, tasks_dir)
        await SqlJobQueue(other_database, lease_seconds=3600).complete(claim, a_report_of(claim.submission))
        gate.open.set()
        later = await submitted(agent, RIGHT, wait_seconds=30)  # judged by the only worker, when it is done with that
        found = await agent.call("get_submission", submission_id=submission["submission_id"])
    assert later["verdict"] == "accepted"
    assert (found["verdict"], found["passed"], found["total"]) == ("output_limit", 17, 99)
    assert "was lost; its judgement is dropped" in caplog.text


async def test_a_worker_stops_working_on_what_it_has_lost(
    agent: Agent, sandbox: FakeSandbox, other_database: Database, tasks_dir: Path
) -> None:
    gate = Gate()
    sandbox.teach(HELD.encode(), gate)
    with anyio.fail_after(BOUND_SECONDS):
        submission = await submitted(agent, HELD)
        await gate.begun.wait()
        await stolen(other_database, tasks_dir)
        later = await submitted(agent, RIGHT, wait_seconds=30)
        found = await agent.call("get_submission", submission_id=submission["submission_id"], wait_seconds=0)
    assert later["verdict"] == "accepted"
    assert found["state"] == "running"


async def test_a_server_that_ends_gives_its_submissions_back_at_once(
    settings: Settings, tasks_dir: Path, sandbox: FakeSandbox
) -> None:
    gate = Gate()
    sandbox.teach(HELD.encode(), gate)
    with anyio.fail_after(BOUND_SECONDS):
        async with open_world(settings, tasks_dir, sandbox) as world, world.agent(AGENT) as agent:
            submission = await submitted(agent, HELD)
            await gate.begun.wait()
        gate.open.set()
        async with open_world(settings, tasks_dir, sandbox) as world, world.agent(AGENT) as agent:
            found = await agent.call("get_submission", submission_id=submission["submission_id"])
    assert (found["state"], found["verdict"], found["number"]) == ("judged", "accepted", 1)


async def test_what_another_process_has_queued_is_noticed(
    agent: Agent, tasks_dir: Path, other_database: Database
) -> None:
    elsewhere = Attempts(SqlStore(other_database), Catalogue.load([tasks_dir]))
    attempt = (await elsewhere.start(AGENT, TASK_ID, None, ClientIdentity(None, None))).attempt
    await elsewhere.write_files(AGENT, attempt.id, [NewFile("main.mjs", RIGHT)], [])
    submission = await elsewhere.submit(AGENT, attempt.id)
    with anyio.fail_after(BOUND_SECONDS):
        assert (await agent.call("get_submission", submission_id=submission.id))["verdict"] == "accepted"


async def test_a_fault_of_the_sandbox_is_tried_again(agent: Agent, sandbox: FakeSandbox) -> None:
    sandbox.teach(HELD.encode(), Failing(times=1))
    with anyio.fail_after(BOUND_SECONDS):
        found = await submitted(agent, HELD, wait_seconds=30)
    assert (found["state"], found["verdict"], found["number"]) == ("judged", "accepted", 1)
