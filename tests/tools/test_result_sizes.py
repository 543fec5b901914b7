"""No result outgrows what clients show, however hostile programs, files and names are. The agent checks each one."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from sandbox.box import Files, Program
from sandbox.errors import BuildFailed
from sandbox.fake import Behaviour, FakeToolchain
from sandbox.limits import BUILD_LIMITS, Limits
from server.settings import Settings
from tasks.case_files import encode_cases
from tasks.cases import Case
from tests.bundles import CARD, TASK_ID, write_files
from tests.tools.agent import Agent
from tests.tools.programs import taught_sandbox
from tests.tools.world import World, open_world

LONG_ID = "sample-" + "x" * 47
SAMPLES = [
    Case(f"{LONG_ID}-{number:03}", "greet", ('\x01"\\' * 3_000, "é" * 3_000), b"\x02\x1b" * 10_000, 0)
    for number in range(20)
]
TITLE = 'é"\\' * 60
FLOODS = {
    "NULs": b"\0" * 1_000_000,
    "quotes": b'"' * 1_000_000,
    "line feeds": b"\n" * 1_000_000,
    "one line": b"x" * 1_000_000,
    "emoji": "🙂".encode() * 250_000,
    "combining": ("e" + "\u0301" * 400_000).encode(),
    "invisible": "\u202e\u200b".encode() * 160_000,
    "not UTF-8": b"\xff" * 1_000_000,
    "every byte": bytes(range(256)) * 4_000,
    "nothing": b"",
}


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One task with the most hostile samples."""
    root = tmp_path_factory.mktemp("tasks")
    write_files(root / TASK_ID, {"cases/sample.jsonl": encode_cases(SAMPLES)})
    return root


async def started(agent: Agent, source: str) -> str:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": source}])
    return attempt_id


@pytest.mark.parametrize("flood", FLOODS)
async def test_whatever_a_program_prints_its_results_fit(world: World, agent: Agent, flood: str) -> None:
    world.sandbox.teach(b"flood", lambda _: Behaviour(FLOODS[flood], FLOODS[flood][:8_192], exit_code=1))
    attempt_id = await started(agent, "flood")
    run = await agent.call("run_program", attempt_id=attempt_id, args=["x" * 60_000])
    assert run["stdout"]["total_bytes"] == len(FLOODS[flood])
    assert run["stdout"]["shown_bytes"] >= min(len(FLOODS[flood]), 1_000)
    tests = await agent.call("run_tests", attempt_id=attempt_id)
    assert (tests["failed"], len(tests["samples"])) == (20, 20)
    assert tests["failures"]
    text = await agent.text("run_tests", attempt_id=attempt_id)
    assert all(case.id in text for case in SAMPLES)
    await agent.call("submit", attempt_id=attempt_id)


async def test_walking_through_a_hostile_task_loses_nothing(agent: Agent) -> None:
    offset, text = 0, ""
    while offset is not None:
        page: dict[str, Any] = await agent.call("get_task", task_id=TASK_ID, section="spec", offset=offset)
        text += await agent.text("get_task", task_id=TASK_ID, section="spec", offset=offset)
        offset = page.get("next_offset")
    assert text == "---- specification ----\n# Greeting\n"
    await agent.text("get_task", task_id=TASK_ID)


async def test_all_tasks_are_found_page_by_page(settings: Settings, tmp_path: Path) -> None:
    card = CARD.replace('title = "Greeting"', f"title = '{TITLE}'")
    ids = [f"py2js/greeting/{'x' * 50}-{number:02}" for number in range(40)]
    for task_id in ids:
        write_files(tmp_path / "tasks" / task_id, {"task.toml": card.replace(TASK_ID, task_id).encode()})
    found: list[str] = []
    offset: int | None = 0
    async with open_world(settings, tmp_path / "tasks", taught_sandbox()) as world, world.agent() as agent:
        while offset is not None:
            page = await agent.call("list_tasks", offset=offset)
            assert page["total"] == 40
            found += [row["task_id"] for row in page["tasks"]]
            offset = page.get("next_offset")
    assert found == ids


