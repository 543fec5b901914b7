"""Waking whoever waits for a submission to move, within this process. Others see it at their next look."""

from weakref import WeakValueDictionary

import anyio


class Bell:
    """Rings when there is something to judge. The bells of the single submissions ring when their judgement ends."""

    def __init__(self) -> None:
        self.next_ring = anyio.Event()
        self._about = WeakValueDictionary[str, Bell]()

    def about(self, submission_id: str) -> "Bell":
        """The bell of one submission, so that not everybody looks whenever somebody's verdict is there."""
        return self._about.setdefault(submission_id, Bell())

    def ring(self) -> None:
        self.next_ring.set()
        self.next_ring = anyio.Event()

    def listen(self) -> "Listener":
        """From now on: listen before the look, so that a ring between the look and the wait is not missed."""
        return Listener(self)

    async def wait(self, seconds: float) -> None:
        """Return at the next ring, or after `seconds`."""
        await self.listen().wait(seconds)


class Listener:
    """Hears every ring since it began to listen, or since its last wait ended."""

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._ring = bell.next_ring

    async def wait(self, seconds: float) -> None:
        """Return at the next ring, at once if there was one meanwhile, or after `seconds`."""
        with anyio.move_on_after(seconds):
            await self._ring.wait()
        self._ring = self._bell.next_ring
