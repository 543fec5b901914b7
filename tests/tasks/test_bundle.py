"""Loading a bundle, and what each way to break one is answered with."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.limits import BUILD_LIMITS, MIB, Limits
from tasks.bundle import load_bundle
from tasks.bundle_error import BundleError

WriteBundle = Callable[..., Path]
WriteCard = Callable[[str, str], Path]


def complaint(folder: Path) -> str:
    with pytest.raises(BundleError) as caught:
        load_bundle(folder)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_bundle_becomes_a_task_with_its_samples(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    task = load_bundle(folder)
    assert (task.id, task.track.id, task.driver_name) == ("py2js/greeting/hello", "py2js", "driver.py")
    assert [case.id for case in task.samples] == ["sample-001", "sample-002"]
    assert task.digest == hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest()


def test_byte_code_caches_are_no_part_of_a_bundle(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    before = load_bundle(folder).digest
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "driver.cpython-311.pyc").write_bytes(b"cached")
    assert load_bundle(folder).digest == before


def test_limits_of_the_card_replace_the_usual_ones_one_by_one(write_card: WriteCard) -> None:
    folder = write_card("[library]", "[limits]\ncpu_seconds = 2\nmemory_bytes = 268435456\n\n[library]")
    limits = load_bundle(folder).card.run_limits()
    assert limits == Limits(cpu_seconds=2, memory_bytes=256 * MIB)


def test_the_time_of_a_build_is_the_cards_too(write_card: WriteCard) -> None:
    card = load_bundle(write_card("[library]", "[limits]\nbuild_cpu_seconds = 20\n\n[library]")).card
    assert card.build_limits() == replace(BUILD_LIMITS, cpu_seconds=20)
    assert card.run_limits() == Limits()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("version = 1\n", "", "task.toml, version: missing"),
        ("version = 1\n", "version = 0\n", "task.toml, version: Input should be greater than or equal to 1"),
        ("version = 1\n", 'version = "1"\n', "task.toml, version: Input should be a valid integer"),
        ("version = 1\n", "version = true\n", "task.toml, version: Input should be a valid integer"),
        ("version = 1\n", "version = 1\nowner = 1\n", "task.toml, owner: unknown key"),
        ("version = 1\n", "version = = 1\n", "task.toml: not TOML (Invalid value (at line 2, column 11))"),
        ('name = "base58"', 'name = "base58"\nauthor = "x"', "task.toml, library.author: unknown key"),
        ('homepage = "https', 'homepage = "ftp', "task.toml, library.homepage: String should match pattern"),
        ('title = "Greeting"', 'title = "a\\nb"', "task.toml, title: String should match pattern"),
        ('track = "py2js"', 'track = "py2go"', "task.toml, track: 'py2go' is not a track; there are py2js"),
        ('id = "py2js/greeting/hello"', 'id = "py2js/hello"', "task.toml, id: 'py2js/hello' is not of the form track/"),
        ('id = "py2js/', 'id = "c2rust/', "task.toml: the id 'c2rust/greeting/hello' does not begin with the track"),
        ("greeting/hello", "greeting/bye", "task.toml, id: 'py2js/greeting/bye' is not the end of the folder's path"),
        ('entry = "main.mjs"', 'entry = "../main.mjs"', "task.toml, entry: String should match pattern"),
        ('difficulty = "easy"', 'difficulty = "trivial"', "task.toml, difficulty: Input should be 'easy', 'medium' or"),
        ('visibility = "practice"', 'visibility = ""', "task.toml, visibility: Input should be 'practice' or 'ranked'"),
        ('tags = ["text"]', "tags = [1]", "task.toml, tags.0: Input should be a valid string"),
        ('name = "fail"', 'name = "greet"', "task.toml, behaviours: 'greet' is there more than once"),
        ('name = "fail"\nsummary = ', "name = ", "task.toml, behaviours.1.name: String should match pattern"),
        ("[library]", "[limits]\nwall = 1\n[library]", "task.toml, limits.wall: unknown key"),
        ("[library]", "[limits]\ncpu_seconds = 0\n[library]", "task.toml, limits.cpu_seconds: Input should be greater"),
        ('kind = "python"', 'kind = "perl"', "task.toml, reference: Input tag 'perl' found using 'kind'"),
        (
            " --hash=sha256:11a3",
            " --hash=md5:11a3",
            "task.toml, reference.python.requirements: 'base58==2.1.1 --hash=md5:11a",
        ),
        ("base58==2.1.1 ", "base58>=2 ", "task.toml, reference.python.requirements: 'base58>=2 --hash=sha256:11a"),
        (
            "base58==2.1.1 ",
            "-r x\\nbase58==2.1.1 ",
            "task.toml, reference.python.requirements: '-r x\\nbase58==2.1.1 --hash",
        ),
        ("seed = 7", "seed = -1", "task.toml, cases.seed: Input should be greater than or equal to 0"),
        ("hidden = 20\n", "", "task.toml, cases.hidden: missing"),
    ],
)
def test_a_broken_card_is_refused_by_key_and_reason(write_card: WriteCard, old: str, new: str, message: str) -> None:
    assert complaint(write_card(old, new)).startswith(message)


ROW = '{"id":"a","behaviour":"greet","args":["x"],"stdout":"y\\n","exit_code":0}'


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task.toml": None}, "task.toml: missing"),
        ({"task.toml": b"\xff"}, "task.toml: not UTF-8"),
        ({"spec.md": None}, "spec.md: missing"),
        ({"spec.md": b"\xff"}, "spec.md: not UTF-8"),
        ({"driver.py": None}, "driver.py: missing"),
        ({"generator.py": None}, "generator.py: missing"),
        ({"cases/sample.jsonl": None}, "cases/sample.jsonl: missing: record the bundle"),
        ({"cases/hidden.jsonl.xz": None}, "cases/hidden.jsonl.xz: missing: record the bundle"),
        ({"notes.txt": b"x"}, "notes.txt: unknown file"),
        ({"cases/more.jsonl": b"x"}, "cases/more.jsonl: unknown file"),
        ({"driver.c": b"x"}, "driver.c: unknown file"),
        ({"cases/sample.jsonl": b"\xff\n"}, "cases/sample.jsonl: not UTF-8"),
        ({"cases/sample.jsonl": ROW.encode()}, "cases/sample.jsonl: the last line does not end with a line feed"),
        ({"cases/sample.jsonl": b"{\n"}, "cases/sample.jsonl, line 1: not JSON"),
        (
            {"cases/sample.jsonl": f"{ROW}\n{ROW}\n".encode()},
            "cases/sample.jsonl, line 2, id: 'a' is there",
        ),
        (
            {"cases/sample.jsonl": ROW.replace("greet", "sing").encode() + b"\n"},
            "cases/sample.jsonl, line 1, behaviour: task.toml names no behaviour 'sing'",
        ),
        (
            {"cases/sample.jsonl": f"{ROW}\n{ROW.replace('0}', '-1}')}\n".encode()},
            "cases/sample.jsonl, line 2, exit_code: Input should be greater than or equal to 0",
        ),
    ],
)
def test_a_broken_file_is_refused_by_name_and_reason(
    write_bundle: WriteBundle, changes: dict[str, bytes | None], message: str
) -> None:
    assert complaint(write_bundle(changes)).startswith(message)


def test_a_bundle_without_digests_is_refused(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    (folder / "SHA256SUMS").unlink()
    assert complaint(folder) == "SHA256SUMS: missing: record the bundle"


def test_a_file_that_changed_is_refused(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    (folder / "spec.md").write_bytes(b"# Something else\n")
    assert complaint(folder) == "spec.md: changed: it is not the file that SHA256SUMS lists"


def test_a_symbolic_link_is_never_followed(write_bundle: WriteBundle, tmp_path: Path) -> None:
    folder = write_bundle()
    outside = tmp_path / "outside.md"
    outside.write_bytes((folder / "spec.md").read_bytes())
    (folder / "spec.md").unlink()
    (folder / "spec.md").symlink_to(outside)
    assert complaint(folder) == "spec.md: not a regular file"


def test_a_pipe_is_never_opened(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    (folder / "spec.md").unlink()
    os.mkfifo(folder / "spec.md")
    assert complaint(folder) == "spec.md: not a regular file"


def test_a_file_beyond_all_measure_is_never_read(write_bundle: WriteBundle) -> None:
    folder = write_bundle()
    with (folder / "spec.md").open("r+b") as file:
        file.truncate(16 * MIB + 1)
    assert complaint(folder) == "spec.md: larger than 16 MiB"


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere") == "nowhere: not a folder"
