"""The deck: cards, tiles or seats drawn for all to see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

from engine.kernel.canonical import canonical, same
from engine.kernel.chance import Json, RecordCheck, Stream


def drawn(source: Stream, items: Sequence[Any], count: int) -> list[Any]:
    """Some of the items, in the order drawn, without replacement."""
    left = list(items)
    return [left.pop(source.below(len(left))) for _ in range(count)]


def is_draw(record: Json, label: str, items: Sequence[str | int], count: int) -> bool:
    """Whether a record is of a draw of so many of these items under this label."""
    draw = [record["stream"].rpartition(" ")[0], record["from"], len(record["drawn"])]
    # By their bytes: to Python true is a 1, to a log it is not.
    return canonical(draw) == canonical([label, list(items), count])


@dataclass(frozen=True)
class Deck:
    """Draws without replacement; asks the stream once for each item drawn."""

    name: ClassVar[str] = "deck"
    model: ClassVar[str] = ""
    label: ClassVar[str] = ""
    members: ClassVar[tuple[str, str]] = ("draw", "draws")
    record: ClassVar[frozenset[str]] = frozenset({"from", "drawn"})

    def of_model(self, model: str) -> Self:
        """There is only one model."""
        raise ValueError(f"unknown deck {model!r}")

    def use(self, source: Stream, items: Sequence[str | int], count: int) -> Json:
        """Draw some of the items."""
        if not 0 <= count <= len(items):
            raise ValueError(f"cannot draw {count} of {len(items)} items")
        return {"from": list(items), "drawn": drawn(source, items, count)}

    def checker(self) -> RecordCheck:
        """A draw leaves nothing behind for the next."""
        return _check


def _check(source: Stream, record: Json) -> str:
    again = drawn(source, record["from"], len(record["drawn"]))
    return "" if same(record["drawn"], again) else "other cards were drawn"


DECK: Final = Deck()
