"""A case and its row are the same thing in two forms."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tasks.case_rows import BrokenRow, case_of, row_of
from tasks.cases import Case

ARGUMENTS = some.text(some.characters(exclude_categories=["Cs"], exclude_characters="\0"))
CASES = some.builds(
    Case,
    id=some.from_regex("[a-z0-9][a-z0-9-]{0,20}", fullmatch=True),
    behaviour=some.sampled_from(["encode", "decode"]),
    args=some.lists(ARGUMENTS).map(tuple),
    stdout=some.binary() | some.text(some.characters(exclude_categories=["Cs"])).map(str.encode),
    exit_code=some.integers(0, 255),
)


@given(CASES)
def test_a_case_survives_its_row(case: Case) -> None:
    row = row_of(case)
    assert row.count("\n") == 1
    assert case_of(row.removesuffix("\n")) == case


@given(CASES)
def test_any_other_spelling_of_a_row_is_refused(case: Case) -> None:
    spelled = json.dumps(json.loads(row_of(case)), indent=None)
    with pytest.raises(BrokenRow, match="not in canonical form"):
        case_of(spelled)


def row(**changes: object) -> str:
    keys = {"id": "a", "behaviour": "b", "args": ["x"], "stdout": "y", "exit_code": 0, **changes}
    return json.dumps({key: value for key, value in keys.items() if value is not ...})


@pytest.mark.parametrize(
    ("line", "key", "reason"),
    [
        ("", None, "not JSON"),
        ("[" * 100_000, None, "not JSON"),
        ("[]", None, "Input should be a valid dictionary"),
        (row(note="x"), "note", "unknown key"),
        (row(args=...), "args", "missing"),
        (row(args="x"), "args", "Input should be a valid tuple"),
        (row(args=[1]), "args.0", "Input should be a valid string"),
        (row(args=["x", "a\0b"]), "args.1", "holds a NUL"),
        (row(args=["\ud800"]), "args.0", "holds a lone surrogate"),
        (row(stdout="\udfff"), "stdout", "holds a lone surrogate"),
        (row(stdout=...), None, "needs exactly one of stdout and stdout_base64"),
        (row(stdout_base64="/w=="), None, "needs exactly one of stdout and stdout_base64"),
        (row(stdout=..., stdout_base64="*"), "stdout_base64", "not base64"),
        (row(stdout=..., stdout_base64="eQ=="), "stdout_base64", "these bytes are UTF-8"),
        (row(id="A b"), "id", "String should match pattern"),
        (row(exit_code="0"), "exit_code", "Input should be a valid integer"),
        (row(exit_code=256), "exit_code", "Input should be less than or equal to 255"),
    ],
)
def test_a_broken_row_is_refused_by_key_and_reason(line: str, key: str | None, reason: str) -> None:
    with pytest.raises(BrokenRow) as caught:
        case_of(line)
    assert caught.value.key == key
    assert caught.value.reason.startswith(reason)


def test_keys_that_are_there_twice_are_refused() -> None:
    line = row_of(Case("a", "b", ("x",), b"y", 0)).removesuffix("\n").replace('"exit_code"', '"id":"a","exit_code"')
    with pytest.raises(BrokenRow, match="not in canonical form"):
        case_of(line)
