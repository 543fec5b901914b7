import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.box_folders import BoxFolders

DIE_WITH_A_BOX = """
import os, sys
from pathlib import Path
from sandbox.box_folders import BoxFolders
with BoxFolders(Path(sys.argv[1])).holding({"main.mjs": b"x"}, None) as folder:
    print(folder, flush=True)
    os._exit(1)
"""


def test_a_folder_holds_just_the_files_and_goes_when_it_is_left(tmp_path: Path) -> None:
    folders = BoxFolders(tmp_path)
    with folders.holding({"main.mjs": b"main", "lib/deep/a.mjs": b"\x00\xff"}, None) as folder:
        found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert found == {"main.mjs": b"main", "lib/deep/a.mjs": b"\x00\xff"}
    assert list((tmp_path / "boxes").iterdir()) == []


def test_nobody_else_reads_a_programs_files(tmp_path: Path) -> None:
    with BoxFolders(tmp_path).holding({"lib/a.mjs": b""}, None) as folder:
        for path in (folder, *folder.rglob("*")):
            assert not stat.S_IMODE(path.stat().st_mode) & 0o007


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", ""])
def test_a_path_that_leads_out_is_refused_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not a relative"), BoxFolders(tmp_path).holding({name: b"x"}, None):
        pass
    assert list((tmp_path / "boxes").iterdir()) == []


def test_a_sweep_takes_what_the_dead_left_and_spares_the_living(tmp_path: Path) -> None:
    died = subprocess.run(
        [sys.executable, "-c", DIE_WITH_A_BOX, str(tmp_path)], capture_output=True, text=True, check=False
    )
    left = Path(died.stdout.strip())
    assert (left / "main.mjs").exists()
    with BoxFolders(tmp_path).holding({"main.mjs": b""}, None) as alive:
        BoxFolders(tmp_path).sweep()
        assert not left.exists()
        assert (alive / "main.mjs").exists()
    assert list((tmp_path / "boxes").iterdir()) == []


def test_a_sweep_of_nothing_is_fine(tmp_path: Path) -> None:
    BoxFolders(tmp_path).sweep()
