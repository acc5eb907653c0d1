"""What borders and figures make of the land: areas, domains, chains of knights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

from engine.kernel.core import Value
from engine.loewenherz.board import (
    ALL,
    BIT,
    INDEX,
    LAST_COLUMN,
    LAST_ROW,
    SIDE_BITS,
    SIDES,
    SIDES_OF,
    SQUARES,
    WIDTH,
    Terrain,
    beside,
    mask_of,
    numbers_in,
    squares_in,
    terrain,
)

NEUTRAL: Final = "neutral"
BORDERS: Final = 100
# How far a knight is from its castle if no chain leads there; only given positions have such.
UNCHAINED: Final = len(SQUARES)


class Growth(NamedTuple):
    """What one square brings to a domain: whose domain it leaves, the borders that are placed and
    freed, and of the domain it leaves what is lost."""

    square: str
    taken_from: str | None
    placed: tuple[str, ...]
    freed: tuple[str, ...]
    lost: int


@dataclass(frozen=True)
class Landscape(Value):
    """The board with its figures and borders; colours are seats, or neutral."""

    board: str = ""
    castles: Mapping[str, str] = field(default_factory=dict)
    knights: Mapping[str, str] = field(default_factory=dict)
    borders: frozenset[str] = frozenset()
    # The squares of each domain, by its castle.
    domains: Mapping[str, int] = field(default_factory=dict)

    def but(self, **changes: Any) -> Self:
        """The same with some changes; what was worked out from the old is not kept."""
        now = self.__dict__ | changes
        return type(self)(*(now[name] for name in self.__dataclass_fields__))

    @cached_property
    def terrain(self) -> Terrain:
        """The land as sets of squares."""
        return terrain(self.board)

    @cached_property
    def walls(self) -> tuple[int, int]:
        """The squares that are closed to the right, and those that are closed below."""
        right, below = LAST_COLUMN, LAST_ROW
        for border in self.borders:
            one, other = SIDES[border]
            if other - one == WIDTH:
                below |= 1 << one
            else:
                right |= 1 << one
        return right, below

    @cached_property
    def figures(self) -> Mapping[str, int]:
        """The squares of each colour's castles and knights."""
        masks: dict[str, int] = {}
        for figures in (self.castles, self.knights):
            for square, colour in figures.items():
                masks[colour] = masks.get(colour, 0) | BIT[square]
        return masks

    @cached_property
    def castle_mask(self) -> int:
        """The squares of all castles."""
        return mask_of(self.castles)

    @cached_property
    def occupied(self) -> int:
        """The squares of all figures."""
        return self.castle_mask | mask_of(self.knights)

    @cached_property
    def claimed(self) -> int:
        """The squares of all domains."""
        claimed = 0
        for mask in self.domains.values():
            claimed |= mask
        return claimed

    @property
    def borders_left(self) -> int:
        """Borders in the supply."""
        return BORDERS - len(self.borders)

    def within_reach(self, mask: int) -> int:
        """The squares of a set and those one step away with no border between."""
        right, below = self.walls
        return (
            mask
            | (mask & ~right) << 1
            | mask >> 1 & ~right
            | (mask & ~below) << WIDTH
            | mask >> WIDTH & ~below
        )

    def area(self, mask: int, within: int = ALL) -> int:
        """Everything that no border parts from some squares."""
        wider = self.within_reach(mask) & within
        while wider != mask:
            mask = wider
            wider = self.within_reach(mask) & within
        return mask

    def areas(self, within: int = ALL) -> Iterator[int]:
        """The areas into which borders part some squares, in the order a1, b1, …"""
        while within:
            area = self.area(within & -within, within)
            yield area
            within &= ~area

    def domain_at(self, mask: int) -> str | None:
        """The castle of the domain that a square belongs to."""
        if not mask & self.claimed:
            return None
        return next(castle for castle, squares in self.domains.items() if squares & mask)

    def unclaimed_domains(self) -> dict[str, int]:
        """H-12, H-24: the areas with exactly one castle that are no domains yet, by castle."""
        arisen: dict[str, int] = {}
        left = self.castle_mask & ~self.claimed
        while left:
            area = self.area(left & -left)
            castles = area & self.castle_mask
            if castles.bit_count() == 1:
                arisen[SQUARES[castles.bit_length() - 1]] = area
            left &= ~area
        return arisen

    def borders_within(self, mask: int) -> list[str]:
        """The borders with both squares in a set, in the order of the board."""
        inside = (b for b in self.borders if SIDE_BITS[b] & mask == SIDE_BITS[b])
        return sorted(inside, key=SIDES.__getitem__)

    def owned_by(self, colour: str) -> list[str]:
        """The castles of a colour's domains, in the order a1, b1, …"""
        own = (castle for castle in self.domains if self.castles[castle] == colour)
        return sorted(own, key=INDEX.__getitem__)

    def knights_of(self, castle: str) -> int:
        """The squares of the knights in a domain."""
        return self.figures[self.castles[castle]] & self.domains[castle] & ~self.castle_mask

    def strength(self, castle: str) -> int:
        """How many knights a domain has."""
        return self.knights_of(castle).bit_count()

    def adjacent(self, castle: str) -> list[str]:
        """H-28: the domains that have a side in common with this one, in the order a1, b1, …"""
        near = beside(self.domains[castle]) & ~self.domains[castle]
        touching = (other for other, mask in self.domains.items() if mask & near)
        return sorted(touching, key=INDEX.__getitem__)

    def chain(self, castle: str) -> dict[int, int]:
        """The knights of a domain, by their numbers, and how far each is along the chain."""
        left = self.knights_of(castle)
        far, edge, steps = {}, BIT[castle], 0
        while edge:
            steps += 1
            edge = beside(edge) & left
            left &= ~edge
            far.update(dict.fromkeys(numbers_in(edge), steps))
        far.update(dict.fromkeys(numbers_in(left), UNCHAINED))
        return far

    def removable(self, castle: str) -> list[str]:
        """H-15, H-27: the knights of a domain that leave the others joined to the castle; the one
        that goes if nobody chooses comes first."""
        knights, far = self.knights_of(castle), self.chain(castle)
        joined = mask_of(SQUARES[number] for number, steps in far.items() if steps < UNCHAINED)
        free = [
            number
            for number in numbers_in(knights)
            if self._joined(castle, knights & ~(1 << number)) == joined & ~(1 << number)
        ]
        return [SQUARES[number] for number in sorted(free, key=lambda n: (-far[n], n))]

    def _joined(self, castle: str, knights: int) -> int:
        chain = edge = BIT[castle]
        while edge:
            edge = beside(edge) & knights & ~chain
            chain |= edge
        return chain & knights

    def chained_castles(self, square: str) -> list[str]:
        """The castles that a knight is joined to by figures of its colour, borders or not."""
        figures = self.figures[self.knights[square]]
        chain = edge = BIT[square]
        while edge:
            edge = beside(edge) & figures & ~chain
            chain |= edge
        return squares_in(chain & self.castle_mask)

    def growth(self, castle: str, number: int) -> Growth:
        """H-14, H-25: what a domain's step onto an adjacent square does to borders and land."""
        own, square = self.domains[castle], 1 << number
        placed, freed = [], []
        for other, side in SIDES_OF[number].items():
            if own >> other & 1:
                if side in self.borders:
                    freed.append(side)
            elif side not in self.borders:
                placed.append(side)
        source = self.domain_at(square)
        lost = 0
        if source is not None:
            rest = self.domains[source] & ~square
            lost = square | rest & ~self.area(BIT[source], rest)
        return Growth(SQUARES[number], source, tuple(placed), tuple(freed), lost)

    def mines(self, colour: str) -> dict[str, int]:
        """The mines in a colour's domains by kind, without zeros."""
        return self.terrain.mines(self.land_of(colour))

    def land_of(self, colour: str) -> int:
        """The squares of a colour's domains."""
        land = 0
        for castle, mask in self.domains.items():
            if self.castles[castle] == colour:
                land |= mask
        return land


def ordered(squares: Iterable[str]) -> list[str]:
    """Squares in the order a1, b1, …"""
    return sorted(squares, key=INDEX.__getitem__)
