"""Where a fact may stand among the others: chance is asked once, and not until it pleases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.kernel.core import Event, Json, Seat
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
    ChoiceAsked,
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
        following: Callable[[State], Event[State]],
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
        self.last: Json = {}

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
        self.before, self.last = _place(fact), fact.payload()
        self.next = [*self.next[1:], *self.always[self.before]]
        if isinstance(fact, Fact) and fact.decided_by:
            self.next.append(fact.decided_by[0])
            self.gathered = fact
        if isinstance(fact, Fact) and fact.once:
            self.signs.add(_sign(fact))
        elif isinstance(fact, SeasonBegan):
            self.signs = set()
        if isinstance(fact, AttackMade | RevoltBrokeOut):
            self.fought.add(fact.seat)
            self.revolting = [name for name in self.revolting if name != fact.county]
        elif isinstance(fact, RevoltsDrawn):
            self.hungry.append(fact.seat)
            self.revolting = list(fact.draw["drawn"])
        elif isinstance(fact, SeasonBegan | ActionEnded):
            self.fought, self.hungry, self.revolting = set(), [], []
        else:
            self._follow_the_draft(fact)

    def _follow_the_draft(self, fact: Event[State]) -> None:
        if isinstance(fact, CardsTurnedUp) and fact.seat is None:
            drawn = fact.draw["drawn"] if fact.draw else []
            self.face_up += [*drawn, *fact.from_bottom]
        elif isinstance(fact, CardsExchanged):
            self.face_up = []
        elif isinstance(fact, CountyDrafted):
            self.face_up = [card for card in self.face_up if card != fact.county]
            self.next = [CardsTurnedUp.kind] if len(self.face_up) < FACE_UP else []

    def _is_like_the_last(self, fact: Fact) -> bool:
        payload = fact.payload()
        return all(payload[member] == self.last[member] for member in fact.alike)

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


def _place(fact: Event[State]) -> str:
    """What a fact is called by those that come after it."""
    if isinstance(fact, PhaseBegan | SeasonBegan):
        return f"phase {fact.phase}"
    return f"choice {fact.choice}" if isinstance(fact, ChoiceAsked) else fact.kind
