"""What an agent is shown of two outputs that differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.differences import MAX_DIFF_CHARACTERS, Difference, difference


def differing(expected: bytes, actual: bytes) -> Difference:
    found = difference(expected, actual)
    assert found is not None
    return found


def test_equal_outputs_have_no_difference() -> None:
    assert difference(b"\xff\n", b"\xff\n") is None


def test_lines_are_shown_as_a_unified_diff() -> None:
    diff = differing(b"1\n2\n3\n4\n5\n6\n7\n8\n9\n", b"1\n2\n3\n4\nfive\n6\n7\n8\n9\n").diff
    assert diff.split("\n") == [
        *("--- expected", "+++ actual", "@@ -3,5 +3,5 @@"),
        *(" 3", " 4", "-5", "+five", " 6", " 7"),
    ]


@pytest.mark.parametrize(
    ("expected", "actual", "offset", "expected_there", "actual_there"),
    [
        (b"abc", b"abd", 2, "c", "d"),
        (b"abc", b"ab", 2, "c", "(end of output)"),
        (b"", b"x" * 30, 0, "(end of output)", "x" * 24),
        (b"a'b\"", b"a`", 1, "'b\"", "`"),
        (b"x\\n", b"x\n", 1, r"\\n", r"\x0a"),
        (b"\t\0\x7f", b"a", 0, r"\x09\x00\x7f", "a"),
        (b"\xff\xfe", b"\xff", 1, r"\xfe", "(end of output)"),
        ("é".encode(), "è".encode(), 1, r"\xa9", r"\xa8"),
        ("日本".encode(), b"n", 0, "日本", "n"),
        ("\u200b\u202e".encode(), b"n", 0, r"\xe2\x80\x8b\xe2\x80\xae", "n"),
        (b"x" * 23 + "é!".encode(), b"y", 0, "x" * 23 + "é", "y"),
        (b"x" * 23 + b"\xc3", b"y", 0, "x" * 23 + r"\xc3", "y"),
    ],
)
def test_excerpts_begin_at_the_first_differing_byte(
    expected: bytes, actual: bytes, offset: int, expected_there: str, actual_there: str
) -> None:
    found = differing(expected, actual)
    assert (found.offset, found.expected_excerpt, found.actual_excerpt) == (offset, expected_there, actual_there)


def test_a_missing_last_line_feed_is_visible() -> None:
    assert differing(b"a\n", b"a").diff.split("\n")[3:] == ["-a", "+a (no line feed at the end)"]
    assert differing(b"a\n", b"a\n\n").diff.split("\n")[3:] == [" a", "+"]


def test_invisible_characters_are_visible() -> None:
    assert differing(b"a\r\n", b"a\n").diff.split("\n")[3:] == [r"-a\x0d", "+a"]


def test_bytes_that_are_not_text_have_excerpts_only() -> None:
    assert differing(b"a\xff\n", b"a\n").diff == ""
    assert differing(b"a\n", b"a\xff\n").diff == ""


def test_a_long_line_is_shown_around_its_difference() -> None:
    lines = differing(b"x" * 100_000, b"x" * 50_000 + b"y" + b"x" * 50_000).diff.split("\n")[3:]
    assert [line[:4] for line in lines] == ["-...", "+..."]
    assert "y" not in lines[0]
    assert "y" in lines[1]


def test_what_only_one_window_reaches_is_not_shown_as_a_difference() -> None:
    common = b"".join(b"line %d\n" % number for number in range(100))
    diff = differing(b"first\n" + common, b"another\nand another\n" + common).diff
    assert [line for line in diff.split("\n")[3:] if line[0] != " "] == ["-first", "+another", "+and another"]


def test_a_flood_is_compared_at_once() -> None:
    """Comparing all of it by line would take hours."""
    flood = b"".join(b"%d\n" % (number % 1000) for number in range(250_000))
    found = differing(flood, flood[:500_000] + b"!" + flood[500_000:])
    assert found.offset == 500_000
    assert len(found.diff) < MAX_DIFF_CHARACTERS + 100


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_the_offset_is_where_the_outputs_part(expected: bytes, actual: bytes) -> None:
    found = difference(expected, actual)
    if found is None:
        assert expected == actual
    else:
        assert expected[: found.offset] == actual[: found.offset]
        assert expected[found.offset : found.offset + 1] != actual[found.offset : found.offset + 1]


TEXTS = st.text(st.sampled_from("a\né日\r"), max_size=30).map(str.encode)


@given(TEXTS, TEXTS, st.integers(0, 3_000))
def test_each_difference_of_texts_is_shown_within_bounds(expected: bytes, actual: bytes, lead: int) -> None:
    common = b"0123456789\n" * (lead // 11) + b"x" * (lead % 11)
    found = difference(common + expected, common + actual)
    if found is not None:
        assert any(line[:1] in {"-", "+"} for line in found.diff.split("\n")[3:])
        assert len(found.diff) < MAX_DIFF_CHARACTERS + 100
        assert found.diff.isascii() or found.diff.replace("\n", "").isprintable()
