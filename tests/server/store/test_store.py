"""What the attempts may rely on. Any store must pass these."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from hashlib import sha256

import anyio
import pytest
from sqlalchemy.exc import IntegrityError

from server.store.errors import StoreUnavailable
from tasks.attempt import Attempt, AttemptOutline, Snapshot, StoredFile, Submission
from tasks.report import ReportKey
from tasks.store import Store

MakeAttempt = Callable[..., Attempt]
Submit = Callable[[int, str], Awaitable[Submission]]


def stored(content: bytes) -> StoredFile:
    return StoredFile(sha256(content).hexdigest(), len(content))


async def test_an_attempt_comes_back_as_it_was_stored(store: Store, an_attempt: MakeAttempt) -> None:
    eastern = datetime(2026, 3, 1, 23, 30, 0, 123456, tzinfo=timezone(timedelta(hours=9)))
    attempt = an_attempt(created_at=eastern)
    async with store.writing() as transaction:
        await transaction.add_attempt(attempt)
    async with store.reading() as transaction:
        found = await transaction.attempt(attempt.id)
    assert found is not None
    assert found == attempt
    assert found.created_at.utcoffset() == timedelta(0)


async def test_what_was_never_stored_is_none(store: Store) -> None:
    key = ReportKey(snapshot_digest="s", task_digest="t", case_set_digest="c", toolchain_digest="n")
    async with store.reading() as transaction:
        assert await transaction.attempt("unknown") is None
        assert await transaction.submission("unknown") is None
        assert await transaction.report(key) is None
        assert await transaction.workspace("unknown") == {}
        assert await transaction.contents([]) == {}


async def test_open_attempts_are_those_of_the_principal_newest_first(store: Store, an_attempt: MakeAttempt) -> None:
    old = an_attempt("old")
    new = an_attempt("new", created_at=old.created_at + timedelta(seconds=1))
    other = replace(an_attempt("other"), task_id="py2js/other/task")
    foreign = an_attempt("foreign", principal="somebody else")
    async with store.writing() as transaction:
        for attempt in (old, foreign, new, other):
            await transaction.add_attempt(attempt)
    async with store.reading() as transaction:
        assert [outline.attempt for outline in await transaction.open_attempts("local")] == [new, old, other]
        assert await transaction.open_attempts("local", other.task_id) == [AttemptOutline(other, 0, 10)]


async def test_an_open_attempt_is_told_with_its_files_and_what_is_left_of_its_budget(
    store: Store, attempt: Attempt, submit: Submit
) -> None:
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, {"main.mjs": b"1", "lib/a.mjs": b"2"}, [])
    for number in (1, 2, 3):
        await submit(number, f"{number}")
    async with store.reading() as transaction:
        assert await transaction.open_attempts("local") == [AttemptOutline(attempt, files=2, submissions_left=7)]


async def test_a_workspace_holds_what_was_written_last(store: Store, attempt: Attempt) -> None:
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, {"main.mjs": b"1", "lib/a.mjs": b"", "gone.mjs": b"x"}, [])
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, {"main.mjs": b"22"}, ["gone.mjs", "never-there.mjs"])
    async with store.reading() as transaction:
        assert await transaction.workspace(attempt.id) == {"lib/a.mjs": stored(b""), "main.mjs": stored(b"22")}


async def test_a_workspace_can_be_emptied(store: Store, attempt: Attempt) -> None:
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, {"main.mjs": b"1"}, [])
        await transaction.change_workspace(attempt.id, {}, ["main.mjs"])
        await transaction.change_workspace(attempt.id, {}, [])
    async with store.reading() as transaction:
        assert await transaction.workspace(attempt.id) == {}


async def test_contents_come_by_digest_however_often_they_were_written(store: Store, attempt: Attempt) -> None:
    every_byte = bytes(range(256))
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, {"a": every_byte, "b": every_byte, "c": b"other"}, [])
        await transaction.change_workspace(attempt.id, {"d": every_byte}, ["a"])
    digest = stored(every_byte).sha256
    async with store.reading() as transaction:
        assert await transaction.contents([digest, digest]) == {digest: every_byte}


async def test_a_full_workspace_fits_in_one_change(store: Store, attempt: Attempt) -> None:
    files = {f"file-{number}.mjs": b"%d" % number for number in range(400)}
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, files, [])
        workspace = await transaction.workspace(attempt.id)
        contents = await transaction.contents([file.sha256 for file in workspace.values()])
    assert {path: contents[file.sha256] for path, file in workspace.items()} == files


async def test_a_block_that_raises_changes_nothing(store: Store, attempt: Attempt) -> None:
    async def write_and_fail() -> None:
        async with store.writing() as transaction:
            await transaction.change_workspace(attempt.id, {"main.mjs": b"1"}, [])
            raise LookupError

    with pytest.raises(LookupError):
        await write_and_fail()
    async with store.reading() as transaction:
        assert await transaction.workspace(attempt.id) == {}
        assert await transaction.contents([stored(b"1").sha256]) == {}


async def test_a_reading_block_cannot_write(store: Store, attempt: Attempt) -> None:
    with pytest.raises(StoreUnavailable, match="readonly"):
        async with store.reading() as transaction:
            await transaction.change_workspace(attempt.id, {"main.mjs": b"1"}, [])


async def test_a_reading_block_sees_one_moment(store: Store, attempt: Attempt) -> None:
    async with store.reading() as transaction:
        before = await transaction.workspace(attempt.id)
        async with store.writing() as writer:
            await writer.change_workspace(attempt.id, {"main.mjs": b"1"}, [])
        assert await transaction.workspace(attempt.id) == before


async def test_a_snapshot_outlives_what_the_workspace_becomes(store: Store, attempt: Attempt) -> None:
    snapshot = Snapshot("digest", {"main.mjs": stored(b"1")})
    async with store.writing() as transaction:
        await transaction.change_workspace(attempt.id, {"main.mjs": b"1"}, [])
        await transaction.add_snapshot(snapshot)
        await transaction.add_snapshot(snapshot)
        await transaction.change_workspace(attempt.id, {}, ["main.mjs"])
    async with store.reading() as transaction:
        assert await transaction.snapshot("digest") == snapshot
        assert await transaction.contents([stored(b"1").sha256]) == {stored(b"1").sha256: b"1"}


async def test_submissions_are_listed_oldest_first(store: Store, attempt: Attempt, submit: Submit) -> None:
    second = await submit(2, "bb")
    first = await submit(1, "aa")
    async with store.reading() as transaction:
        assert await transaction.submissions(attempt.id) == [first, second]
        assert await transaction.submission(second.id) == second


async def test_a_snapshot_is_submitted_once_in_an_attempt(store: Store, submit: Submit) -> None:
    first = await submit(1, "aa")
    with pytest.raises(IntegrityError):
        async with store.writing() as transaction:
            await transaction.add_submission(replace(first, id="again", number=2))


async def test_another_attempt_may_submit_the_same_snapshot(
    store: Store, an_attempt: MakeAttempt, submit: Submit
) -> None:
    first = await submit(1, "aa")
    other = replace(first, id="of-another", attempt_id="attempt-2")
    async with store.writing() as transaction:
        await transaction.add_attempt(an_attempt("attempt-2"))
        await transaction.add_submission(other)
        assert await transaction.submission("of-another") == other


async def test_writers_at_once_each_see_what_the_others_did(store: Store, attempt: Attempt) -> None:
    async def count_up() -> None:
        async with store.writing() as transaction:
            await transaction.attempt(attempt.id)
            workspace = await transaction.workspace(attempt.id)
            await transaction.change_workspace(attempt.id, {f"file-{len(workspace)}": b"x"}, [])

    with anyio.fail_after(10):
        async with anyio.create_task_group() as group:
            for _ in range(30):
                group.start_soon(count_up)
    async with store.reading() as transaction:
        assert len(await transaction.workspace(attempt.id)) == 30


async def test_a_caller_that_leaves_leaves_a_whole_change_or_none(store: Store, attempt: Attempt) -> None:
    ended: list[int] = []
    some_ended = anyio.Event()

    async def write(number: int, scope: anyio.CancelScope) -> None:
        with scope:
            async with store.writing() as transaction:
                await transaction.change_workspace(attempt.id, {f"{number}/a": b"x" * 100_000}, [])
                await transaction.change_workspace(attempt.id, {f"{number}/b": b"x"}, [])
            ended.append(number)
            if len(ended) == 5:
                some_ended.set()

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            scopes = [anyio.CancelScope() for _ in range(30)]
            for number, scope in enumerate(scopes):
                group.start_soon(write, number, scope)
            await some_ended.wait()
            for scope in scopes:
                scope.cancel()
        await write(30, anyio.CancelScope())
    async with store.reading() as transaction:
        paths = set(await transaction.workspace(attempt.id))
    assert {path[:-2] for path in paths if path.endswith("/a")} == {path[:-2] for path in paths if path.endswith("/b")}
    assert {f"{number}/a" for number in ended} <= paths
    assert len(paths) < 2 * 30
