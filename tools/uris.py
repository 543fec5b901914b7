"""The URIs of what belongs to a task: one template and one reading for all of them."""

import re
from dataclasses import dataclass
from enum import StrEnum

from tasks.card import NAME

SCHEME = "repozero://tasks/"
VARIABLES = ("track", "library", "name")


class Part(StrEnum):
    """What of a task is a resource."""

    SPEC = "spec"
    DRIVER = "driver"
    SAMPLES = "samples"


PATTERN = re.compile(f"{SCHEME}(?P<task_id>{NAME}/{NAME}/{NAME})/(?P<part>{'|'.join(Part)})")


@dataclass(frozen=True, slots=True)
class TaskUri:
    task_id: str
    part: Part

    @classmethod
    def parse(cls, uri: str) -> "TaskUri | None":
        """`None` for whatever is not written exactly as `str` writes it: nothing is decoded or normalised."""
        match = PATTERN.fullmatch(uri)
        return cls(match["task_id"], Part(match["part"])) if match else None

    def __str__(self) -> str:
        return f"{SCHEME}{self.task_id}/{self.part}"


def template(part: Part) -> str:
    """In the form of RFC 6570."""
    return SCHEME + "/".join(f"{{{variable}}}" for variable in VARIABLES) + f"/{part}"
