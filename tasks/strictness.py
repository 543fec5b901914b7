"""How this project reads data from strangers into models, and says in a few words what is wrong with it."""

from typing import Annotated, TypeVar

from pydantic import ConfigDict, Strict, ValidationError

STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)

T = TypeVar("T")
Items = Annotated[tuple[T, ...], Strict(False)]
"""A tuple that is read from a list, as parsers give it; the items themselves stay strict."""

PLAIN_REASONS = {"extra_forbidden": "unknown key", "missing": "missing"}


def first_complaint(error: ValidationError) -> tuple[str | None, str]:
    """The key, dotted with list positions (`None` for the whole), and the reason of the first error."""
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"]) or None
    cause = first.get("ctx", {}).get("error")
    return key, PLAIN_REASONS.get(first["type"]) or str(cause or first["msg"])
