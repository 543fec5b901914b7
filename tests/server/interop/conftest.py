"""Servers for all these clients to share: over stdio, over HTTP with a token, and over HTTP without one."""

import os
from collections.abc import AsyncGenerator, Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from tests.server.interop.doors import Door, HttpDoor, StdioDoor, serving_http

TOKEN = "a-token-of-the-tests"  # noqa: S105 - made up


@pytest.fixture(scope="session")
def environment(cache: Path, tasks_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    return {
        "PATH": os.defpath,
        "HOME": str(tmp_path_factory.mktemp("home")),
        "REPOZERO_CACHE_DIR": str(cache),
        "REPOZERO_TASKS_DIR": str(tasks_dir),
    }


@pytest.fixture(scope="session")
def stdio_door(environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> StdioDoor:
    return StdioDoor(with_data(environment, tmp_path_factory.mktemp("stdio")))


@pytest.fixture(scope="session")
async def http_door(
    environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[HttpDoor]:
    folder = tmp_path_factory.mktemp("http")
    tokens = folder / "tokens"
    tokens.write_text(f"agent {sha256(TOKEN.encode()).hexdigest()}\n")
    async with serving_http(with_data(environment, folder), folder, "--tokens", str(tokens)) as url:
        yield HttpDoor(url, TOKEN)


@pytest.fixture(scope="session", params=["stdio", "http"])
def door(request: pytest.FixtureRequest) -> Door:
    """Each in turn."""
    return request.getfixturevalue(f"{request.param}_door")


@pytest.fixture(scope="session")
async def open_url(environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[str]:
    """Where a server without tokens serves everybody on this machine."""
    folder = tmp_path_factory.mktemp("open")
    async with serving_http(with_data(environment, folder), folder) as url:
        yield url


def with_data(environment: Mapping[str, str], folder: Path) -> Mapping[str, str]:
    return {**environment, "REPOZERO_DATA_DIR": str(folder / "data")}
