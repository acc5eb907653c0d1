"""Watches the parent of a process: when it is gone, the process ends with all it started."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Final

NAME: Final = "WALLENSTEIN_PARENT_WATCH"
EVERY: Final = 0.5


def start() -> None:
    """Watch the parent of this process, if the environment asks for it."""
    if os.environ.get(NAME):
        parent = os.getppid()
        threading.Thread(target=_watch, args=(parent,), name="parent_watch", daemon=True).start()


def _watch(parent: int) -> None:
    # Asking is all that works everywhere: a killed parent has no last words to send.
    while os.getppid() == parent:
        time.sleep(EVERY)
    # Whoever asks for the watch starts this process in a group of its own.
    os.killpg(os.getpgrp(), signal.SIGKILL)
