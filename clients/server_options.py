"""The options by which a command is told where the server is, and how to answer."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec

import click

from clients.conversation import Conversation
from clients.local_server import LocalServer
from clients.remote_server import RemoteServer
from clients.settings import TOKEN, URL, Settings

P = ParamSpec("P")

MOST_TOKEN_BYTES = 4_096


def of_a_server(command: Callable[Concatenate[Conversation, P], None]) -> Callable[..., None]:
    """Give a command the options, and what they say as its first argument."""

    @click.option("--url", metavar="URL", help=f"A server's endpoint, e.g. https://host/mcp; else {URL}, else local.")
    @click.option(
        "--token", help=f"Your token there. Others on this machine can see it: prefer --token-file or {TOKEN}."
    )
    @click.option(
        "--token-file",
        metavar="FILE",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help="A file that holds your token.",
    )
    @click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout, and nothing else there.")
    @click.pass_obj
    @wraps(command)
    def asked(
        settings: Settings,
        url: str | None,
        token: str | None,
        token_file: Path | None,
        as_json: bool,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        if token is not None and token_file is not None:
            raise click.UsageError("--token and --token-file say the same; give one of them")
        if token_file is not None:
            token = _read_token(token_file)
        command(conversation(settings, url, token, as_json=as_json), *args, **kwargs)

    return asked


def conversation(settings: Settings, url: str | None, token: str | None, *, as_json: bool) -> Conversation:
    """With the server that the flags name, else the environment, else one of our own.

    Raises:
        UsageError: they can't be used, or don't go together.
    """
    address = url if url is not None else settings.url
    if address is None:
        if token is not None:
            raise click.UsageError(f"a token is for a server elsewhere: give its address with --url or {URL}")
        return Conversation(LocalServer(environment=settings.server_environment), as_json)
    if not address.startswith(("http://", "https://")):
        raise click.UsageError(f"{address!r} is not an address; it begins with https:// or http://")
    flags = ("--url", url) if url is not None else ()
    return Conversation(RemoteServer(address, _sendable(token or settings.token)), as_json, flags)


def _read_token(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_TOKEN_BYTES).decode("ascii").strip()
    except OSError as fault:
        raise click.UsageError(f"{file} can't be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{file} does not hold a token") from None


def _sendable(token: str | None) -> str | None:
    """A header carries only some characters; the sentence does not repeat the token."""
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise click.UsageError("a token is made of ASCII letters, digits and signs, without blanks")
    return token
