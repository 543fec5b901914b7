"""Rust, built by one call of rustc in a box: no cargo, hence no build scripts, no settings and no packages.

The program is linked statically where the machine has what that needs, and then runs in an empty root. Finding the
compiler and copying it takes seconds and half a gibibyte of disk, so it is done when a first Rust program is built; a
machine without Rust serves all other tracks.
"""

import hashlib
from dataclasses import dataclass
from functools import partial

import anyio
from anyio import to_thread

from sandbox.box import APP, BUILD_PLACES, OUT, Files, Program, Root
from sandbox.builds import PRODUCT, BuildRequest, Builds
from sandbox.errors import BuildFailed, MissingEntry, SandboxFault, ToolchainMissing
from sandbox.libraries import LibraryMissing
from sandbox.limits import BUILD_LIMITS, Limits
from sandbox.roots import RootContents, RootStore
from sandbox.toolchains.gcc import PATH, Gcc
from sandbox.toolchains.rustc import REMEDY, Rustc, find_rustc
from sandbox.toolchains.toolchain import ToolchainIdentity

_RUSTC = "/usr/bin/rustc"
_FLAGS = (
    *("--edition", "2021", "--crate-name", "main", "--crate-type", "bin"),
    *("-O", "-F", "unsafe_code", "-C", "strip=symbols"),
    *("-A", "warnings", "--color", "never"),  # the first errors shall not be the last of many warnings
    *("--sysroot", "/usr", "--remap-path-prefix", f"{APP}/=", "-o", f"{OUT}/{PRODUCT}"),
)
_STATIC = ("-C", "target-feature=+crt-static")

_TRIAL = {"main.rs": b"fn main() {}\n"}


@dataclass(frozen=True, slots=True)
class _Compiler:
    program: Program
    """Lacks only the source: its files, and the entry as a last argument."""
    run_root: Root
    identity: ToolchainIdentity


class Rust:
    """`rustc` is a compiler that was found already; without it the machine's best is looked for, when it is needed."""

    def __init__(self, roots: RootStore, builds: Builds, *, rustc: Rustc | None = None) -> None:
        self._roots = roots
        self._builds = builds
        self._rustc = rustc
        self._compiler: _Compiler | None = None
        self._finding = anyio.Lock()

    async def check(self) -> None:
        await self._ready()

    async def identify(self) -> ToolchainIdentity:
        return (await self._ready()).identity

    async def prepare(self, files: Files, entry: str, build_limits: Limits = BUILD_LIMITS) -> Program:
        if entry not in files:
            raise MissingEntry(entry)
        compiler = await self._ready()
        product = await self._built(compiler, files, entry, build_limits)
        return Program(compiler.run_root, (f"{APP}/{PRODUCT}",), {PRODUCT: product})

    async def _built(self, compiler: _Compiler, files: Files, entry: str, limits: Limits) -> bytes:
        program = compiler.program
        source = Program(program.root, (*program.argv, entry), files, environment=program.environment)
        return await self._builds.product(BuildRequest(source, limits))

    async def _ready(self) -> _Compiler:
        """The compiler, found and tried once. What does not build an empty program never fails an agent's.

        Raises:
            ToolchainMissing, SandboxFault.
        """
        async with self._finding:
            if self._compiler is None:
                compiler = await to_thread.run_sync(partial(_find, self._roots, self._rustc))
                try:
                    await self._built(compiler, _TRIAL, "main.rs", BUILD_LIMITS)
                except BuildFailed as failure:
                    reason = f"an empty program does not build: {failure.output}"
                    raise ToolchainMissing("Rust", reason, REMEDY) from None
                self._compiler = compiler
            return self._compiler


def _find(roots: RootStore, given: Rustc | None) -> _Compiler:
    rustc = given or find_rustc()
    gcc = Gcc.find("Rust")
    static = gcc.file("libc.a") is not None and gcc.file("libgcc_eh.a") is not None
    flags = (*_FLAGS, *rustc.linker_flags, "-C", f"linker={gcc.program}", *(_STATIC if static else ()))
    try:
        contents = {_RUSTC: rustc.program, **rustc.libraries(), **gcc.linking()}
        build_root = roots.provide(RootContents(contents, BUILD_PLACES))
        run_root = roots.provide(RootContents({} if static else gcc.runtime("libgcc_s.so.1", "libc.so.6")))
    except LibraryMissing as missing:
        raise ToolchainMissing("Rust", str(missing), REMEDY) from None
    except OSError as error:
        raise SandboxFault(f"the Rust compiler can't be copied: {error}") from error
    compiler = Program(build_root, (_RUSTC, *flags), {}, environment={"PATH": PATH})
    return _Compiler(compiler, run_root, _identity(rustc, compiler, run_root))


def _identity(rustc: Rustc, compiler: Program, run_root: Root) -> ToolchainIdentity:
    facts = (compiler.root.digest, run_root.digest, *compiler.argv)
    return ToolchainIdentity("rustc", rustc.version, hashlib.sha256("\0".join(facts).encode()).hexdigest())
