"""Tasks of our own, small ones, and the real server that hands them out."""

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest

from clients.http_server import HttpServer, open_http_server
from clients.local_server import LocalServer
from clients.session import Session, open_session
from tasks.case_files import encode_cases
from tasks.cases import Case
from tasks.digests import encode_sums, sha256
from tasks.hidden import pack_hidden

CARD = """\
id = "{task_id}"
version = 1
title = "Greeting"
track = "py2js"
entry = "main.mjs"
difficulty = "easy"
visibility = "practice"

[library]
name = "greeting"
version = "1.0"
licence = "MIT"
homepage = "https://example.org/"

[[behaviours]]
name = "greet"
summary = "Greeting somebody"

[reference]
kind = "python"
requirements = ["greeting==1.0 --hash=sha256:11a36f4d3ce51dfc1043f3218591ac4eb1ceb172919cebe05b52a5bcc8d245c2"]

[cases]
seed = 7
generated = 40
samples = 2
hidden = 8
"""
SPEC = "# Greeting\n" + "".join(
    f"Rule {number}: greet everybody by name, ä and 🙂 included.\n" for number in range(300)
)

TASK = "py2js/greeting/hello"
OTHER_TASKS = [f"py2js/greeting/hello-{number:02}" for number in range(41)]
"""With these there are more tasks than a page of list_tasks holds."""

BROKEN_TASK = "py2js/greeting/broken"
"""Nobody but the judge unpacks hidden cases, and these can't be unpacked: a fault on the server's side."""

PROGRAMS = {
    "right": "console.log('hello ' + process.argv[2]);\n",
    "wrong": "console.log('hello ' + process.argv[2].replace(/[^ -~]/g, '?'));\n",
    "bad": "console.log('hallo');\n",
    "broken": "console.log(;\n",
}

HIDDEN_NAMES = ["Ada", "Zoë", *(f"guest {number}" for number in range(6))]


def greeting(number: int, name: str) -> Case:
    return Case(f"case-{number:03}", "greet", (name,), f"hello {name}\n".encode(), 0)


def write_task(root: Path, task_id: str, hidden: bytes) -> None:
    files = {
        "task.toml": CARD.format(task_id=task_id).encode(),
        "spec.md": SPEC.encode(),
        "driver.py": b"print('hello')\n",
        "generator.py": b"print()\n",
        "cases/sample.jsonl": encode_cases([greeting(1, "Bob"), greeting(2, "Eve")]),
        "cases/hidden.jsonl.xz": hidden,
    }
    files["SHA256SUMS"] = encode_sums({name: sha256(content) for name, content in files.items()})
    for name, content in files.items():
        path = root / task_id / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@pytest.fixture(scope="session")
def tasks_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tasks")
    hidden = pack_hidden([greeting(*case) for case in enumerate(HIDDEN_NAMES)], "a canary")
    for task_id in [TASK, *OTHER_TASKS]:
        write_task(root, task_id, hidden)
    write_task(root, BROKEN_TASK, b"packed otherwise")
    return root


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each program, with the note that golden solutions carry."""
    root = tmp_path_factory.mktemp("programs")
    for name, program in PROGRAMS.items():
        (root / name).mkdir()
        (root / name / "main.mjs").write_text(program)
        (root / name / "expected.toml").write_text('verdict = "any"\n')
    return root


@pytest.fixture(scope="session")
def environment(tasks_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """One program at a time, so that judging a slow one takes long enough on any machine."""
    return {
        "REPOZERO_TASKS_DIR": str(tasks_dir),
        "REPOZERO_DATA_DIR": str(tmp_path_factory.mktemp("data") / "data"),
        "REPOZERO_PARALLEL_RUNS": "1",
    }


@pytest.fixture(scope="session")
def server(environment: Mapping[str, str]) -> LocalServer:
    return LocalServer(environment=environment)


@pytest.fixture(scope="session")
async def http_server(environment: Mapping[str, str], anyio_backend: str) -> AsyncGenerator[HttpServer]:
    """It shares its data with the server over stdio, but not what belongs to whom. Plain tests use it too."""
    async with open_http_server(environment) as server:
        yield server


@pytest.fixture(scope="session")
async def session(server: LocalServer) -> AsyncGenerator[Session]:
    async with open_session(server) as session:
        yield session


@pytest.fixture
async def attempt_id(session: Session) -> str:
    return (await session.start_attempt(TASK)).attempt_id
