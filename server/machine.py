"""What this machine judges with: bubblewrap, and the toolchains of the tracks."""

from anyio import to_thread

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.builds import Builds
from sandbox.cache import CacheUnavailable
from sandbox.roots import RootStore
from sandbox.slots import Slots
from sandbox.toolchains.javascript import JavaScript
from sandbox.toolchains.rust import Rust
from server.app import Machinery
from server.settings import Settings


async def prepare_machinery(settings: Settings) -> Machinery:
    """Find the toolchains, and clear away what servers that died have left.

    Raises:
        NodeMissing, LibraryMissing: a toolchain is not on this machine that comes with the server itself.
        CacheUnavailable: there is nowhere to keep what programs need.
    """
    sandbox = BubblewrapSandbox(settings.cache_dir)
    roots = RootStore(settings.cache_dir)
    slots = Slots(settings.parallel_runs)
    builds = Builds(sandbox, slots, settings.cache_dir)
    try:
        await to_thread.run_sync(sandbox.sweep)
        javascript = await to_thread.run_sync(JavaScript.load, roots)
    except OSError as error:
        raise CacheUnavailable(settings.cache_dir, error) from error
    return Machinery(sandbox, {"javascript": javascript, "rust": Rust(roots, builds)}, slots)