async def test_all_open_attempts_are_found_page_by_page_however_they_are_called(agent: Agent) -> None:
    labels = ["\x01" * 100, "🙂" * 100, '"' * 100, "\u202e" * 100] * 5
    handles = [(await agent.call("start_attempt", task_id=TASK_ID, label=label))["attempt_id"] for label in labels]
    found: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = await agent.call("list_tasks", attempts_offset=offset)
        assert page["total_open_attempts"] == 20
        found += [one["attempt_id"] for one in page["open_attempts"]]
        offset = page.get("next_attempts_offset")
    assert found == handles[::-1]
    assert "more are open: call list_tasks." in await agent.text("start_attempt", task_id=TASK_ID)
    assert "call list_tasks with attempts_offset" in await agent.text("list_tasks")


async def test_all_of_the_most_and_longest_files_are_found_page_by_page(agent: Agent) -> None:
    attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
    paths = [f"{number:03}/" + '"' * 196 for number in range(400)]
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": path, "content": ""} for path in paths])
    found: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = await agent.call("get_attempt", attempt_id=attempt_id, offset=offset)
        found += [file["path"] for file in page["files"]]
        offset = page.get("next_offset")
    assert found == paths
    assert "call get_attempt with offset" in await agent.text("get_attempt", attempt_id=attempt_id)


@pytest.mark.parametrize("content", ["\0" * 50_000, "é🙂\n" * 20_000, "\\" * 50_000])
async def test_a_hostile_file_is_read_whole_page_by_page(agent: Agent, content: str) -> None:
    attempt_id = await started(agent, content)
    offset: int | None = 0
    text = ""
    while offset is not None:
        arguments = {"attempt_id": attempt_id, "path": "main.mjs", "offset": offset}
        text += await agent.text("read_file", **arguments)
        offset = (await agent.call("read_file", **arguments)).get("next_offset")
    assert text == content


class WordyCompiler(FakeToolchain):
    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        raise BuildFailed('\x1b[31merror\x1b[0m: "\\\n' * 10_000)


@pytest.fixture
async def agent_of_many_submissions(settings: Settings, tasks: Path) -> AsyncGenerator[Agent]:
    settings = settings.model_copy(update={"submission_budget": 1_000, "feedback": "kinds"})
    async with open_world(settings, tasks, taught_sandbox(), WordyCompiler()) as world, world.agent() as agent:
        yield agent


async def test_what_a_compiler_says_is_cut_to_its_beginning(agent_of_many_submissions: Agent) -> None:
    agent = agent_of_many_submissions
    attempt_id = await started(agent, "program")
    for number in range(12):
        files = [{"path": "main.mjs", "content": str(number)}]
        await agent.call("write_files", attempt_id=attempt_id, files=files)
        submission = await agent.call("submit", attempt_id=attempt_id)
        assert submission["verdict"] == "build_failed"
        assert submission["build_output"].startswith("\x1b[31merror")
    state = await agent.call("get_attempt", attempt_id=attempt_id)
    assert (len(state["submissions"]), state["total_submissions"]) == (10, 12)
    assert "2 earlier submissions are not shown." in await agent.text("get_attempt", attempt_id=attempt_id)
    assert (await agent.call("run_tests", attempt_id=attempt_id))["build_output"].startswith("\x1b[31merror")
    told = await agent.refused("run_program", attempt_id=attempt_id)
    assert told.startswith("The program does not build. Mend the source and call again.\n\x1b[31merror")


async def test_an_error_does_not_repeat_all_that_was_sent(agent: Agent) -> None:
    long = "é\0" * 100_000
    for tool, arguments in {
        "get_task": {"task_id": long},
        "get_attempt": {"attempt_id": long},
        "get_submission": {"submission_id": long},
        "list_tasks": {long: 1, **{f"{number}" * 1_000: 1 for number in range(20)}},
    }.items():
        assert len(await agent.refused(tool, **arguments)) < 1_500
