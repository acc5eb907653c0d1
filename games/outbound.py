"""Calls to addresses that players name: only to public ones, and only to what was checked."""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from games.errors import Illegal

SECONDS: Final = 5
LONGEST_URL: Final = 500
LONGEST_STATUS_LINE: Final = 1024
_STATUS_LINE: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r\n]")


class Forbidden(OSError):
    """A name that leads, today, to an address of ours or to none."""


def checked_url(url: str) -> SplitResult:
    """An https address that could be called; raises Illegal with the reason."""
    loopback = settings.WEBHOOKS_TO_LOOPBACK
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Illegal("bad_url", _("This is not the address of a web page.")) from None
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise Illegal("bad_url", _("An address has at most 500 characters, all of them ASCII."))
    if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
        raise Illegal("bad_url", _("The address must begin with https://."))
    if not parts.hostname or parts.username is not None or parts.fragment or port == 0:
        raise Illegal("bad_url", _("The address must be a host and a path, without a password."))
    try:
        resolved(parts)
    except OSError:
        message = _("This address leads nowhere, or to a network that is not public.")
        raise Illegal("bad_url", message) from None
    return parts


def resolved(parts: SplitResult) -> str:
    """The address to connect to; every one the name leads to must be public."""
    host, port = str(parts.hostname), parts.port or _usual_port(parts)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise Forbidden(host) from None
    addresses = [str(place[4][0]) for place in found]
    for address in addresses:
        if not _is_public(address):
            raise Forbidden(host)
    if not addresses:
        raise Forbidden(host)
    return addresses[0]


def _usual_port(parts: SplitResult) -> int:
    return 443 if parts.scheme == "https" else 80


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    if inner is not None:
        address = inner
    if address.is_loopback and settings.WEBHOOKS_TO_LOOPBACK:
        return True
    # Global leaves out private, loopback, link-local and reserved networks, but not multicast;
    # an address of the NAT64 prefix is another way to write one of those.
    in_nat64 = address.version == 6 and address in ipaddress.ip_network("64:ff9b::/96")
    return address.is_global and not address.is_multicast and not in_nat64


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post to a public address and give the status of the answer; raises OSError.

    Connects to the address that was checked, whatever the name says a moment later. Redirects are
    not followed, nothing but the status line is read, and all of it has `SECONDS`.
    """
    ends = time.monotonic() + SECONDS
    parts = urlsplit(url)
    place = resolved(parts), parts.port or _usual_port(parts)
    with ExitStack() as stack:
        line: socket.socket = stack.enter_context(socket.create_connection(place, SECONDS))
        if parts.scheme == "https":
            secure = ssl.create_default_context()
            line = stack.enter_context(secure.wrap_socket(line, server_hostname=parts.hostname))
        line.sendall(_request(parts, headers, body))
        return _status(line, ends)


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    always = {"Host": parts.netloc, "Connection": "close", "Content-Length": str(len(body))}
    fields = [f"{name}: {value}" for name, value in {**always, **headers}.items()]
    return "\r\n".join([f"POST {path} HTTP/1.1", *fields, "", ""]).encode("ascii") + body


def _status(line: socket.socket, ends: float) -> int:
    """The number in the first line of an answer; whoever lets it drip is not waited for."""
    read = b""
    while b"\n" not in read and len(read) < LONGEST_STATUS_LINE:
        left = ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)
        more = line.recv(LONGEST_STATUS_LINE)
        if not more:
            break
        read += more
    found = _STATUS_LINE.match(read)
    if found is None:
        raise ConnectionError
    return int(found[1])
