"""What a program printed, as an agent sees it."""

import base64
from typing import Annotated

from pydantic import Field

from tools.json_size import cut_to, json_bytes
from tools.tool import Result


class Output(Result):
    """Text where the output is UTF-8, else base64; one of the two is there."""

    text: str | None
    base64: str | None
    total_bytes: int
    shown_bytes: Annotated[int, Field(description="How many bytes from the start are shown")]


def output(printed: bytes, most_bytes: int) -> Output:
    """The beginning of an output, in at most `most_bytes` of JSON, not cutting a character in two."""
    text = _text(printed)
    if text is None:
        shown = printed[: most_bytes // 4 * 3]
        encoded = base64.b64encode(shown).decode()
        return Output(text=None, base64=encoded, total_bytes=len(printed), shown_bytes=len(shown))
    cut = cut_to(text, most_bytes)
    return Output(text=cut, base64=None, total_bytes=len(printed), shown_bytes=len(cut.encode()))


def messages(printed: bytes, most_bytes: int) -> Output:
    """The beginning of what is to be read, not compared: bytes that are not UTF-8 become `\\xNN`, never base64."""
    length = min(len(printed), most_bytes)
    while json_bytes(text := printed[:length].decode(errors="backslashreplace")) > most_bytes:
        length = length * 9 // 10
    return Output(text=text, base64=None, total_bytes=len(printed), shown_bytes=length)


def output_text(name: str, shown: Output) -> str:
    """A block of text with a heading that says what is missing."""
    form = ", base64" if shown.base64 is not None else ""
    part = "" if shown.shown_bytes == shown.total_bytes else f", the first {shown.shown_bytes} shown"
    return f"---- {name} ({shown.total_bytes} bytes{form}{part}) ----\n{shown.base64 or shown.text or ''}"


def _text(printed: bytes) -> str | None:
    try:
        return printed.decode()
    except UnicodeDecodeError:
        return None
