"""A process that judges what is queued and says which submissions it judged.

Usage: judging_process.py DATA_DIR WORKER. Says `ready`, waits for a line, then says an id when it has claimed one and
waits for another line before it completes it; ends when nothing is left.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

import anyio

from server.store.database import open_database
from server.store.queue import SqlJobQueue
from tasks.attempt import Submission
from tasks.report import Report, ReportKey
from tasks.verdicts import Verdict


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def judge(submission: Submission) -> Report:
    return Report(
        key=ReportKey(
            snapshot_digest=submission.snapshot_digest, task_digest="t", case_set_digest="c", toolchain_digest="n"
        ),
        verdict=Verdict.ACCEPTED,
        total=2,
        passed=2,
        not_run=0,
        unstable=0,
        verdicts={Verdict.ACCEPTED: 2},
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


async def main(data_dir: Path, worker: str) -> None:
    say("ready")
    sys.stdin.readline()
    async with open_database(data_dir) as database:
        queue = SqlJobQueue(database, lease_seconds=60)
        while (claim := await queue.claim(worker, ["d" * 64])) is not None:
            say(claim.submission.id)
            sys.stdin.readline()
            await queue.heartbeat(claim, 1, 2)
            await queue.complete(claim, judge(claim.submission))


anyio.run(main, Path(sys.argv[1]), sys.argv[2])
