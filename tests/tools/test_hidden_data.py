"""Nothing of a hidden case is in anything that a call answers, tells as progress, or logs, whatever goes wrong.

Every hidden case holds a canary, in its arguments and in its output. The programs of these tests repeat their
arguments wherever they can, and so do the faults.
"""

import logging
import lzma
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from pathlib import Path

import anyio
import pytest

from sandbox.box import Files, Program
from sandbox.fake import Behaviour, FakeProgram, FakeSandbox, FakeToolchain
from sandbox.limits import BUILD_LIMITS, Limits
from server.settings import Settings
from tasks.case_files import encode_cases
from tasks.cases import Case
from tasks.feedback import FeedbackPolicy
from tasks.hidden import PRESET, pack_hidden
from tests.bundles import SAMPLES, TASK_ID, write_files
from tests.tools.agent import Agent
from tests.tools.world import World, open_world

CANARY = "kanarienvogel"
HIDDEN = [Case(f"hidden-{n:03}", "greet", (f"{CANARY}-{n}", "x"), f"{CANARY} {n}\n".encode(), 0) for n in range(8)]


class Log(logging.Handler):
    """Formatted as they would be written; `troubled` is set once there is an error among them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))
        self.lines: list[str] = []
        self.troubled = anyio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{self.format(record)} {record.__dict__}")
        if record.levelno >= logging.ERROR:
            self.troubled.set()


@pytest.fixture
def log() -> Generator[Log]:
    """Of our own packages and of the one that carries the protocol."""
    log = Log()
    loggers = [logging.getLogger(name) for name in ("server", "tools", "tasks", "sandbox", "mcp")]
    for logger in loggers:
        logger.addHandler(log)
        logger.setLevel(logging.DEBUG)
    yield log
    for logger in loggers:
        logger.removeHandler(log)
        logger.setLevel(logging.NOTSET)


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    write_files(tmp_path / "tasks" / TASK_ID, {"cases/hidden.jsonl.xz": pack_hidden(HIDDEN, CANARY)})
    return tmp_path / "tasks"


@pytest.fixture(params=FeedbackPolicy)
async def open_agent(
    request: pytest.FixtureRequest, settings: Settings, tasks: Path, sandbox: FakeSandbox
) -> AsyncGenerator[tuple[World, Agent]]:
    settings = settings.model_copy(update={"feedback": request.param})
    async with open_world(settings, tasks, sandbox) as world, world.agent() as agent:
        yield world, agent


async def start(agent: Agent, source: str) -> str:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": source}])
    return attempt_id


async def call_everything(agent: Agent, attempt_id: str, submission_id: str) -> None:
    for offset in (0, 100):
        await agent.text("get_task", task_id=TASK_ID, offset=offset)
    await agent.call("list_tasks")
    await agent.call("get_attempt", attempt_id=attempt_id)
    await agent.call("read_file", attempt_id=attempt_id, path="main.mjs")
    await agent.call("run_tests", attempt_id=attempt_id)
    await agent.call("run_program", attempt_id=attempt_id, args=["x"])
    await agent.call("get_submission", submission_id=submission_id, wait_seconds=0)
    await agent.call("submit", attempt_id=attempt_id, wait_seconds=0)


def assert_no_canary(agent: Agent, log: Log) -> None:
    assert agent.seen
    for text in agent.seen + log.lines:
        assert CANARY not in text


def repeat(args: Sequence[str]) -> Behaviour:
    said = " ".join(args).encode()
    return Behaviour(said, said, exit_code=len(args))


def right(args: Sequence[str]) -> Behaviour:
    return Behaviour(f"{CANARY} {args[0][-1]}\n".encode() if len(args) == 2 else b"", " ".join(args).encode())


def slow(args: Sequence[str]) -> Behaviour:
    return Behaviour(" ".join(args).encode(), cpu_seconds=99)


async def test_a_judged_submission_shows_nothing(open_agent: tuple[World, Agent], log: Log) -> None:
    world, agent = open_agent
    for program, verdict in ((right, "accepted"), (repeat, "runtime_error"), (slow, "time_limit")):
        world.sandbox.teach(verdict.encode(), program)
        attempt_id = await start(agent, verdict)
        submission = await agent.call("submit", attempt_id=attempt_id)
        assert submission["verdict"] == verdict
        await call_everything(agent, attempt_id, submission["submission_id"])
    assert_no_canary(agent, log)


def faulty(args: Sequence[str]) -> Behaviour:
    return Behaviour(fault=f"could not start {args}") if len(args) == 2 else Behaviour()


def crashing(args: Sequence[str]) -> Behaviour:
    if len(args) == 2:
        raise LookupError(args)
    return Behaviour()


def crashing_twice(args: Sequence[str]) -> Behaviour:
    try:
        return crashing(args)
    except LookupError as error:
        raise RuntimeError(str(args)) from error


@pytest.mark.parametrize("program", [faulty, crashing, crashing_twice])
async def test_a_fault_while_judging_shows_nothing(world: World, agent: Agent, log: Log, program: FakeProgram) -> None:
    world.sandbox.teach(b"program", program)
    attempt_id = await start(agent, "program")
    submission = await agent.call("submit", attempt_id=attempt_id, wait_seconds=0)
    with anyio.fail_after(20):
        await log.troubled.wait()
    await call_everything(agent, attempt_id, submission["submission_id"])
    assert any("the judge failed" in line for line in log.lines), "what a person needs to find the cause is there"
    assert_no_canary(agent, log)


ROWS = f'{{"canary":"{CANARY}"}}\n'.encode() + encode_cases(HIDDEN)
BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda rows: rows.replace(b'["', b'["" ', 1),
    "unknown key": lambda rows: rows.replace(b',"exit_code"', b',"more":1,"exit_code"', 1),
    "wrong type": lambda rows: rows.replace(b'"exit_code":0', b'"exit_code":"0"', 1),
    "not canonical": lambda rows: rows.replace(b',"exit_code"', b', "exit_code"', 1),
    "NUL in an argument": lambda rows: rows.replace(b'","x"', b'","\\u0000"', 1),
    "not UTF-8": lambda rows: rows.replace(b'","x"', b'","\xff"', 1),
    "cut": lambda rows: rows[:-5],
    "odd first line": lambda rows: rows.replace(b'"canary"', b'"kanarie"', 1),
}


@pytest.mark.parametrize("broken", BROKEN)
async def test_hidden_cases_that_cannot_be_read_show_nothing(
    settings: Settings, tmp_path: Path, sandbox: FakeSandbox, log: Log, broken: str
) -> None:
    write_files(
        tmp_path / "broken" / TASK_ID, {"cases/hidden.jsonl.xz": lzma.compress(BROKEN[broken](ROWS), preset=PRESET)}
    )
    sandbox.teach(b"program", repeat)
    async with open_world(settings, tmp_path / "broken", sandbox) as world, world.agent() as agent:
        attempt_id = await start(agent, "program")
        submission = await agent.call("submit", attempt_id=attempt_id, wait_seconds=0)
        with anyio.fail_after(20):
            await log.troubled.wait()
        await call_everything(agent, attempt_id, submission["submission_id"])
    assert any("cases/hidden.jsonl.xz" in line for line in log.lines)
    assert_no_canary(agent, log)


class Compiler(FakeToolchain):
    """It says more than it should, of what it was given."""

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        if files[entry] == b"crash":
            raise RuntimeError(f"{CANARY} {dict(files)}")
        return await super().prepare(files, entry, build_limits)


async def test_a_toolchain_that_crashes_while_judging_shows_nothing(
    settings: Settings, tasks: Path, sandbox: FakeSandbox, log: Log
) -> None:
    async with open_world(settings, tasks, sandbox, Compiler()) as world, world.agent() as agent:
        attempt_id = await start(agent, "crash")
        await agent.call("submit", attempt_id=attempt_id, wait_seconds=0)
        with anyio.fail_after(20):
            await log.troubled.wait()
    assert_no_canary(agent, log)


async def test_the_samples_are_shown_since_they_are_no_secret(agent: Agent) -> None:
    text = await agent.text("get_task", task_id=TASK_ID)
    assert all(case.id in text for case in SAMPLES)
    assert "hidden-0" not in text
