"""Whom a box's programs are on the host.

Inside a box everyone is 65534. On the host that must be nobody who owns anything: a server started as root gives each
running case a uid of its own out of a range that neither distributions nor container engines hand out, so that no two
cases share a process count. An ordinary server can't do that, and its boxes run as its own user.
"""

import os
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from sandbox.errors import SandboxFault

_SPARE = range(60706, 61184)
"""Left free by systemd's table of uids, and inside the 65,536 uids that containers usually have."""


@dataclass(frozen=True, slots=True)
class BoxUser:
    uid: int
    gid: int


class BoxUsers:
    """`current` is the server's own effective uid."""

    def __init__(self, current: int) -> None:
        self.dropping = current == 0
        self.group = _SPARE.start if self.dropping else None
        """The group in which every box's files are readable, if boxes have a uid of their own."""
        self._own = BoxUser(current, os.getegid())
        first = os.getpid() % len(_SPARE)  # several servers on one machine start at different uids
        self._free = deque([*_SPARE[first:], *_SPARE[:first]])

    @contextmanager
    def one(self) -> Generator[BoxUser]:
        """A user for one run; when dropping, nobody else's in this process.

        Raises:
            SandboxFault: more runs at once than there are spare uids.
        """
        if self.group is None:
            yield self._own
            return
        if not self._free:
            raise SandboxFault(f"more than {len(_SPARE)} programs run at once")
        uid = self._free.popleft()
        try:
            yield BoxUser(uid, self.group)
        finally:
            self._free.append(uid)
