"""What a change makes of a workspace, and which changes are refused as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.attempt import StoredFile
from tasks.paths import BadPath
from tasks.workspace import (
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_WORKSPACE_BYTES,
    AmbiguousChange,
    EditMismatch,
    NewFile,
    UnknownFile,
    UnwritableText,
    WorkspaceFull,
    changed,
    encoded,
    frozen,
    replaced_once,
    stored,
)

A, B = stored(b"a"), stored(b"b")
MEGABYTE = StoredFile("d" * 64, MAX_FILE_BYTES)


def test_a_change_writes_replaces_and_deletes_at_once() -> None:
    assert changed({"old": A, "gone": A}, {"old": b"b", "new": b"a"}, ["gone"]) == {"old": B, "new": A}


def test_a_file_may_give_way_to_a_folder_in_one_change() -> None:
    assert changed({"a": A}, {"a/b": b"b"}, ["a"]) == {"a/b": B}
    assert changed({"Main.mjs": A}, {"main.mjs": b"b"}, ["Main.mjs"]) == {"main.mjs": B}


def test_a_new_path_may_not_clash_with_one_that_stays() -> None:
    with pytest.raises(BadPath, match="clashes with"):
        changed({"Main.mjs": A}, {"main.mjs": b"b"}, [])
    with pytest.raises(BadPath, match="clashes with"):
        changed({"a": A}, {"a/b": b"b"}, [])


def test_a_file_that_is_not_there_cannot_be_deleted() -> None:
    with pytest.raises(UnknownFile, match="no file 'nothing'"):
        changed({"a": A}, {}, ["nothing"])
    with pytest.raises(UnknownFile, match=r"no file '\.\./up'"):
        changed({"a": A}, {}, ["../up"])


def test_a_path_is_named_once_in_a_change() -> None:
    with pytest.raises(AmbiguousChange, match="'a' more than once"):
        changed({"a": A}, {"a": b"b"}, ["a"])
    with pytest.raises(AmbiguousChange, match="'a' more than once"):
        changed({"a": A}, {}, ["a", "a"])
    with pytest.raises(AmbiguousChange, match="'a' more than once"):
        encoded([NewFile("a", "1"), NewFile("a", "2")])


def test_text_that_utf_8_cannot_hold_is_refused_by_path() -> None:
    assert encoded([NewFile("a", "é\0")]) == {"a": "é\0".encode()}
    with pytest.raises(UnwritableText, match=r"'a'.*lone surrogate"):
        encoded([NewFile("a", "\ud800")])


def test_a_file_may_have_a_mebibyte_and_no_byte_more() -> None:
    changed({}, {"a": bytes(MAX_FILE_BYTES)}, [])
    with pytest.raises(WorkspaceFull, match=f"'a' has {MAX_FILE_BYTES + 1} bytes; a file may have {MAX_FILE_BYTES}"):
        changed({}, {"a": bytes(MAX_FILE_BYTES + 1)}, [])


def test_a_workspace_may_have_400_files_and_no_more() -> None:
    full = {f"{number}": A for number in range(MAX_FILES)}
    assert len(changed(full, {"0": b"b"}, [])) == MAX_FILES
    assert len(changed(full, {"new": b"b"}, ["0"])) == MAX_FILES
    with pytest.raises(WorkspaceFull, match="would hold 401 files; it may hold 400"):
        changed(full, {"new": b"b"}, [])


def test_a_workspace_may_have_ten_mebibytes_and_no_byte_more() -> None:
    almost = {f"{number}": MEGABYTE for number in range(9)}
    changed(almost, {"last": bytes(MAX_FILE_BYTES)}, [])
    with pytest.raises(WorkspaceFull, match=f"would hold {MAX_WORKSPACE_BYTES + 1} bytes"):
        changed(almost | {"one": A}, {"last": bytes(MAX_FILE_BYTES)}, [])


def test_the_only_occurrence_is_replaced() -> None:
    assert replaced_once("f", "one two three", "two", "2") == "one 2 three"
    assert replaced_once("f", "two", "two", "two two") == "two two"


@pytest.mark.parametrize(
    ("text", "old", "times"),
    [
        ("one", "two", "does not occur"),
        ("", "x", "does not occur"),
        ("one", "", "does not occur"),
        ("one One", "ONE", "does not occur"),
        ("a b a", "a", "occurs 2 times"),
        ("aaa", "aa", "occurs 2 times"),
        ("x" * 50, "x", "occurs 50 times"),
    ],
)
def test_no_or_several_occurrences_are_refused_and_counted(text: str, old: str, times: str) -> None:
    with pytest.raises(EditMismatch, match=f"the old_text {times} in 'f'; it must occur exactly once"):
        replaced_once("f", text, old, "new")


@given(st.text("ab", max_size=6), st.text("ab", min_size=1, max_size=3), st.text("abc", max_size=3))
def test_an_edit_is_done_only_where_there_is_one_place_for_it(text: str, old: str, new: str) -> None:
    places = [place for place in range(len(text)) if text.startswith(old, place)]
    if len(places) != 1:
        with pytest.raises(EditMismatch) as refused:
            replaced_once("f", text, old, new)
        assert refused.value.occurrences == len(places)
    else:
        place = places[0]
        assert replaced_once("f", text, old, new) == text[:place] + new + text[place + len(old) :]


def test_a_snapshot_is_named_by_paths_and_contents_alone() -> None:
    assert frozen({"a": A, "b": B}).digest == frozen({"b": B, "a": A}).digest
    others = [{"a": B, "b": A}, {"a": A}, {"a": A, "c": B}, {}]
    assert len({frozen(files).digest for files in others} | {frozen({"a": A, "b": B}).digest}) == 5
