"""The card of a task: everything that its `task.toml` says."""

import re
from dataclasses import replace
from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, field_validator, model_validator

from sandbox.limits import BUILD_LIMITS, KIB, MIB, Limits
from tasks.reference_card import AnyReference
from tasks.strictness import STRICT, Items
from tasks.tracks import TRACKS

NAME = r"[a-z0-9](?:[a-z0-9_.-]*[a-z0-9])?"
Name = Annotated[str, Field(pattern=f"^{NAME}$", max_length=60)]
Line = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]+$", max_length=200)]


class Library(BaseModel):
    """The library that the original program uses."""

    model_config = STRICT

    name: Line
    version: Line
    licence: Line
    homepage: Annotated[str, Field(pattern=r"^https?://[!-~]+$", max_length=200)]


class LimitOverrides(BaseModel):
    """Where a task's runs, or builds, need other limits than the usual ones."""

    model_config = STRICT

    cpu_seconds: Annotated[float, Field(gt=0, le=60)] | None = None
    memory_bytes: Annotated[int, Field(ge=64 * MIB, le=4096 * MIB)] | None = None
    stdout_bytes: Annotated[int, Field(ge=KIB, le=16 * MIB)] | None = None
    build_cpu_seconds: Annotated[float, Field(gt=0, le=600)] | None = None

    def to_limits(self) -> Limits:
        """The usual limits with these in their places."""
        return Limits(**self.model_dump(exclude_none=True, exclude={"build_cpu_seconds"}))

    def to_build_limits(self) -> Limits:
        return replace(BUILD_LIMITS, cpu_seconds=self.build_cpu_seconds or BUILD_LIMITS.cpu_seconds)


class Behaviour(BaseModel):
    """A part of what the program does; each case shows one."""

    model_config = STRICT

    name: Name
    summary: Line


class CaseRecipe(BaseModel):
    """What the recorder needs to make the same cases again: the generator's seed and count, and how many to keep."""

    model_config = STRICT

    seed: Annotated[int, Field(ge=0)]
    generated: Annotated[int, Field(ge=1, le=100_000)]
    samples: Annotated[int, Field(ge=1)]
    hidden: Annotated[int, Field(ge=1)]


class Card(BaseModel):
    """One task. `entry` is the file that a solution starts from."""

    model_config = STRICT

    id: str
    version: Annotated[int, Field(ge=1)]
    title: Line
    track: str
    entry: Annotated[str, Field(pattern=rf"^{NAME}(?:/{NAME})*$", max_length=200)]
    difficulty: Literal["easy", "medium", "hard"]
    tags: Items[Line] = ()
    visibility: Literal["practice", "ranked"]
    library: Library
    limits: LimitOverrides = LimitOverrides()
    behaviours: Items[Behaviour] = Field(min_length=1)
    reference: AnyReference
    cases: CaseRecipe

    @field_validator("id")
    @classmethod
    def three_names(cls, task_id: str) -> str:
        if not re.fullmatch(f"{NAME}/{NAME}/{NAME}", task_id):
            msg = f"{task_id!r} is not of the form track/library/name in lower case"
            raise ValueError(msg)
        return task_id

    @field_validator("track")
    @classmethod
    def known_track(cls, track: str) -> str:
        if track not in TRACKS:
            msg = f"{track!r} is not a track; there are {', '.join(TRACKS)}"
            raise ValueError(msg)
        return track

    @field_validator("behaviours")
    @classmethod
    def named_once(cls, behaviours: tuple[Behaviour, ...]) -> tuple[Behaviour, ...]:
        names = [behaviour.name for behaviour in behaviours]
        for name in names:
            if names.count(name) > 1:
                msg = f"{name!r} is there more than once"
                raise ValueError(msg)
        return behaviours

    @model_validator(mode="after")
    def id_begins_with_its_track(self) -> Self:
        if not self.id.startswith(f"{self.track}/"):
            msg = f"the id {self.id!r} does not begin with the track {self.track!r}"
            raise ValueError(msg)
        return self

    def run_limits(self) -> Limits:
        """The limits of each run of this task's programs."""
        return self.limits.to_limits()

    def build_limits(self) -> Limits:
        """The limits of each build of them."""
        return self.limits.to_build_limits()

    @property
    def behaviour_names(self) -> tuple[str, ...]:
        return tuple(behaviour.name for behaviour in self.behaviours)
