"""The golden programs through the whole server: MCP over stdio, the real tasks, the real sandbox."""

import base64
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tasks.cases import Case
from tasks.catalogue import Catalogue
from tasks.hidden import load_hidden
from tests.server.conftest import StartServer
from tests.server.golden_programs import GoldenProgram, golden_programs
from tests.server.server_process import Message, ServerProcess

NAMES = {"right", "wrong", "presentation", "slow", "memory", "flooding"}
NAMES_OF_TRACK = {
    "py2js": NAMES | {"crashing"},
    "c2rust": NAMES | {"overflow", "panics", "does_not_compile", "compiles_slowly", "huge_binary"},
}
ACCEPTED = "accepted"
PROGRAMS = golden_programs()
JUDGED_THRICE = [
    one for one in PROGRAMS if f"{one.task_id}/{one.name}" in {"py2js/base58/codec/right", "c2rust/inih/reader/right"}
]
"""One of each track."""


def each(programs: list[GoldenProgram]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("program", programs, ids=lambda one: f"{one.task_id}/{one.name}")


async def an_attempt(server: ServerProcess, program: GoldenProgram) -> str:
    attempt_id = (await server.result("start_attempt", task_id=program.task_id))["attempt_id"]
    files = [{"path": path, "content": content} for path, content in program.files().items()]
    await server.result("write_files", attempt_id=attempt_id, files=files)
    return attempt_id


async def passes_the_samples(server: ServerProcess, attempt_id: str) -> bool:
    """Tries a single one first: some programs fail slowly."""
    first = await server.result("run_tests", attempt_id=attempt_id, sample_ids=["sample-001"])
    if first["passed"] != 1:
        return False
    tests = await server.result("run_tests", attempt_id=attempt_id)
    assert tests["not_run"] == 0
    return tests["failed"] == 0


async def judged(server: ServerProcess, attempt_id: str) -> Message:
    """The finished submission, without its handle."""
    found = await server.result("submit", attempt_id=attempt_id)
    while found["state"] in {"queued", "running"}:
        found = await server.result("get_submission", submission_id=found["submission_id"])
    del found["submission_id"]
    return found


async def passes(server: ServerProcess, attempt_id: str, case: Case) -> bool:
    run = await server.result("run_program", attempt_id=attempt_id, args=list(case.args))
    return (run["exit_code"], _bytes_of(run["stdout"])) == (case.exit_code, case.stdout)


def _bytes_of(output: Mapping[str, Any]) -> bytes:
    assert output["shown_bytes"] == output["total_bytes"]
    return base64.b64decode(output["base64"]) if "base64" in output else output["text"].encode()


def test_each_task_has_a_program_for_each_verdict() -> None:
    assert PROGRAMS
    assert {one.task_id for one in PROGRAMS} == {task.id for task in Catalogue.load().tasks}
    for task_id, programs in groupby(PROGRAMS, key=lambda one: one.task_id):
        assert {one.name for one in programs} == NAMES_OF_TRACK[task_id.split("/")[0]]
    assert {one.task_id.split("/")[0] for one in JUDGED_THRICE} == set(NAMES_OF_TRACK)


@each([one for one in PROGRAMS if one not in JUDGED_THRICE])
async def test_a_program_earns_its_verdict(start_server: StartServer, program: GoldenProgram) -> None:
    async with start_server() as server:
        attempt_id = await an_attempt(server, program)
        assert await passes_the_samples(server, attempt_id) == program.samples_pass
        found = await judged(server, attempt_id)
        assert (found["state"], found["verdict"]) == ("judged", program.verdict)
        assert (found["passed"] == found["total"]) == (program.verdict == ACCEPTED)
        if program.failing_behaviours:
            hidden = load_hidden(Catalogue.load().get(program.task_id)).cases
            suspected = [case for case in hidden if case.behaviour in program.failing_behaviours]
            failing = [case.id for case in suspected if not await passes(server, attempt_id, case)]
            assert len(failing) == found["total"] - found["passed"]


@each(JUDGED_THRICE)
async def test_a_right_program_is_accepted_each_time(
    start_server: StartServer, tmp_path: Path, program: GoldenProgram
) -> None:
    reports = list[Message]()
    for turn in range(3):  # without the earlier reports in sight, which would answer instead of the judge
        async with start_server(REPOZERO_DATA_DIR=str(tmp_path / f"data-{turn}")) as server:
            attempt_id = await an_attempt(server, program)
            reports.append(await judged(server, attempt_id))
    assert (reports[0]["verdict"], reports[0]["passed"]) == (ACCEPTED, reports[0]["total"])
    assert reports[0] == reports[1] == reports[2]
