"""What a ruleset, or the registry, is made of, by name: values that are joined, never tables that
others fill."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from contextlib import contextmanager
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Catalogue(Mapping[K, V]):
    """Things by their names; joined with others it gives a new one, and no name stands twice."""

    def __init__(self, *parts: Mapping[K, V]) -> None:
        self._things: dict[K, V] = {}
        for part in parts:
            twice = self._things.keys() & part.keys()
            if twice:
                raise ValueError(f"named twice: {', '.join(sorted(map(str, twice)))}")
            self._things.update(part)

    def joined(self, *others: Mapping[K, V]) -> Catalogue[K, V]:
        """These things and those of others; neither learns of the other."""
        return Catalogue(self, *others)

    @contextmanager
    def lent(self, more: Mapping[K, V]) -> Iterator[None]:
        """Know more for as long as the block lasts; for tests."""
        before = self._things
        self._things = self.joined(more)._things
        try:
            yield
        finally:
            self._things = before

    def __getitem__(self, name: K) -> V:
        return self._things[name]

    def __iter__(self) -> Iterator[K]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __contains__(self, name: object) -> bool:
        return name in self._things

    # The views of a dictionary are quicker than those of a mapping, and plans are read often.

    def values(self) -> ValuesView[V]:
        return self._things.values()

    def items(self) -> ItemsView[K, V]:
        return self._things.items()
