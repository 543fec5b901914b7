"""What `repozero-mcp serve` refuses, in one sentence, before it serves anybody."""

import socket
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.commands import main


def refusal(arguments: Sequence[str], exit_code: int) -> str:
    """The last line that the command writes."""
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == exit_code, result.output
    return result.stderr.splitlines()[-1]


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.7:8000"])
def test_without_tokens_nothing_but_loopback_is_served(address: str) -> None:
    told = refusal(["--http", address], 1)
    assert told.startswith("Error: without --tokens only a loopback address can be served, and ")


def test_tokens_are_of_no_use_over_stdio(tmp_path: Path) -> None:
    assert "--tokens needs --http" in refusal(["--tokens", str(tmp_path / "tokens")], 2)


def test_an_address_that_can_not_be_read_is_refused() -> None:
    assert "'example.org:80' is not HOST:PORT" in refusal(["--http", "example.org:80"], 2)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert refusal(["--http", address], 1) == f"Error: can't listen at {address}: Address already in use"


def test_a_file_of_tokens_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"local {sha256(b't').hexdigest()}\n")
    path.chmod(0o600)
    told = refusal(["--http", "127.0.0.1:0", "--tokens", str(path)], 1)
    assert told == f"Error: {path}, line 1: the name local means everyone who needs no token"
