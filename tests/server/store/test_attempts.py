"""Attempts over the real store: what belongs to whom, what is charged, and what a change leaves behind."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import anyio
import pytest

from sandbox.errors import MissingEntry, SandboxUnavailable, ToolchainMissing
from sandbox.fake import Behaviour, FakeSandbox, FakeToolchain
from sandbox.slots import Slots
from server.store.database import Database
from server.store.queue import SqlJobQueue
from tasks.attempt import Submission, SubmissionState
from tasks.attempts import (
    Attempts,
    BudgetSpent,
    ClientIdentity,
    EmptyWorkspace,
    TaskChanged,
    UnknownAttempt,
    UnknownSubmission,
)
from tasks.bell import Bell
from tasks.catalogue import Catalogue, UnknownTask
from tasks.jobs import Claim
from tasks.judge import Judge
from tasks.judging import Judging
from tasks.paths import BadPath
from tasks.store import Store
from tasks.submissions import Submissions
from tasks.verdicts import Verdict
from tasks.workspace import EditMismatch, NewFile, UnknownFile
from tests.bundles import TASK_ID, write_files

TOOLCHAINS = {"javascript": FakeToolchain()}
AGENT = ClientIdentity("agent", "1.0")
MAIN = NewFile("main.mjs", "program")


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    write_files(tmp_path / "tasks" / TASK_ID, {})
    return Catalogue.load([tmp_path / "tasks"])


@pytest.fixture
def attempts(store: Store, catalogue: Catalogue) -> Attempts:
    """With three submissions an attempt."""
    return Attempts(store, catalogue, submission_budget=3)


@pytest.fixture
def queue(database: Database) -> SqlJobQueue:
    """Which gives up at the first fault."""
    return SqlJobQueue(database, lease_seconds=30, max_tries=1)


@pytest.fixture
async def attempt_id(attempts: Attempts) -> str:
    return (await attempts.start("alice", TASK_ID, "mine", AGENT)).attempt.id


async def claimed(queue: SqlJobQueue, catalogue: Catalogue) -> Claim:
    claim = await queue.claim("worker", [task.digest for task in catalogue.tasks])
    assert claim is not None
    return claim


async def judged(queue: SqlJobQueue, store: Store, catalogue: Catalogue, *, accepted: bool) -> None:
    """Let the next queued submission be judged by the real judge."""
    sandbox = FakeSandbox()

    def program(args: Sequence[str]) -> Behaviour:
        answer = "hello Zoë\n".encode() if args else b"\xff"
        return Behaviour(answer if accepted else b"?")

    claim = await claimed(queue, catalogue)
    async with store.reading() as transaction:
        snapshot = await transaction.snapshot(claim.submission.snapshot_digest)
        contents = await transaction.contents([snapshot.files["main.mjs"].sha256])
    sandbox.teach(next(iter(contents.values())), program)
    judging = Judging(store, catalogue, Judge(sandbox, TOOLCHAINS, Slots(2)))

    async def unheard(done: int, total: int) -> None:
        """Progress that nobody wants."""

    await queue.complete(claim, await judging.report(claim.submission, unheard))


async def test_a_new_attempt_is_empty_and_says_whose_it_is(attempts: Attempts, catalogue: Catalogue) -> None:
    view = await attempts.start("alice", TASK_ID, "mine", AGENT)
    attempt = view.attempt
    assert (attempt.principal, attempt.task_id, attempt.label) == ("alice", TASK_ID, "mine")
    assert (attempt.client_name, attempt.client_version) == ("agent", "1.0")
    assert attempt.task_digest == catalogue.get(TASK_ID).digest
    assert (dict(view.files), list(view.submissions), view.submissions_left) == ({}, [], 3)
    assert await attempts.view("alice", attempt.id) == view


async def test_handles_cannot_be_guessed(attempts: Attempts) -> None:
    ids = {(await attempts.start("alice", TASK_ID, None, AGENT)).attempt.id for _ in range(5)}
    assert len(ids) == 5
    assert all(len(handle) == len("att_") + 32 for handle in ids)


async def test_an_unknown_task_starts_nothing(attempts: Attempts) -> None:
    with pytest.raises(UnknownTask):
        await attempts.start("alice", "py2js/none/none", None, AGENT)
    assert await attempts.open_attempts("alice") == []


Operation = Callable[[Attempts, str, str], Awaitable[object]]
OPERATIONS: dict[str, Operation] = {
    "view": lambda attempts, who, handle: attempts.view(who, handle),
    "write": lambda attempts, who, handle: attempts.write_files(who, handle, [MAIN], []),
    "delete": lambda attempts, who, handle: attempts.write_files(who, handle, [], ["main.mjs"]),
    "edit": lambda attempts, who, handle: attempts.edit_file(who, handle, "main.mjs", "program", "another"),
    "read": lambda attempts, who, handle: attempts.read_file(who, handle, "main.mjs"),
    "run": lambda attempts, who, handle: attempts.runnable(who, handle),
    "submit": lambda attempts, who, handle: attempts.submit(who, handle),
}


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_a_foreign_attempt_looks_like_an_unknown_one(attempts: Attempts, attempt_id: str, operation: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    before = await attempts.view("alice", attempt_id)
    with pytest.raises(UnknownAttempt) as foreign:
        await OPERATIONS[operation](attempts, "bob", attempt_id)
    with pytest.raises(UnknownAttempt) as unknown:
        await OPERATIONS[operation](attempts, "bob", "att_nothing")
    assert str(foreign.value) == str(unknown.value).replace("att_nothing", attempt_id)
    assert await attempts.view("alice", attempt_id) == before


async def test_a_foreign_submission_looks_like_an_unknown_one(attempts: Attempts, attempt_id: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    submission = await attempts.submit("alice", attempt_id)
    assert await attempts.submission("alice", submission.id) == submission
    for handle in (submission.id, "sub_nothing"):
        with pytest.raises(UnknownSubmission, match=f"there is no submission '{handle}'"):
            await attempts.submission("bob", handle)


async def test_open_attempts_are_those_of_the_principal_newest_first(attempts: Attempts, attempt_id: str) -> None:
    await attempts.start("bob", TASK_ID, None, AGENT)
    newer = await attempts.start("alice", TASK_ID, None, AGENT)
    assert [view.attempt.id for view in await attempts.open_attempts("alice")] == [newer.attempt.id, attempt_id]


async def test_files_are_written_edited_read_and_deleted(attempts: Attempts, attempt_id: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN, NewFile("é/x", "ü\r\n\0")], [])
    await attempts.edit_file("alice", attempt_id, "main.mjs", "pro", "ana")
    view = await attempts.write_files("alice", attempt_id, [NewFile("new", "")], ["é/x"])
    assert sorted(view.files) == ["main.mjs", "new"]
    assert await attempts.read_file("alice", attempt_id, "main.mjs") == "anagram"
    with pytest.raises(UnknownFile):
        await attempts.read_file("alice", attempt_id, "é/x")


async def test_a_change_that_is_refused_changes_nothing(attempts: Attempts, attempt_id: str) -> None:
    before = await attempts.write_files("alice", attempt_id, [MAIN], [])
    with pytest.raises(BadPath):
        await attempts.write_files("alice", attempt_id, [NewFile("fine", "x"), NewFile("../up", "x")], ["main.mjs"])
    with pytest.raises(UnknownFile):
        await attempts.write_files("alice", attempt_id, [NewFile("fine", "x")], ["nothing"])
    with pytest.raises(EditMismatch):
        await attempts.edit_file("alice", attempt_id, "main.mjs", "nothing", "x")
    assert await attempts.view("alice", attempt_id) == before


async def test_only_a_program_with_its_entry_can_run_or_be_submitted(attempts: Attempts, attempt_id: str) -> None:
    for operation in (attempts.runnable, attempts.submit):
        with pytest.raises(EmptyWorkspace):
            await operation("alice", attempt_id)
    await attempts.write_files("alice", attempt_id, [NewFile("other.mjs", "")], [])
    for operation in (attempts.runnable, attempts.submit):
        with pytest.raises(MissingEntry, match=r"no main\.mjs"):
            await operation("alice", attempt_id)
    assert (await attempts.view("alice", attempt_id)).submissions_left == 3


async def test_the_same_files_are_submitted_once_and_charged_once(attempts: Attempts, attempt_id: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    first = await attempts.submit("alice", attempt_id)
    assert await attempts.submit("alice", attempt_id) == first
    await attempts.write_files("alice", attempt_id, [NewFile("main.mjs", "another")], [])
    second = await attempts.submit("alice", attempt_id)
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    assert await attempts.submit("alice", attempt_id) == first
    view = await attempts.view("alice", attempt_id)
    assert (list(view.submissions), view.submissions_left) == ([first, second], 1)
    assert (first.number, second.number) == (1, 2)


async def test_agents_that_submit_at_once_are_charged_once(attempts: Attempts, attempt_id: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    submissions: list[Submission] = []

    async def submit() -> None:
        submissions.append(await attempts.submit("alice", attempt_id))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(submit)
    assert len({submission.id for submission in submissions}) == 1
    assert (await attempts.view("alice", attempt_id)).submissions_left == 2


async def test_a_spent_budget_still_answers_for_files_that_were_submitted(attempts: Attempts, attempt_id: str) -> None:
    sent: list[Submission] = []
    for number in range(3):
        await attempts.write_files("alice", attempt_id, [NewFile("main.mjs", str(number))], [])
        sent.append(await attempts.submit("alice", attempt_id))
    assert await attempts.submit("alice", attempt_id) == sent[-1]
    await attempts.write_files("alice", attempt_id, [NewFile("main.mjs", "one more")], [])
    with pytest.raises(BudgetSpent, match="all 3 submissions"):
        await attempts.submit("alice", attempt_id)
    assert len((await attempts.view("alice", attempt_id)).submissions) == 3


async def test_what_we_failed_to_judge_is_not_charged_and_can_be_sent_again(
    attempts: Attempts, attempt_id: str, queue: SqlJobQueue, catalogue: Catalogue
) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    first = await attempts.submit("alice", attempt_id)
    await queue.fail(await claimed(queue, catalogue), "an incident")
    faulted = await attempts.submission("alice", first.id)
    assert (faulted.state, faulted.incident, faulted.report) == (SubmissionState.FAULTED, "an incident", None)
    assert (await attempts.view("alice", attempt_id)).submissions_left == 3
    assert [outline.submissions_left for outline in await attempts.open_attempts("alice")] == [3]
    again = await attempts.submit("alice", attempt_id)
    assert (again.id != first.id, again.number) == (True, 2)
    assert (await attempts.view("alice", attempt_id)).submissions_left == 2


async def test_an_accepted_attempt_is_no_longer_open(
    attempts: Attempts, attempt_id: str, queue: SqlJobQueue, store: Store, catalogue: Catalogue
) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    await attempts.submit("alice", attempt_id)
    await judged(queue, store, catalogue, accepted=True)
    assert (await attempts.view("alice", attempt_id)).accepted
    assert await attempts.open_attempts("alice") == []


async def test_an_attempt_is_open_until_its_last_submission_is_judged(
    store: Store, catalogue: Catalogue, queue: SqlJobQueue
) -> None:
    attempts = Attempts(store, catalogue, submission_budget=1)
    attempt_id = (await attempts.start("alice", TASK_ID, None, AGENT)).attempt.id
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    await attempts.submit("alice", attempt_id)
    assert [view.attempt.id for view in await attempts.open_attempts("alice")] == [attempt_id]
    await judged(queue, store, catalogue, accepted=False)
    assert await attempts.open_attempts("alice") == []


async def test_the_same_snapshot_is_judged_once_for_all_who_submit_it(
    attempts: Attempts, queue: SqlJobQueue, store: Store, catalogue: Catalogue
) -> None:
    ids: list[str] = []
    for principal in ("alice", "bob"):
        attempt_id = (await attempts.start(principal, TASK_ID, None, AGENT)).attempt.id
        await attempts.write_files(principal, attempt_id, [MAIN], [])
        ids.append((await attempts.submit(principal, attempt_id)).id)
    await judged(queue, store, catalogue, accepted=True)
    await judged(queue, store, catalogue, accepted=False)
    reports = [
        (await attempts.submission("alice", ids[0])).report,
        (await attempts.submission("bob", ids[1])).report,
    ]
    assert reports[0] == reports[1]
    assert reports[0] is not None
    assert reports[0].verdict is Verdict.ACCEPTED


class UnusableSandbox(FakeSandbox):
    async def check(self) -> None:
        raise SandboxUnavailable("fake", "it lacks everything", "Install it.")


async def test_where_nothing_can_be_judged_nothing_is_charged(attempts: Attempts, attempt_id: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    with pytest.raises(SandboxUnavailable):
        await Submissions(attempts, UnusableSandbox(), TOOLCHAINS, Bell()).submit("alice", attempt_id)
    assert (await attempts.view("alice", attempt_id)).submissions_left == 3


class AbsentToolchain(FakeToolchain):
    async def check(self) -> None:
        raise ToolchainMissing("JavaScript", "there is no node", "Install it.")


async def test_where_the_toolchain_is_missing_nothing_is_charged(attempts: Attempts, attempt_id: str) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    submissions = Submissions(attempts, FakeSandbox(), {"javascript": AbsentToolchain()}, Bell())
    with pytest.raises(ToolchainMissing, match="Install it"):
        await submissions.submit("alice", attempt_id)
    assert (await attempts.view("alice", attempt_id)).submissions_left == 3


async def test_whoever_waits_learns_of_the_verdict_as_soon_as_it_is_there(
    attempts: Attempts, attempt_id: str, queue: SqlJobQueue, store: Store, catalogue: Catalogue
) -> None:
    bell, looks = Bell(), list[SubmissionState]()
    submissions = Submissions(attempts, FakeSandbox(), TOOLCHAINS, bell)
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    submission = await submissions.submit("alice", attempt_id)

    async def judge_at_the_first_look(seen: Submission) -> None:
        looks.append(seen.state)
        await judged(queue, store, catalogue, accepted=True)
        bell.about(submission.id).ring()

    with anyio.fail_after(20):
        finished = await submissions.wait("alice", submission.id, 3600, judge_at_the_first_look)
    assert finished.state is SubmissionState.JUDGED
    assert looks == [SubmissionState.QUEUED]


async def test_a_wait_without_time_is_a_look(attempts: Attempts, attempt_id: str) -> None:
    submissions = Submissions(attempts, FakeSandbox(), TOOLCHAINS, Bell())
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    submission = await submissions.submit("alice", attempt_id)

    async def unexpected(_: Submission) -> None:
        raise AssertionError

    assert await submissions.wait("alice", submission.id, 0, unexpected) == submission
    with pytest.raises(UnknownSubmission):
        await submissions.wait("bob", submission.id, 0, unexpected)


async def test_an_attempt_on_an_earlier_version_of_its_task_is_only_read(
    attempts: Attempts, attempt_id: str, store: Store, tmp_path: Path
) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    write_files(tmp_path / "changed" / TASK_ID, {"spec.md": b"# Greeting\n\nOther words.\n"})
    later = Attempts(store, Catalogue.load([tmp_path / "changed"]))
    for call in (later.runnable, later.submit):
        with pytest.raises(TaskChanged, match="has changed since this attempt began"):
            await call("alice", attempt_id)
    assert await later.read_file("alice", attempt_id, "main.mjs")
    assert (await later.view("alice", attempt_id)).submissions == []


async def test_what_was_submitted_is_found_again_where_nothing_can_be_judged(
    attempts: Attempts, attempt_id: str
) -> None:
    await attempts.write_files("alice", attempt_id, [MAIN], [])
    assert await attempts.earlier_submission("alice", attempt_id) is None
    submission = await attempts.submit("alice", attempt_id)
    without_toolchains = Submissions(attempts, FakeSandbox(), {}, Bell())
    assert await without_toolchains.submit("alice", attempt_id) == submission
