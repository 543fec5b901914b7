"""Which paths a workspace takes, and that what it takes survives on the file systems that people have."""

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.paths import BadPath, check_layout, check_path


@pytest.mark.parametrize(
    "path",
    [
        "main.mjs",
        "a/b/c.mjs",
        "..a",
        "a..",
        "...",
        ".hidden",
        "a b",
        " ",
        "-x",
        "日本語/é.mjs",
        "👩‍👩‍👧",
        "x" * 200,
        "é" * 100,
    ],
)
def test_a_relative_normalised_path_is_taken(path: str) -> None:
    check_path(path)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "is empty"),
        ("/etc/passwd", "is absolute"),
        ("//x", "is absolute"),
        ("/", "is absolute"),
        ("a//b", "has an empty part"),
        ("a/", "has an empty part"),
        ("..", "leaves the workspace"),
        ("../x", "leaves the workspace"),
        ("a/../b", "leaves the workspace"),
        ("a/..", "leaves the workspace"),
        (".", "has a '.' part"),
        ("./a", "has a '.' part"),
        ("a/./b", "has a '.' part"),
        ("a\\b", "has a backslash"),
        ("C:\\x", "has a backslash"),
        ("a\0b", "has a control character"),
        ("a\nb", "has a control character"),
        ("a\x7f", "has a control character"),
        ("a\x85b", "has a control character"),
        ("a\u2028b", "has a control character"),
        ("a\u2029b", "has a control character"),
        ("a\ud800", "is not valid Unicode"),
        ("x" * 201, "is longer than 200 bytes"),
        ("é" * 100 + "x", "is longer than 200 bytes"),
    ],
)
def test_any_other_path_is_refused_with_its_reason(path: str, reason: str) -> None:
    with pytest.raises(BadPath) as refused:
        check_path(path)
    assert refused.value.reason.startswith(reason)
    assert str(refused.value) == f"the path {path!r} {refused.value.reason}"


@pytest.mark.parametrize(
    ("paths", "clash"),
    [
        (["Main.mjs", "main.mjs"], "the path 'main.mjs' clashes with the file 'Main.mjs'"),
        (["Lib/a", "lib/b"], "the path 'lib/b' clashes with the folder 'Lib'"),
        (["a", "a/b"], "the path 'a/b' clashes with the file 'a'"),
        (["A", "a/b"], "the path 'a/b' clashes with the file 'A'"),
        (["é", "e\u0301"], "the path 'é' clashes with the file 'e\u0301'"),
        (["ß", "SS"], "the path 'ß' clashes with the file 'SS'"),
        (["K", "\u212a"], "the path '\u212a' clashes with the file 'K'"),
        (["ς", "σ"], "the path 'σ' clashes with the file 'ς'"),  # noqa: RUF001 - the clash that is tested
    ],
)
def test_paths_that_some_file_system_would_take_for_one_clash(paths: Sequence[str], clash: str) -> None:
    for order in (paths, paths[::-1]):
        with pytest.raises(BadPath) as refused:
            check_layout(order)
        assert str(refused.value) == clash


@pytest.mark.parametrize("paths", [["a/b", "a/c"], ["ab", "a/b"], ["a.b", "a/b", "a-b"], ["i", "\u0131"], []])
def test_paths_that_stay_apart_everywhere_do_not_clash(paths: Sequence[str]) -> None:
    check_layout(paths)


class ForgetfulFileSystem:
    """As those of desktop computers: composes characters, and finds a name whatever its case."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.folders: set[str] = set()

    def write(self, path: str, content: str) -> None:
        parts = self._key(path).split("/")
        for depth in range(1, len(parts)):
            folder = "/".join(parts[:depth])
            assert folder not in self.files, f"{folder} is a file"
            self.folders.add(folder)
        assert self._key(path) not in self.folders, f"{path} is a folder"
        self.files[self._key(path)] = content

    def read(self, path: str) -> str:
        return self.files[self._key(path)]

    @staticmethod
    def _key(path: str) -> str:
        return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


NAMES = st.text(st.sampled_from("aAbßẞéÉe\u0301\u0345ςσΣſsSKk\u212aiIıİ.αᾳ"), min_size=1, max_size=4)  # noqa: RUF001 - letters of unusual case
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)


def accepted(paths: Sequence[str]) -> bool:
    try:
        for path in paths:
            check_path(path)
        check_layout(paths)
    except BadPath:
        return False
    return True


@given(st.lists(PATHS, max_size=6, unique=True))
def test_an_accepted_layout_survives_where_case_and_normal_form_are_forgotten(paths: list[str]) -> None:
    if not accepted(paths):
        return
    disk = ForgetfulFileSystem()
    for path in paths:
        disk.write(path, path)
    assert [disk.read(path) for path in paths] == paths


@given(st.lists(PATHS, max_size=6, unique=True))
def test_whether_a_layout_is_accepted_depends_on_no_order(paths: list[str]) -> None:
    assert accepted(paths) == accepted(paths[::-1]) == accepted(sorted(paths))


@given(st.text(max_size=8))
def test_any_text_is_either_a_path_or_refused_as_one(path: str) -> None:
    assert accepted([path]) in {True, False}
