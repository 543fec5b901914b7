"""How a server starts: settings, what the machine lacks, and others beside it."""

from pathlib import Path

from tests.server.conftest import StartServer
from tests.server.greeting import RIGHT, TASK_ID


async def test_an_unknown_setting_is_named(start_server: StartServer) -> None:
    async with start_server(REPOZERO_BOGUS="1") as server:
        assert await server.ended() == 2
        assert "there is no setting REPOZERO_BOGUS;" in server.said()


async def test_a_setting_that_can_not_be_used_is_named(start_server: StartServer) -> None:
    async with start_server(REPOZERO_PARALLEL_RUNS="none") as server:
        assert await server.ended() == 2
        assert "REPOZERO_PARALLEL_RUNS" in server.said()
        assert "Traceback" not in server.said()


async def test_a_data_directory_that_can_not_be_made_is_named(start_server: StartServer, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    async with start_server(REPOZERO_DATA_DIR=str(tmp_path / "file" / "data")) as server:
        assert await server.ended() == 1
        assert str(tmp_path / "file") in server.said()
        assert "Traceback" not in server.said()


async def test_without_bubblewrap_tasks_are_served_and_programs_are_refused(
    start_server: StartServer, tmp_path: Path
) -> None:
    (tmp_path / "nothing").mkdir()
    async with start_server(PATH=str(tmp_path / "nothing")) as server:
        assert TASK_ID in {task["task_id"] for task in (await server.result("list_tasks"))["tasks"]}
        attempt_id = (await server.result("start_attempt", task_id=TASK_ID))["attempt_id"]
        await server.result("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": RIGHT}])
        for refusal in (
            await server.refusal("run_tests", attempt_id=attempt_id),
            await server.refusal("run_program", attempt_id=attempt_id, args=["Ada"]),
            await server.refusal("submit", attempt_id=attempt_id),
        ):
            assert "apt-get install bubblewrap" in refusal
            assert "Nothing was charged" in refusal
        assert (await server.result("get_attempt", attempt_id=attempt_id))["submissions"] == []
        assert "apt-get install bubblewrap" in server.said()
        assert "Traceback" not in server.said()


async def test_two_servers_share_a_data_directory(start_server: StartServer) -> None:
    async with start_server() as one, start_server() as other:
        attempt_id = (await one.result("start_attempt", task_id=TASK_ID))["attempt_id"]
        await other.result("write_files", attempt_id=attempt_id, files=[{"path": "main.mjs", "content": RIGHT}])
        submitted = await one.result("submit", attempt_id=attempt_id, wait_seconds=0)
        seen = await other.result("get_submission", submission_id=submitted["submission_id"])
        assert (seen["state"], seen["verdict"]) == ("judged", "accepted")
        assert await one.result("submit", attempt_id=attempt_id) == seen
