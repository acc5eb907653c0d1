"""Calls to addresses that players name: none of ours, however it is written, and never for long."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from games.net import outbound


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of somebody who takes calls and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def leads_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    places = [(0, 0, 0, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)


@pytest.mark.parametrize(
    "address",
    [
        "fec0::1",  # site-local
        "feff::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::",
        "::1",
        "::127.0.0.1",  # an address of IPv4, written as one of IPv6
        "::8.8.8.8",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:0:7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2002:808:808::",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",  # through a tunnel
        "2001:20::1",
        "2001:db8::1",
        "3fff::1",
        "100::1",
        "5f00::1",
        "4000::1",
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
    ],
)
def test_what_is_not_public_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    leads_to(monkeypatch, "93.184.215.14", address)
    with pytest.raises(outbound.Forbidden):
        outbound.post("https://hook.example/", b"{}", {})


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "::ffff:93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]
)
def test_what_is_public_is_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    leads_to(monkeypatch, address)
    called: list[tuple[str, int]] = []

    def refuse(place: tuple[str, int], _seconds: float) -> None:
        called.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(ConnectionRefusedError):
        outbound.post("https://hook.example/", b"{}", {})
    assert called == [(address, 443)]


def test_a_name_nobody_answers_for_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    monkeypatch.setattr(outbound, "SECONDS", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait() and [])
    try:
        with pytest.raises(TimeoutError):
            outbound.post("https://hook.example/", b"{}", {})
    finally:
        answered.set()


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_silence_is_given_up(
    monkeypatch: pytest.MonkeyPatch, settings: Any, silent: int, scheme: str
) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    monkeypatch.setattr(outbound, "SECONDS", 0.2)
    # More than anybody's buffers hold, so that sending has to wait as well.
    with pytest.raises(TimeoutError):
        outbound.post(f"{scheme}://127.0.0.1:{silent}/", b"x" * 20_000_000, {})


def test_all_of_a_call_has_one_deadline(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Every part of it, from the name to the answer, takes a second of a clock of ours."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    now, given = [100.0], []
    monkeypatch.setattr("games.net.outbound.time.monotonic", lambda: now[0])

    class Line:
        """A line on which everything takes its time, and requests go a few bytes at once."""

        def __enter__(self) -> Line:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def settimeout(self, seconds: float) -> None:
            given.append(seconds)

        def send(self, data: memoryview) -> int:
            now[0] += 1
            return len(data) // 2 + 1

        def recv(self, _most: int) -> bytes:
            now[0] += 1
            return b"H"

    def connect(_place: object, seconds: float) -> Line:
        given.append(seconds)
        now[0] += 1
        return Line()

    def name(_parts: object) -> str:
        now[0] += 1
        return "127.0.0.1"

    monkeypatch.setattr(outbound, "resolved", name)
    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", lambda _self, line, **_: line)
    with pytest.raises(TimeoutError):
        outbound.post("https://127.0.0.1/", b"{}", {})
    assert given == [4, 3, 3, 2, 1]
