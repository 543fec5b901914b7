"""The real library of an original in Python: exactly what was pinned, or a clear refusal."""

import stat
from pathlib import Path

import anyio
import pytest

from tasks.python_reference import install_wheels
from tasks.reference import ReferenceUnavailable

HASH = "11a36f4d3ce51dfc1043f3218591ac4eb1ceb172919cebe05b52a5bcc8d245c2"
PINNED = (f"base58==2.1.1 --hash=sha256:{HASH}",)


async def test_a_library_is_installed_once_and_readable_by_everyone(tmp_path: Path) -> None:
    library = await install_wheels(PINNED, tmp_path / "cache")
    assert (library / "base58" / "__init__.py").is_file()
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (library, *library.rglob("*"))}
    assert modes == {0o755, 0o644}
    assert not list(library.rglob("*.pyc"))
    assert await install_wheels(PINNED, tmp_path / "cache") == library


async def test_two_installations_at_once_end_in_the_same_folder(tmp_path: Path) -> None:
    folders = list[Path]()

    async def note() -> None:
        folders.append(await install_wheels(PINNED, tmp_path))

    with anyio.fail_after(120):
        async with anyio.create_task_group() as group:
            group.start_soon(note)
            group.start_soon(note)
    assert folders[0] == folders[1]
    assert names_in(tmp_path) == [folders[0].name]


async def test_a_package_with_another_hash_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ReferenceUnavailable) as caught:
        await install_wheels((PINNED[0].replace(HASH, "0" * 64),), tmp_path)
    assert str(caught.value).startswith(
        "the reference library (base58==2.1.1) can't be installed: ERROR: THESE PACKAGES"
    )
    assert not names_in(tmp_path)


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]
