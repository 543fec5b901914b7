import os
import stat
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sandbox.roots import RootContents, RootStore


@pytest.fixture
def contents(tmp_path: Path) -> RootContents:
    program, data = tmp_path / "program", tmp_path / "data"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    data.write_text("data\n")
    data.chmod(0o600)
    return RootContents({"/bin/program": program, "/lib/deep/data": data}, mount_points=("/reference",))


@pytest.fixture
def strict_umask() -> Generator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("strict_umask")
def test_everyone_can_read_a_root_and_nobody_writes_its_files(tmp_path: Path, contents: RootContents) -> None:
    root = RootStore(tmp_path / "cache").provide(contents)
    assert mode(root.folder / "bin/program") == 0o555
    assert mode(root.folder / "lib/deep/data") == 0o444
    folders = [root.folder, root.folder.parent, tmp_path / "cache", *(p for p in root.folder.rglob("*") if p.is_dir())]
    assert {mode(folder) for folder in folders} == {0o755}


def test_a_root_has_the_places_that_things_are_mounted_on(tmp_path: Path, contents: RootContents) -> None:
    root = RootStore(tmp_path / "cache").provide(contents)
    for folder in ("app", "reference"):
        assert list((root.folder / folder).iterdir()) == []
    for device in ("null", "urandom"):
        assert (root.folder / "dev" / device).read_bytes() == b""


def test_the_same_contents_are_copied_once(tmp_path: Path, contents: RootContents) -> None:
    first = RootStore(tmp_path / "cache").provide(contents)
    made = first.folder.stat().st_ino
    again = RootStore(tmp_path / "cache").provide(contents)
    assert again == first
    assert again.folder.stat().st_ino == made


def test_the_digest_names_paths_and_contents_only(tmp_path: Path, contents: RootContents) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("data\n")
    moved = RootContents({**contents.files, "/lib/deep/data": elsewhere}, contents.mount_points)
    assert RootStore(tmp_path / "a").provide(contents).digest == RootStore(tmp_path / "b").provide(moved).digest


def test_a_changed_file_makes_another_root(tmp_path: Path, contents: RootContents) -> None:
    store = RootStore(tmp_path / "cache")
    before = store.provide(contents)
    contents.files["/lib/deep/data"].write_text("DATA\n")
    after = store.provide(contents)
    assert after.digest != before.digest
    assert (before.folder / "lib/deep/data").read_text() == "data\n"
    assert (after.folder / "lib/deep/data").read_text() == "DATA\n"


def test_several_who_ask_at_once_get_the_same_whole_root(tmp_path: Path, contents: RootContents) -> None:
    stores = [RootStore(tmp_path / "cache") for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        provided = list(pool.map(RootStore.provide, stores, [contents] * len(stores)))
    assert len(set(provided)) == 1
    assert [path.name for path in (tmp_path / "cache/roots").iterdir() if path.is_dir()] == [provided[0].digest]


def test_what_a_dead_process_left_half_done_is_removed(tmp_path: Path, contents: RootContents) -> None:
    unfinished = tmp_path / "cache/roots/.unfinished-dead"
    unfinished.mkdir(parents=True)
    RootStore(tmp_path / "cache").provide(contents)
    assert not unfinished.exists()


def test_a_damaged_index_of_digests_is_made_anew(tmp_path: Path, contents: RootContents) -> None:
    store = RootStore(tmp_path / "cache")
    before = store.provide(contents)
    (tmp_path / "cache/roots/digests.json").write_text("{")
    assert store.provide(contents) == before
