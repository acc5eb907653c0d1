"""Calls to addresses that players name: only to public ones, and only to what was checked."""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from queue import Empty, SimpleQueue
from typing import Final, NewType
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.errors import Illegal
from games.net.networks import is_public

SECONDS: Final = 5
LONGEST_URL: Final = 500
LONGEST_STATUS_LINE: Final = 1024
_STATUS_LINE: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r\n]")


# An address that `checked_url` has let pass.
CheckedUrl = NewType("CheckedUrl", str)


class Forbidden(OSError):
    """A name that leads, today, to an address of ours or to none."""


def checked_url(url: str) -> CheckedUrl:
    """An https address that could be called; raises Illegal with the reason.

    Asks for the name, which may take seconds: nothing to do while rows are locked.
    """
    loopback = settings.WEBHOOKS_TO_LOOPBACK
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Illegal("bad_url", _("This is not the address of a web page.")) from None
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise Illegal(
            "bad_url", _("An address can have at most 500 characters, all of them ASCII.")
        )
    if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
        raise Illegal("bad_url", _("The address must begin with https://."))
    if not parts.hostname or parts.username is not None or parts.fragment or port == 0:
        raise Illegal("bad_url", _("The address must be a host and a path, without a password."))
    try:
        resolved(parts)
    except OSError:
        message = _("This address leads nowhere, or to a network that is not public.")
        raise Illegal("bad_url", message) from None
    return CheckedUrl(url)


def resolved(parts: SplitResult) -> str:
    """The address to connect to; every one the name leads to must be public."""
    host, port = str(parts.hostname), parts.port or _usual_port(parts)
    addresses = _looked_up(host, port)
    for address in addresses:
        if not is_public(address, loopback=settings.WEBHOOKS_TO_LOOPBACK):
            raise Forbidden(host)
    if not addresses:
        raise Forbidden(host)
    return addresses[0]


def _looked_up(host: str, port: int) -> list[str]:
    """Where a name leads; in a thread, for the system's own patience is longer than ours."""
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()

    def look() -> None:
        try:
            places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([str(place[4][0]) for place in places])
        except OSError as problem:
            answers.put(problem)
        except UnicodeError:
            answers.put(Forbidden(host))

    threading.Thread(target=look, name="names", daemon=True).start()
    try:
        answer = answers.get(timeout=SECONDS)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _usual_port(parts: SplitResult) -> int:
    return 443 if parts.scheme == "https" else 80


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post to a public address and give the status of the answer; raises OSError.

    Connects to the address that was checked, whatever the name says a moment later. Redirects are
    not followed, nothing but the status line is read, and all of it has `SECONDS`: the name, the
    connection, the request and that line.
    """
    ends = time.monotonic() + SECONDS
    parts = urlsplit(url)
    place = resolved(parts), parts.port or _usual_port(parts)
    with ExitStack() as stack:
        line: socket.socket = stack.enter_context(socket.create_connection(place, _left(ends)))
        if parts.scheme == "https":
            secure = ssl.create_default_context()
            line.settimeout(_left(ends))
            line = stack.enter_context(secure.wrap_socket(line, server_hostname=parts.hostname))
        _send(line, _request(parts, headers, body), ends)
        return _status(line, ends)


def _left(ends: float) -> float:
    """How many seconds are left; raises TimeoutError when none are."""
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    always = {"Host": parts.netloc, "Connection": "close", "Content-Length": str(len(body))}
    fields = [f"{name}: {value}" for name, value in {**always, **headers}.items()]
    return "\r\n".join([f"POST {path} HTTP/1.1", *fields, "", ""]).encode("ascii") + body


def _send(line: socket.socket, request: bytes, ends: float) -> None:
    """All of a request; whoever takes it in drops is not waited for."""
    rest = memoryview(request)
    while rest:
        line.settimeout(_left(ends))
        rest = rest[line.send(rest) :]


def _status(line: socket.socket, ends: float) -> int:
    """The number in the first line of an answer; whoever lets it drip is not waited for."""
    read = b""
    while b"\n" not in read and len(read) < LONGEST_STATUS_LINE:
        line.settimeout(_left(ends))
        more = line.recv(LONGEST_STATUS_LINE)
        if not more:
            break
        read += more
    match = _STATUS_LINE.match(read)
    if match is None:
        raise ConnectionError
    return int(match[1])
