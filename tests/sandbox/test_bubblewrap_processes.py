"""That nothing outlives a run in bubblewrap's box, and that a failing sandbox is never a program's outcome."""

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Generator
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import anyio
import pytest

from sandbox.box import Box, Root
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.errors import SandboxFault, SandboxUnavailable
from sandbox.limits import Limits
from sandbox.outcome import Exceeded, Outcome
from sandbox.toolchains.javascript import JavaScript

Run = Callable[..., Awaitable[Outcome]]

SLEEP = "setTimeout(() => {}, 1e6);"

SERVER = """
import sys, anyio
from pathlib import Path
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.limits import Limits
from sandbox.roots import RootStore
from sandbox.toolchains.javascript import JavaScript

async def main(cache: Path, marker: str) -> None:
    program = await JavaScript.load(RootStore(cache)).prepare({"main.mjs": b"setTimeout(() => {}, 1e6)"}, "main.mjs")
    async with BubblewrapSandbox(cache).open(program, Limits()) as box:
        await box.run([marker])

anyio.run(main, Path(sys.argv[1]), sys.argv[2])
"""


@pytest.fixture
def others() -> set[str]:
    """Children that we had before: servers of other tests, and what passed to us when those were killed."""
    return set(children_of_ours())


@pytest.fixture(autouse=True)
def nothing_is_left(cache: Path, others: set[str]) -> Generator[None]:
    yield
    assert set(children_of_ours()) <= others
    assert list((cache / "boxes").iterdir()) == []


def children_of_ours() -> list[str]:
    """Zombies included, and everything that would pass to us when its parent dies."""
    return [child for listing in Path("/proc/self/task").glob("*/children") for child in listing.read_text().split()]


def processes_with(marker: str) -> list[Path]:
    """The host's processes that have `marker` among their arguments."""
    return [process for process in Path("/proc").glob("[0-9]*") if marker.encode() in arguments_of(process)]


