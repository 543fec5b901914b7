"""Which arguments can be passed, and which may be recorded."""

import unicodedata

import pytest

from tasks.arguments import reason_against_passing, reason_against_recording
from tasks.unicode_growth import assigned_after_unicode_14


@pytest.mark.parametrize("argument", ["", "-1", "--a=b c", "😀", "é", "\u202e", "\ue000", "\x01\x7f", "a\nb"])
def test_what_unicode_14_assigns_can_be_passed_and_recorded(argument: str) -> None:
    assert reason_against_passing(argument) is None
    assert reason_against_recording(argument) is None


@pytest.mark.parametrize("argument", ["a\0", "\ud800", "x\udfff"])
def test_what_no_program_can_be_given_is_refused(argument: str) -> None:
    assert reason_against_passing(argument)
    assert reason_against_recording(argument)


@pytest.mark.parametrize("code_point", [0x0378, 0xFFFF, 0x88F, 0x1FAE8, 0x31350, 0x33479])
def test_code_points_that_unicode_14_lacks_can_be_passed_but_not_recorded(code_point: int) -> None:
    assert reason_against_passing(chr(code_point)) is None
    reason = reason_against_recording(chr(code_point))
    assert reason == f"holds U+{code_point:04X}, which Unicode 14 does not assign"


def test_the_table_of_newer_code_points_agrees_with_this_interpreter() -> None:
    major = int(unicodedata.unidata_version.split(".")[0])
    newer = [code for code in range(0x110000) if assigned_after_unicode_14(code)]
    assert len(newer) == 15_104
    unassigned = [code for code in newer if unicodedata.category(chr(code)) == "Cn"]
    assert (len(unassigned) == len(newer)) == (major == 14)
