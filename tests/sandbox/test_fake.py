import pytest

from sandbox.errors import MissingEntry, SandboxFault
from sandbox.fake import Behaviour, FakeSandbox, FakeToolchain
from sandbox.limits import Limits


async def test_a_fault_of_the_sandbox_has_no_outcome() -> None:
    sandbox = FakeSandbox()
    sandbox.teach(b"broken", lambda _: Behaviour(fault="the daemon is gone"))
    program = await FakeToolchain().prepare({"main.mjs": b"broken"}, "main.mjs")
    async with sandbox.open(program, Limits()) as box:
        with pytest.raises(SandboxFault, match="the daemon is gone"):
            await box.run([])


async def test_a_program_that_nobody_taught_is_a_fault_and_not_a_verdict() -> None:
    program = await FakeToolchain().prepare({"main.mjs": b"unknown"}, "main.mjs")
    with pytest.raises(SandboxFault, match="knows 0 programs"):
        async with FakeSandbox().open(program, Limits()):
            pass


async def test_the_fake_toolchain_misses_an_entry_too() -> None:
    with pytest.raises(MissingEntry, match=r"no main\.mjs"):
        await FakeToolchain().prepare({"other.mjs": b""}, "main.mjs")
