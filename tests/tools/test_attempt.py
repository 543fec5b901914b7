"""Attempts from beginning to end, in both eras of the protocol, and finding them again."""

from pathlib import Path

import anyio
import pytest

from sandbox.fake import Behaviour
from server.settings import Settings
from server.store.database import open_database
from server.store.store import SqlStore
from tests.bundles import TASK_ID
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT, WRONG, WRONG_BEYOND_SAMPLES
from tests.tools.world import Mode, World, open_world


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_agent_comes_from_the_list_of_tasks_to_a_verdict(world: World, mode: Mode) -> None:
    async with world.agent(mode=mode) as agent:
        (row,) = (await agent.call("list_tasks"))["tasks"]
        task = await agent.text("get_task", task_id=row["task_id"])
        assert all(part in task for part in ("# Greeting", "print('hello')", '"sample-001"', "main.mjs", "5 s of CPU"))
        started = await agent.call("start_attempt", task_id=row["task_id"], label="first")
        handle = started["attempt_id"]
        assert (started["entry"], started["submissions_left"]) == ("main.mjs", 3)

        await agent.call("write_files", attempt_id=handle, files=[{"path": "main.mjs", "content": WRONG}])
        tests = await agent.call("run_tests", attempt_id=handle)
        assert (tests["passed"], tests["failed"], tests["not_run"]) == (0, 2, 0)
        first = tests["failures"][0]
        assert (first["sample_id"], first["verdict"], first["args"]) == ("sample-001", "runtime_error", '["Ada"]')
        assert (first["first_differing_byte"], first["expected_there"]) == (0, r"hello Ada\x0a")
        assert first["diff"].split("\n")[3:] == ["-hello Ada", "+curses"]
        assert first["stderr"] == "Error: at\\xff line 1\n"

        await agent.call("edit_file", attempt_id=handle, path="main.mjs", old_text=WRONG, new_text=WRONG_BEYOND_SAMPLES)
        assert await agent.text("read_file", attempt_id=handle, path="main.mjs") == WRONG_BEYOND_SAMPLES
        assert (await agent.call("run_tests", attempt_id=handle))["passed"] == 2
        run = await agent.call("run_program", attempt_id=handle, args=["Zoë"])
        assert (run["stdout"]["text"], run["exit_code"]) == ("hello Zo?\n", 0)
        wrong = await agent.call("submit", attempt_id=handle)
        assert (wrong["verdict"], wrong["passed"], wrong["total"]) == ("wrong_answer", 3, 4)

        await agent.call("write_files", attempt_id=handle, files=[{"path": "main.mjs", "content": RIGHT}])
        right = await agent.call("submit", attempt_id=handle)
        assert (right["verdict"], right["passed"], right["total"], right["number"]) == ("accepted", 4, 4, 2)
        assert await agent.call("get_submission", submission_id=right["submission_id"]) == right
        state = await agent.call("get_attempt", attempt_id=handle)
        assert (state["accepted"], state["submissions_left"], state["label"]) == (True, 1, "first")
        assert state["submissions"] == [wrong, right]
        assert (await agent.call("list_tasks"))["open_attempts"] == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_attempt_records_what_the_client_calls_itself(world: World, settings: Settings, mode: Mode) -> None:
    async with world.agent("some-agent", version="7.1 beta" * 100, mode=mode) as agent:
        await agent.call("start_attempt", task_id=TASK_ID, label="mine")
    async with open_database(settings.data_dir) as database, SqlStore(database).reading() as transaction:
        (attempt,) = [outline.attempt for outline in await transaction.open_attempts("some-agent")]
    assert (attempt.client_name, attempt.client_version) == ("some-agent", ("7.1 beta" * 100)[:200])
    assert attempt.label == "mine"


async def test_a_lost_attempt_is_found_again_by_listing_tasks(world: World, agent: Agent, attempt_id: str) -> None:
    async with world.agent() as later:
        (found,) = (await later.call("list_tasks"))["open_attempts"]
        assert (found["attempt_id"], found["task_id"], found["files"]) == (attempt_id, TASK_ID, 1)
        assert attempt_id in await later.text("list_tasks")
        assert await later.text("read_file", attempt_id=attempt_id, path="main.mjs") == RIGHT


