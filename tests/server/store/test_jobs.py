"""The queue: leases, fences, faults. The clock is the test's."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import anyio
import pytest

from server.store.database import Database
from server.store.queue import MAX_CLAIMS, SqlJobQueue
from server.store.queue_rows import UNJUDGED
from tasks.attempt import Attempt, Submission, SubmissionState
from tasks.jobs import Claim, JobQueue, LeaseLost
from tasks.report import Report, ReportKey
from tasks.store import Store
from tasks.verdicts import Verdict

LEASE_SECONDS = 60.0
TASK_DIGESTS = ["d" * 64]

Submit = Callable[[int, str], Awaitable[Submission]]


class Clock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go_on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(database: Database, clock: Clock) -> JobQueue:
    return SqlJobQueue(database, LEASE_SECONDS, clock=clock)


def a_report(snapshot_digest: str, passed: int = 3) -> Report:
    return Report(
        key=ReportKey(snapshot_digest=snapshot_digest, task_digest="t", case_set_digest="c", toolchain_digest="n"),
        verdict=Verdict.TIME_LIMIT,
        total=10,
        passed=passed,
        not_run=4,
        unstable=0,
        verdicts={Verdict.ACCEPTED: passed, Verdict.TIME_LIMIT: 6 - passed},
        build_output=None,
        task_id="py2js/base58/codec",
        task_version=1,
        toolchain_name="node",
        toolchain_version="24.19.0",
        sandbox="fake",
        max_cpu_seconds=0.1,
        max_memory_bytes=1,
        judged_seconds=1 / 3,
        judged_at=datetime(2026, 3, 2, 1, tzinfo=UTC),
    )


async def claimed(queue: JobQueue, worker: str = "w1") -> Claim:
    claim = await queue.claim(worker, TASK_DIGESTS)
    assert claim is not None
    return claim


async def stored(store: Store, submission: Submission) -> Submission:
    async with store.reading() as transaction:
        found = await transaction.submission(submission.id)
    assert found is not None
    return found


async def test_an_empty_queue_gives_nothing(queue: JobQueue) -> None:
    assert await queue.claim("w1", TASK_DIGESTS) is None


async def test_the_oldest_submission_is_claimed_first_and_only_once(queue: JobQueue, submit: Submit) -> None:
    second = await submit(2, "bb")
    first = await submit(1, "aa")
    claims = [await claimed(queue), await claimed(queue)]
    assert [claim.submission.id for claim in claims] == [first.id, second.id]
    assert claims[0].submission.state is SubmissionState.RUNNING
    assert await queue.claim("w2", TASK_DIGESTS) is None


async def test_workers_at_once_never_claim_the_same_submission(queue: JobQueue, submit: Submit) -> None:
    ids = {(await submit(number, f"{number}")).id for number in range(1, 13)}
    claims: list[Claim] = []

    async def work(worker: str) -> None:
        while (claim := await queue.claim(worker, TASK_DIGESTS)) is not None:
            claims.append(claim)

    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            for number in range(6):
                group.start_soon(work, f"w{number}")
    assert len(claims) == len(ids)
    assert {claim.submission.id for claim in claims} == ids


async def test_progress_is_there_for_readers(queue: JobQueue, store: Store, submit: Submit) -> None:
    submission = await submit(1, "aa")
    await queue.heartbeat(await claimed(queue), 3, 10)
    found = await stored(store, submission)
    assert (found.state, found.done, found.total) == (SubmissionState.RUNNING, 3, 10)


async def test_a_completed_submission_carries_its_report(queue: JobQueue, store: Store, submit: Submit) -> None:
    submission = await submit(1, "aa")
    report = a_report("aa")
    await queue.complete(await claimed(queue), report)
    found = await stored(store, submission)
    assert (found.state, found.report) == (SubmissionState.JUDGED, report)
    assert (found.done, found.total) == (6, 10)
    async with store.reading() as transaction:
        assert await transaction.report(report.key) == report
    assert await queue.claim("w1", TASK_DIGESTS) is None


async def test_the_first_report_under_a_key_stays(
    queue: JobQueue, store: Store, attempt: Attempt, submit: Submit
) -> None:
    await submit(1, "aa")
    second = await submit(2, "bb")
    await queue.complete(await claimed(queue), a_report("same", passed=3))
    await queue.complete(await claimed(queue), a_report("same", passed=5))
    found = await stored(store, second)
    assert found.report == a_report("same", passed=3)


async def test_a_lease_holds_until_it_lapses(queue: JobQueue, clock: Clock, submit: Submit) -> None:
    submission = await submit(1, "aa")
    first = await claimed(queue, "w1")
    clock.go_on(LEASE_SECONDS - 1)
    assert await queue.claim("w2", TASK_DIGESTS) is None
    clock.go_on(1)
    second = await claimed(queue, "w2")
    assert second.submission.id == submission.id
    assert second.fence > first.fence


async def test_a_heartbeat_prolongs_the_lease(queue: JobQueue, clock: Clock, submit: Submit) -> None:
    await submit(1, "aa")
    claim = await claimed(queue)
    clock.go_on(LEASE_SECONDS - 1)
    await queue.heartbeat(claim, 1, 10)
    clock.go_on(LEASE_SECONDS - 1)
    assert await queue.claim("w2", TASK_DIGESTS) is None


async def test_a_late_holder_that_nobody_overtook_may_go_on(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit
) -> None:
    submission = await submit(1, "aa")
    claim = await claimed(queue)
    clock.go_on(LEASE_SECONDS * 2)
    await queue.heartbeat(claim, 1, 10)
    await queue.complete(claim, a_report("aa"))
    assert (await stored(store, submission)).state is SubmissionState.JUDGED


async def test_an_overtaken_holder_writes_nothing(queue: JobQueue, clock: Clock, store: Store, submit: Submit) -> None:
    submission = await submit(1, "aa")
    late = await claimed(queue, "w1")
    clock.go_on(LEASE_SECONDS)
    holder = await claimed(queue, "w2")
    await queue.heartbeat(holder, 7, 10)
    before = await stored(store, submission)
    report = a_report("aa")
    with pytest.raises(LeaseLost):
        await queue.heartbeat(late, 1, 10)
    with pytest.raises(LeaseLost):
        await queue.complete(late, report)
    with pytest.raises(LeaseLost):
        await queue.fail(late, "incident")
    await queue.release(late)
    assert await stored(store, submission) == before
    async with store.reading() as transaction:
        assert await transaction.report(report.key) is None
    await queue.complete(holder, report)


async def test_a_judged_submission_is_judged_for_good(queue: JobQueue, store: Store, submit: Submit) -> None:
    submission = await submit(1, "aa")
    claim = await claimed(queue)
    await queue.complete(claim, a_report("aa"))
    with pytest.raises(LeaseLost):
        await queue.fail(claim, "incident")
    await queue.release(claim)
    assert (await stored(store, submission)).state is SubmissionState.JUDGED


async def test_a_fault_of_ours_is_tried_again_after_growing_pauses(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit
) -> None:
    submission = await submit(1, "aa")
    for pause in (2, 4):
        await queue.fail(await claimed(queue), "incident")
        found = await stored(store, submission)
        assert (found.state, found.incident) == (SubmissionState.QUEUED, None)
        clock.go_on(pause - 0.5)
        assert await queue.claim("w1", TASK_DIGESTS) is None
        clock.go_on(0.5)
    await queue.fail(await claimed(queue), "incident-3")
    found = await stored(store, submission)
    assert (found.state, found.incident) == (SubmissionState.FAULTED, "incident-3")
    clock.go_on(3600)
    assert await queue.claim("w1", TASK_DIGESTS) is None


async def test_others_are_judged_while_a_fault_pauses(queue: JobQueue, submit: Submit) -> None:
    await submit(1, "aa")
    second = await submit(2, "bb")
    await queue.fail(await claimed(queue), "incident")
    assert (await claimed(queue)).submission.id == second.id


async def test_the_same_snapshot_can_be_sent_again_once_it_is_faulted(
    database: Database, clock: Clock, store: Store, attempt: Attempt, submit: Submit
) -> None:
    queue = SqlJobQueue(database, LEASE_SECONDS, max_tries=1, clock=clock)
    faulted = await submit(1, "aa")
    await queue.fail(await claimed(queue), "incident")
    again = await submit(2, "aa")
    async with store.reading() as transaction:
        states = [found.state for found in await transaction.submissions(attempt.id)]
    assert states == [SubmissionState.FAULTED, SubmissionState.QUEUED]
    assert (await claimed(queue)).submission.id == again.id != faulted.id


async def test_a_released_claim_is_as_if_it_had_never_been(queue: JobQueue, store: Store, submit: Submit) -> None:
    submission = await submit(1, "aa")
    for _ in range(5):
        claim = await claimed(queue)
        await queue.heartbeat(claim, 2, 10)
        await queue.release(claim)
        assert await stored(store, submission) == submission
        with pytest.raises(LeaseLost):
            await queue.heartbeat(claim, 3, 10)
    await queue.fail(await claimed(queue), "incident")
    assert (await stored(store, submission)).state is SubmissionState.QUEUED


async def test_what_a_judge_leaves_to_others_comes_back_after_a_pause(
    queue: JobQueue, clock: Clock, submit: Submit
) -> None:
    clock.now = (submission := await submit(1, "aa")).created_at
    for _ in range(MAX_CLAIMS + 1):
        await queue.leave(await claimed(queue))
        assert await queue.claim("w2", TASK_DIGESTS) is None
        clock.go_on(2)
    assert (await claimed(queue, "w2")).submission.id == submission.id


async def test_what_every_judge_leaves_is_given_up_in_the_end(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit
) -> None:
    clock.now = (submission := await submit(1, "aa")).created_at + UNJUDGED
    await queue.leave(await claimed(queue))
    assert (await stored(store, submission)).state is SubmissionState.FAULTED


async def test_a_submission_waits_for_a_judge_that_has_its_task_but_not_for_good(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit
) -> None:
    clock.now = (submission := await submit(1, "aa")).created_at
    for others in ([], ["e" * 64]):
        assert await queue.claim("w1", others) is None
    await queue.release(await claimed(queue))
    clock.now += UNJUDGED
    assert await queue.claim("w1", ["e" * 64]) is None
    found = await stored(store, submission)
    assert (found.state, found.incident is None) == (SubmissionState.FAULTED, False)


async def test_what_a_judge_died_over_is_given_up_too_where_its_task_has_gone(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit
) -> None:
    clock.now = (submission := await submit(1, "aa")).created_at
    await claimed(queue)
    clock.now += UNJUDGED
    assert await queue.claim("w2", ["e" * 64]) is None
    assert (await stored(store, submission)).state is SubmissionState.FAULTED


async def test_a_long_queue_is_no_reason_to_give_up(queue: JobQueue, clock: Clock, submit: Submit) -> None:
    clock.now = (submission := await submit(1, "aa")).created_at + 2 * UNJUDGED
    assert (await claimed(queue)).submission.id == submission.id


async def test_a_submission_that_its_judges_die_over_is_given_up(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit, caplog: pytest.LogCaptureFixture
) -> None:
    deadly = await submit(1, "aa")
    harmless = await submit(2, "bb")
    for _ in range(MAX_CLAIMS):
        assert (await claimed(queue)).submission.id == deadly.id
        clock.go_on(LEASE_SECONDS)
    assert (await claimed(queue)).submission.id == harmless.id
    found = await stored(store, deadly)
    assert found.state is SubmissionState.FAULTED
    assert found.incident is not None
    assert found.incident in caplog.text


async def test_a_judge_that_lives_may_go_on_however_many_died(
    queue: JobQueue, clock: Clock, store: Store, submit: Submit
) -> None:
    submission = await submit(1, "aa")
    for _ in range(MAX_CLAIMS - 1):
        await claimed(queue)
        clock.go_on(LEASE_SECONDS)
    last = await claimed(queue)
    for _ in range(3):
        clock.go_on(LEASE_SECONDS - 1)
        await queue.heartbeat(last, 1, 10)
        assert await queue.claim("w2", TASK_DIGESTS) is None
    await queue.complete(last, a_report("aa"))
    assert (await stored(store, submission)).state is SubmissionState.JUDGED
