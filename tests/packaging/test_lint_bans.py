"""What the house style forbids, ruff reports: one planted line for each ban."""

import subprocess
import sys
from pathlib import Path

import pytest

BANNED = {
    "environment": ("import os\nHOME = os.environ['HOME']\n", "TID251"),
    "environment-from-import": ("from os import environ\nHOME = environ['HOME']\n", "TID251"),
    "environment-alias": ("import os as system\nHOME = system.getenv('HOME')\n", "TID251"),
    "broad-except": ("try:\n    import tasks\nexcept Exception:\n    tasks = None\n", "BLE001"),
    "silent-except": ("try:\n    import tasks\nexcept BaseException:\n    pass\n", "BLE001"),
    "print": ("print('x')\n", "T201"),
    "open-without-pathlib": ("CONTENT = open('x').read()\n", "PTH123"),
    "shell": ("import subprocess\nsubprocess.run('ls', shell=True, check=True)\n", "S602"),
    "assert": ("assert 1 > 0\n", "S101"),
    "naive-time": ("from datetime import datetime\nNOW = datetime.now()\n", "DTZ005"),
    "unnamed-exception-from-lint": ("import os  # noqa\n", "PGH004"),
    "unnamed-exception-from-types": ("X: int = 'x'  # type: ignore\n", "PGH003"),
    "formatted-log": ("import logging\nlogging.getLogger('x').info(f'{1}')\n", "G004"),
    "sleep-on-the-loop": ("import time\n\n\nasync def wait() -> None:\n    time.sleep(1)\n", "ASYNC251"),
}


def ruff(checkout: Path, source: str, module: str) -> str:
    program = Path(sys.executable).with_name("ruff")
    command = [program, "check", "--no-cache", "--output-format=concise", f"--stdin-filename={module}", "-"]
    checked = subprocess.run(
        command, cwd=checkout, input=source, capture_output=True, text=True, timeout=60, check=False
    )
    assert checked.returncode in {0, 1}, checked.stderr
    return checked.stdout


@pytest.mark.parametrize(("source", "rule"), BANNED.values(), ids=BANNED)
def test_a_ban_is_enforced(checkout: Path, source: str, rule: str) -> None:
    assert f": {rule} " in ruff(checkout, source, "tasks/planted.py")


@pytest.mark.parametrize("settings", ["server/settings.py", "clients/settings.py"])
def test_settings_may_read_the_environment(checkout: Path, settings: str) -> None:
    source, rule = BANNED["environment"]
    assert f": {rule} " not in ruff(checkout, source, settings)