async def test_starting_names_the_open_attempts_on_the_task(agent: Agent, attempt_id: str) -> None:
    second = await agent.call("start_attempt", task_id=TASK_ID, label="second")
    assert [one["attempt_id"] for one in second["other_open_attempts"]] == [attempt_id]
    text = await agent.text("start_attempt", task_id=TASK_ID)
    assert f"Also open: {attempt_id} on" in text
    assert f'Also open: {second["attempt_id"]} "second" on' in text


async def test_an_accepted_attempt_is_not_offered_again(agent: Agent, attempt_id: str) -> None:
    assert (await agent.call("submit", attempt_id=attempt_id))["verdict"] == "accepted"
    assert (await agent.call("start_attempt", task_id=TASK_ID))["other_open_attempts"] == []


async def test_the_same_files_again_answer_with_the_same_submission_uncharged(agent: Agent, attempt_id: str) -> None:
    first = await agent.call("submit", attempt_id=attempt_id)
    assert await agent.call("submit", attempt_id=attempt_id) == first
    assert (await agent.call("get_attempt", attempt_id=attempt_id))["submissions_left"] == 2


async def test_a_submission_that_is_still_judged_says_how_to_wait_for_it(
    world: World, agent: Agent, attempt_id: str
) -> None:
    end = anyio.Event()
    world.sandbox.teach(b"waiting", lambda _: Behaviour(waits_for=end))
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": "waiting"}])
    text = await agent.text("submit", attempt_id=attempt_id, wait_seconds=0)
    assert text.endswith("Call get_submission to wait for it.")
    (submission,) = (await agent.call("get_attempt", attempt_id=attempt_id))["submissions"]
    assert submission["state"] in {"queued", "running"}
    assert (await agent.call("list_tasks"))["open_attempts"][0]["submissions_left"] == 2
    end.set()
    with anyio.fail_after(20):
        judged = await agent.call("get_submission", submission_id=submission["submission_id"])
    assert judged["verdict"] == "wrong_answer"


async def test_files_and_verdicts_outlast_the_server(
    world: World, agent: Agent, attempt_id: str, settings: Settings, tasks: Path
) -> None:
    judged = await agent.call("submit", attempt_id=attempt_id)
    async with open_world(settings, tasks, world.sandbox) as another, another.agent() as later:
        assert await later.text("read_file", attempt_id=attempt_id, path="main.mjs") == RIGHT
        assert await later.call("submit", attempt_id=attempt_id) == judged


async def test_one_section_of_a_task_can_be_read_alone(agent: Agent) -> None:
    whole = await agent.text("get_task", task_id=TASK_ID)
    for section in ("spec", "driver", "samples"):
        part = await agent.text("get_task", task_id=TASK_ID, section=section)
        assert part in whole
        assert (await agent.call("get_task", task_id=TASK_ID, section=section))["section"] == section


async def test_a_track_without_tasks_says_how_to_see_all(agent: Agent) -> None:
    assert (await agent.call("list_tasks", track="none"))["tasks"] == []
    assert "without a track" in await agent.text("list_tasks", track="none")


async def test_progress_while_a_submission_is_judged_grows_strictly(
    world: World, agent: Agent, attempt_id: str
) -> None:
    """Each step takes seconds; the cases of this program end as soon as the step before was told."""
    ends = [anyio.Event() for _ in range(4)]
    ends[0].set()

    async def let_others_end(progress: float, total: float | None, message: str | None) -> None:
        await agent.note_progress(progress, total, message)
        for end in ends if progress > 1 else ends[:2]:
            end.set()

    names = ["Bob", "Zoë", "Eve", "Mallory"]
    world.sandbox.teach(b"slow", lambda args: Behaviour(waits_for=ends[names.index(args[0])]))
    await agent.call("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": "slow"}])
    with anyio.fail_after(30):
        await agent.client.call_tool("submit", {"attempt_id": attempt_id}, progress_callback=let_others_end)
    assert agent.progress == [1, 2]
    assert agent.seen[-1].endswith("2 of 4 hidden cases judged")
