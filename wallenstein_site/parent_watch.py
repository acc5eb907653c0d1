"""A leash: a process on it ends, with all it started, when the process that holds it is gone."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Final

NAME: Final = "WALLENSTEIN_LEASH"
EVERY: Final = 0.5


def hold() -> None:
    """Put this process on the leash of its parent, if the environment asks for it."""
    if os.environ.get(NAME):
        parent = os.getppid()
        threading.Thread(target=_watch, args=(parent,), name="leash", daemon=True).start()


def _watch(parent: int) -> None:
    # Asking is all that works everywhere: a killed parent has no last words to send.
    while os.getppid() == parent:
        time.sleep(EVERY)
    # Whoever asks for a leash starts this process in a group of its own.
    os.killpg(os.getpgrp(), signal.SIGKILL)
