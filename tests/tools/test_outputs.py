"""What a program printed is shown as it was, within bounds."""

import base64

from hypothesis import given
from hypothesis import strategies as st

from tools.json_size import json_bytes
from tools.outputs import messages, output, output_text


def test_text_is_shown_as_text() -> None:
    shown = output("é\0\n".encode(), 100)
    assert (shown.text, shown.base64, shown.total_bytes, shown.shown_bytes) == ("é\0\n", None, 4, 4)
    assert output_text("stdout", shown) == "---- stdout (4 bytes) ----\né\0\n"


def test_other_bytes_are_shown_as_base64() -> None:
    shown = output(b"\xff" * 100, 20)
    assert shown.text is None
    assert base64.b64decode(shown.base64 or "") == b"\xff" * 15
    assert output_text("stdout", shown).startswith("---- stdout (100 bytes, base64, the first 15 shown) ----\n")


def test_nothing_is_shown_as_nothing() -> None:
    assert output_text("stdout", output(b"", 20)) == "---- stdout (0 bytes) ----\n"


def test_messages_are_readable_wherever_they_were_cut() -> None:
    assert messages("Error: é".encode()[:-1], 100).text == r"Error: \xc3"


@given(st.one_of(st.text(max_size=300).map(str.encode), st.binary(max_size=300)), st.integers(8, 200))
def test_what_is_shown_is_a_beginning_and_fits(printed: bytes, most: int) -> None:
    shown = output(printed, most)
    content = base64.b64decode(shown.base64) if shown.base64 is not None else (shown.text or "").encode()
    assert printed.startswith(content)
    assert (shown.shown_bytes, shown.total_bytes) == (len(content), len(printed))
    assert json_bytes(shown.text or shown.base64 or "") - 2 <= most
    message = messages(printed, most)
    assert json_bytes(message.text) <= most
    assert message.text == printed[: message.shown_bytes].decode(errors="backslashreplace")
