"""Addresses out of headers; whatever stands there, nothing here raises."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import getaddresses, parseaddr


def address_in(text: str) -> str:
    """The one address of a header; empty if there is none."""
    try:
        return parseaddr(text)[1]
    except RecursionError:  # remarks in remarks without end
        return ""


def addresses_in(text: str) -> Iterator[str]:
    """All addresses of a header."""
    try:
        pairs = getaddresses([text])
    except RecursionError:
        return
    yield from (address for _name, address in pairs if address)
