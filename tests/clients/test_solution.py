"""Which files of a folder make a solution."""

from pathlib import Path

import pytest

from clients.solution import UnreadableSolution, read_solution


def test_files_are_named_by_their_path_within_the_folder(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "codec.mjs").write_bytes("é\r\n".encode())
    (tmp_path / "main.mjs").write_bytes(b"")
    assert read_solution(tmp_path) == {"main.mjs": "", "src/codec.mjs": "é\r\n"}


def test_hidden_files_and_those_to_be_left_out_stay_behind(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in (".git/config", ".env", "expected.toml", "main.mjs"):
        (tmp_path / name).write_bytes(b"")
    assert list(read_solution(tmp_path, {"expected.toml"})) == ["main.mjs"]


def test_a_folder_without_files_is_no_solution(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSolution, match=r"has no files"):
        read_solution(tmp_path)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "image.png").write_bytes(b"\x89PNG")
    with pytest.raises(UnreadableSolution, match=r"image\.png is not UTF-8"):
        read_solution(tmp_path)
