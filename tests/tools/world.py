"""The whole server over the fake sandbox, with a small task."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mcp import Client
from mcp.server import Server
from mcp_types import Implementation

from sandbox.fake import FakeSandbox, FakeToolchain
from sandbox.slots import Slots
from sandbox.toolchains.toolchain import Toolchain
from server.app import Machinery, open_app
from server.settings import Settings
from tasks.catalogue import Catalogue
from tests.tools.agent import Agent
from tools.protocol import Context

Mode = Literal["auto", "legacy"]


@dataclass(frozen=True)
class World:
    server: Server[Any]
    sandbox: FakeSandbox

    @asynccontextmanager
    async def agent(self, name: str = "agent", *, version: str = "1.0", mode: Mode = "auto") -> AsyncGenerator[Agent]:
        async with Client(self.server, client_info=Implementation(name=name, version=version), mode=mode) as client:
            yield Agent(client)


@asynccontextmanager
async def open_world(
    settings: Settings, tasks: Path, sandbox: FakeSandbox, toolchain: Toolchain | None = None
) -> AsyncGenerator[World]:
    """Here the name of a client is its principal, so that a test can be several."""
    machinery = Machinery(sandbox, {"javascript": toolchain or FakeToolchain()}, Slots(settings.parallel_runs))
    catalogue = Catalogue.load([tasks])
    assert not {path: str(fault) for path, fault in catalogue.faults.items()}
    async with open_app(settings, catalogue, machinery, _client_name) as server:
        yield World(server, sandbox)


def _client_name(context: Context) -> str:
    params = context.session.client_params
    assert params is not None
    return params.client_info.name
