"""Bring the schema up to date at start.

Servers that start at once on one data directory take turns behind a file lock, which the kernel frees when its holder
dies. A migration is one transaction, so that a server killed in the middle of it leaves the schema as it was.
"""

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, inspect, text

from server.store.errors import NewerStore
from server.store.sqlite import begin_migration, open_upgrading_engine

HEAD = "0002"
LOCK_NAME = "upgrade.lock"

_alembic = Lock()
"""Alembic keeps the running migration in module globals."""


def bring_up_to_date(data_dir: Path, busy_seconds: float) -> None:
    """Create or migrate the schema. Blocks, and needs a thread without an event loop.

    Raises:
        NewerStore: the schema is of a release that came after this one.
    """
    engine = open_upgrading_engine(data_dir, busy_seconds)
    try:
        with _alone(data_dir), engine.begin() as connection:
            found = _revision(connection)
            if found != HEAD:
                begin_migration(connection)
                _migrate(connection, found)
    finally:
        engine.dispose()


@contextmanager
def _alone(data_dir: Path) -> Generator[None]:
    with (data_dir / LOCK_NAME).open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


def _migrate(connection: Connection, found: str | None) -> None:
    # Alembic takes longer to import than an up-to-date database takes to open.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "server.store:migrations")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise NewerStore(found)
    with _alembic:
        command.upgrade(config, HEAD)
