"""Each mistake in a call's arguments is answered by its cause and the next action, and changes nothing."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from server.settings import Settings
from tests.bundles import TASK_ID, write_files
from tests.tools.agent import Agent
from tests.tools.programs import RIGHT, taught_sandbox
from tests.tools.refusal import ATTEMPTS, assert_cause_and_action, state_of, writing
from tests.tools.world import open_world

MEBIBYTE = 1024 * 1024
UNCHANGED = "Nothing was changed; "
MEND = UNCHANGED + r"mend the call\. This tool takes [a-z_, ]+\."
OTHER_PATH = UNCHANGED + r"choose another path and call again\."
SPLIT = UNCHANGED + r"split or delete files first\."
LONGER = UNCHANGED + r"call read_file and give a longer or exact old_text\."
LOOK = UNCHANGED + r"call get_attempt for the files there are\."
TASKS = r"Call list_tasks for the ids\."


@dataclass(frozen=True)
class Mistake:
    """`arguments` go to `tool`, with the attempt's handle where it takes one; both texts are regular expressions."""

    tool: str
    arguments: Mapping[str, Any]
    cause: str
    action: str


MISTAKES = {
    "unknown task": Mistake("get_task", {"task_id": "py2js/no/no"}, r"There is no task 'py2js/no/no'\.", TASKS),
    "start of an unknown task": Mistake("start_attempt", {"task_id": ""}, r"There is no task ''\.", TASKS),
    "unknown attempt": Mistake("get_attempt", {"attempt_id": "att_0"}, r"There is no attempt 'att_0'\.", ATTEMPTS),
    "unknown submission": Mistake(
        "get_submission",
        {"submission_id": "sub_0"},
        r"There is no submission 'sub_0'\.",
        r"Call get_attempt for the submissions of your attempt\.",
    ),
    "empty path": Mistake("write_files", writing(""), r"The path '' is empty\.", OTHER_PATH),
    "absolute path": Mistake("write_files", writing("/x"), r"The path '/x' is absolute; .*\.", OTHER_PATH),
    "path upwards": Mistake(
        "write_files", writing("a/../../x"), r"The path '.*' leaves the workspace .*\.", OTHER_PATH
    ),
    "dot in a path": Mistake("write_files", writing("./x"), r"The path './x' has a '\.' part\.", OTHER_PATH),
    "empty part": Mistake("write_files", writing("a//x"), r"The path 'a//x' has an empty part\.", OTHER_PATH),
    "folder's path": Mistake("write_files", writing("a/"), r"The path 'a/' has an empty part\.", OTHER_PATH),
    "backslash": Mistake("write_files", writing("a\\x"), r"The path 'a\\\\x' has a backslash; .*\.", OTHER_PATH),
    "NUL": Mistake("write_files", writing("a\0x"), r"The path 'a\\x00x' has a control character\.", OTHER_PATH),
    "line feed": Mistake("write_files", writing("a\nx"), r"The path 'a\\nx' has a control character\.", OTHER_PATH),
    "long path": Mistake("write_files", writing("x" * 201), r"The path 'x+' is longer than 200 bytes\.", OTHER_PATH),
    "very long path": Mistake("write_files", writing("x" * MEBIBYTE), r"The path 'x+ \(cut\)\.", OTHER_PATH),
    "clash of case": Mistake("write_files", writing("Main.mjs"), r"The path .* clashes with .*\.", OTHER_PATH),
    "clash of normal form": Mistake("write_files", writing("cafe\u0301"), r"The path .* clashes with .*\.", OTHER_PATH),
    "file as a folder": Mistake("write_files", writing("main.mjs/x"), r"The path .* clashes with .*\.", OTHER_PATH),
    "folder as a file": Mistake("write_files", writing("lib"), r"The path .* clashes with .*\.", OTHER_PATH),
    "file too large": Mistake("write_files", writing("x", "x" * (MEBIBYTE + 1)), r"'x' has \d+ bytes; .*\.", SPLIT),
    "workspace too large": Mistake(
        "write_files",
        {"files": [{"path": f"{number}", "content": "x" * MEBIBYTE} for number in range(10)]},
        r"The workspace would hold \d+ bytes; .*\.",
        SPLIT,
    ),
    "too many files": Mistake(
        "write_files",
        {"files": [{"path": f"{number}", "content": ""} for number in range(400)]},
        r"The workspace would hold 405 files; it may hold 400\.",
        SPLIT,
    ),
    "path twice": Mistake(
        "write_files",
        {"files": [{"path": "x", "content": "1"}, {"path": "x", "content": "2"}]},
        r"The change names 'x' more than once\.",
        UNCHANGED + r"name each path once\.",
    ),
    "deletion of nothing": Mistake(
        "write_files", {**writing("x"), "delete": ["none"]}, r"The workspace has no file 'none'\.", LOOK
    ),
    "edit of nothing": Mistake(
        "edit_file",
        {"path": "../none", "old_text": "a", "new_text": "b"},
        r"The workspace has no file '\.\./none'\.",
        LOOK,
    ),
    "edit that matches nothing": Mistake(
        "edit_file",
        {"path": "notes", "old_text": "three", "new_text": "3"},
        r"The old_text does not occur in 'notes'; it must occur exactly once\.",
        LONGER,
    ),
    "edit that matches twice": Mistake(
        "edit_file",
        {"path": "notes", "old_text": "two", "new_text": "2"},
        r"The old_text occurs 2 times in 'notes'; it must occur exactly once\.",
        LONGER,
    ),
    "edit that grows too large": Mistake(
        "edit_file",
        {"path": "notes", "old_text": "one", "new_text": "x" * MEBIBYTE},
        r"'notes' has \d+ bytes; .*\.",
        SPLIT,
    ),
    "read of nothing": Mistake("read_file", {"path": "none"}, r"The workspace has no file 'none'\.", LOOK),
    "page beyond a file's end": Mistake(
        "read_file", {"path": "notes", "offset": 12}, r"Offset 12 is beyond the end at 11\.", r"Begin at offset 0\."
    ),
    "page beyond a task's end": Mistake(
        "get_task",
        {"task_id": TASK_ID, "offset": 10**9},
        r"Offset 1000000000 is beyond the end at \d+\.",
        r"Begin at offset 0\.",
    ),
    "page beyond the tasks": Mistake(
        "list_tasks", {"offset": 2}, r"Offset 2 is beyond the end at 1\.", r"Begin at offset 0\."
    ),
    "page beyond the open attempts": Mistake(
        "list_tasks", {"attempts_offset": 2}, r"Offset 2 is beyond the end at 1\.", r"Begin at offset 0\."
    ),
    "page beyond the files": Mistake(
        "get_attempt", {"offset": 6}, r"Offset 6 is beyond the end at 5\.", r"Begin at offset 0\."
    ),
    "unknown sample": Mistake(
        "run_tests",
        {"sample_ids": ["sample-001", "hidden-001"]},
        r"There is no sample 'hidden-001' of \S+\.",
        r"Leave sample_ids empty for all samples, or call get_task with section samples for their ids\.",
    ),
    "argument with NUL": Mistake(
        "run_program", {"args": ["a", "\0"]}, r"Argument 1 holds a NUL\.", r"Call run_program with other arguments\."
    ),
    "too long arguments": Mistake(
        "run_program",
        {"args": ["x" * MEBIBYTE]},
        r"The arguments have more than 65536 bytes together\.",
        r"Call run_program with other arguments\.",
    ),
    "unknown argument": Mistake(
        "submit", {"force": True}, r"Invalid arguments: force is not an argument of this tool\.", MEND
    ),
    "unknown argument in a file": Mistake(
        "write_files",
        {"files": [{"path": "x", "content": "", "mode": 1}]},
        r"Invalid arguments: files\.0\.mode is not an argument of this tool\.",
        MEND,
    ),
    "unknown argument of odd name": Mistake(
        "list_tasks", {"\n\0" * 1000: 1}, r"Invalid arguments: '[\\nx0]+' is not an argument of this tool\.", MEND
    ),
    "missing argument": Mistake("edit_file", {}, r"Invalid arguments: path is missing; .*new_text is missing\.", MEND),
    "text for a number": Mistake(
        "submit", {"wait_seconds": "7"}, r"Invalid arguments: wait_seconds should be a valid integer\.", MEND
    ),
    "truth for a number": Mistake(
        "submit", {"wait_seconds": True}, r"Invalid arguments: wait_seconds should be a valid integer\.", MEND
    ),
    "fraction for a number": Mistake(
        "list_tasks", {"offset": 1.0}, r"Invalid arguments: offset should be a valid integer\.", MEND
    ),
    "number for a text": Mistake("read_file", {"path": 7}, r"Invalid arguments: path should be a valid string\.", MEND),
    "nothing for a text": Mistake(
        "start_attempt", {"task_id": None}, r"Invalid arguments: task_id should be a valid string\.", MEND
    ),
    "text for a list": Mistake(
        "run_program", {"args": "-x"}, r"Invalid arguments: args should be a valid list\.", MEND
    ),
    "numbers for arguments": Mistake(
        "run_program", {"args": [1]}, r"Invalid arguments: args\.0 should be a valid string\.", MEND
    ),
    "negative number": Mistake(
        "list_tasks", {"offset": -1}, r"Invalid arguments: offset should be greater than or equal to 0\.", MEND
    ),
    "long wait": Mistake(
        "submit", {"wait_seconds": 31}, r"Invalid arguments: wait_seconds should be less than or equal to 30\.", MEND
    ),
    "long label": Mistake(
        "start_attempt",
        {"task_id": TASK_ID, "label": "x" * 101},
        r"Invalid arguments: label should have at most 100 characters\.",
        MEND,
    ),
    "unknown section": Mistake(
        "get_task", {"task_id": TASK_ID, "section": "hidden"}, r"Invalid arguments: section should be .*'all'.*\.", MEND
    ),
    "empty text to replace": Mistake(
        "edit_file",
        {"path": "notes", "old_text": "", "new_text": "x"},
        r"Invalid arguments: old_text should have at least 1 character\.",
        MEND,
    ),
    "half a character": Mistake(
        "write_files",
        writing("x", "\ud83d"),
        r"Invalid arguments: files\.0\.content holds a lone surrogate, which is not valid Unicode\.",
        MEND,
    ),
    "half a character in a list": Mistake(
        "run_program", {"args": ["\ud83d"]}, r"Invalid arguments: args holds a lone surrogate, .*\.", MEND
    ),
    "half a character in a name": Mistake(
        "list_tasks", {"\ud83d": 1}, r"Invalid arguments: '.+' is not an argument of this tool\.", MEND
    ),
}


