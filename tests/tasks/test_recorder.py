"""The recorder with real boxes: what becomes a case, what is dropped, and what stops it."""

from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from sandbox.bubblewrap import BubblewrapSandbox
from tasks.bundle_folder import read_folder
from tasks.generation import GeneratorFailed
from tasks.hidden import load_hidden
from tasks.recorder import record
from tasks.reference import References
from tasks.selection import Quota, TooFewCases

WriteBundle = Callable[..., Path]

FEW = Quota(samples_at_least=1, hidden_at_least=1, hidden_per_behaviour=1)

DRIVER = b"""
import os, sys
import base58
name = sys.argv[1]
if name == "hash":
    print(hash("something"))
elif name == "loop":
    while True:
        pass
elif name == "abort":
    os.abort()
elif name == "raw":
    sys.stdout.buffer.write(b"\\xff")
elif name == "nobody":
    print("ValueError: nobody")
    sys.exit(1)
else:
    print(name, base58.b58encode(name.encode()).decode())
"""

GENERATOR = b"""
import json, sys
names = ["Ada", "hash", "loop", "abort", "raw", "-x y", "Ada", "\\U0001f600", *map(str, range(10))]
for name in names:
    print(json.dumps({"behaviour": "greet", "args": [name]}))
for extra in range(4):
    print(json.dumps({"behaviour": "fail", "args": ["nobody", str(extra), *sys.argv[1:]]}))
"""


def printing(row: str) -> str:
    return f"print({row!r})"


QUICK = b"""
import json

for n in range(8):
    print(json.dumps({"behaviour": ["greet", "fail"][n % 2], "args": [str(n)]}))
"""


@pytest.fixture
def recordable(write_bundle: WriteBundle) -> Callable[..., Path]:
    def write(generator: bytes = GENERATOR, **options: str) -> Path:
        limits = b"[limits]\ncpu_seconds = 1\n\n[library]"
        card = (write_bundle(**options) / "task.toml").read_bytes().replace(b"[library]", limits)
        return write_bundle({"task.toml": card, "driver.py": DRIVER, "generator.py": generator}, **options)

    return write


async def test_what_is_unstable_too_slow_or_killed_makes_no_case(
    recordable: Callable[..., Path], bubblewrap: BubblewrapSandbox, references: References
) -> None:
    steps = list[tuple[int, int]]()
    with anyio.fail_after(120):
        recording = await record(
            recordable(), bubblewrap, references, on_progress=lambda done, total: steps.append((done, total)), quota=FEW
        )
    assert recording.dropped == {"unstable": 1, "time limit": 1, "signal": 1}
    assert (recording.samples, recording.hidden) == (4, 14)
    assert steps == [(done, 21) for done in range(1, 22)]
    cases = {case.args: case for case in (*recording.task.samples, *load_hidden(recording.task).cases)}
    assert len(cases) == 18
    answers = {args: (case.behaviour, case.stdout, case.exit_code) for args, case in cases.items()}
    assert answers["-x y",] == ("greet", b"-x y 2AQnwa\n", 0)
    assert answers["raw",] == ("greet", b"\xff", 0)
    assert answers["nobody", "0", "7", "40"] == ("fail", b"ValueError: nobody\n", 1)


async def test_recording_again_gives_the_same_bytes(
    recordable: Callable[..., Path], bubblewrap: BubblewrapSandbox, references: References
) -> None:
    once, again = (recordable(QUICK, root=root) for root in ("once", "again"))
    with anyio.fail_after(120):
        await record(once, bubblewrap, references, quota=FEW)
        await record(again, bubblewrap, references, quota=FEW, parallel=1)
    assert read_folder(once) == read_folder(again)


async def test_too_few_cases_leave_the_bundle_as_it_was(
    recordable: Callable[..., Path], bubblewrap: BubblewrapSandbox, references: References
) -> None:
    folder = recordable()
    before = read_folder(folder)
    with anyio.fail_after(120), pytest.raises(TooFewCases, match="4 samples are not 12 to 20"):
        await record(folder, bubblewrap, references)
    assert read_folder(folder) == before


@pytest.mark.parametrize(
    ("generator", "reason"),
    [
        ("raise SystemExit('no luck')", "ended with exit code 1: no luck"),
        ("print('x')", "printed a bad row: line 1: not JSON"),
        ("print('{}')", "printed a bad row: line 1: behaviour: missing"),
        (printing('{"behaviour": "greet", "args": [1]}'), "printed a bad row: line 1: args.0: Input should be a valid"),
        (
            printing('{"behaviour": "sing", "args": []}'),
            "printed a bad row: line 1: task.toml names no behaviour",
        ),
        (printing('{"behaviour": "greet", "args": ["\\u0000"]}'), "printed a bad row: line 1: args.0 holds a NUL"),
        (printing('{"behaviour": "greet", "args": ["\\ud800"]}'), "printed a bad row: line 1: args.0 holds a lone"),
        (printing('{"behaviour": "greet", "args": ["\\u088f"]}'), "printed a bad row: line 1: args.0 holds U+088F"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\n')", "printed something that is not UTF-8"),
        ("open('/app/made', 'w')", "ended with exit code 1: OSError: [Errno 30] Read-only file system"),
        ("while True: print('x' * 4096)", "was ended by its stdout limit"),
    ],
)
async def test_a_bad_generator_is_refused_by_line_and_reason(
    recordable: Callable[..., Path],
    bubblewrap: BubblewrapSandbox,
    references: References,
    generator: str,
    reason: str,
) -> None:
    with anyio.fail_after(60), pytest.raises(GeneratorFailed) as caught:
        await record(recordable(generator.encode()), bubblewrap, references, quota=FEW)
    assert str(caught.value).startswith(f"generator.py {reason}")
