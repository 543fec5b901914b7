"""The data directory and the database file in it."""

import os
import resource
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import anyio
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from server.store import upgrade
from server.store.database import Database, open_database
from server.store.errors import ForeignDataDirectory, NewerStore, StoreUnavailable
from server.store.schema import Base
from server.store.sqlite import FILE_NAME
from server.store.store import SqlStore
from tasks.attempt import Attempt
from tasks.store import Store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def schema(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: " ".join(sql.replace(f'"{name}"', name).split()) for name, sql in rows}


async def test_a_new_data_directory_is_closed_to_others(data_dir: Path) -> None:
    async with open_database(data_dir / "deep" / "down"):
        assert mode(data_dir / "deep" / "down") == 0o700


@pytest.fixture
def open_directory(data_dir: Path) -> Path:
    data_dir.mkdir()
    data_dir.chmod(0o755)
    return data_dir


@pytest.fixture
def foreign_directory(data_dir: Path) -> Path:
    if os.geteuid() != 0:
        return Path("/")
    data_dir.mkdir()
    os.chown(data_dir, 65534, 65534)
    return data_dir


@pytest.fixture
def damaged_directory(data_dir: Path) -> Path:
    data_dir.mkdir()
    (data_dir / FILE_NAME).write_bytes(b"not a database" * 1000)
    return data_dir


async def test_a_data_directory_that_others_can_read_is_closed(open_directory: Path) -> None:
    async with open_database(open_directory):
        assert mode(open_directory) == 0o700


async def test_a_data_directory_of_somebody_else_is_refused(foreign_directory: Path) -> None:
    with pytest.raises(ForeignDataDirectory, match="choose one that is yours"):
        async with open_database(foreign_directory):
            pass
    assert not (foreign_directory / FILE_NAME).exists()


async def test_a_file_in_place_of_the_directory_is_named(tmp_path: Path) -> None:
    (file := tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="File exists"):
        async with open_database(file):
            pass


async def test_the_migrations_make_the_tables_that_the_code_expects(data_dir: Path, tmp_path: Path) -> None:
    async with open_database(data_dir):
        pass
    engine = create_engine(f"sqlite:///{tmp_path / 'expected'}")
    Base.metadata.create_all(engine)
    engine.dispose()
    made = schema(data_dir / FILE_NAME)
    assert made.pop("alembic_version")
    assert made == schema(tmp_path / "expected")


def test_the_schema_that_start_looks_for_is_that_of_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "server.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [upgrade.HEAD]


async def test_the_file_is_written_ahead_and_synchronised(database: Database) -> None:
    async with database.writing() as session:
        connection = await session.connection()
        assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"
        assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
        assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar() == 1


async def test_a_store_of_a_newer_release_is_refused_and_stays_as_it_is(data_dir: Path) -> None:
    async with open_database(data_dir):
        pass
    with closing(sqlite3.connect(data_dir / FILE_NAME)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(NewerStore, match="9999"):
        async with open_database(data_dir):
            pass


async def test_a_migration_that_fails_half_way_changes_no_table(data_dir: Path) -> None:
    async with open_database(data_dir):
        pass
    with closing(sqlite3.connect(data_dir / FILE_NAME)) as connection:
        for table in ("alembic_version", "attempts", "reports"):
            connection.execute(f"DROP TABLE {table}")
    before = schema(data_dir / FILE_NAME)
    with pytest.raises(StoreUnavailable, match="already exists"):
        async with open_database(data_dir):
            pass
    assert schema(data_dir / FILE_NAME) == before


async def test_two_data_directories_can_be_made_at_once(tmp_path: Path) -> None:
    async def make(path: Path) -> None:
        async with open_database(path) as database, SqlStore(database).reading() as transaction:
            assert await transaction.open_attempts("local") == []

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            for name in ("one", "two", "one"):
                group.start_soon(make, tmp_path / name)


async def test_a_lock_that_nobody_gives_up_is_a_fault_of_ours(data_dir: Path) -> None:
    async with open_database(data_dir, busy_seconds=0.05) as database:
        with closing(sqlite3.connect(data_dir / FILE_NAME)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable, match="database is locked"):
                async with database.writing():
                    pass
        async with database.writing():
            pass


async def test_a_damaged_file_is_a_fault_of_ours(damaged_directory: Path) -> None:
    with pytest.raises(StoreUnavailable, match="not a database"):
        async with open_database(damaged_directory):
            pass


async def test_a_full_disk_is_a_fault_of_ours_and_undoes_the_change(
    data_dir: Path, store: Store, attempt: Attempt
) -> None:
    """The largest permitted file stands in for the disk: for SQLite both are a write that doesn't succeed."""
    wal = data_dir / f"{FILE_NAME}-wal"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 10_000, hard))
    try:
        with pytest.raises(StoreUnavailable) as caught:
            async with store.writing() as transaction:
                await transaction.change_workspace(attempt.id, {"main.mjs": b"secret" * 20_000}, [])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "secret" not in f"{caught.value} {caught.value.__cause__}"
    async with store.writing() as transaction:
        assert await transaction.workspace(attempt.id) == {}
        await transaction.change_workspace(attempt.id, {"main.mjs": b"now it fits"}, [])
