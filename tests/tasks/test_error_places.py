"""An error is told by kind and place; what it says stays out."""

import pytest

from tasks.error_places import error_places


def fail(secret: str) -> None:
    raise ValueError(secret)


def test_an_error_is_named_with_the_calls_that_led_to_it() -> None:
    with pytest.raises(ValueError, match="the secret") as caught:
        fail("the secret")
    told = error_places(caught.value)
    assert told.startswith("ValueError in test_error_places.py:")
    assert " fail < test_error_places.py:" in told
    assert "secret" not in told


def test_the_errors_of_a_group_are_told_one_by_one() -> None:
    group = ExceptionGroup("the secret", [ValueError("the secret"), ExceptionGroup("again", [KeyError("the secret")])])
    assert error_places(group) == "ValueError in nowhere; KeyError in nowhere"
