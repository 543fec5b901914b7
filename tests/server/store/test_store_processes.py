"""Several processes on one data directory, started at once and killed at any point."""

import random
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE

import anyio
from anyio.abc import Process
from anyio.streams.buffered import BufferedByteReceiveStream

from server.store.database import Database, open_database
from server.store.queue import SqlJobQueue
from server.store.store import SqlStore
from tasks.attempt import Attempt, Submission, SubmissionState
from tasks.store import Store

Submit = Callable[[int, str], Awaitable[Submission]]


class OtherProcess:
    """A process that runs one of the scripts beside this file; it says things in lines."""

    def __init__(self, process: Process) -> None:
        assert process.stdout is not None
        self._process = process
        self._stdout = BufferedByteReceiveStream(process.stdout)

    async def line(self) -> str:
        return (await self._stdout.receive_until(b"\n", 4096)).decode()

    async def go(self, times: int = 1) -> None:
        assert self._process.stdin is not None
        await self._process.stdin.send(b"\n" * times)

    async def rest(self) -> list[str]:
        """What it says until it ends, by itself and well."""
        lines = await self._lines()
        assert await self._process.wait() == 0
        return lines

    async def kill(self) -> list[str]:
        """End it as `kill -9` does. Returns what it had said until then; a line that was cut was never said."""
        self._process.kill()
        lines = await self._lines()
        await self._process.wait()
        return lines

    async def _lines(self) -> list[str]:
        text = b"".join([chunk async for chunk in self._stdout])
        return text.decode().split("\n")[:-1]


@asynccontextmanager
async def another_process(script: str, *arguments: str) -> AsyncGenerator[OtherProcess]:
    path = Path(__file__).with_name(script)
    command = [sys.executable, "-W", "error", str(path), *arguments]
    async with await anyio.open_process(command, stdin=PIPE, stdout=PIPE, stderr=None) as process:
        try:
            yield OtherProcess(process)
        finally:
            if process.returncode is None:
                process.kill()


async def test_processes_that_start_at_once_on_a_new_directory_keep_all_that_both_write(data_dir: Path) -> None:
    with anyio.fail_after(30):
        async with (
            another_process("writing_process.py", str(data_dir), "shared", "one", "30") as one,
            another_process("writing_process.py", str(data_dir), "shared", "two", "30") as two,
        ):
            for process in (one, two):
                assert await process.line() == "ready"
            for process in (one, two):
                await process.go()
            said = [*await one.rest(), *await two.rest()]
        assert len(said) == 60
        async with open_database(data_dir) as database, SqlStore(database).reading() as transaction:
            assert sorted(await transaction.workspace("shared")) == sorted(said)


async def test_what_was_acknowledged_is_there_after_kill_9(data_dir: Path) -> None:
    seeded = random.Random(20260301)  # noqa: S311 - picks when to kill; nothing is kept secret by it
    acknowledged: set[str] = set()

    async def kill_one(prefix: str, after: int) -> None:
        async with another_process("writing_process.py", str(data_dir), "killed", prefix, "100000") as writer:
            assert await writer.line() == "ready"
            await writer.go()
            acknowledged.update([await writer.line() for _ in range(after)])
            acknowledged.update(await writer.kill())

    with anyio.fail_after(60):
        for round_number in range(5):
            async with anyio.create_task_group() as group:
                for writer in ("a", "b"):
                    group.start_soon(kill_one, f"{round_number}{writer}", seeded.randint(1, 25))
        async with open_database(data_dir) as database, SqlStore(database).reading() as transaction:
            workspace = await transaction.workspace("killed")
            contents = await transaction.contents([file.sha256 for file in workspace.values()])
    assert acknowledged <= workspace.keys()
    assert all(contents[file.sha256] == path.encode() * 500 for path, file in workspace.items())


async def test_judging_processes_share_the_queue_without_judging_twice(
    data_dir: Path, store: Store, attempt: Attempt, submit: Submit
) -> None:
    ids = [(await submit(number, f"{number}")).id for number in range(1, 17)]
    with anyio.fail_after(30):
        async with (
            another_process("judging_process.py", str(data_dir), "one") as one,
            another_process("judging_process.py", str(data_dir), "two") as two,
        ):
            for process in (one, two):
                assert await process.line() == "ready"
            for process in (one, two):
                await process.go(times=1 + len(ids))
            judged = [*await one.rest(), *await two.rest()]
    assert sorted(judged) == sorted(ids)
    async with store.reading() as transaction:
        submissions = await transaction.submissions(attempt.id)
    assert {submission.state for submission in submissions} == {SubmissionState.JUDGED}


async def test_a_killed_judge_is_succeeded_once_its_lease_has_lapsed(
    data_dir: Path, database: Database, submit: Submit
) -> None:
    submission = await submit(1, "aa")
    with anyio.fail_after(30):
        async with another_process("judging_process.py", str(data_dir), "killed") as judge:
            assert await judge.line() == "ready"
            await judge.go()
            assert await judge.line() == submission.id
            await judge.kill()
    assert await SqlJobQueue(database, lease_seconds=60).claim("early", ["d" * 64]) is None
    later = SqlJobQueue(database, lease_seconds=60, clock=lambda: datetime.now(UTC) + timedelta(seconds=61))
    claim = await later.claim("successor", ["d" * 64])
    assert claim is not None
    assert (claim.submission.id, claim.fence) == (submission.id, 2)
