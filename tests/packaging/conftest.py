"""What the packaging tests look at: this checkout, and a small one that can be set up without a network."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PYPROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "small"
version = "1"
"""

# The least that `pip install -e .` asks of a build backend.
BACKEND = """\
import zipfile


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    name = "small-1-py3-none-any.whl"
    about = "small-1.dist-info/"
    with zipfile.ZipFile(f"{wheel_directory}/{name}", "w") as wheel:
        wheel.writestr(about + "METADATA", "Metadata-Version: 2.1\\nName: small\\nVersion: 1\\n")
        wheel.writestr(about + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(about + "RECORD", "")
    return name
"""


@pytest.fixture(scope="session")
def checkout() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built_wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=checkout, stdout=subprocess.DEVNULL, timeout=60, check=True)
    [built] = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def small_checkout(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the real `dev` and nothing to download: its set-up runs as the real one does, in seconds."""
    folder = tmp_path_factory.mktemp("small") / "a folder with blanks"
    folder.mkdir()
    shutil.copy(checkout / "dev", folder)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (folder / "backend.py").write_text(BACKEND)
    (folder / "requirements.lock").touch()
    (folder / "requirements-dev.lock").touch()
    return folder
