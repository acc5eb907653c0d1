"""Dice of any number of sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Self

from engine.kernel.canonical import same
from engine.kernel.chance import Json, RecordCheck, Stream

MOST_SIDES: Final = 1000
MOST_DICE: Final = 1000


@dataclass(frozen=True)
class Dice:
    """Each die is one integer of the stream, in the order rolled."""

    name: ClassVar[str] = "dice"
    model: ClassVar[str] = ""
    label: ClassVar[str] = ""
    members: ClassVar[tuple[str, str]] = ("roll", "rolls")
    record: ClassVar[frozenset[str]] = frozenset({"sides", "rolled"})

    def of_model(self, model: str) -> Self:
        """There is only one model."""
        raise ValueError(f"unknown dice {model!r}")

    def use(self, source: Stream, sides: int, count: int) -> Json:
        """Roll some dice."""
        if not (2 <= sides <= MOST_SIDES and 1 <= count <= MOST_DICE):
            raise ValueError(f"cannot roll {count} dice of {sides} sides")
        return {"sides": sides, "rolled": [1 + source.below(sides) for _ in range(count)]}

    def checker(self) -> RecordCheck:
        """A roll leaves nothing behind for the next."""
        return self._check

    def _check(self, source: Stream, record: Json) -> str:
        sides, numbers = record["sides"], record["rolled"]
        if type(sides) is not int:
            raise ValueError("this is no number of sides")
        rolled = self.use(source, sides, len(numbers))["rolled"]
        return "" if same(numbers, rolled) else "other numbers were rolled"


DICE: Final = Dice()
