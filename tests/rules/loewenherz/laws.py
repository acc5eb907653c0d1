"""What holds at every moment of a game of Löwenherz, one named law with one sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from engine.kernel.core import Event
from engine.kernel.game import Position
from engine.kernel.log import Entry
from engine.loewenherz.board import BIT, SIDE_BITS
from engine.loewenherz.events import KINDS
from engine.loewenherz.state import CASTLES, DEAL, SET_UP, Realm

# From the rule book and not from the engine's own numbers, which may be what is wrong.
CARDS = 60
BORDERS = 100
KNIGHTS = 15
WORTH = {"F": 1, "V": 3, "K": 5}


def cards_lie_once(state: Realm) -> None:
    """Every card is in the deck, in a hand, in the market, or played."""
    hands = [handle for hand in state.hands.values() for handle in hand]
    handles = [*hands, *state.market, *state.played]
    assert len(set(handles)) == len(handles)
    assert len(handles) + len(state.deck) == CARDS
    assert set(state.open) <= set(hands)


def pieces_are_not_made(state: Realm) -> None:
    """There are no more borders and knights than in the box, and no purse is below nothing."""
    assert len(state.land.borders) + state.land.borders_left == BORDERS
    assert state.land.borders_left >= 0
    for colour in state.colours:
        standing = Counter(state.land.knights.values())[colour]
        assert standing + state.knights_left(colour) == KNIGHTS
        assert standing <= KNIGHTS
    assert min(state.money.values()) >= 0


def figures_stand_on_their_land(state: Realm) -> None:
    """Castles on meadows, knights on meadows and in forests, one figure a square."""
    land = state.land
    assert not set(land.castles) & set(land.knights)
    signs = {square: land.board[BIT[square].bit_length() - 1] for square in land.knights}
    assert set(signs.values()) <= {".", "F"}
    assert all(land.board[BIT[square].bit_length() - 1] == "." for square in land.castles)


def domains_are_closed(state: Realm) -> None:
    """A domain has exactly one castle, no border inside, borders all around, and is one piece."""
    land = state.land
    for castle, mask in land.domains.items():
        assert mask & land.castle_mask == BIT[castle]
        for side, both in SIDE_BITS.items():
            inside = (mask & both).bit_count()
            assert (
                (side in land.borders)
                if inside == 1
                else not (inside == 2 and side in land.borders)
            )
        assert land.area(BIT[castle]) == mask


def knights_are_joined(state: Realm) -> None:
    """Every knight is joined to a castle of its colour, in a domain to that domain's castle."""
    land = state.land
    for colour, figures in land.figures.items():
        castles = figures & land.castle_mask
        joined, edge = castles, castles
        while edge:
            edge = land.within_reach(edge) & figures & ~joined
            joined |= edge
        assert joined == figures
        for castle, mask in land.domains.items():
            assert not figures & mask or land.castles[castle] == colour


LAWS: tuple[Callable[[Realm], None], ...] = (
    cards_lie_once,
    pieces_are_not_made,
    figures_stand_on_their_land,
    domains_are_closed,
    knights_are_joined,
)


def gains(fact: Event[Realm]) -> Mapping[str, int]:
    """What a fact says it gives and takes."""
    payload = fact.payload()
    if fact.kind == "domain_arose":
        return {payload["owner"]: payload["points"]}
    if fact.kind == "domain_grew":
        return {payload["seat"]: payload["points"], payload["loser"]: payload["lost_points"]}
    if fact.kind.startswith("monopoly_"):
        return {payload["seat"]: payload["points"]}
    return payload["points"] if fact.kind == "ducats_scored" else {}


def worth_of(state: Realm) -> dict[str, int]:
    """What everybody's land is worth, counted square by square, and monopolies."""
    points = dict.fromkeys(state.seats, 0)
    for castle, mask in state.land.domains.items():
        owner = state.land.castles[castle]
        for number, sign in enumerate(state.land.board):
            if owner in points and mask >> number & 1:
                points[owner] += WORTH.get(sign, 0)
    for seat, _ in state.monopolies:
        points[seat] += 5
    return points


class LawWatch:
    """Folds facts one by one and looks at each position."""

    def __init__(self, state: Realm) -> None:
        self.state = state
        self.points = dict(state.points)
        # Points that a given position has besides those of its land.
        self.given = {s: n - worth_of(state)[s] for s, n in state.points.items()}

    def see(self, fact: Event[Realm]) -> None:
        """One more fact: it fits, it is folded from what a log keeps, and every law holds."""
        assert fact.fits(self.state), fact
        stored = KINDS.decode(fact.kind, fact.version, fact.payload())
        self.state = stored.apply(self.state)
        for seat, points in gains(fact).items():
            if seat in self.points:
                self.points[seat] += points
        assert self.points == self.state.points
        if self.state.stage in (SET_UP, CASTLES, DEAL):
            return
        laws = LAWS if not _is_due(self.state) else LAWS[:3]
        for law in laws:
            law(self.state)
        if not _is_due(self.state) and self.state.ending != "deck":
            land = worth_of(self.state)
            assert self.state.points == {s: land[s] + self.given[s] for s in land}

    def sees_step(self, entries: Iterable[Entry], game: Position) -> None:
        """The facts of a step, and the game it led to."""
        for entry in entries:
            if entry.kind in KINDS:
                self.see(KINDS.decode(entry.kind, entry.version, entry.payload))
        assert self.state == game.state, "the facts do not lead to the state carried along"


def _is_due(state: Realm) -> bool:
    """Whether a border was placed whose domain has not been told yet."""
    return bool(state.land.unclaimed_domains()) or bool(
        state.doing and state.doing.action == "deserter" and not state.doing.done
    )
