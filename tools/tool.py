"""What a tool is: a name, arguments, a result, and a function over them. Knows no protocol."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ConfigDict, field_validator

from tasks.attempts import ClientIdentity


class Arguments(BaseModel):
    """Arguments are taken as they are: an unknown one or one of another type is an error, nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @field_validator("*")
    @classmethod
    def valid_unicode(cls, value: Any) -> Any:
        """JSON can express half a surrogate pair, which UTF-8, and so the store and every program, can't."""
        for text in _texts(value):
            try:
                text.encode()
            except UnicodeEncodeError:
                msg = "holds a lone surrogate, which is not valid Unicode"
                raise ValueError(msg) from None
        return value


class Result(BaseModel):
    """The structured form of a reply. Fields that are `None` are left out of it."""

    model_config = ConfigDict(frozen=True)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and how to tell them how far it is: `progress(done, total, message)`."""

    principal: str
    client: ClientIdentity
    progress: Callable[[float, float, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Reply:
    """`text` is what a person or a model reads; `result` carries the same for programs."""

    text: str
    result: Result


@dataclass(frozen=True, slots=True)
class Hints:
    """What a client may assume of a call (MCP tool annotations). No tool reaches beyond the server."""

    read_only: bool
    destructive: bool = False
    idempotent: bool = False


def _texts(value: object) -> list[str]:
    values = cast(list[object], value) if isinstance(value, list) else [value]
    return [one for one in values if isinstance(one, str)]


ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)


@dataclass(frozen=True, slots=True)
class Tool(Generic[ArgumentsT]):
    name: str
    title: str
    description: str
    hints: Hints
    arguments: type[ArgumentsT]
    result: type[Result]
    call: Callable[[Caller, ArgumentsT], Awaitable[Reply]]
    text_only: bool = False
    """The reply's text is long and must reach a model unescaped: its result goes out as a last block of JSON text.

    Some clients show a model nothing but the structured form where there is one.
    """


AnyTool = Tool[Any]
