"""All that is particular to SQLite; a second database gets a file like this one.

SQLite lets one connection write at a time, and a writer that finds the lock taken polls for it. So the writers of one
process wait in line for their turn, fairly and without polling, and only meet other processes at the lock. Readers
never wait: each sees the database as it was when its transaction began (WAL).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from server.store.schema import Base

READERS = 8
FILE_NAME = "store.sqlite3"


@dataclass(frozen=True, slots=True)
class Engines:
    """One engine whose transactions may only read, one whose transactions exclude all other writers."""

    reading: AsyncEngine
    writing: AsyncEngine
    turn: anyio.Lock = field(default_factory=anyio.Lock)

    async def dispose(self) -> None:
        await self.reading.dispose()
        await self.writing.dispose()


def open_engines(data_dir: Path, busy_seconds: float) -> Engines:
    return Engines(
        reading=_async_engine(data_dir, busy_seconds, READERS, begin="BEGIN", query_only="ON"),
        writing=_async_engine(data_dir, busy_seconds, 1, begin="BEGIN IMMEDIATE", query_only="OFF"),
    )


def open_upgrading_engine(data_dir: Path, busy_seconds: float) -> Engine:
    """An engine for a thread that looks at the schema and may bring it up to date."""
    return create_engine(_url("sqlite", data_dir), connect_args=_connect_args(busy_seconds))


def begin_migration(connection: Connection) -> None:
    """Begin a transaction that may change the schema. No other process may be here at the same time."""
    connection.exec_driver_sql("PRAGMA journal_mode = WAL")  # the file keeps it; where others do the same, it fails
    connection.exec_driver_sql("PRAGMA synchronous = FULL")
    connection.exec_driver_sql("BEGIN IMMEDIATE")


async def insert_missing(session: AsyncSession, table: type[Base], rows: Sequence[Mapping[str, object]]) -> None:
    """Insert the rows whose key isn't there yet."""
    if rows:
        await session.execute(insert(table).on_conflict_do_nothing(), rows)


def _async_engine(data_dir: Path, busy_seconds: float, connections: int, begin: str, query_only: str) -> AsyncEngine:
    engine = create_async_engine(
        _url("sqlite+aiosqlite", data_dir),
        connect_args=_connect_args(busy_seconds),
        pool_size=connections,
        max_overflow=0,
        pool_timeout=busy_seconds,
        hide_parameters=True,  # they are the agents' files: not for logs
    )
    _configure(engine.sync_engine, begin, query_only)
    return engine


def _url(driver: str, data_dir: Path) -> URL:
    return URL.create(driver, database=str(data_dir / FILE_NAME))


def _connect_args(busy_seconds: float) -> dict[str, object]:
    # Without an isolation level the driver begins no transaction of its own: `begin` does.
    return {"timeout": busy_seconds, "isolation_level": None}


def _configure(engine: Engine, begin: str, query_only: str) -> None:
    def set_pragmas(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before it is acknowledged
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA query_only = {query_only}")
        cursor.close()

    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", set_pragmas)
    event.listen(engine, "begin", begin_transaction)
