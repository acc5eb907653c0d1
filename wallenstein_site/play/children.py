"""The processes of an embedded table: started, watched, started again, stopped with theirs."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import IO, Final

from wallenstein_site import parent_watch

LARGEST_LOG: Final = 1_000_000
LOGS_KEPT: Final = 3
# Running this long counts as having started well.
WELL: Final = 30.0
MOST_FAILURES: Final = 5
PATIENCE: Final = 6.0


class Child:
    """One process and what it says, in a log file that does not grow without end."""

    def __init__(self, name: str, module: str, environment: Mapping[str, str], logs: Path) -> None:
        self.name = name
        self.last_words: deque[str] = deque(maxlen=5)
        self._command = [sys.executable, "-m", module]
        self._environment = {**environment, parent_watch.NAME: "yes", "PYTHONUNBUFFERED": "1"}
        self._log = _log_file(logs / f"{name}.log")
        self._process: subprocess.Popen[bytes] | None = None
        self._listener: threading.Thread | None = None
        self._failures = 0
        self._started = self._again_at = 0.0

    def start(self) -> None:
        """Start it, in a group of its own so that a Ctrl-C reaches it through us only."""
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        out = self._process.stdout
        self._listener = threading.Thread(target=self._listen, args=(out,), daemon=True)
        self._listener.start()

    def watch(self) -> str:
        """Start it again if it has died, a little later each time; says so if it has."""
        if self._process is None:
            if time.monotonic() >= self._again_at:
                self.start()
            return ""
        code = self._process.poll()
        if code is None:
            return ""
        self.end(signal.SIGKILL)  # what it may have left behind
        ran_well = time.monotonic() - self._started >= WELL
        self._failures = 1 if ran_well else self._failures + 1
        wait = 2 ** (self._failures - 1)
        self._again_at = time.monotonic() + wait
        self._process = None
        return f"The {self.name} has stopped ({_how(code)}); starting it again in {wait} s."

    @property
    def hopeless(self) -> bool:
        """Whether it has failed too often in a row."""
        return self._failures >= MOST_FAILURES

    def end(self, how: signal.Signals) -> None:
        """Signal it; a killing goes to everything it has started, too."""
        if self._process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if how == signal.SIGKILL:
                os.killpg(self._process.pid, how)
            else:
                self._process.send_signal(how)

    def wait(self, until: float) -> None:
        """Give it time to end, then end it."""
        if self._process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, until - time.monotonic()))
        self.end(signal.SIGKILL)
        self._process.wait()
        self._process = None

    def close(self) -> None:
        """Close its log, when it is gone and has said everything."""
        if self._listener is not None:
            self._listener.join(PATIENCE)
        self._log.close()

    def _listen(self, out: IO[bytes]) -> None:
        for raw in out:
            line = raw.decode("utf-8", "replace").rstrip()
            if line:
                self.last_words.append(line)
                self._log.handle(logging.makeLogRecord({"msg": line}))
        out.close()


def stop(children: list[Child]) -> None:
    """End all of them, politely first."""
    for child in children:
        child.end(signal.SIGTERM)
    until = time.monotonic() + PATIENCE
    for child in children:
        child.wait(until)
        child.close()


def _log_file(path: Path) -> logging.Handler:
    path.parent.mkdir(parents=True, exist_ok=True)
    return RotatingFileHandler(
        path, maxBytes=LARGEST_LOG, backupCount=LOGS_KEPT, encoding="utf-8", delay=True
    )


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"code {code}"
