"""Places for open pages: a stream holds a thread of the web server, and others need one too."""

from __future__ import annotations

import threading
from collections import Counter
from typing import NamedTuple


class Reader(NamedTuple):
    """Whose place it is: a person's, or that of an address nobody has signed in from."""

    name: str
    is_guest: bool


class Places:
    """So many places in this process, a few of them for each reader, half of them for guests.

    Whoever gets none asks now and then instead, and misses nothing.
    """

    def __init__(self, most: int, *, each: int) -> None:
        self._most, self._each = most, each
        self._taken: Counter[Reader] = Counter()
        self._lock = threading.Lock()

    def take(self, reader: Reader) -> bool:
        """A place, if there is one left for this reader."""
        with self._lock:
            if self._taken.total() >= self._most or self._taken[reader] >= self._each:
                return False
            guests = sum(places for who, places in self._taken.items() if who.is_guest)
            if reader.is_guest and guests >= self._most // 2:
                return False
            self._taken[reader] += 1
            return True

    def give_back(self, reader: Reader) -> None:
        """One place of this reader's is free again."""
        with self._lock:
            self._taken[reader] -= 1
            # Nobody is remembered who has none.
            self._taken += Counter()
