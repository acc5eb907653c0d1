"""Things known by name, as one explicit list says; tests may lend it more for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Catalogue(Mapping[K, V]):
    """What is known under which name; nothing is ever added to it when a module is imported."""

    def __init__(self, known: Mapping[K, V]) -> None:
        self._known = dict(known)

    def __getitem__(self, name: K) -> V:
        return self._known[name]

    def __iter__(self) -> Iterator[K]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def joined(self, more: Mapping[K, V]) -> Catalogue[K, V]:
        """These and others; raises ValueError where both have a name."""
        if twice := sorted(map(str, self._known.keys() & more.keys())):
            raise ValueError(f"known already: {', '.join(twice)}")
        return Catalogue({**self._known, **more})

    @contextmanager
    def lent(self, more: Mapping[K, V]) -> Iterator[None]:
        """Know more for as long as the block lasts; for tests."""
        before = self._known
        self._known = self.joined(more)._known
        try:
            yield
        finally:
            self._known = before
