"""One row of a case file <-> a case. A case has exactly one row, so that a digest over rows is one over cases."""

import base64
import binascii
import json
from typing import Annotated, Self

from pydantic import BaseModel, Field, ValidationError, model_validator

from tasks.arguments import reason_against_passing
from tasks.cases import Case
from tasks.strictness import STRICT, Items, first_complaint


class BrokenRow(Exception):
    """Raised when a row of a case file is not what a case's row must be. `key` is `None` for the row as a whole."""

    def __init__(self, reason: str, key: str | None = None) -> None:
        super().__init__(reason if key is None else f"{key}: {reason}")
        self.key = key
        self.reason = reason


class Row(BaseModel):
    """The keys of a row, in their order."""

    model_config = STRICT

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
    behaviour: str
    args: Items[str]
    stdout: str | None = None
    stdout_base64: str | None = None
    exit_code: Annotated[int, Field(ge=0, le=255)]

    @model_validator(mode="after")
    def one_stdout(self) -> Self:
        if (self.stdout is None) == (self.stdout_base64 is None):
            msg = "needs exactly one of stdout and stdout_base64"
            raise ValueError(msg)
        return self


def row_of(case: Case) -> str:
    """The row of a case in canonical form, its line feed included."""
    try:
        stdout = {"stdout": case.stdout.decode()}
    except UnicodeDecodeError:
        stdout = {"stdout_base64": base64.b64encode(case.stdout).decode()}
    row = {"id": case.id, "behaviour": case.behaviour, "args": list(case.args), **stdout, "exit_code": case.exit_code}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def case_of(line: str) -> Case:
    """The case of a row, given without its line feed.

    Raises:
        BrokenRow: the line is not JSON, breaks the schema, or is not in canonical form.
    """
    try:
        row = Row.model_validate(json.loads(line))
    except ValidationError as error:
        key, reason = first_complaint(error)
        raise BrokenRow(reason, key) from None
    except (ValueError, RecursionError) as error:
        reason = f"not JSON ({error})"
        raise BrokenRow(reason) from None
    refuse_arguments(row.args)
    case = Case(row.id, row.behaviour, row.args, stdout_of(row), row.exit_code)
    if row_of(case) != f"{line}\n":
        raise BrokenRow("not in canonical form (keys in order, no blanks between them, nothing escaped without need)")
    return case


def refuse_arguments(args: tuple[str, ...]) -> None:
    for place, argument in enumerate(args):
        if reason := reason_against_passing(argument):
            raise BrokenRow(reason, f"args.{place}")


def stdout_of(row: Row) -> bytes:
    if row.stdout_base64 is None:
        return encode_stdout(row.stdout or "")
    try:
        stdout = base64.b64decode(row.stdout_base64, validate=True)
    except (binascii.Error, ValueError):
        raise BrokenRow("not base64", "stdout_base64") from None
    if is_utf8(stdout):
        raise BrokenRow("these bytes are UTF-8 and belong in stdout", "stdout_base64")
    return stdout


def encode_stdout(stdout: str) -> bytes:
    try:
        return stdout.encode()
    except UnicodeEncodeError:
        raise BrokenRow("holds a lone surrogate", "stdout") from None


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
