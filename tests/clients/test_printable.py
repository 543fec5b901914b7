"""What comes from elsewhere is read on a terminal, and not obeyed by it."""

import pytest

from clients.printable import printable


@pytest.mark.parametrize("text", ["", "plain\ttext\n", "Zoë 🙂 漢字", "[bold]no markup[/]"])
def test_text_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\x1b[2Jgone", r"\x1b[2Jgone"), ("a\rb", r"a\rb"), ("\x9b31m", r"\x9b31m"), ("abc\u202ecba", r"abc\u202ecba")],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
