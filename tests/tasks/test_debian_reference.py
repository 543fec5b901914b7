"""The real library of an original in C: exactly the packages that were pinned, or a clear refusal."""

import shutil
import stat
from pathlib import Path

import anyio
import pytest

from sandbox.bubblewrap import BubblewrapSandbox
from sandbox.limits import Limits
from tasks.bundle_error import BundleError
from tasks.catalogue import Catalogue
from tasks.debian_reference import unpack_packages
from tasks.recorder import record
from tasks.reference import References, ReferenceUnavailable
from tasks.reference_card import DebianReference

INIH_HASH = "1286ddab2ef1050389e585ad3bfd0a0d9bdd26475003a33b4eec884bccd50477"
INIH = f"libinih1=55-1 amd64 sha256:{INIH_HASH}"
HEADERS = "libinih-dev=55-1 amd64 sha256:0355b0799b508b0973bb8e48923be65f905bdc2c48f20db02455f1c1fa13253d"
PLACE = "usr/lib/x86_64-linux-gnu"

CARD = {"kind": "debian", "packages": [HEADERS, INIH], "libraries": ["inih"]}

COUNTING = b"""
#include <ini.h>
#include <stdio.h>
static int count(void *user, const char *section, const char *name, const char *value) { return ++*(int *)user; }
int main(int argc, char **argv) { int n = 0; ini_parse_string(argv[1], count, &n); printf("%d\\n", n); return 0; }
"""


async def test_packages_are_unpacked_once_into_one_place_that_everyone_can_read(tmp_path: Path) -> None:
    library = await unpack_packages((HEADERS, INIH), tmp_path / "cache")
    assert (library / "usr/include/ini.h").is_file()
    assert (library / PLACE / "libinih.so").samefile(library / PLACE / "libinih.so.55")
    paths = [path for path in (library, *library.rglob("*")) if not path.is_symlink()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o755, 0o644}
    assert await unpack_packages((INIH, HEADERS), tmp_path / "cache") == library
    assert names_in(tmp_path / "cache") == [library.name]


async def test_two_that_unpack_at_once_end_in_the_same_folder(tmp_path: Path) -> None:
    folders = list[Path]()

    async def note() -> None:
        folders.append(await unpack_packages((INIH,), tmp_path))

    with anyio.fail_after(120):
        async with anyio.create_task_group() as group:
            group.start_soon(note)
            group.start_soon(note)
    assert folders[0] == folders[1]
    assert names_in(tmp_path) == [folders[0].name]


@pytest.mark.parametrize(
    ("package", "reason"),
    [
        (
            INIH.replace(INIH_HASH, "0" * 64),
            f"the package libinih1_55-1_amd64.deb that came has the SHA-256 {INIH_HASH}",
        ),
        (INIH.replace("55-1", "54-9"), "E: Version '54-9' for 'libinih1' was not found (apt-get update renews"),
        (
            INIH.replace("libinih1", "libinih-of-nobody"),
            "E: Unable to locate package libinih-of-nobody (apt-get update",
        ),
    ],
)
async def test_what_can_not_be_had_as_pinned_is_refused_and_leaves_nothing(
    tmp_path: Path, package: str, reason: str
) -> None:
    name = package.partition(" ")[0]
    with pytest.raises(ReferenceUnavailable) as caught:
        await unpack_packages((package,), tmp_path)
    assert str(caught.value).startswith(f"the reference library ({name}) can't be installed: {reason}")
    assert not names_in(tmp_path)


async def test_a_driver_is_compiled_over_the_library_and_runs_with_it(
    references: References, bubblewrap: BubblewrapSandbox
) -> None:
    reference = DebianReference.model_validate(CARD)
    program = await references.prepare_driver(reference, {"driver.c": COUNTING}, "driver.c", {})
    async with bubblewrap.open(program, Limits()) as box:
        assert (await box.run(["a = 1\n[s]\nb = 2"])).stdout == b"2\n"


async def test_a_driver_that_does_not_compile_is_a_fault_of_its_bundle(
    references: References, bubblewrap: BubblewrapSandbox, tmp_path: Path
) -> None:
    task = Catalogue.load().get("c2rust/inih/reader")
    copy = tmp_path / task.id
    shutil.copytree(task.folder, copy)
    (copy / "driver.c").write_text("#include <nothing.h>\n")
    with (
        anyio.fail_after(120),
        pytest.raises(BundleError, match=r"driver\.c: does not compile: driver\.c:1:10: fatal error"),
    ):
        await record(copy, bubblewrap, references)


@pytest.mark.parametrize(
    "package",
    [
        "libinih1",
        "libinih1=55-1",
        f"libinih1=55-1 sha256:{INIH_HASH}",
        f"libinih1=55-1 arm64 sha256:{INIH_HASH}",
        f"libinih1=55-1 amd64 md5:{INIH_HASH}",
        f"libinih1=55-1 amd64 sha256:{INIH_HASH[1:]}",
        f"-o=55-1 amd64 sha256:{INIH_HASH}",
        f"libinih1/stable=55-1 amd64 sha256:{INIH_HASH}",
        f"{INIH}\n",
    ],
)
def test_a_card_with_a_package_that_is_not_pinned_is_refused(package: str) -> None:
    with pytest.raises(ValueError, match=r"is not of the form name=version amd64 sha256:\.\.\."):
        DebianReference.model_validate(CARD | {"packages": [package]})


@pytest.mark.parametrize("library", ["", "-o/x", "../inih", "a b", ":libinih.a"])
def test_a_card_with_a_library_that_the_linker_would_read_as_more_is_refused(library: str) -> None:
    with pytest.raises(ValueError, match=r"libraries\.0"):
        DebianReference.model_validate(CARD | {"libraries": [library]})


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]
