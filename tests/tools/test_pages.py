"""Walking through pages loses nothing and repeats nothing, and each page fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.json_size import cut_to, json_bytes
from tools.pages import PAGE_BYTES, BadOffset, page_of, rows_of
from tools.tool import Result

PIECES = st.sampled_from(["x", "é", "日本", "🙂", "\n", '"', "\\", "\0", "\x7f", "e\u0301", "line\n", "word " * 40])
TEXTS = st.lists(PIECES, max_size=30).map("".join)


@given(TEXTS, st.integers(1, 500))
def test_the_pages_of_a_text_are_the_text(piece: str, times: int) -> None:
    text = piece * times
    offset, pages = 0, list[str]()
    while True:
        page = page_of(text, offset)
        assert (page.offset, page.total_characters) == (offset, len(text))
        assert json_bytes(page.text) - 2 <= PAGE_BYTES
        pages.append(page.text)
        if page.next_offset is None:
            break
        assert page.next_offset == offset + len(page.text) > offset
        assert json_bytes(page.text) > PAGE_BYTES // 3, "no page is needlessly short"
        offset = page.next_offset
    assert "".join(pages) == text


@given(TEXTS, st.integers(0, 30))
def test_a_page_may_begin_anywhere_within_the_text(text: str, offset: int) -> None:
    if offset > len(text):
        with pytest.raises(BadOffset, match=f"offset {offset} is beyond the end at {len(text)}"):
            page_of(text, offset)
    else:
        page = page_of(text, offset)
        assert text[offset:].startswith(page.text)


def test_a_page_ends_at_a_line_where_it_can() -> None:
    text = "a line of some length\n" * 2_000
    assert page_of(text, 0).text.endswith("\n")
    assert page_of("x" * 20_000, 0).next_offset == PAGE_BYTES


class Row(Result):
    name: str
    nothing: int | None = None


@given(st.lists(st.sampled_from(["", "x" * 90, "\0" * 20, "é" * 300]).map(lambda name: Row(name=name)), max_size=20))
def test_the_pages_of_a_list_are_the_list(rows: list[Row]) -> None:
    offset: int | None = 0
    walked: list[Row] = []
    while offset is not None:
        page = rows_of(rows, offset, 500)
        assert page.rows or not rows
        assert len(page.rows) <= 1 or json_bytes([{"name": row.name} for row in page.rows]) <= 500 + len("[]")
        walked += page.rows
        offset = page.next_offset
    assert walked == rows


def test_a_list_has_no_rows_beyond_its_end() -> None:
    assert rows_of([Row(name="x")], 1, 500).rows == []
    with pytest.raises(BadOffset, match="offset 2 is beyond the end at 1"):
        rows_of([Row(name="x")], 2, 500)


@given(st.text(max_size=50), st.integers(0, 60))
def test_a_cut_text_is_its_longest_beginning_that_fits(text: str, most: int) -> None:
    cut = cut_to(text, most)
    assert text.startswith(cut)
    assert json_bytes(cut) - 2 <= most
    if cut != text:
        assert json_bytes(text[: len(cut) + 1]) - 2 > most
