"""Servers of our own for the tests: a free port, a throw-away folder, a stop and a new start."""

from __future__ import annotations

import atexit
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE = 300
# What Linux gives to outgoing connections begins above: none is to take a port between two starts.
PORTS = range(10_000, 32_000)


@dataclass
class Server:
    """A server that ends with this process; stopped and started again it has its port and data."""

    command: Sequence[str]
    address: str
    place: Path
    answers: Callable[[str], bool]
    # What makes it stop in an orderly way.
    farewell: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        atexit.register(self._end, os.getpid())

    def start(self) -> Server:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(
            self.command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.place,
            **identity(),
        )
        until = time.monotonic() + PATIENCE
        while not self.answers(self.address):
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{self.command[0]} does not answer")
            time.sleep(0.05)
        return self

    def stop(self, how: signal.Signals | None = None) -> None:
        """Stop it, in an orderly way if no other is named."""
        if self.process is None:
            return
        self.process.send_signal(how or self.farewell)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def restart(self, how: signal.Signals | None = None) -> None:
        """Stop it and start it again."""
        self.stop(how)
        self.start()

    def end(self) -> None:
        """Stop it for good, and throw its data away."""
        atexit.unregister(self._end)
        self._end(os.getpid())

    def _end(self, starter: int) -> None:
        if os.getpid() != starter:
            return  # a fork of the process that has to do it
        self.stop()
        shutil.rmtree(self.place, ignore_errors=True)


def identity() -> dict[str, Any]:
    """Somebody harmless to run a server as: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    harmless = known.get("postgres") or known["nobody"]
    return {"user": harmless.pw_uid, "group": harmless.pw_gid, "extra_groups": []}


def throw_away_folder(name: str) -> Path:
    """A folder that belongs to whoever the server runs as."""
    place = Path(tempfile.mkdtemp(prefix=f"wallenstein-{name}-"))
    harmless = identity()
    if harmless:
        os.chown(place, harmless["user"], harmless["group"])
    return place


def free_port() -> int:
    """A port nobody listens on just now."""
    while True:
        port = secrets.choice(PORTS)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
