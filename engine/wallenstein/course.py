"""Where a fact may stand among the others: chance is asked once, and not until it pleases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.kernel.core import Event, Seat
from engine.wallenstein.battle_events import AttackMade, RevoltBrokeOut
from engine.wallenstein.board import COMBATS
from engine.wallenstein.draft import (
    FACE_UP,
    CardsExchanged,
    CardsTurnedUp,
    CountyDrafted,
    draft_of,
)
from engine.wallenstein.events import (
    ActionEnded,
    Fact,
    GameEnded,
    PhaseBegan,
    SeasonBegan,
    TilesLaid,
)
from engine.wallenstein.state import State
from engine.wallenstein.winter import RevoltsDrawn, YearEnd, YearEnded

COLLECTING: Final = ("collect_grain", "collect_taxes")
PICK: Final = "choice draft_pick"
YEAR_END: Final = f"phase {YearEnd.name}"


class CourseOfPlay:
    """The facts of a game so far, as far as they say what may come next."""

    def __init__(
        self,
        kinds: Iterable[type[Event[State]]],
        following: Callable[[State], Event[State] | None],
        *,
        tiles: bool,
    ) -> None:
        self.following = following
        self.always: defaultdict[str, list[str]] = defaultdict(list)
        for kind in kinds:
            if issubclass(kind, Fact) and (tiles or kind is not TilesLaid):
                for place in kind.after:
                    self.always[place].append(kind.kind)
        self.before = "phase line_up"
        self.next: list[str] = []
        self.gathered: Event[Any] | None = None
        self.fought: set[Seat] = set()
        self.hungry: list[Seat] = []
        self.revolting: list[str] = []
        self.face_up: list[str] = []
        self.signs: set[tuple[str, ...]] = set()
        self.last: Event[Any] | None = None

    def admits(self, state: State, fact: Event[State]) -> bool:
        """Whether a fact may come next, in the position before it."""
        if not isinstance(fact, Fact) or (self.next and fact.kind != self.next[0]):
            return False
        places = (*fact.after, *fact.or_after)
        if places and self.before not in places:
            return False
        if fact.within and state.phase not in fact.within:
            return False
        if self.before == YEAR_END and not isinstance(fact, YearEnded | GameEnded):
            return False
        if not all(part.admits(fact, self.before) for part in state.parts.values()):
            return False
        if isinstance(fact, PhaseBegan | SeasonBegan):
            return fact == self.following(state)
        if _sign(fact) in self.signs or not self._is_like_the_last(fact):
            return False
        return self._is_about_the_throw(fact) and self._is_the_first(state, fact)

    def note(self, fact: Event[State]) -> None:
        """Remember that it did."""
        # Asked once: to ask an abstract class costs more than all the rest.
        placed = fact if isinstance(fact, Fact) else None
        self.before, self.last = placed.place() if placed else fact.kind, fact
        self.next = [*self.next[1:], *self.always[self.before]]
        if placed and placed.decided_by:
            self.next.append(placed.decided_by[0])
            self.gathered = placed
        if placed and placed.once:
            self.signs.add(_sign(placed))
        if noted := _NOTED.get(type(fact)):
            noted(self, fact)

    def _note_season(self, fact: SeasonBegan) -> None:
        self.signs = set()
        self._note_action(fact)

    def _note_action(self, _: SeasonBegan | ActionEnded) -> None:
        self.fought, self.hungry, self.revolting = set(), [], []

    def _note_fight(self, fact: AttackMade | RevoltBrokeOut) -> None:
        self.fought.add(fact.seat)
        self.revolting = [name for name in self.revolting if name != fact.county]

    def _note_revolts(self, fact: RevoltsDrawn) -> None:
        self.hungry.append(fact.seat)
        self.revolting = list(fact.draw["drawn"])

    def _note_cards(self, fact: CardsTurnedUp) -> None:
        if fact.seat is None:
            drawn = fact.draw["drawn"] if fact.draw else []
            self.face_up += [*drawn, *fact.from_bottom]

    def _note_exchange(self, _: CardsExchanged) -> None:
        self.face_up = []

    def _note_county(self, fact: CountyDrafted) -> None:
        self.face_up = [card for card in self.face_up if card != fact.county]
        self.next = [CardsTurnedUp.kind] if len(self.face_up) < FACE_UP else []

    def _is_like_the_last(self, fact: Fact) -> bool:
        payload, last = fact.payload(), self.last.payload() if self.last else {}
        return all(payload[member] == last[member] for member in fact.alike)

    def _is_about_the_throw(self, fact: Fact) -> bool:
        """Whether a result is that of what the cubes were gathered for."""
        if not isinstance(self.gathered, Fact) or fact.kind != self.gathered.decided_by[0]:
            return True
        result, gathered = fact.payload(), self.gathered.payload()
        return all(result[member] == gathered[member] for member in self.gathered.decided_by[1:])

    def _is_the_first(self, state: State, fact: Fact) -> bool:
        """Whether it is of the moment, and nobody fights or draws a second time for one cause."""
        action = state.season.action
        if isinstance(fact, CardsTurnedUp):
            return fact.seat == (draft_of(state).seat if self.before == PICK else None)
        if isinstance(fact, RevoltsDrawn):
            return fact.seat not in self.hungry
        if isinstance(fact, ActionEnded):
            return fact.action == action
        if isinstance(fact, AttackMade):
            is_now = fact.action == action and action in COMBATS
            return is_now and fact.seat not in self.fought
        if isinstance(fact, RevoltBrokeOut) and state.season.name == "winter":
            is_drawn = fact.county in self.revolting and fact.seat == self.hungry[-1]
            return fact.cause == "winter" and is_drawn
        if isinstance(fact, RevoltBrokeOut):
            is_now = fact.cause == action and action in COLLECTING
            return is_now and fact.seat not in self.fought
        return True


def _sign(fact: Fact) -> tuple[str, ...]:
    """By what a fact is known that is told once a season."""
    payload = fact.payload()
    return (fact.kind, *(str(payload[member]) for member in fact.once))


# What facts leave to be remembered, by their class: few do.
_NOTED: Final[Mapping[type, Callable[[CourseOfPlay, Any], None]]] = {
    SeasonBegan: CourseOfPlay._note_season,
    ActionEnded: CourseOfPlay._note_action,
    AttackMade: CourseOfPlay._note_fight,
    RevoltBrokeOut: CourseOfPlay._note_fight,
    RevoltsDrawn: CourseOfPlay._note_revolts,
    CardsTurnedUp: CourseOfPlay._note_cards,
    CardsExchanged: CourseOfPlay._note_exchange,
    CountyDrafted: CourseOfPlay._note_county,
}
