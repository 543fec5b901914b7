"""The file of tokens: who a token stands for, and everything that is refused before anybody is let in."""

from hashlib import sha256
from pathlib import Path

import pytest

from server.tokens import BadTokens, Tokens


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


ALICE = f"alice {digest('token of alice')}"
BOB = f"bob {digest('token of bob')}"


def read(folder: Path, text: str) -> Tokens:
    path = folder / "tokens"
    path.write_text(text)
    path.chmod(0o600)
    return Tokens.read(path)


def test_each_token_stands_for_its_name(tmp_path: Path) -> None:
    tokens = read(tmp_path, f"# of the nightly run\n\n{ALICE}\n{BOB}\n")
    assert tokens.principal("token of alice") == "alice"
    assert tokens.principal("token of bob") == "bob"


@pytest.mark.parametrize("token", ["", "token of alic", "token of alice ", "Token of alice", digest("token of alice")])
def test_any_other_token_stands_for_nobody(tmp_path: Path, token: str) -> None:
    assert read(tmp_path, ALICE).principal(token) is None


def test_a_token_of_other_letters_is_compared_as_its_bytes(tmp_path: Path) -> None:
    tokens = read(tmp_path, f"zoë-s {digest('zoë')}".replace("ë", "e", 1))
    assert tokens.principal("zoë".encode().decode("latin-1")) == "zoe-s"


def test_a_digest_may_be_in_capitals(tmp_path: Path) -> None:
    assert read(tmp_path, f"alice {digest('t').upper()}").principal("t") == "alice"


async def test_the_token_itself_is_forgotten_once_it_is_checked(tmp_path: Path) -> None:
    access = await read(tmp_path, ALICE).verify_token("token of alice")
    assert access is not None
    assert "token of alice" not in access.model_dump_json()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("alice", "is not a name and a SHA-256"),
        (f"{ALICE} and more", "is not a name and a SHA-256"),
        ("alice secret-in-the-clear", "the SHA-256 is not 64 hexadecimal digits"),
        (f"alice {digest('t')[:-1]}", "the SHA-256 is not 64 hexadecimal digits"),
        (f"alice {digest('')}", "this is the SHA-256 of an empty token"),
        (f"local {digest('t')}", "the name local means everyone"),
        (f"Local {digest('t')}", "the name local means everyone"),
        (f"../alice {digest('t')}", "the name is not made of"),
        (f"a'b {digest('t')}", "the name is not made of"),
        (f"{'a' * 65} {digest('t')}", "the name is not made of"),
        (f"bob {digest('t')}", "there is a bob already"),
        (f"carol {digest('token of bob').upper()}", "another name has the same token"),
    ],
)
def test_a_line_that_can_not_be_used_is_named_and_not_quoted(tmp_path: Path, line: str, reason: str) -> None:
    with pytest.raises(BadTokens) as refused:
        read(tmp_path, f"# a comment\n{BOB}\n{line}\n")
    assert str(refused.value).startswith(f"{tmp_path / 'tokens'}, line 3: {reason}")
    assert line not in str(refused.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# nobody yet\n"])
def test_a_file_without_tokens_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadTokens, match="holds no token, so that nobody could call"):
        read(tmp_path, text)


def test_a_file_that_is_not_plain_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTokens, match="is not plain ASCII text"):
        read(tmp_path, f"zoë {digest('t')}")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTokens, match="tokens: can't be read: No such file or directory"):
        Tokens.read(tmp_path / "tokens")


def test_a_file_that_everybody_may_write_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text(ALICE)
    (tmp_path / "tokens").chmod(0o602)
    with pytest.raises(BadTokens, match="everybody may write it; run chmod o-w on it"):
        Tokens.read(tmp_path / "tokens")
