"""Fixtures and options that every test may use."""

import pytest
from hypothesis import settings

settings.register_profile("suite", deadline=None)  # how long an example takes says nothing about what is right
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-snapshots", action="store_true", help="write tests/snapshots/ anew instead of comparing")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The server runs on asyncio: SQLAlchemy's async engine and uvicorn need it."""
    return "asyncio"
