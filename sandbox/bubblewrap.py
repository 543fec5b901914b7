"""The bubblewrap backend: a box is a prepared root and a folder of files, each run a bubblewrap of its own."""

import os
import shutil
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import anyio
from anyio import to_thread

from sandbox.box import BUILD_PLACES, SCRATCH_BYTES, Box, Built, Program
from sandbox.box_folders import BoxFolders
from sandbox.box_users import BoxUsers
from sandbox.bubblewrap_obstacles import Obstacle, explain, missing_tool, unreachable, unwatchable
from sandbox.bubblewrap_profile import BoxView, Scratch, Tools, command, process_limit
from sandbox.build_output import output_of
from sandbox.cache import reachable_folder
from sandbox.confined import Confined, confined
from sandbox.errors import SandboxFault, SandboxUnavailable
from sandbox.libraries import shared_libraries
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootContents, RootStore
from sandbox.supervision import supervise

_SCRATCH = tuple(Scratch(place, SCRATCH_BYTES) for place in BUILD_PLACES)

_PACKAGES = {"bwrap": "bubblewrap", "prlimit": "util-linux", "setpriv": "util-linux"}


class BubblewrapSandbox:
    """Boxes lie under `cache_dir`. As root, programs run under spare uids, which must be able to reach it."""

    def __init__(self, cache_dir: Path, search_path: str | None = None) -> None:
        """`search_path` is where bubblewrap and its helpers are looked for, instead of PATH."""
        self._cache_dir = cache_dir
        self._search_path = search_path
        self._folders = BoxFolders(cache_dir)
        self._users = BoxUsers(os.geteuid())

    @property
    def name(self) -> str:
        return "bubblewrap"

    async def check(self) -> None:
        try:
            trial = await to_thread.run_sync(self._trial)
            async with self.open(trial, Limits()) as box:
                outcome = await box.run([])
        except SandboxFault as fault:
            raise self._unavailable(explain(str(fault))) from fault
        if outcome.exit_code != 0:
            raise self._unavailable(explain(f"a trial program ended with {outcome.exit_code}"))

    def open(self, program: Program, limits: Limits) -> AbstractAsyncContextManager[Box]:
        return self._opened(program, limits, ())

    async def build(self, program: Program, limits: Limits, product: str) -> Built:
        async with self._opened(program, limits, _SCRATCH) as box:
            return await box.build(product)

    @asynccontextmanager
    async def _opened(
        self, program: Program, limits: Limits, scratch: tuple[Scratch, ...]
    ) -> AsyncGenerator["_BubblewrapBox"]:
        tools = _find_tools(self._search_path)
        if isinstance(tools, Obstacle):
            raise SandboxFault(tools.reason)
        held = self._folders.holding(program.files, self._users.group)
        try:
            folder = await to_thread.run_sync(held.__enter__)
        except OSError as error:
            raise SandboxFault(f"a box could not be prepared: {error}") from error
        box = _BubblewrapBox(BoxView(tools, program, folder, limits, self._users.dropping, scratch), self._users)
        try:
            yield box
        finally:
            with anyio.CancelScope(shield=True):
                await box.close()
                await to_thread.run_sync(held.__exit__, None, None, None)

    def sweep(self) -> None:
        """Remove the boxes of servers that died. Blocks: call it from a worker thread, when a server starts."""
        self._folders.sweep()

    def _trial(self) -> Program:
        """A program that does nothing, in a root of its own.

        Raises:
            SandboxUnavailable: something that every box needs is missing.
            SandboxFault: the root could not be prepared.
        """
        tools = _find_tools(self._search_path)
        if isinstance(tools, Obstacle):
            raise self._unavailable(tools)
        try:
            reachable_folder(self._cache_dir)
            obstacle = unwatchable() or (unreachable(self._cache_dir) if self._users.dropping else None)
            if obstacle is not None:
                raise self._unavailable(obstacle)
            nothing = Path(shutil.which("true") or "/bin/true")
            root = RootStore(self._cache_dir).provide(
                RootContents({"/bin/true": nothing, **shared_libraries([nothing])})
            )
        except OSError as error:
            raise SandboxFault(f"the cache {self._cache_dir} can't be used: {error}") from error
        return Program(root, ("/bin/true",), {})

    def _unavailable(self, obstacle: Obstacle) -> SandboxUnavailable:
        return SandboxUnavailable(self.name, obstacle.reason, obstacle.remedy)


class _BubblewrapBox:
    def __init__(self, view: BoxView, users: BoxUsers) -> None:
        self._view = view
        self._users = users
        self._trees: set[Confined] = set()
        self._closed = False
        self._empty = anyio.Event()

    async def run(self, args: Sequence[str]) -> Outcome:
        async with self._at_its_gate(args) as tree:
            return await supervise(tree, self._view.limits)

    async def build(self, product: str) -> Built:
        async with self._at_its_gate([]) as tree, output_of(tree, self._view.program.root.folder) as output:
            outcome = await supervise(tree, self._view.limits)
            if outcome.exceeded is not None or outcome.exit_code != 0:
                return Built(outcome, None)
            return Built(outcome, await to_thread.run_sync(output.take, product, self._view.limits.file_bytes))

    @asynccontextmanager
    async def _at_its_gate(self, args: Sequence[str]) -> AsyncGenerator[Confined]:
        if self._closed:
            raise SandboxFault("the box is closed")
        with self._users.one() as user:
            async with confined(partial(command, self._view, user, args)) as tree:
                self._trees.add(tree)
                try:
                    if not self._view.drop_user:
                        tree.limit_processes(process_limit(self._view.limits))
                    yield tree
                finally:
                    self._trees.discard(tree)
                    if self._closed and not self._trees:
                        self._empty.set()

    async def close(self) -> None:
        """Kill what still runs, and wait until nobody needs the box's files."""
        self._closed = True
        for tree in self._trees:
            tree.kill()
        if self._trees:
            await self._empty.wait()


def _find_tools(search_path: str | None) -> Tools | Obstacle:
    found = {name: shutil.which(name, path=search_path) for name in _PACKAGES}
    for name, path in found.items():
        if path is None:
            return missing_tool(name, _PACKAGES[name])
    return Tools(*(Path(str(found[name])) for name in ("setpriv", "prlimit", "bwrap")))
