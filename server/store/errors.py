"""Failures of the store. Each is a fault of ours: never scored, never charged."""

from pathlib import Path


class StoreUnavailable(Exception):
    """Raised when the database can't do its work: full disk, locked for too long, damaged or unreadable."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the store can't be used: {reason}")
        self.reason = reason


class ForeignDataDirectory(Exception):
    """Raised when the data directory belongs to another user, who could read or replace what is kept in it."""

    def __init__(self, path: Path, owner: int) -> None:
        super().__init__(f"the data directory {path} belongs to uid {owner}: choose one that is yours")
        self.path = path
        self.owner = owner


class NewerStore(Exception):
    """Raised when a newer release has changed the schema, so that this one can't tell what the tables mean."""

    def __init__(self, revision: str) -> None:
        super().__init__(f"the store has the unknown schema revision {revision}: upgrade repozero-mcp to use it")
        self.revision = revision
