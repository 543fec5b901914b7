"""Each import contract of pyproject.toml catches what it is there for, planted in a skeleton of the project."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PACKAGES = ["server", "tools", "sandbox", "tasks", "clients"]

# Modules that contracts name, and what may be imported although it looks like a violation.
SKELETON = {
    "tasks/hidden.py": "",
    "tasks/judge.py": "import tasks.hidden\nimport sandbox\n",
    "tasks/recorder.py": "from tasks import hidden\n",
    "tools/planted.py": "import mcp\nimport tasks\nimport sandbox\n",
    "server/planted.py": "import sqlalchemy\nimport starlette\nimport tools\nimport tasks\nimport sandbox\n",
    "clients/planted.py": "import mcp\n",
}

# Contract -> (module to write, imports to plant in it), each of which alone must be reported.
VIOLATIONS = {
    "server > tools > tasks > sandbox": [
        ("sandbox/planted.py", ["tasks", "tools", "server"]),
        ("tasks/planted.py", ["tools", "server"]),
        ("tools/planted.py", ["server"]),
    ],
    "clients import none of the server side": [("clients/planted.py", ["server", "tools", "tasks", "sandbox"])],
    "the server side never imports clients": [
        ("server/planted.py", ["clients"]),
        ("tools/planted.py", ["clients"]),
        ("tasks/planted.py", ["clients"]),
        ("sandbox/planted.py", ["clients"]),
    ],
    "tasks and sandbox know no protocol, web or database": [
        ("tasks/planted.py", ["mcp", "mcp_types", "starlette", "sse_starlette", "uvicorn"]),
        ("sandbox/planted.py", ["sqlalchemy", "alembic", "aiosqlite", "sqlite3", "mcp"]),
    ],
    "only the judge and the recorder read hidden cases": [
        ("tools/planted.py", ["tasks.hidden"]),
        ("server/planted.py", ["tasks.hidden"]),
        ("tasks/planted.py", ["tasks.hidden"]),
    ],
}


@pytest.fixture
def skeleton(checkout: Path, tmp_path: Path) -> Path:
    shutil.copy(checkout / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    for module, source in SKELETON.items():
        (tmp_path / module).write_text(source)
    return tmp_path


def lint_imports(project: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [program, "--no-logo", "--no-cache"], cwd=project, capture_output=True, text=True, timeout=60, check=False
    )


def test_each_contract_has_violations_planted_here(checkout: Path) -> None:
    pyproject = tomllib.loads((checkout / "pyproject.toml").read_text())
    assert {contract["name"] for contract in pyproject["tool"]["importlinter"]["contracts"]} == VIOLATIONS.keys()


def test_what_the_design_allows_is_allowed(skeleton: Path) -> None:
    allowed = lint_imports(skeleton)
    assert allowed.returncode == 0, allowed.stdout


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_planted_import_breaks_its_contract(skeleton: Path, contract: str) -> None:
    for module, imports in VIOLATIONS[contract]:
        (skeleton / module).write_text("".join(f"import {name}\n" for name in imports))
    caught = lint_imports(skeleton)
    assert caught.returncode == 1
    assert f"{contract} BROKEN" in caught.stdout
    for module, imports in VIOLATIONS[contract]:
        importer = module.removesuffix(".py").replace("/", ".")
        for line, name in enumerate(imports, start=1):
            assert f"{importer} -> {name} (l.{line})" in caught.stdout
