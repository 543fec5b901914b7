"""Stores of earlier schemas, brought up to date."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from server.store.database import open_database
from server.store.directory import prepare_directory
from server.store.sqlite import FILE_NAME, begin_migration, open_upgrading_engine
from server.store.store import SqlStore
from tasks.report import Report, ReportKey
from tasks.verdicts import Verdict

CREATED = "2026-03-01 12:00:00.000000"

MakeStore = Callable[[str], None]


@pytest.fixture
def make_store(data_dir: Path) -> MakeStore:
    """Makes the store as it was at a revision."""

    def make(revision: str) -> None:
        prepare_directory(data_dir)
        config = Config()
        config.set_main_option("script_location", "server.store:migrations")
        engine = open_upgrading_engine(data_dir, busy_seconds=1)
        with engine.begin() as connection:
            begin_migration(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
        engine.dispose()

    return make


@contextmanager
def opened(data_dir: Path) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(data_dir / FILE_NAME)) as connection, connection:
        yield connection


def a_report(verdict: Verdict) -> Report:
    """The report of a snapshot that is named for its verdict."""
    return Report(
        key=ReportKey(snapshot_digest=verdict, task_digest="t", case_set_digest="c", toolchain_digest="n"),
        verdict=verdict,
        total=1,
        passed=0,
        not_run=0,
        unstable=0,
        verdicts={verdict: 1},
        build_output=None,
        task_id="py2js/base58/codec",
        task_version=1,
        toolchain_name="node",
        toolchain_version="24",
        sandbox="fake",
        max_cpu_seconds=0.1,
        max_memory_bytes=1,
        judged_seconds=0.1,
        judged_at=datetime.now(UTC),
    )


def add_judged_attempt(connection: sqlite3.Connection, verdict: Verdict) -> None:
    """An attempt with one judged submission, all named for the verdict, as the first schema keeps them."""
    body = a_report(verdict).model_dump_json()
    connection.execute(
        "INSERT INTO attempts VALUES (?, 'local', 'py2js/base58/codec', 'd', NULL, NULL, NULL, 10, ?)",
        (verdict, CREATED),
    )
    connection.execute("INSERT INTO snapshots VALUES (?)", (verdict,))
    report = connection.execute("INSERT INTO reports VALUES (NULL, ?, 't', 'c', 'n', ?)", (verdict, body)).lastrowid
    connection.execute(
        "INSERT INTO submissions VALUES (?, ?, 1, ?, 'judged', 1, 1, ?, NULL, ?, NULL, 1, 1, NULL)",
        (verdict, verdict, verdict, report, CREATED),
    )


async def test_attempts_that_were_accepted_under_the_first_schema_stay_accepted(
    data_dir: Path, make_store: MakeStore
) -> None:
    make_store("0001")
    with opened(data_dir) as connection:
        for verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER):
            add_judged_attempt(connection, verdict)
    async with open_database(data_dir) as database, SqlStore(database).reading() as transaction:
        assert [outline.attempt.id for outline in await transaction.open_attempts("local")] == [Verdict.WRONG_ANSWER]
        for verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER):
            submission = await transaction.submission(verdict)
            assert submission is not None
            assert submission.report is not None
            assert submission.report.verdict is verdict
    with opened(data_dir) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
