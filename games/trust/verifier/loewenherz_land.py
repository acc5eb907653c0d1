"""The land of Löwenherz: squares, borders and figures, and what borders make of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.trust.verifier.encoding import Json

NOBODY = "neutral"  # the colour of castles that are no seat's
WIDTH = 12
TILE = 4
SQUARES = [f"{column}{row}" for row in range(1, WIDTH + 1) for column in "abcdefghijkl"]
PLACES = {square: place for place, square in enumerate(SQUARES)}


def _beside(place: int) -> list[str]:
    row, column = divmod(place, WIDTH)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [SQUARES[WIDTH * r + c] for r, c in near if 0 <= r < WIDTH and 0 <= c < WIDTH]


# The squares above, to the left, to the right and below.
BESIDE = {square: _beside(place) for square, place in PLACES.items()}


def in_order(squares: Iterable[str]) -> list[str]:
    """Squares in the order a1, b1, … l1, a2, …"""
    return sorted(squares, key=PLACES.__getitem__)


def side_between(one: str, other: str) -> str:
    """The name of a side: the square that comes first stands first."""
    return "|".join(in_order((one, other)))


# Every side with its two squares, in the order of the board.
SIDES = {
    side_between(one, other): (one, other)
    for one in SQUARES
    for other in BESIDE[one]
    if PLACES[one] < PLACES[other]
}


class DomainStep(NamedTuple):
    """What happens when a domain takes a square."""

    source: str | None  # the castle of the domain that had it
    placed: list[str]
    freed: list[str]
    lost: list[str]  # what that domain loses: the square, and all that it cuts off


class RealmLand:
    """The board with figures and borders; domains are known by their castles."""

    def __init__(self, rules: Json) -> None:
        self.rules = rules
        self.signs: dict[str, str] = {}
        self.castles: dict[str, str] = {}
        self.knights: dict[str, str] = {}
        self.borders: set[str] = set()
        self.domains: dict[str, set[str]] = {}

    def lay(self, drawn: list[str], rolled: list[int]) -> None:
        """Lay the tiles, row by row, the centre in the middle; a 1 leaves a tile as printed."""
        names = [*drawn[:4], "centre", *drawn[4:]]
        for place, name in enumerate(names):
            tile = self.rules["tiles"][name]
            for _ in range(rolled[place] - 1):
                tile = ["".join(column) for column in zip(*reversed(tile))]  # noqa: B905 - 3.9
            corner = WIDTH * TILE * (place // 3) + TILE * (place % 3)
            for row in range(TILE):
                for column in range(TILE):
                    self.signs[SQUARES[corner + WIDTH * row + column]] = tile[row][column]

    # -- figures

    def figure(self, square: str) -> str | None:
        """The colour of what stands on a square."""
        return self.castles.get(square) or self.knights.get(square)

    def is_free(self, square: str) -> bool:
        """Whether a knight finds room: meadow or forest, and nobody there."""
        return self.signs[square] in ".F" and self.figure(square) is None

    def parts(self, side: str) -> bool:
        """Whether a side lies between two figures of one colour."""
        one, other = (self.figure(square) for square in SIDES[side])
        return one is not None and one == other

    def castle_places(self, colour: str) -> dict[str, list[str]]:
        """Where a castle may stand, with the places for its knight: as far from those of its
        colour as the rules want or, where no place is, as far as can be."""
        places = {
            square: near
            for square in SQUARES
            if self.is_free(square) and self.signs[square] == "."
            for near in [[one for one in BESIDE[square] if self.is_free(one)]]
            if near
        }
        own = [square for square, owner in self.castles.items() if owner == colour]
        apart = {
            square: min([self.rules["apart"], *(_steps(square, one) for one in own)])
            for square in places
        }
        most = max(apart.values(), default=0)
        return {square: near for square, near in places.items() if apart[square] == most}

    def knights_in(self, castle: str) -> list[str]:
        """The knights of a domain's own colour in it."""
        owner = self.castles[castle]
        return in_order(s for s in self.domains[castle] if self.knights.get(s) == owner)

    def removable(self, castle: str) -> list[str]:
        """The knights of a domain that none of the others needs for its way to the castle; the
        farthest first."""
        knights = self.knights_in(castle)
        far = _chained(castle, knights)
        free = [
            one
            for one in knights
            if set(_chained(castle, [k for k in knights if k != one])) == set(far) - {one}
        ]
        return sorted(free, key=lambda one: (-far.get(one, len(SQUARES)), PLACES[one]))

    def chain_of(self, square: str) -> list[str]:
        """The castles that figures of its colour join a figure to, whatever borders there are."""
        colour = self.figure(square)
        figures = [one for one in SQUARES if self.figure(one) == colour]
        return [one for one in _chained(square, figures) if one in self.castles]

    # -- domains

    def area(self, start: str, within: Iterable[str] = SQUARES) -> set[str]:
        """What no border parts from a square."""
        left, area, edge = set(within) - {start}, {start}, [start]
        while edge:
            square = edge.pop()
            for near in BESIDE[square]:
                if near in left and side_between(square, near) not in self.borders:
                    left.remove(near)
                    area.add(near)
                    edge.append(near)
        return area

    def domain_at(self, square: str) -> str | None:
        """The castle of the domain that a square belongs to."""
        return next((c for c, squares in self.domains.items() if square in squares), None)

    def land_of(self, colour: str) -> set[str]:
        """The squares of a colour's domains."""
        own = [mine for castle, mine in self.domains.items() if self.castles[castle] == colour]
        return set().union(*own)

    def touching(self, castle: str) -> list[str]:
        """The domains of others that have a side in common with one."""
        own, colour = self.domains[castle], self.castles[castle]
        near = {one for square in own for one in BESIDE[square]}
        others = [one for one in self.domains if self.castles[one] != colour]
        return [one for one in others if near & self.domains[one]]

    def arisen(self) -> str | None:
        """The first castle without a domain that has an area of its own."""
        for castle in in_order(self.castles):
            if self.domain_at(castle) is None:
                area = self.area(castle)
                if sum(one in area for one in self.castles) == 1:
                    return castle
        return None

    def step(self, castle: str, square: str) -> DomainStep:
        """What happens when a domain takes a square beside it."""
        own, placed, freed = self.domains[castle], [], []
        for near in BESIDE[square]:
            side = side_between(square, near)
            if near in own and side in self.borders:
                freed.append(side)
            elif near not in own and side not in self.borders:
                placed.append(side)
        source = self.domain_at(square)
        if source is None:
            return DomainStep(None, placed, freed, [])
        rest = self.domains[source] - {square}
        lost = in_order({square} | (rest - self.area(source, rest)))
        return DomainStep(source, placed, freed, lost)

    # -- what land is worth

    def worth(self, squares: Iterable[str]) -> int:
        """The points of some squares."""
        return sum(self.rules["worth"].get(self.signs[square], 0) for square in squares)

    def counted(self, squares: Iterable[str], kinds: Json) -> dict[str, int]:
        """How many signs of some kinds lie on squares, without zeros."""
        signs = [self.signs[square] for square in squares]
        return {kind: signs.count(sign) for sign, kind in kinds.items() if sign in signs}


def _steps(one: str, other: str) -> int:
    (row, column), (r, c) = divmod(PLACES[one], WIDTH), divmod(PLACES[other], WIDTH)
    return abs(row - r) + abs(column - c)


def _chained(start: str, figures: Iterable[str]) -> dict[str, int]:
    """The figures that others join to a square, and how far along the chain each stands."""
    left, edge, steps = set(figures) - {start}, [start], 0
    far: dict[str, int] = {}
    while edge:
        steps += 1
        edge = [one for one in in_order(left) if any(near in edge for near in BESIDE[one])]
        left -= set(edge)
        far.update(dict.fromkeys(edge, steps))
    return far
