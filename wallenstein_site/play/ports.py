"""Which port to serve on: the one asked for, else the first free one."""

from __future__ import annotations

import socket
from typing import Final

HOST: Final = "127.0.0.1"
USUAL: Final = range(8000, 8021)


class NoPort(Exception):
    """There is no port to serve on; says why and what to do."""


def choose(asked: str) -> int:
    """The port to use; raises NoPort."""
    if not asked:
        for port in USUAL:
            if is_free(port):
                return port
        raise NoPort(
            f"The ports {USUAL[0]} to {USUAL[-1]} are all in use. "
            "Name a free one: make play PORT=9000"
        )
    if not asked.isdecimal() or not 1 <= int(asked) <= 65535:
        raise NoPort(f"PORT must be a number from 1 to 65535, not {asked!r}.")
    if not is_free(int(asked)):
        raise NoPort(f"Port {asked} is in use, or not allowed. Leave PORT out to get another.")
    return int(asked)


def is_free(port: int) -> bool:
    """Whether a server could listen here."""
    with socket.socket() as probe:
        # As the server does: connections of a server that has just ended do not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True
