"""What the `repozero` command takes from the environment. Nothing else on the client's side reads it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

PREFIX = "REPOZERO_"
URL = "REPOZERO_URL"
TOKEN = "REPOZERO_TOKEN"  # noqa: S105 - the name of a variable, not a token
PLACES = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR")
"""Where a server keeps things when no REPOZERO_* variable says otherwise."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`server_environment` is what a local server has to be given, since MCP clients pass on only a few variables."""

    url: str | None
    token: str | None = field(repr=False)
    server_environment: Mapping[str, str]


def read_settings() -> Settings:
    return Settings(
        url=os.environ.get(URL) or None,
        token=os.environ.get(TOKEN) or None,
        server_environment={name: value for name, value in os.environ.items() if _is_of_the_server(name)},
    )


def _is_of_the_server(name: str) -> bool:
    return name in PLACES or (name.startswith(PREFIX) and name not in {URL, TOKEN})
