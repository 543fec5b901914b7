"""Recording a bundle on this machine, with the real original in a real box."""

from functools import partial
from pathlib import Path

from anyio import to_thread

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.roots import RootStore
from sandbox.slots import Slots
from sandbox.toolchains.c import C
from sandbox.toolchains.python import Python
from server.settings import Settings
from tasks.debian_reference import DebianReferences
from tasks.python_reference import PythonReferences
from tasks.recorder import OnProgress, Recording, record
from tasks.reference import References


async def record_bundle(settings: Settings, folder: Path, on_progress: OnProgress) -> Recording:
    """Raises: what `record` raises, LibraryMissing, and SandboxUnavailable."""
    sandbox = BubblewrapSandbox(settings.cache_dir)
    await sandbox.check()
    references = await _references(settings, sandbox)
    return await record(folder, sandbox, references, on_progress=on_progress, parallel=settings.parallel_runs)


async def _references(settings: Settings, sandbox: BubblewrapSandbox) -> References:
    roots = RootStore(settings.cache_dir)
    builds = Builds(sandbox, Slots(settings.parallel_runs), settings.cache_dir)
    python = await to_thread.run_sync(Python.load, roots)
    libraries = settings.cache_dir / "references"
    return References(
        python=PythonReferences(python, libraries),
        debian=DebianReferences(python, partial(C.load, roots, builds), libraries),
    )
