"""A gate in front of the site: few requests of a process are worked on at once.

Python runs one thread at a time, so many requests at once only get into each other's way: all of
them come late instead of some. A server still has more threads than the gate has places, for
streams, which leave the gate behind them when they begin.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# One computes while the other waits for the database.
PLACES: Final = 2
# Whoever has a place may wait for a lock or make an archive; others need not wait for that.
PATIENCE: Final = 0.25


class Gate:
    """A WSGI application that lets so many requests at once into another, or whoever has waited."""

    def __init__(
        self, application: Application, places: int = PLACES, patience: float = PATIENCE
    ) -> None:
        self._application, self._patience = application, patience
        self._free = places
        self._queue: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        has_place = self._take()
        try:
            return self._application(environ, start_response)
        finally:
            if has_place:
                self._give_back()

    def _take(self) -> bool:
        """A place, in the order of coming: with a lock of Python's the last might be the first."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            called = threading.Event()
            self._queue.append(called)
        if called.wait(self._patience):
            return True
        with self._lock:
            # Somebody may have called just now.
            if called.is_set():
                return True
            self._queue.remove(called)
            return False

    def _give_back(self) -> None:
        with self._lock:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._free += 1
