"""Files go out in as many calls as their size asks for, and all arrive."""

from clients.session import Session
from clients.upload import CALL_BYTES, batches, upload

OVERHEAD = len('{"path": "a", "content": ""}')


def test_files_that_fit_go_together_and_in_order() -> None:
    files = {"b": "1", "a": "2", "c": "3"}
    assert [list(batch) for batch in batches(files, 1_000)] == [["b", "a", "c"]]


def test_a_file_that_does_not_fit_any_more_begins_the_next_call() -> None:
    files = {"a": "x" * 10, "b": "x" * 10, "c": "x" * 10}
    assert [list(batch) for batch in batches(files, 2 * (OVERHEAD + 10))] == [["a", "b"], ["c"]]


def test_a_file_larger_than_a_call_goes_alone() -> None:
    files = {"a": "x", "b": "x" * 1_000, "c": "x"}
    assert [list(batch) for batch in batches(files, 100)] == [["a"], ["b"], ["c"]]


def test_sizes_are_those_of_the_escaped_text() -> None:
    files = {"a": "\x01" * 10, "b": "é" * 10}
    assert len(list(batches(files, 2 * OVERHEAD + 60 + 20))) == 1
    assert len(list(batches(files, 2 * OVERHEAD + 60 + 19))) == 2


async def test_more_than_one_call_holds_arrives_whole(session: Session, attempt_id: str) -> None:
    files = {f"part-{number}.mjs": "//\n" + "é" * 400_000 for number in range(4)}
    assert sum(len(content.encode()) for content in files.values()) > CALL_BYTES
    size = await upload(session, attempt_id, files)
    assert (size.total_files, size.total_bytes) == (4, 4 * 800_003)
    state = await session.get_attempt(attempt_id)
    assert [file.path for file in state.files] == list(files)
