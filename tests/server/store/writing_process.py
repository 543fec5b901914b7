"""A process that writes files into one attempt, and says so after each commit.

Usage: writing_process.py DATA_DIR ATTEMPT PREFIX COUNT. Says `ready`, waits for a line, then `PREFIX/NUMBER` a file.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio

from server.store.database import open_database
from server.store.store import SqlStore
from tasks.attempt import Attempt


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def main(data_dir: Path, attempt_id: str, prefix: str, count: int) -> None:
    say("ready")
    sys.stdin.readline()
    async with open_database(data_dir) as database:
        store = SqlStore(database)
        async with store.writing() as transaction:
            if await transaction.attempt(attempt_id) is None:
                await transaction.add_attempt(
                    Attempt(
                        attempt_id, "local", "py2js/base58/codec", "d" * 64, None, None, None, 10, datetime.now(UTC)
                    )
                )
        for number in range(count):
            path = f"{prefix}/{number}"
            async with store.writing() as transaction:
                await transaction.change_workspace(attempt_id, {path: path.encode() * 500}, [])
            say(path)


anyio.run(main, Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]))
