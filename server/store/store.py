"""The store over SQL."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from server.store.database import Database
from server.store.transaction import SqlTransaction, WritingTransaction


class SqlStore:
    """Implements `tasks.store.Store`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[SqlTransaction]:
        async with self._database.reading() as session:
            yield SqlTransaction(session)

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[SqlTransaction]:
        async with self._database.writing() as session:
            yield WritingTransaction(session)
