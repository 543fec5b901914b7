"""What the person who runs the server may set, all through REPOZERO_* variables."""

import os
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import BeforeValidator, DirectoryPath, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from tasks.attempts import DEFAULT_SUBMISSION_BUDGET
from tasks.feedback import FeedbackPolicy

PREFIX = "REPOZERO_"
OF_THE_CLIENT = frozenset({"REPOZERO_URL", "REPOZERO_TOKEN"})
"""Read by the `repozero` command; it starts a server of its own in the same environment."""


def _separated(value: object) -> object:
    return [word.strip() for word in value.split(",") if word.strip()] if isinstance(value, str) else value


Host = Annotated[str, Field(pattern=r"^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$")]
Origin = Annotated[str, Field(pattern=r"^[a-z][a-z0-9+.-]*://[!-.0-~]+$")]
"""Scheme and host, and a port unless it is the scheme's own; no path."""
Separated = (NoDecode, BeforeValidator(_separated))
"""Of a list whose items are separated by commas, not written as JSON."""


class BadSettings(Exception):
    """Raised when a variable is unknown or its value can't be used."""


class Settings(BaseSettings):
    """Where things are kept, and how much an agent gets."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    data_dir: Annotated[Path, Field(description="Attempts, submissions and reports; made with mode 0700")] = Field(
        default_factory=lambda: platformdirs.user_data_path("repozero-mcp")
    )
    cache_dir: Annotated[Path, Field(description="Prepared toolchains, open boxes; removable while no server runs")] = (
        Field(default_factory=lambda: _cache_dir())
    )
    tasks_dir: Annotated[
        DirectoryPath | None, Field(description="A folder of more tasks, <track>/<library>/<name>")
    ] = None
    submission_budget: Annotated[int, Field(ge=1, le=1000)] = DEFAULT_SUBMISSION_BUDGET
    feedback: FeedbackPolicy = FeedbackPolicy.COUNTS
    parallel_runs: Annotated[int, Field(ge=1, description="Programs that run at once")] = Field(
        default_factory=lambda: len(os.sched_getaffinity(0))
    )
    lease_seconds: Annotated[float, Field(ge=2, description="After so long a silent judge is taken for dead")] = 15.0
    allowed_hosts: Annotated[tuple[Host, ...], *Separated, Field(description="More names that callers know us by")] = ()
    allowed_origins: Annotated[tuple[Origin, ...], *Separated, Field(description="Origin headers not to refuse")] = ()
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"


def read_settings() -> Settings:
    """The settings of this process.

    Raises:
        BadSettings: a variable is unknown, or its value can't be used; the text names it.
    """
    known = {PREFIX + name.upper() for name in Settings.model_fields} | OF_THE_CLIENT
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            raise BadSettings(f"there is no setting {name}; the settings are {', '.join(sorted(known))}")
    try:
        return Settings()
    except ValidationError as error:
        fault = error.errors()[0]
        name = PREFIX + str(fault["loc"][0]).upper()
        raise BadSettings(f"{name}: {fault['msg']}") from None


def _cache_dir() -> Path:
    """Root's own cache lies in a private home, where the uids that boxes run under can't reach it."""
    if os.geteuid() == 0:
        return platformdirs.site_cache_path("repozero-mcp")
    return platformdirs.user_cache_path("repozero-mcp")
