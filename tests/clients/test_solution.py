"""Which files of a folder make a solution."""

from pathlib import Path

import pytest

from clients.solution import MOST_BYTES, UnreadableSolution, read_solution


def test_files_are_named_by_their_path_within_the_folder(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "codec.mjs").write_bytes("é\r\n".encode())
    (tmp_path / "main.mjs").write_bytes(b"")
    assert read_solution(tmp_path).files == {"main.mjs": "", "src/codec.mjs": "é\r\n"}


def test_hidden_files_and_those_to_be_left_out_stay_behind(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in (".git/config", ".env", "expected.toml", "main.mjs"):
        (tmp_path / name).write_bytes(b"")
    solution = read_solution(tmp_path, {"expected.toml"})
    assert list(solution.files) == ["main.mjs"]
    assert solution.left_out == (".env", ".git")


def test_what_tools_have_made_stays_behind_and_is_named(tmp_path: Path) -> None:
    for folder in ("node_modules/left", "src/__pycache__", "rust/target/release"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "made").write_bytes(b"\xff")
    (tmp_path / "rust/Cargo.toml").write_bytes(b"")
    solution = read_solution(tmp_path)
    assert list(solution.files) == ["rust/Cargo.toml"]
    assert solution.left_out == ("node_modules", "rust/target", "src/__pycache__")


def test_a_folder_named_target_is_left_out_only_where_cargo_builds(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "target/aim.mjs").write_bytes(b"")
    assert list(read_solution(tmp_path).files) == ["target/aim.mjs"]


def test_a_link_to_a_file_of_the_folder_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a.mjs").write_text("a")
    (tmp_path / "b.mjs").symlink_to("a.mjs")
    assert read_solution(tmp_path).files == {"a.mjs": "a", "b.mjs": "a"}


@pytest.mark.parametrize("elsewhere", ["secret", "/etc/passwd", "none"])
def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path, elsewhere: str) -> None:
    (tmp_path / "secret").write_text("not to be sent")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/main.mjs").symlink_to(Path("..") / elsewhere)
    with pytest.raises(UnreadableSolution, match=r"main\.mjs is a link that leads out"):
        read_solution(tmp_path / "mine")


def test_a_link_to_a_folder_or_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for target in ("src", "none"):
        (tmp_path / "link").symlink_to(target)
        with pytest.raises(UnreadableSolution, match=r"link is not a file"):
            read_solution(tmp_path)
        (tmp_path / "link").unlink()


def test_a_folder_that_holds_far_too_much_is_refused_before_all_is_read(tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(UnreadableSolution, match=r"far more than a workspace can"):
        read_solution(tmp_path)


def test_a_folder_without_files_is_no_solution(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSolution, match=r"has no files"):
        read_solution(tmp_path)


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "image.png").write_bytes(b"\x89PNG")
    with pytest.raises(UnreadableSolution, match=r"image\.png is not UTF-8"):
        read_solution(tmp_path)
