"""Programs that want out of bubblewrap's box. Each says what it reached; the expected answer is what stopped it."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from secrets import token_hex
from socket import AF_UNIX, socket
from typing import Any

import pytest

from sandbox.box import Program
from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.libraries import shared_libraries
from sandbox.limits import Limits
from sandbox.outcome import Outcome
from sandbox.roots import RootContents, RootStore

Run = Callable[..., Awaitable[Outcome]]

PRELUDE = """
import fs from 'fs'; import net from 'net'; import os from 'os'; import dgram from 'dgram'; import dns from 'dns';
import { spawnSync } from 'child_process';
const attempt = (act) => { try { return act() ?? 'done'; } catch (error) { return error.code ?? String(error); } };
const tell = (value) => console.log(JSON.stringify(value));
"""


async def told_by(run_javascript: Run, source: str, *args: str) -> Any:
    outcome = await run_javascript(PRELUDE + source, *args)
    assert outcome.exit_code == 0, outcome
    return json.loads(outcome.stdout)


async def test_no_host_can_be_connected(run_javascript: Run) -> None:
    source = """
    const connect = (to) => new Promise((end) => net.connect(to).on('connect', () => end('connected'))
        .on('error', (error) => end(error.code)));
    tell([await connect({host: '127.0.0.1', port: 22}), await connect({host: '192.0.2.1', port: 80}),
        await connect({host: '::1', port: 22}), Object.keys(os.networkInterfaces())
            .filter((name) => name !== 'lo')])"""
    loopback, outside, loopback6, others = await told_by(run_javascript, source)
    assert (loopback, outside, others) == ("ECONNREFUSED", "ENETUNREACH", [])
    assert loopback6 in ("ECONNREFUSED", "EADDRNOTAVAIL")


async def test_no_name_is_resolved_and_no_datagram_leaves(run_javascript: Run) -> None:
    source = """
    const lookup = new Promise((end) => dns.lookup('example.com', (error) => end(error?.code ?? 'resolved')));
    const send = new Promise((end) => dgram.createSocket('udp4')
        .send('x', 53, '192.0.2.1', (error) => end(error?.code ?? 'sent')));
    tell([await lookup, await send]); process.exit(0)"""
    assert await told_by(run_javascript, source) == ["EAI_AGAIN", "ENETUNREACH"]


async def test_no_abstract_socket_of_the_host_is_in_reach(run_javascript: Run) -> None:
    name = f"box-test-{token_hex(8)}"
    source = r"""net.connect('\0' + process.argv[2]).on('connect', () => tell('connected'))
        .on('error', (error) => tell(error.code))"""
    with socket(AF_UNIX) as listener:
        listener.bind(f"\0{name}")
        listener.listen()
        assert await told_by(run_javascript, source, name) == "ECONNREFUSED"


async def test_only_the_root_and_the_program_are_there(run_javascript: Run) -> None:
    source = "tell([fs.readdirSync('/'), fs.readdirSync('/app'), fs.readdirSync('/dev'), fs.readdirSync('/bin')])"
    top, app, dev, programs = await told_by(run_javascript, source)
    assert set(top) <= {"app", "bin", "dev", "lib", "lib64", "usr"}
    assert (app, dev, programs) == (["main.mjs"], ["null", "urandom"], ["node"])


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "/etc/shadow", "/proc/self/status", "/proc/1/environ", "/sys/kernel", "/root", "/home", "/run"],
)
async def test_the_hosts_files_are_not_there(run_javascript: Run, path: str) -> None:
    assert await told_by(run_javascript, "tell(attempt(() => fs.statSync(process.argv[2])))", path) == "ENOENT"


async def test_the_caches_own_path_is_not_there(run_javascript: Run, cache: Path) -> None:
    assert await told_by(run_javascript, "tell(attempt(() => fs.statSync(process.argv[2])))", str(cache)) == "ENOENT"


async def test_nothing_can_be_written(run_javascript: Run) -> None:
    source = """
    const folders = ['/', '/app', '/dev', '/bin', '/lib', '/tmp', '/dev/shm', '/var/tmp', '/proc', os.homedir()];
    tell(folders.map((folder) => attempt(() => fs.writeFileSync(folder + '/x', 'x'))).concat(
        attempt(() => fs.appendFileSync('/app/main.mjs', 'x')), attempt(() => fs.unlinkSync('/app/main.mjs')),
        attempt(() => fs.chmodSync('/app/main.mjs', 0o777)), attempt(() => fs.writeFileSync('/bin/node', 'x')),
        attempt(() => fs.mkdirSync('/app/d')), attempt(() => fs.symlinkSync('/x', '/app/s'))))"""
    answers = await told_by(run_javascript, source)
    assert set(answers) <= {"EROFS", "ENOENT", "EACCES", "EPERM"}


async def test_the_program_is_nobody_and_can_become_nobody_else(run_javascript: Run) -> None:
    source = """tell([process.getuid(), process.getgid(), attempt(() => process.setuid(0)),
        attempt(() => process.setgid(0)), os.hostname()])"""
    uid, gid, becoming_root, becoming_wheel, hostname = await told_by(run_javascript, source)
    assert (uid, gid, hostname) == (65534, 65534, "box")
    assert "done" not in (becoming_root, becoming_wheel)


async def test_no_process_outside_can_be_signalled(run_javascript: Run) -> None:
    source = """tell(Array.from({length: 3000}, (_, i) => i + 3)
        .filter((pid) => attempt(() => process.kill(pid, 0)) !== 'ESRCH').filter((pid) => pid > 100))"""
    assert await told_by(run_javascript, source) == []


async def test_no_descriptor_of_ours_is_inherited(bubblewrap: BubblewrapSandbox, roots: RootStore) -> None:
    """A shell opens nothing of its own; what it can write to, it was given."""
    shell = Path("/bin/sh").resolve()
    root = roots.provide(RootContents({"/bin/sh": shell, **shared_libraries([shell])}))
    script = b"for fd in 3 4 5 6 7 8 9; do if (: <&$fd) 2>/dev/null; then echo $fd; fi; done; echo end"
    program = Program(root, ("/bin/sh", "/app/fds.sh"), {"fds.sh": script})
    async with bubblewrap.open(program, Limits()) as box:
        outcome = await box.run([])
    assert outcome.stdout == b"end\n", outcome
