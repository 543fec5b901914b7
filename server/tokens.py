"""Who may call over HTTP: a file with a name and a token's SHA-256 on each line.

    # agents of the nightly run
    nightly 6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b

The server never learns a token before it is presented, and the file gives none away.
"""

import hmac
import os
import re
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Self

from mcp.server.auth.provider import AccessToken

from server.principals import LOCAL

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
DIGEST = re.compile(r"[0-9a-fA-F]{64}")
OF_NOTHING = sha256().hexdigest()


class BadTokens(Exception):
    """Raised when a file of tokens can't be used: as a whole, or because of one line."""

    def __init__(self, path: Path, reason: str, line: int | None = None) -> None:
        place = f"{path}, line {line}" if line is not None else str(path)
        super().__init__(f"{place}: {reason}")


class Tokens:
    """Implements the SDK's `TokenVerifier`. A token stands for the principal of its name."""

    def __init__(self, digests: Mapping[str, str]) -> None:
        """`digests` are SHA-256 in lower-case hexadecimal, by name."""
        self._digests = digests

    @classmethod
    def read(cls, path: Path) -> Self:
        """Raises: BadTokens."""
        try:
            with path.open(encoding="ascii") as file:
                if os.fstat(file.fileno()).st_mode & stat.S_IWOTH:
                    raise BadTokens(path, "everybody may write it; run chmod o-w on it")
                lines = file.read().splitlines()
        except OSError as error:
            raise BadTokens(path, f"can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BadTokens(path, "is not plain ASCII text") from None
        return cls(_digests(path, lines))

    def principal(self, token: str) -> str | None:
        """Whose token it is. Takes as long for each token, right or wrong: every entry is compared, all of it."""
        presented = sha256(token.encode("latin-1")).hexdigest()  # as which header bytes are decoded
        found = None
        for name, digest in self._digests.items():
            if hmac.compare_digest(digest, presented):
                found = name
        return found

    async def verify_token(self, token: str) -> AccessToken | None:
        principal = self.principal(token)
        # Nobody needs the token itself any more.
        return AccessToken(token="", client_id=principal, scopes=[]) if principal is not None else None


def _digests(path: Path, lines: list[str]) -> Mapping[str, str]:
    digests = dict[str, str]()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, digest = _entry(path, number, line)
        if name in digests:
            raise BadTokens(path, f"there is a {name} already", number)
        if digest in digests.values():
            raise BadTokens(path, "another name has the same token", number)
        digests[name] = digest
    if not digests:
        raise BadTokens(path, "holds no token, so that nobody could call")
    return digests


def _entry(path: Path, number: int, line: str) -> tuple[str, str]:
    """The line's content is never quoted: somebody may have put a token there."""
    words = line.split()
    if len(words) != len(("name", "digest")):
        raise BadTokens(path, "is not a name and a SHA-256 with a blank between them", number)
    name, digest = words[0], words[1].lower()
    if not NAME.fullmatch(name):
        raise BadTokens(path, "the name is not made of up to 64 letters, digits and . _ -", number)
    if name.lower() == LOCAL:
        raise BadTokens(path, f"the name {LOCAL} means everyone who needs no token", number)
    if not DIGEST.fullmatch(digest):
        raise BadTokens(path, "the SHA-256 is not 64 hexadecimal digits", number)
    if digest == OF_NOTHING:
        raise BadTokens(path, "this is the SHA-256 of an empty token", number)
    return name, digest
