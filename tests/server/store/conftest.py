"""A store in a fresh data directory, and things to keep in it."""

import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.store.database import Database, open_database
from server.store.store import SqlStore
from tasks.attempt import Attempt, Snapshot, Submission, SubmissionState
from tasks.store import Store

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="session")
async def new_data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once and copied: most tests are not about the making."""
    data_dir = tmp_path_factory.mktemp("new") / "data"
    async with open_database(data_dir):
        return data_dir


@pytest.fixture
async def database(data_dir: Path, new_data_dir: Path) -> AsyncGenerator[Database]:
    shutil.copytree(new_data_dir, data_dir)
    async with open_database(data_dir) as database:
        yield database


@pytest.fixture
def store(database: Database) -> Store:
    return SqlStore(database)


@pytest.fixture
def an_attempt() -> Callable[..., Attempt]:
    def make(name: str = "attempt-1", principal: str = "local", created_at: datetime = START) -> Attempt:
        return Attempt(name, principal, "py2js/base58/codec", "d" * 64, None, "agent", "1.0", 10, created_at)

    return make


@pytest.fixture
async def attempt(store: Store, an_attempt: Callable[..., Attempt]) -> Attempt:
    attempt = an_attempt()
    async with store.writing() as transaction:
        await transaction.add_attempt(attempt)
    return attempt


@pytest.fixture
def submit(store: Store, attempt: Attempt) -> Callable[[int, str], Awaitable[Submission]]:
    """Stores a queued submission of an empty snapshot with the given digest."""

    async def submit(number: int, digest: str) -> Submission:
        submission = Submission(
            id=f"submission-{number}",
            attempt_id=attempt.id,
            number=number,
            snapshot_digest=digest,
            state=SubmissionState.QUEUED,
            done=0,
            total=0,
            report=None,
            incident=None,
            created_at=START + timedelta(minutes=number),
        )
        async with store.writing() as transaction:
            await transaction.add_snapshot(Snapshot(digest, {}))
            await transaction.add_submission(submission)
        return submission

    return submit
