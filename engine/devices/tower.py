"""The cube tower: exact single throws for the game, fast and exact odds for people and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat
from typing import ClassVar, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.kernel.canonical import same
from engine.kernel.chance import Chance, Json, RecordCheck, Stream

Cubes = Mapping[str, int]
_WORD = 1 << 64


class Words(Protocol):
    """A source of fair 64-bit words."""

    def words(self, count: int) -> list[int]:
        """The next `count` words."""


@dataclass(frozen=True)
class Tower:
    """A model of the tower and its parameters, for ever the same under its version name."""

    version: str
    lodge: tuple[int, int]  # chance that a thrown cube lodges
    stay: tuple[int, int]  # chance that a lodged cube stays when one cube passes


TOWERS: Mapping[str, Tower] = {"sieve-1": Tower("sieve-1", lodge=(2, 5), stay=(93, 100))}
DEFAULT_TOWER = "sieve-1"


def tower_named(name: str) -> Tower | None:
    """The tower a game says it plays with; none for a game without one."""
    return TOWERS[name] if name else None


@lru_cache(maxsize=1024)
def thresholds(tower: Tower, n: int) -> tuple[int, int]:
    """When n are thrown: a thrown cube lodges, and a lodged one falls, on a word below these."""
    part, whole = tower.lodge
    stay, of = tower.stay
    return _WORD * part // whole, _WORD - _WORD * stay**n // of**n


def throw(tower: Tower, stream: Words, thrown: Cubes, lodged: Cubes) -> dict[str, int]:
    """The cubes that fall into the tray, by colour and without zeros."""
    if min((0, *thrown.values(), *lodged.values())) < 0:
        raise ValueError(f"a number of cubes cannot be negative: {dict(thrown)}, {dict(lodged)}")
    entering, inside = sum(thrown.values()), sum(lodged.values())
    falls = _falling(tower, entering, stream.words(entering + inside))
    fell = dict.fromkeys(sorted({**thrown, **lodged}), 0)
    first = 0
    for cubes in (thrown, lodged):
        for colour in sorted(cubes):
            last = first + cubes[colour]
            fell[colour] += sum(falls[first:last])
            first = last
    return {colour: count for colour, count in fell.items() if count}


def _falling(tower: Tower, entering: int, words: Sequence[int]) -> list[bool]:
    # Sees how many cubes there are and never which: here colour cannot play a part.
    lodges, loosened = thresholds(tower, entering)
    falls = [word >= lodges for word in words[:entering]]
    falls += [word < loosened for word in words[entering:]]
    return falls


@dataclass(frozen=True)
class CubeTower:
    """The tower as a device of a game, in one model."""

    tower: Tower = TOWERS[DEFAULT_TOWER]
    name: ClassVar[str] = "tower"
    label: ClassVar[str] = "throw"
    members: ClassVar[tuple[str, str]] = ("throw", "")
    record: ClassVar[frozenset[str]] = frozenset({"thrown", "lodged", "fell"})

    @property
    def model(self) -> str:
        """The version of the tower."""
        return self.tower.version

    def of_model(self, model: str) -> CubeTower:
        """The tower of that version."""
        if model not in TOWERS:
            raise ValueError(f"unknown tower {model!r}; known: {', '.join(TOWERS)}")
        return CubeTower(TOWERS[model])

    def use(self, source: Stream, thrown: Cubes, lodged: Cubes) -> Json:
        """Throw cubes; none are counted that are not there."""
        fell = throw(self.tower, source, thrown, lodged)
        return {"thrown": _counts(thrown), "lodged": _counts(lodged), "fell": fell}

    def checker(self) -> RecordCheck:
        """A check that starts with an empty tower."""
        return _Watched(self.tower)


CUBE_TOWER: Final = CubeTower()
MOST_CUBES: Final = 10_000


def throw_cubes(chance: Chance, thrown: Cubes, lodged: Cubes) -> Json:
    """Cubes into the tower of the game: `{"stream", "thrown", "lodged", "fell"}`."""
    return chance.use(CubeTower.name, CubeTower.label, thrown, lodged)


class _Watched:
    """A tower whose throws are checked one after the other: what stays in it is known."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.lodged: Counter[str] = Counter()

    def __call__(self, source: Stream, record: Json) -> str:
        thrown, lodged = _cubes(record["thrown"]), _cubes(record["lodged"])
        if lodged != self.lodged:
            return "other cubes were lodged"
        fell = throw(self.tower, source, thrown, lodged)
        if not same(record["fell"], fell):
            return "other cubes fell"
        self.lodged = lodged + thrown - Counter(fell)
        return ""


def _cubes(record: Json) -> Counter[str]:
    """Cubes by colour, as a record tells them: without zeros, and no more than any game has."""
    for count in record.values():
        if type(count) is not int or count < 1:
            raise ValueError("this is no number of cubes")
    if sum(record.values()) > MOST_CUBES:
        raise ValueError("no tower holds so many cubes")
    return Counter(record)


def _counts(cubes: Cubes) -> dict[str, int]:
    return {colour: cubes[colour] for colour in sorted(cubes) if cubes[colour]}


def fall_shares(tower: Tower, n: int) -> tuple[float, float]:
    """The chances to fall of a thrown and of a lodged cube when n are thrown."""
    lodges, loosened = thresholds(tower, n)
    return (_WORD - lodges) / _WORD, loosened / _WORD


def fall_counts(
    tower: Tower, thrown: Cubes, lodged: Cubes, trials: int, seed: int
) -> dict[str, NDArray[np.int64]]:
    """For each colour present, how many cubes fell in each of many simulated throws."""
    generator = np.random.Generator(np.random.Philox(seed))
    passing, loosened = fall_shares(tower, sum(thrown.values()))
    fell: dict[str, NDArray[np.int64]] = {}
    for colour in sorted({**thrown, **lodged}):
        counts = generator.binomial(thrown.get(colour, 0), passing, trials)
        if inside := lodged.get(colour, 0):
            counts += generator.binomial(inside, loosened, trials)
        fell[colour] = counts
    return fell


@lru_cache(maxsize=65536)
def fall_distribution(tower: Tower, thrown: int, lodged: int, n: int) -> tuple[float, ...]:
    """The chance that 0, 1, 2... of some thrown and lodged cubes fall when n in all are thrown.

    Sums and products of floats only, so it is the same on every machine.
    """
    passing, loosened = fall_shares(tower, n)
    chances = [1.0]
    for fall in chain(repeat(passing, thrown), repeat(loosened, lodged)):
        stay = 1.0 - fall
        chances = [
            fewer * fall + same * stay
            for fewer, same in zip([0.0, *chances], [*chances, 0.0], strict=True)
        ]
    return tuple(chances)
