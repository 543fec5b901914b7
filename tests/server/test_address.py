"""HOST:PORT on a command line."""

import socket

import pytest

from server.address import Address, BadAddress, CannotListen, listening


@pytest.mark.parametrize(
    ("text", "meant", "loopback"),
    [
        ("127.0.0.1:8000", "127.0.0.1:8000", True),
        ("localhost:0", "127.0.0.1:0", True),
        ("127.1.2.3:80", "127.1.2.3:80", True),
        ("[::1]:8000", "[::1]:8000", True),
        ("0.0.0.0:8000", "0.0.0.0:8000", False),
        ("[::]:8000", "[::]:8000", False),
        ("192.0.2.7:65535", "192.0.2.7:65535", False),
    ],
)
def test_an_address_is_read_as_it_is_meant(text: str, meant: str, loopback: bool) -> None:
    address = Address.parse(text)
    assert (str(address), address.ip.is_loopback) == (meant, loopback)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8000",
        ":8000",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:65536",
        "127.0.0.1:-1",
        "127.0.0.1:٣",
        "127.1:80",
        "::1:80",
        "[127.0.0.1:80",
        "[]:80",
        "example.org:80",
        "http://127.0.0.1:80",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="is not HOST:PORT"):
        Address.parse(text)


def test_port_0_becomes_the_port_that_was_free() -> None:
    with listening(Address.parse("127.0.0.1:0")) as (_, address):
        assert address.port != 0
        socket.create_connection(("127.0.0.1", address.port)).close()


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = Address.parse(f"127.0.0.1:{taken.getsockname()[1]}")
        with (
            pytest.raises(CannotListen, match=f"can't listen at {address}: Address already in use"),
            listening(address),
        ):
            pass
