"""What every backend promises about builds. Each compiler exists twice: for node, and as the fake is taught it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import pytest

from sandbox.box import Built, Program, Root, Sandbox
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.errors import SandboxFault
from sandbox.fake import Behaviour, FakeSandbox
from sandbox.limits import Limits
from sandbox.outcome import Exceeded


@dataclass(frozen=True)
class Compiler:
    javascript: str
    fake: Behaviour


Build = Callable[..., Awaitable[Built]]


@pytest.fixture(params=["fake", "bubblewrap"])
def build(request: pytest.FixtureRequest, bubblewrap: BubblewrapSandbox, building_root: Root) -> Build:
    fake = FakeSandbox()
    sandbox: Sandbox = fake if request.param == "fake" else bubblewrap

    async def build(compiler: Compiler, limits: Limits | None = None) -> Built:
        source = f"import fs from 'fs'; {compiler.javascript}".encode()
        fake.teach(source, lambda _: compiler.fake)
        program = Program(building_root, ("/bin/node", "/app/main.mjs"), {"main.mjs": source})
        return await sandbox.build(program, limits or Limits(file_bytes=1000), "product")

    return build


async def test_the_product_is_taken(build: Build) -> None:
    content = bytes(range(256))
    writes = "fs.writeFileSync('/out/product', Buffer.from([...Array(256).keys()])); console.log('done')"
    built = await build(Compiler(writes, Behaviour(b"done\n", left={"product": content})))
    assert built.product == content
    assert (built.outcome.exit_code, built.outcome.stdout) == (0, b"done\n")


async def test_an_empty_product_is_one(build: Build) -> None:
    built = await build(Compiler("fs.writeFileSync('/out/product', '')", Behaviour(left={"product": b""})))
    assert built.product == b""


async def test_where_nothing_is_left_there_is_no_product(build: Build) -> None:
    built = await build(Compiler("fs.writeFileSync('/out/other', 'x')", Behaviour(left={"other": b"x"})))
    assert (built.product, built.outcome.exit_code) == (None, 0)


async def test_a_compiler_that_fails_has_no_product(build: Build) -> None:
    fails = "fs.writeFileSync('/out/product', 'x'); console.error('line 1: no'); process.exitCode = 1"
    built = await build(Compiler(fails, Behaviour(stderr=b"line 1: no\n", exit_code=1, left={"product": b"x"})))
    assert (built.product, built.outcome.exit_code, built.outcome.stderr) == (None, 1, b"line 1: no\n")


async def test_a_build_beyond_a_limit_has_no_product(build: Build) -> None:
    loops = "fs.writeFileSync('/out/product', 'x'); for (;;);"
    limits = Limits(cpu_seconds=0.3, wall_factor=50)
    built = await build(Compiler(loops, Behaviour(cpu_seconds=1000, left={"product": b"x"})), limits)
    assert (built.product, built.outcome.exceeded) == (None, Exceeded.CPU)


async def test_a_product_of_just_the_limit_is_taken(build: Build) -> None:
    writes = "fs.writeFileSync('/out/product', 'x'.repeat(1000))"
    built = await build(Compiler(writes, Behaviour(left={"product": b"x" * 1000})))
    assert built.product == b"x" * 1000


async def test_a_larger_product_is_not_there(build: Build) -> None:
    writes = "try { fs.writeFileSync('/out/product', 'x'.repeat(1001)) } catch { fs.unlinkSync('/out/product') }"
    built = await build(Compiler(writes, Behaviour(left={"product": b"x" * 1001})))
    assert built.product is None


async def test_a_failing_sandbox_is_no_failed_build(bubblewrap: BubblewrapSandbox, building_root: Root) -> None:
    fake = FakeSandbox()
    fake.teach(b"", lambda _: Behaviour(fault="the daemon is gone"))
    program = Program(building_root, ("/bin/nothing",), {"main.mjs": b""})
    nowhere = replace(program, root=Root(building_root.folder / "nowhere", "0" * 64))
    for sandbox, broken in ((fake, program), (bubblewrap, program), (bubblewrap, nowhere)):
        with pytest.raises(SandboxFault):
            await sandbox.build(broken, Limits(), "product")
