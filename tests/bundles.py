"""A small but whole bundle, as files. Tests replace those that they are about."""

from collections.abc import Mapping
from pathlib import Path

from tasks.case_files import encode_cases
from tasks.cases import Case
from tasks.digests import encode_sums, sha256
from tasks.hidden import pack_hidden

TASK_ID = "py2js/greeting/hello"

CARD = """\
id = "py2js/greeting/hello"
version = 1
title = "Greeting"
track = "py2js"
entry = "main.mjs"
difficulty = "easy"
tags = ["text"]
visibility = "practice"

[library]
name = "base58"
version = "2.1.1"
licence = "MIT"
homepage = "https://example.org/"

[[behaviours]]
name = "greet"
summary = "Greeting somebody"

[[behaviours]]
name = "fail"
summary = "Refusing to greet nobody"

[reference]
kind = "python"
requirements = ["base58==2.1.1 --hash=sha256:11a36f4d3ce51dfc1043f3218591ac4eb1ceb172919cebe05b52a5bcc8d245c2"]

[cases]
seed = 7
generated = 40
samples = 4
hidden = 20
"""

SAMPLES = (Case("sample-001", "greet", ("Ada",), b"hello Ada\n", 0), Case("sample-002", "fail", (), b"nobody\n", 1))
HIDDEN = (Case("hidden-001", "greet", ("Zoë",), "hello Zoë\n".encode(), 0), Case("hidden-002", "greet", (), b"\xff", 0))

FILES = {
    "task.toml": CARD.encode(),
    "spec.md": b"# Greeting\n",
    "driver.py": b"print('hello')\n",
    "generator.py": b"print()\n",
    "cases/sample.jsonl": encode_cases(SAMPLES),
    "cases/hidden.jsonl.xz": pack_hidden(HIDDEN, "a canary"),
}


def write_files(folder: Path, changes: Mapping[str, bytes | None], sums: bytes | None = None) -> Path:
    """Write the bundle with some files replaced (`None` leaves one out), its digests right, unless `sums` is given."""
    files = {name: content for name, content in {**FILES, **changes}.items() if content is not None}
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    digests = {name: sha256(content) for name, content in files.items()}
    (folder / "SHA256SUMS").write_bytes(encode_sums(digests) if sums is None else sums)
    return folder
