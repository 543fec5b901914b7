"""An open database: sessions for reading and for writing, each one transaction."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from anyio import CancelScope, to_thread
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.store.directory import prepare_directory
from server.store.errors import StoreUnavailable
from server.store.sqlite import Engines, open_engines
from server.store.upgrade import bring_up_to_date

BUSY_SECONDS = 30.0
"""How long to wait for another writer. One that is killed frees the lock at once, so this is a matter of load."""


class Database:
    """Sessions of one transaction each. Keep the blocks short: a cancelled caller finishes the one it is in.

    Raises from each block:
        StoreUnavailable: the database failed; what the block did is undone.
    """

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncSession]:
        """A consistent view; whatever is written in it is refused."""
        with _store_faults():
            async with _session(self._engines.reading) as session:
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncSession]:
        """Alone among writers. Durable once the block has ended."""
        with _store_faults():
            async with self._engines.turn, _session(self._engines.writing) as session:
                yield session
                await session.commit()


@asynccontextmanager
async def open_database(data_dir: Path, busy_seconds: float = BUSY_SECONDS) -> AsyncGenerator[Database]:
    """The database of a data directory, made or migrated where needed. Several processes may have it open.

    Raises:
        ForeignDataDirectory: the directory belongs to another user.
        NewerStore: a newer release has changed the schema.
        StoreUnavailable: the directory or the database can't be used.
    """
    with _store_faults():
        await to_thread.run_sync(_prepare, data_dir, busy_seconds)
    engines = open_engines(data_dir, busy_seconds)
    try:
        yield Database(engines)
    finally:
        with CancelScope(shield=True):
            await engines.dispose()


def _prepare(data_dir: Path, busy_seconds: float) -> None:
    try:
        prepare_directory(data_dir)
        bring_up_to_date(data_dir, busy_seconds)
    except OSError as error:
        raise StoreUnavailable(str(error)) from error


@asynccontextmanager
async def _session(engine: AsyncEngine) -> AsyncGenerator[AsyncSession]:
    """A session that begins at once, and that cancellation reaches only when it has ended.

    The driver's thread can't be called off in the middle of a statement: a caller that leaves then would cost the
    connection. Waiting for a turn to write comes before this, and can be cancelled.
    """
    with CancelScope(shield=True):
        async with AsyncSession(engine, expire_on_commit=False) as session:
            await session.connection()
            yield session


@contextmanager
def _store_faults() -> Generator[None]:
    """Tell failures of the database from mistakes in what it was asked, which stay as they are."""
    try:
        yield
    except (IntegrityError, ProgrammingError, DataError):
        raise
    except DatabaseError as error:
        raise StoreUnavailable(str(error.orig)) from error
    except PoolTimeout as error:
        raise StoreUnavailable("no connection was free in time") from error
