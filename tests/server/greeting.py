"""A small task of our own: greeting whoever the argument names, and programs that do so or don't."""

from pathlib import Path

from tasks.case_files import encode_cases
from tasks.cases import Case
from tasks.digests import encode_sums, sha256
from tasks.hidden import pack_hidden

TASK_ID = "py2js/greeting/hello"
CANARY = "canary-of-the-greeting"

CARD = """\
id = "py2js/greeting/hello"
version = 1
title = "Greeting"
track = "py2js"
entry = "main.mjs"
difficulty = "easy"
visibility = "practice"

[library]
name = "greeting"
version = "1"
licence = "MIT"
homepage = "https://example.org/"

[limits]
cpu_seconds = 60.0

[[behaviours]]
name = "greet"
summary = "Greeting somebody"

[reference]
kind = "python"
requirements = ["base58==2.1.1 --hash=sha256:11a36f4d3ce51dfc1043f3218591ac4eb1ceb172919cebe05b52a5bcc8d245c2"]

[cases]
seed = 1
generated = 8
samples = 2
hidden = 4
"""

SAMPLED = ("Ada", "Grace")
HIDDEN = ("Edsger", "Barbara", "Donald", "Frances")

RIGHT = "console.log('hello', process.argv[2]);\n"
WRONG = "console.log('goodbye', process.argv[2]);\n"
SPINNING = "for (;;);\n"
"""Busy for longer than any test takes."""


def write_greeting(tasks_dir: Path, sampled: tuple[str, ...] = SAMPLED, hidden: tuple[str, ...] = HIDDEN) -> Path:
    """The bundle, in a folder of tasks."""
    files = {
        "task.toml": CARD.encode(),
        "spec.md": b"# Greeting\n",
        "driver.py": b"import sys\nprint('hello', sys.argv[1])\n",
        "generator.py": b"print()\n",
        "cases/sample.jsonl": encode_cases(_cases("sample", sampled)),
        "cases/hidden.jsonl.xz": pack_hidden(_cases("hidden", hidden), CANARY),
    }
    folder = tasks_dir / TASK_ID
    (folder / "cases").mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "SHA256SUMS").write_bytes(encode_sums({name: sha256(content) for name, content in files.items()}))
    return folder


def _cases(kind: str, names: tuple[str, ...]) -> list[Case]:
    return [
        Case(f"{kind}-{number:03}", "greet", (name,), f"hello {name}\n".encode(), 0)
        for number, name in enumerate(names, 1)
    ]