@dataclass(frozen=True)
class Scene:
    """An attempt with five files. Mistakes change nothing, so that one attempt is enough for all of them."""

    agent: Agent
    attempt_id: str
    state: list[object]


@pytest.fixture(scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Scene]:
    root = tmp_path_factory.mktemp("mistakes")
    write_files(root / "tasks" / TASK_ID, {})
    settings = Settings(data_dir=root / "data", cache_dir=root / "cache")
    async with open_world(settings, root / "tasks", taught_sandbox()) as world, world.agent() as agent:
        attempt_id = (await agent.call("start_attempt", task_id=TASK_ID))["attempt_id"]
        contents = {"main.mjs": RIGHT, "notes": "one two two", "lib/a": "", "café": "", "c": "x"}
        files = [{"path": path, "content": content} for path, content in contents.items()]
        await agent.call("write_files", attempt_id=attempt_id, files=files)
        yield Scene(agent, attempt_id, await state_of(agent, attempt_id))


@pytest.mark.parametrize("name", MISTAKES)
async def test_a_mistake_is_answered_by_its_cause_and_the_next_action(scene: Scene, name: str) -> None:
    mistake, agent = MISTAKES[name], scene.agent
    takes_attempt = mistake.tool not in {"list_tasks", "get_task", "start_attempt", "get_submission"}
    arguments = ({"attempt_id": scene.attempt_id} if takes_attempt else {}) | dict(mistake.arguments)
    assert_cause_and_action(await agent.refused(mistake.tool, **arguments), mistake.cause, mistake.action)
    assert await state_of(agent, scene.attempt_id) == scene.state
