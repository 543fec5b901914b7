"""Recording a bundle on this machine, with the real original in a real box."""

from pathlib import Path

from anyio import to_thread

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.roots import RootStore
from sandbox.toolchains.python import Python
from server.settings import Settings
from tasks.recorder import OnProgress, Recording, record
from tasks.reference import PythonReferences


async def record_bundle(settings: Settings, folder: Path, on_progress: OnProgress) -> Recording:
    """Raises: what `record` raises, LibraryMissing, and SandboxUnavailable."""
    sandbox = BubblewrapSandbox(settings.cache_dir)
    await sandbox.check()
    python = await to_thread.run_sync(Python.load, RootStore(settings.cache_dir))
    references = PythonReferences(python, settings.cache_dir / "references")
    return await record(folder, sandbox, references, on_progress=on_progress, parallel=settings.parallel_runs)
