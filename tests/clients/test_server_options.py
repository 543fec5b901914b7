"""Where a command finds its server, which token it shows, and what it refuses before it asks anybody."""

import json
import secrets
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from clients.commands import main
from clients.http_server import HttpServer

NOWHERE = "http://127.0.0.1:1/mcp"


def repozero(*words: str | Path, url: str | None = None, token: str | None = None) -> Result:
    variables = {"REPOZERO_URL": url, "REPOZERO_TOKEN": token}
    return CliRunner().invoke(main, [str(word) for word in words], env=variables)


@pytest.fixture
def token(http_server: HttpServer) -> str:
    assert http_server.remote.token
    return http_server.remote.token


@pytest.fixture
def url(http_server: HttpServer) -> str:
    return http_server.remote.url


def test_address_and_token_may_stand_in_the_environment(url: str, token: str) -> None:
    assert repozero("tasks", url=url, token=token).exit_code == 0


def test_flags_win_over_the_environment(url: str, token: str) -> None:
    assert repozero("tasks", "--url", url, "--token", token, url=NOWHERE, token="wrong").exit_code == 0  # noqa: S106 - made up


def test_a_token_may_lie_in_a_file(url: str, token: str, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{token}\n")
    assert repozero("tasks", "--token-file", tmp_path / "token", url=url, token="wrong").exit_code == 0  # noqa: S106 - made up


@pytest.mark.parametrize(("shown", "told"), [("wrong", "refuses the token (HTTP 401)"), (None, "wants a token")])
def test_a_wrong_or_missing_token_is_refused_and_not_repeated(url: str, shown: str | None, told: str) -> None:
    ran = repozero("tasks", "--json", url=url, token=shown)
    assert ran.exit_code == 2
    assert told in json.loads(ran.stdout)["error"]
    assert "wrong" not in ran.output


def test_an_address_where_nobody_listens_is_named() -> None:
    ran = repozero("tasks", "--url", NOWHERE)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert f"{NOWHERE} can't be reached" in ran.stderr


def test_an_address_without_the_endpoint_says_what_is_missing(url: str, token: str) -> None:
    ran = repozero("tasks", "--url", url.removesuffix("/mcp"), "--token", token)
    assert ran.exit_code == 2
    assert "answers HTTP 404. Check the address; most end in /mcp." in ran.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tasks", "--url", "example.org"], "begins with https:// or http://"),
        (["tasks", "--url", NOWHERE, "--token", "two words"], "without blanks"),
        (["tasks", "--url", NOWHERE, "--token", "ü"], "ASCII"),
        (["tasks", "--token", "lonely"], "give its address with --url or REPOZERO_URL"),
        (["tasks", "--url", NOWHERE, "--token", "a", "--token-file", __file__], "give one of them"),
        (["tasks", "--url", NOWHERE, "--token-file", "none"], "'none' does not exist"),
        (["show", "task", "--section", "hidden"], "is not one of"),
        (["test", "task", "none"], "'none' does not exist"),
        (["submit", "task"], "Missing argument 'DIR'"),
    ],
)
def test_what_can_not_be_meant_is_a_usage_error(words: list[str], told: str) -> None:
    ran = repozero(*words)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert told in ran.stderr


def test_a_file_that_is_no_text_is_refused_by_name_before_anybody_is_asked(tmp_path: Path) -> None:
    (tmp_path / "main.mjs").write_bytes(b"\xff")
    ran = repozero("submit", "task", tmp_path, "--json", url=NOWHERE)
    assert ran.exit_code == 2
    assert json.loads(ran.stdout)["error"] == f"{tmp_path}/main.mjs is not UTF-8 text; a workspace holds nothing else"


def test_a_token_file_that_is_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "token").write_bytes(secrets.token_bytes(64) + b"\xff")
    ran = repozero("tasks", "--url", NOWHERE, "--token-file", tmp_path / "token")
    assert ran.exit_code == 2
    assert "token does not hold a token" in ran.stderr
