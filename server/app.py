"""The composition root: everything is built here, and nowhere else."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import anyio
from mcp.server import Server

from sandbox.box import Sandbox
from sandbox.slots import Slots
from sandbox.toolchains.toolchain import Toolchain
from server.settings import Settings
from server.store.database import open_database
from server.store.queue import SqlJobQueue
from server.store.store import SqlStore
from server.worker import Worker
from tasks.attempts import Attempts
from tasks.bell import Bell
from tasks.catalogue import Catalogue
from tasks.judge import Judge
from tasks.judging import Judging
from tasks.submissions import Submissions
from tasks.trials import Trials
from tools.attempts import AttemptTools
from tools.context import PrincipalOf
from tools.files import FileTools
from tools.mcp_server import build_server
from tools.program_runs import ProgramRunTools
from tools.sample_runs import SampleRunTools
from tools.submissions import SubmissionTools
from tools.tasks import TaskTools
from tools.tool import AnyTool


@dataclass(frozen=True, slots=True)
class Machinery:
    """What runs programs: a sandbox, and the toolchains by the names that tracks give them."""

    sandbox: Sandbox
    toolchains: Mapping[str, Toolchain]
    slots: Slots
    """Bound how many programs run at once, builds among them."""


@asynccontextmanager
async def open_app(
    settings: Settings, catalogue: Catalogue, machinery: Machinery, principal_of: PrincipalOf
) -> AsyncGenerator[Server[Any]]:
    """An MCP server with its store and its workers, which stop when the block is left.

    Raises:
        StoreUnavailable, ForeignDataDirectory, NewerStore: the data directory can't be used.
    """
    bell = Bell()
    async with open_database(settings.data_dir) as database:
        store = SqlStore(database)
        queue = SqlJobQueue(database, settings.lease_seconds)
        judge = Judge(machinery.sandbox, machinery.toolchains, machinery.slots)
        judging = Judging(store, catalogue, judge)
        attempts = Attempts(store, catalogue, settings.submission_budget)
        trials = Trials(machinery.sandbox, machinery.toolchains, machinery.slots)
        submissions = Submissions(attempts, machinery.sandbox, machinery.toolchains, bell)
        tools = _tools(settings, catalogue, attempts, trials, submissions)
        async with anyio.create_task_group() as group:
            for _ in range(settings.parallel_runs):
                group.start_soon(Worker(queue, judging, bell).run)
            yield build_server(tools, catalogue, principal_of, version("repozero-mcp"))
            group.cancel_scope.cancel()


def _tools(
    settings: Settings, catalogue: Catalogue, attempts: Attempts, trials: Trials, submissions: Submissions
) -> Sequence[AnyTool]:
    groups = (
        TaskTools(catalogue, attempts),
        AttemptTools(catalogue, attempts, settings.feedback),
        FileTools(attempts),
        SampleRunTools(attempts, trials),
        ProgramRunTools(attempts, trials),
        SubmissionTools(submissions, settings.feedback),
    )
    return [tool for group in groups for tool in group.tools()]
