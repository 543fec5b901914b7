"""What an error is and where it arose, without what it says: beside hidden cases a message may quote them."""

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import cast

PLACES = 4


def error_places(error: BaseException) -> str:
    """Each error (those of a group one by one) with the innermost calls that led to it, innermost first."""
    return "; ".join(_told(leaf) for leaf in _leaves(error))


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for inner in cast(BaseExceptionGroup[BaseException], error).exceptions:
        yield from _leaves(inner)


def _told(error: BaseException) -> str:
    frames = reversed(traceback.extract_tb(error.__traceback__)[-PLACES:])
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return f"{type(error).__name__} in {' < '.join(places) or 'nowhere'}"
