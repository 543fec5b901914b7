"""Sending a solution's files, in as many calls as their size asks for."""

import json
from collections.abc import Generator, Mapping

from clients.results import WorkspaceSize
from clients.session import Session

CALL_BYTES = 2 * 1024 * 1024
"""What goes into one call, as JSON: many servers and proxies refuse bodies over 4 MiB."""


async def upload(session: Session, attempt_id: str, files: Mapping[str, str]) -> WorkspaceSize:
    """Write all files, of which there is at least one.

    Raises:
        ToolFailed: the server refuses them; those of earlier calls are written all the same.
        ServerUnreachable, UnexpectedAnswer.
    """
    sizes = [await session.write_files(attempt_id, batch) for batch in batches(files, CALL_BYTES)]
    return sizes[-1]


def batches(files: Mapping[str, str], most_bytes: int) -> Generator[Mapping[str, str]]:
    """The files in order, in groups of at most so many bytes; a file that is larger goes alone."""
    batch: dict[str, str] = {}
    left = most_bytes
    for path, content in files.items():
        size = len(json.dumps({"path": path, "content": content}, ensure_ascii=False).encode())
        if batch and size > left:
            yield batch
            batch, left = {}, most_bytes
        batch[path] = content
        left -= size
    yield batch
