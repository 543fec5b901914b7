"""Where to listen, as it is written on a command line."""

import os
import re
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Self

HOST_AND_PORT = re.compile(r"(?:\[(?P<bracketed>[^\]]*)\]|(?P<plain>[^:\[\]]+)):(?P<port>\d{1,5})", re.ASCII)
MAX_PORT = 65535
BACKLOG = 1024


class BadAddress(ValueError):
    """Raised when a text is not an address to listen at."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not HOST:PORT, where HOST is an IP address (IPv6 in brackets) or localhost")


class CannotListen(Exception):
    """Raised when nothing can listen at an address, mostly because something does already."""

    def __init__(self, address: "Address", error: OSError) -> None:
        reason = os.strerror(error.errno) if error.errno is not None else str(error)
        super().__init__(f"can't listen at {address}: {reason}")


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine. Names are not looked up, so that what is loopback is known without asking anybody."""

    ip: IPv4Address | IPv6Address
    port: int
    """0 stands for any free one."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises: BadAddress."""
        match = HOST_AND_PORT.fullmatch(text)
        if match is None or int(match["port"]) > MAX_PORT:
            raise BadAddress(text)
        host = "127.0.0.1" if match["plain"] == "localhost" else match["bracketed"] or match["plain"] or ""
        try:
            return cls(ip_address(host), int(match["port"]))
        except ValueError:
            raise BadAddress(text) from None

    @property
    def host(self) -> str:
        """As it stands in a URL."""
        return f"[{self.ip}]" if isinstance(self.ip, IPv6Address) else str(self.ip)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@contextmanager
def listening(address: Address) -> Generator[tuple[socket.socket, Address]]:
    """A listening socket, and its address with the port that it got.

    Raises:
        CannotListen.
    """
    family = socket.AF_INET6 if isinstance(address.ip, IPv6Address) else socket.AF_INET
    try:
        listener = socket.create_server((str(address.ip), address.port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CannotListen(address, error) from None
    with listener:
        yield listener, Address(address.ip, listener.getsockname()[1])
