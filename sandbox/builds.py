"""Building programs in boxes, each one once.

A build belongs to nobody who waits for it: a call has less time than a compiler may need, and the next call should find
what the last one began. So each build is a task of the event loop's own, which callers wait for and may leave. When the
loop ends it is cancelled, and its box ends with it.
"""

import asyncio
import hashlib
import json
import signal
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from anyio import to_thread

from sandbox.box import APP, Built, Program, Sandbox
from sandbox.errors import BuildFailed, SandboxFault
from sandbox.kept_builds import KeptBuilds
from sandbox.limits import BUILD_LIMITS, MIB, Limits
from sandbox.outcome import Exceeded
from sandbox.slots import Slots

PRODUCT = "program"
"""What compilers are told to write to in OUT."""

MOST_PRODUCT_BYTES = 32 * MIB
_MOST_FAILURES = 200


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """A compiler with its files and arguments, and what it may use."""

    compiler: Program
    limits: Limits = BUILD_LIMITS
    most_bytes: int = MOST_PRODUCT_BYTES

    def digest(self) -> str:
        """Of everything that the product depends on."""
        compiler = self.compiler
        facts = {
            "root": compiler.root.digest,
            "argv": compiler.argv,
            "files": {name: hashlib.sha256(content).hexdigest() for name, content in compiler.files.items()},
            "mounts": [(str(mount.source), mount.target) for mount in compiler.mounts],
            "environment": dict(compiler.environment),
            "limits": asdict(self.limits) | {"product": self.most_bytes},
        }
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


class Builds:
    """Products are kept under `<cache_dir>/builds`, failures in memory. The slots are shared with all other runs."""

    def __init__(self, sandbox: Sandbox, slots: Slots, cache_dir: Path) -> None:
        self._sandbox = sandbox
        self._slots = slots
        self._kept = KeptBuilds(cache_dir / "builds")
        self._failures: dict[str, str] = {}
        self._under_way: dict[str, asyncio.Task[bytes]] = {}

    async def product(self, request: BuildRequest) -> bytes:
        """What the compiler makes of its files, made now unless it was made before.

        Raises:
            BuildFailed: it made nothing, or reached a limit.
            SandboxFault: the box failed, or the disk.
        """
        key = await to_thread.run_sync(request.digest)
        if key in self._failures:
            raise BuildFailed(self._failures[key])
        building = self._under_way.get(key)
        if building is None:
            building = self._under_way[key] = asyncio.create_task(self._kept_or_made(key, request))
            building.add_done_callback(lambda done: self._note_end(key, done))
        return await asyncio.shield(building)

    def _note_end(self, key: str, done: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        error = None if done.cancelled() else done.exception()  # asked for, it is not reported as forgotten
        if isinstance(error, BuildFailed):
            self._failures[key] = error.output
            if len(self._failures) > _MOST_FAILURES:
                del self._failures[next(iter(self._failures))]

    async def _kept_or_made(self, key: str, request: BuildRequest) -> bytes:
        try:
            kept = await to_thread.run_sync(self._kept.get, key)
            if kept is not None:
                return kept
            product = product_of(await self._build(request), request)
            await to_thread.run_sync(self._kept.keep, key, product)
        except OSError as error:
            raise SandboxFault(f"builds can't be kept: {error}") from error
        return product

    async def _build(self, request: BuildRequest) -> Built:
        """A build that may have failed because of the machine gets another try, with the machine to itself."""
        async with self._slots.one():
            built = await self._sandbox.build(request.compiler, request.limits, PRODUCT)
        if not built.outcome.doubtful:
            return built
        async with self._slots.all():
            return await self._sandbox.build(request.compiler, request.limits, PRODUCT)


def product_of(built: Built, request: BuildRequest) -> bytes:
    """Raises: BuildFailed, with the reason in a sentence, or with the compiler's own words."""
    outcome = built.outcome
    if outcome.exceeded is not None:
        raise BuildFailed(_beyond(request.limits)[outcome.exceeded])
    if outcome.signal == signal.SIGXFSZ:
        raise BuildFailed(_file_too_large(request))
    if outcome.signal is not None:  # what it prints then is about itself
        raise BuildFailed(f"The compiler was ended by {signal.Signals(outcome.signal).name}.")
    if outcome.exit_code != 0:
        said = outcome.stderr.decode(errors="replace").replace(f"{APP}/", "").strip()
        raise BuildFailed(said or f"The compiler ended with exit code {outcome.exit_code}, without a word.")
    if built.product is None:
        raise BuildFailed("The compiler found no error, but left no program that can be taken.")
    if len(built.product) > request.most_bytes:
        raise BuildFailed(
            f"The program that was built has {len(built.product)} bytes; at most {request.most_bytes} are allowed."
        )
    return built.product


def _beyond(limits: Limits) -> Mapping[Exceeded, str]:
    return {
        Exceeded.CPU: f"The build used more than its {limits.cpu_seconds:g} s of CPU time and was ended.",
        Exceeded.WALL: f"The build did not end within {limits.wall_seconds:g} s, twice, and was ended.",
        Exceeded.MEMORY: f"The build used more than its {limits.memory_bytes // MIB} MiB of memory and was ended.",
        Exceeded.STDOUT: f"The compiler printed more than {limits.stdout_bytes} bytes and was ended.",
    }


def _file_too_large(request: BuildRequest) -> str:
    return f"The build wrote a file of more than {request.limits.file_bytes // MIB} MiB and was ended."
