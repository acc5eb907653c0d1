"""One `make play` at a time in a folder; a lock that a killed process cannot leave behind."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class Taken(Exception):
    """Somebody plays here already; says who and where."""


class FolderLock:
    """A lock of the kernel's on a file that says who holds it."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self._file = (home / "play.lock").open("a+", encoding="utf-8")

    def take(self) -> None:
        """Hold the folder until this process ends; raises Taken."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            raise Taken(self._file.read().strip() or "process unknown") from None
        self.tell("starting")

    def tell(self, where: str) -> None:
        """Write down who holds it, for whoever comes next."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(f"process {os.getpid()}, {where}\n")
        self._file.flush()
