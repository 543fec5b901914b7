"""The catalogue offers what can be loaded and keeps the rest as faults."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.catalogue import Catalogue, UnknownTask

WriteBundle = Callable[..., Path]


def renamed(card: Path, name: str) -> bytes:
    return card.read_bytes().replace(b"greeting/hello", f"greeting/{name}".encode())


def test_tasks_are_listed_by_id(write_bundle: WriteBundle, tmp_path: Path) -> None:
    card = write_bundle() / "task.toml"
    for name in ("zoo", "abc"):
        write_bundle({"task.toml": renamed(card, name)}, task_id=f"py2js/greeting/{name}")
    catalogue = Catalogue.load([tmp_path / "tasks"])
    assert [task.id for task in catalogue.tasks] == [f"py2js/greeting/{name}" for name in ("abc", "hello", "zoo")]
    assert not catalogue.faults


def test_a_broken_bundle_takes_only_itself_down(write_bundle: WriteBundle, tmp_path: Path) -> None:
    card = write_bundle() / "task.toml"
    broken = write_bundle({"task.toml": renamed(card, "bad"), "spec.md": None}, task_id="py2js/greeting/bad")
    catalogue = Catalogue.load([tmp_path / "tasks"])
    assert [task.id for task in catalogue.tasks] == ["py2js/greeting/hello"]
    assert {path: str(fault) for path, fault in catalogue.faults.items()} == {str(broken): "spec.md: missing"}


def test_of_two_tasks_with_one_id_the_earlier_folder_counts(write_bundle: WriteBundle, tmp_path: Path) -> None:
    first, second = write_bundle(root="first"), write_bundle(root="second")
    catalogue = Catalogue.load([tmp_path / "first", tmp_path / "second"])
    assert catalogue.get("py2js/greeting/hello").folder == first
    assert str(catalogue.faults[str(second)]) == f"task.toml, id: {first} has this id too"


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(UnknownTask, match="there is no task 'py2js/none/such'"):
        Catalogue.load([]).get("py2js/none/such")


def test_the_bundled_tasks_are_all_sound() -> None:
    catalogue = Catalogue.load()
    assert not catalogue.faults
    assert catalogue.get("py2js/base58/codec").card.library.name == "base58"
