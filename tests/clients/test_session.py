"""A whole attempt through the session, against the real server over stdio."""

import anyio
import pytest

from clients.calls import Progress
from clients.errors import ToolFailed
from clients.session import Session

TASK = "py2js/greeting/hello"
RIGHT = "console.log('hello ' + process.argv[2]);\n"
WRONG_BEYOND_ASCII = "console.log('hello ' + process.argv[2].replace(/[^ -~]/g, '?'));\n"
SLOW = "const end = Date.now() + 250; while (Date.now() < end);\n" + RIGHT


async def test_all_tasks_are_listed_where_one_page_does_not_hold_them(session: Session) -> None:
    listed = await session.list_tasks("py2js")
    ids = [task.task_id for task in listed.tasks]
    assert len(ids) == len(set(ids)) > 40
    assert TASK in ids
    assert listed.next_offset is None


async def test_a_track_without_tasks_is_an_empty_list(session: Session) -> None:
    assert (await session.list_tasks("none")).tasks == ()


async def test_a_task_that_takes_several_pages_is_read_whole(session: Session) -> None:
    text = await session.get_task(TASK, "spec")
    assert text.startswith("---- specification ----\n# Greeting\n")
    assert [line for line in text.splitlines() if line.startswith("Rule ")] == [
        f"Rule {number}: greet everybody by name, ä and 🙂 included." for number in range(300)
    ]


async def test_a_started_attempt_says_where_the_program_starts_and_is_listed_as_open(session: Session) -> None:
    started = await session.start_attempt(TASK, label="mine")
    open_attempts = {attempt.attempt_id: attempt for attempt in (await session.list_tasks()).open_attempts}
    assert started.entry == "main.mjs"
    assert open_attempts[started.attempt_id].label == "mine"


async def test_all_open_attempts_are_listed_where_one_page_does_not_hold_them(session: Session) -> None:
    started = {(await session.start_attempt(TASK, label="x" * 100)).attempt_id for _ in range(40)}
    listed = await session.list_tasks()
    ids = [attempt.attempt_id for attempt in listed.open_attempts]
    assert started <= set(ids)
    assert len(ids) == len(set(ids))
    assert len({task.task_id for task in listed.tasks}) == len(listed.tasks) > 40


async def test_an_attempt_with_more_files_than_a_page_holds_is_shown_whole(session: Session, attempt_id: str) -> None:
    paths = [f"part-{number:03}.mjs" for number in range(120)]
    size = await session.write_files(attempt_id, dict.fromkeys(paths, "\n"))
    state = await session.get_attempt(attempt_id)
    assert size.total_files == state.total_files == 120
    assert [file.path for file in state.files] == paths


async def test_files_are_written_edited_deleted_and_read_whole(session: Session, attempt_id: str) -> None:
    long = "".join(f"// {number} ü\n" for number in range(3_000))
    await session.write_files(attempt_id, {"main.mjs": RIGHT, "long.mjs": long})
    await session.edit_file(attempt_id, "main.mjs", "hello", "good day")
    assert await session.read_file(attempt_id, "long.mjs") == long
    assert await session.read_file(attempt_id, "main.mjs") == RIGHT.replace("hello", "good day")
    assert (await session.write_files(attempt_id, {}, delete=["long.mjs"])).total_files == 1


async def test_an_empty_file_is_read_as_such(session: Session, attempt_id: str) -> None:
    await session.write_files(attempt_id, {"empty.mjs": ""})
    assert await session.read_file(attempt_id, "empty.mjs") == ""


async def test_samples_tell_what_differs(session: Session, attempt_id: str) -> None:
    await session.write_files(attempt_id, {"main.mjs": RIGHT.replace("hello", "hallo")})
    tests = await session.run_tests(attempt_id)
    assert (tests.passed, tests.failed, tests.not_run, tests.all_passed) == (0, 2, 0, False)
    assert tests.failures[0].first_differing_byte == 1
    assert "+hallo Bob" in (tests.failures[0].diff or "")


async def test_chosen_samples_are_run_alone(session: Session, attempt_id: str) -> None:
    await session.write_files(attempt_id, {"main.mjs": RIGHT})
    tests = await session.run_tests(attempt_id, ["case-002"])
    assert [sample.sample_id for sample in tests.samples] == ["case-002"]
    assert tests.all_passed


@pytest.mark.parametrize(("literal", "printed"), [("'é'", "é".encode()), ("Buffer.from([255, 0])", b"\xff\x00")])
async def test_a_run_gives_the_bytes_that_were_printed(
    session: Session, attempt_id: str, literal: str, printed: bytes
) -> None:
    await session.write_files(attempt_id, {"main.mjs": f"process.stdout.write({literal}); process.exitCode = 3;\n"})
    run = await session.run_program(attempt_id, ["any", "--thing"])
    assert (run.stdout.content, run.stderr.content, run.exit_code, run.limit) == (printed, b"", 3, None)


async def test_a_right_program_is_accepted(session: Session, attempt_id: str) -> None:
    await session.write_files(attempt_id, {"main.mjs": RIGHT})
    submission = await session.submit(attempt_id)
    assert (submission.verdict, submission.passed, submission.total) == ("accepted", 8, 8)
    state = await session.get_attempt(attempt_id)
    assert state.accepted
    assert state.submissions == (submission,)


async def test_a_program_that_is_wrong_on_one_hidden_case_is_counted_so(session: Session, attempt_id: str) -> None:
    await session.write_files(attempt_id, {"main.mjs": WRONG_BEYOND_ASCII})
    submission = await session.submit(attempt_id)
    assert (submission.verdict, submission.passed, submission.total) == ("wrong_answer", 7, 8)


async def test_a_submission_that_outlasts_the_wait_is_followed_with_progress(session: Session, attempt_id: str) -> None:
    seen: list[Progress] = []

    async def note(progress: Progress) -> None:
        seen.append(progress)

    await session.write_files(attempt_id, {"main.mjs": SLOW})
    with anyio.fail_after(60):
        submission = await session.submit(attempt_id, note, wait_seconds=0)
    assert submission.accepted
    done = [progress.done for progress in seen]
    assert done
    assert done == sorted(set(done))
    assert "hidden cases judged" in seen[-1].message


async def test_a_submission_can_be_looked_at_without_waiting(session: Session, attempt_id: str) -> None:
    await session.write_files(attempt_id, {"main.mjs": RIGHT})
    judged = await session.submit(attempt_id)
    assert await session.get_submission(judged.submission_id, wait_seconds=0) == judged


@pytest.mark.parametrize("call", ["get_task", "get_attempt", "read_file", "submit", "get_submission", "write_files"])
async def test_what_the_server_refuses_is_told_in_its_words(session: Session, attempt_id: str, call: str) -> None:
    calls = {
        "get_task": lambda: session.get_task("py2js/none/none"),
        "get_attempt": lambda: session.get_attempt("att_none"),
        "read_file": lambda: session.read_file(attempt_id, "none.mjs"),
        "submit": lambda: session.submit(attempt_id),
        "get_submission": lambda: session.get_submission("sub_none"),
        "write_files": lambda: session.write_files(attempt_id, {"../up.mjs": ""}),
    }
    with pytest.raises(ToolFailed, match=r"[.;] .*(all|rite|hoose)"):
        await calls[call]()
    assert (await session.get_attempt(attempt_id)).files == ()


async def test_the_session_goes_on_after_a_refusal(session: Session) -> None:
    with pytest.raises(ToolFailed, match="list_tasks"):
        await session.start_attempt("py2js/none/none")
    assert (await session.start_attempt(TASK)).task_id == TASK