def arguments_of(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


async def until(condition: Callable[[], bool]) -> None:
    with anyio.fail_after(20):
        while not condition():  # noqa: ASYNC110 - the kernel has no event for what other processes do
            await anyio.sleep(0.01)


async def started(marker: str) -> list[Path]:
    """The run's processes, once node is one of them."""
    await until(lambda: any(arguments_of(process).startswith(b"/bin/node\0") for process in processes_with(marker)))
    return processes_with(marker)


async def crowded(marker: str, tasks: int) -> None:
    """Wait until the run has that many threads."""
    await until(lambda: sum(len(list(process.glob("task/*"))) for process in processes_with(marker)) >= tasks)


async def collect_fault(box: Box, marker: str, faults: list[SandboxFault]) -> None:
    try:
        await box.run([marker])
    except SandboxFault as fault:
        faults.append(fault)


async def test_on_the_host_a_program_is_never_root(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> None:
    marker, owners = token_hex(8), set[int]()
    program = await javascript.prepare({"main.mjs": SLEEP.encode()}, "main.mjs")
    async with bubblewrap.open(program, Limits()) as box, anyio.create_task_group() as group:
        group.start_soon(box.run, [marker])
        owners = {process.stat().st_uid for process in await started(marker)}
        group.cancel_scope.cancel()
    assert 0 not in owners
    if os.geteuid() != 0:
        assert owners == {os.geteuid()}


async def test_as_root_two_runs_at_once_are_two_users(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> None:
    if os.geteuid() != 0:
        return  # an ordinary user has only one uid to give
    markers, owners = (token_hex(8), token_hex(8)), list[set[int]]()
    program = await javascript.prepare({"main.mjs": SLEEP.encode()}, "main.mjs")
    async with bubblewrap.open(program, Limits()) as box, anyio.create_task_group() as group:
        for marker in markers:
            group.start_soon(box.run, [marker])
        owners = [{process.stat().st_uid for process in await started(marker)} for marker in markers]
        group.cancel_scope.cancel()
    assert owners[0].isdisjoint(owners[1])


async def test_cancellation_ends_the_whole_tree(
    bubblewrap: BubblewrapSandbox, javascript: JavaScript, others: set[str]
) -> None:
    marker = token_hex(8)
    source = (
        "import {spawn} from 'child_process'; spawn('/bin/node', ['-e', '" + SLEEP + "', process.argv[2]]);" + SLEEP
    )
    program = await javascript.prepare({"main.mjs": source.encode()}, "main.mjs")
    with anyio.fail_after(20):
        async with bubblewrap.open(program, Limits()) as box:
            async with anyio.create_task_group() as group:
                group.start_soon(box.run, [marker])
                await started(marker)
                group.cancel_scope.cancel()
            assert processes_with(marker) == []
            assert set(children_of_ours()) <= others


async def test_a_daemon_dies_with_the_run_that_started_it(run_javascript: Run) -> None:
    marker = token_hex(8)
    source = """import {spawn} from 'child_process';
    const child = spawn('/bin/node', ['-e', 'setTimeout(() => {}, 1e6)', process.argv[2]],
        {detached: true, stdio: process.argv[3]});
    child.on('spawn', () => { child.unref(); console.log('left alone'); process.exit(3); })"""
    for stdio in ("ignore", "inherit"):
        outcome = await run_javascript(source, marker, stdio)
        assert (outcome.exit_code, outcome.stdout, outcome.exceeded) == (3, b"left alone\n", None)
        assert processes_with(marker) == []


async def test_the_cpu_time_of_children_counts(run_javascript: Run) -> None:
    source = """import {spawnSync} from 'child_process';
    const spin = "const end = Date.now() + 1000; while (Date.now() < end);";
    for (;;) spawnSync('/bin/node', ['-e', spin]);"""
    outcome = await run_javascript(source, limits=Limits(cpu_seconds=0.6, wall_factor=50))
    assert outcome.exceeded is Exceeded.CPU
    assert outcome.cpu_seconds > 0.6


async def test_a_process_bomb_is_bounded(run_javascript: Run) -> None:
    source = """import {spawn} from 'child_process';
    let count = 0;
    const one = () => { const child = spawn('/bin/node', ['-e', 'setTimeout(() => {}, 1e6)']);
        child.on('spawn', () => { count++; one(); }).on('error', (error) => {
            console.log(error.code, count < 40); process.exit(0); }); };
    one();"""
    outcome = await run_javascript(source, limits=Limits(processes=40))
    assert outcome.stdout == b"EAGAIN true\n", outcome


async def test_a_neighbours_bomb_takes_no_process_from_anyone(
    bubblewrap: BubblewrapSandbox, javascript: JavaScript, run_javascript: Run
) -> None:
    marker, outcomes = token_hex(8), list[Outcome]()
    bomb = """import {spawn} from 'child_process';
    const one = () => spawn('/bin/node', ['-e', 'setTimeout(() => {}, 1e6)', process.argv[2]]).on('error', () => {});
    setInterval(one, 20);"""
    program = await javascript.prepare({"main.mjs": bomb.encode()}, "main.mjs")
    async with bubblewrap.open(program, Limits(processes=24)) as box, anyio.create_task_group() as group:
        group.start_soon(box.run, [marker])
        await crowded(marker, 20)
        outcomes = [await run_javascript("console.log('fine')", limits=Limits(processes=24)) for _ in range(3)]
        group.cancel_scope.cancel()
    assert [outcome.stdout for outcome in outcomes] == [b"fine\n"] * 3


async def test_leaving_a_box_ends_what_runs_in_it(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> None:
    marker = token_hex(8)
    faults: list[SandboxFault] = []
    program = await javascript.prepare({"main.mjs": SLEEP.encode()}, "main.mjs")

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            async with bubblewrap.open(program, Limits()) as box:
                group.start_soon(collect_fault, box, marker, faults)
                await started(marker)
            assert processes_with(marker) == []
    assert len(faults) == 1


async def test_a_killed_server_takes_its_programs_with_it_and_the_next_one_its_folders(
    bubblewrap: BubblewrapSandbox, javascript: JavaScript, cache: Path, others: set[str]
) -> None:
    marker = token_hex(8)
    server = await anyio.open_process([sys.executable, "-c", SERVER, str(cache), marker], stdin=subprocess.DEVNULL)
    async with server:
        await started(marker)
        server.kill()
        await server.wait()
    await until(lambda: processes_with(marker) == [])
    for orphan in set(children_of_ours()) - others:  # the dead server's: this process is a subreaper too
        os.waitpid(int(orphan), 0)  # noqa: ASYNC222 - they are dead already
    assert len(list((cache / "boxes").glob("*.lock"))) == 1
    bubblewrap.sweep()


async def test_a_program_that_is_not_there_is_our_fault(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> None:
    program = await javascript.prepare({"main.mjs": b""}, "main.mjs")
    async with bubblewrap.open(replace(program, argv=("/bin/nothing",)), Limits()) as box:
        with pytest.raises(SandboxFault, match="/bin/nothing"):
            await box.run([])


async def test_a_root_that_is_gone_is_our_fault(bubblewrap: BubblewrapSandbox, javascript: JavaScript) -> None:
    program = await javascript.prepare({"main.mjs": b""}, "main.mjs")
    gone = Root(Path("/nonexistent/root"), "0" * 64)
    async with bubblewrap.open(replace(program, root=gone), Limits()) as box:
        with pytest.raises(SandboxFault, match="/nonexistent/root"):
            await box.run([])


async def test_a_program_that_imitates_a_failing_sandbox_is_judged_all_the_same(run_javascript: Run) -> None:
    outcome = await run_javascript("console.error('bwrap: execvp /bin/node: No such file'); process.exit(1)")
    assert (outcome.exit_code, outcome.exceeded) == (1, None)


async def test_a_run_that_was_killed_from_outside_has_no_outcome(
    bubblewrap: BubblewrapSandbox, javascript: JavaScript
) -> None:
    marker = token_hex(8)
    program = await javascript.prepare({"main.mjs": SLEEP.encode()}, "main.mjs")
    faults: list[SandboxFault] = []

    with anyio.fail_after(20):
        async with bubblewrap.open(program, Limits()) as box, anyio.create_task_group() as group:
            group.start_soon(collect_fault, box, marker, faults)
            processes = {process.name for process in await started(marker)}
            for monitor in processes.intersection(children_of_ours()):
                os.kill(int(monitor), 9)
    assert len(faults) == 1


async def test_the_check_passes_where_programs_can_be_isolated(bubblewrap: BubblewrapSandbox) -> None:
    await bubblewrap.check()


async def test_a_missing_tool_is_named_with_its_package(cache: Path, tmp_path: Path) -> None:
    with pytest.raises(SandboxUnavailable, match="apt-get install bubblewrap"):
        await BubblewrapSandbox(cache, search_path=str(tmp_path)).check()


async def test_nothing_runs_without_the_tools(cache: Path, tmp_path: Path, javascript: JavaScript) -> None:
    program = await javascript.prepare({"main.mjs": b""}, "main.mjs")
    with pytest.raises(SandboxFault, match="bwrap is not installed"):
        async with BubblewrapSandbox(cache, search_path=str(tmp_path)).open(program, Limits()):
            pass


async def test_as_root_a_private_cache_is_refused_with_advice(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        return  # boxes run as ourselves, who may enter our own folders
    tmp_path.chmod(0o700)
    with pytest.raises(SandboxUnavailable, match=r"choose a cache folder such as /var/cache"):
        await BubblewrapSandbox(tmp_path / "cache").check()
