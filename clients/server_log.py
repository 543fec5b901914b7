"""What a server that this client has started writes about itself, kept aside until it is of use."""

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from typing import TextIO

TAIL_BYTES = 2_000


class ServerLog:
    """Written by the server, and read here beside the position at which it writes."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def tail(self) -> str:
        """Its last whole lines."""
        descriptor = self.file.fileno()
        start = max(0, os.fstat(descriptor).st_size - TAIL_BYTES)
        text = os.pread(descriptor, TAIL_BYTES, start).decode(errors="replace")
        return (text.partition("\n")[2] if start else text).strip()


@contextmanager
def server_log() -> Generator[ServerLog]:
    with tempfile.TemporaryFile("w+") as file:
        yield ServerLog(file)
