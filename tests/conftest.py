"""Fixtures that every test may use."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The server runs on asyncio: SQLAlchemy's async engine and uvicorn need it."""
    return "asyncio"
