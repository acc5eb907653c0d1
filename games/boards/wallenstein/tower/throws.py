"""A throw of the cube tower as a picture: what went in, what lay inside, what fell out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.kernel.core import Event, Seat
from engine.wallenstein.battle_events import BattleDecided, RevoltDecided, TowerThrown
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.fill import TrayCleared
from engine.wallenstein.state import Cubes, added, removed
from engine.wallenstein.words.accounts import account
from engine.wallenstein.words.voice import Voice

WIDTH: Final = 340
PITCH: Final = 21
IN_A_ROW: Final = 14
LEFT: Final = 24
TITLE: Final = 20
PADDING: Final = 9
FUNNEL: Final = 22

Decided = BattleDecided | RevoltDecided | TrayCleared


@dataclass(frozen=True)
class Cube:
    """A cube where it lies; an idle one fell out but belongs to no side of the battle."""

    colour: str
    x: int
    y: int
    idle: bool = False


@dataclass(frozen=True)
class Shelf:
    """Cubes that lie together, under a title."""

    key: str
    title: str
    y: int
    bottom: int
    cubes: Sequence[Cube]


@dataclass(frozen=True)
class ThrowPicture:
    """A throw, ready to be drawn, and the same in words."""

    thrown: Shelf
    before: Shelf
    after: Shelf
    tray: Shelf
    text: str
    inside: str
    verdict: str
    score: str
    # Where it was decided about, and where whoever threw came from.
    place: str | None
    origin: str | None
    width: int = WIDTH

    @property
    def height(self) -> int:
        """How tall the picture is."""
        return self.tray.bottom + 4

    @property
    def shelves(self) -> tuple[Shelf, ...]:
        """From the cubes above the tower down to those in the tray."""
        return self.thrown, self.before, self.after, self.tray

    @property
    def outline(self) -> str:
        """The tower: a funnel that leads into its body."""
        top, body, foot = self.thrown.bottom, self.before.y - 4, self.after.bottom
        right = WIDTH - 10
        return (
            f"M2 {top} L12 {top} L30 {body} L{right - 20} {body} L{right - 2} {top} "
            f"L{right + 8} {top} L{right} {body + 4} L{right} {foot} L10 {foot} L10 {body + 4} Z"
        )

    @property
    def tray_outline(self) -> str:
        """The tray in front of it."""
        top, bottom = self.after.bottom, self.tray.bottom
        return f"M2 {top + 6} L12 {bottom} L{WIDTH - 12} {bottom} L{WIDTH - 2} {top + 6}"


def throws(
    events: Iterable[Event[Any]], language: str, names: Mapping[Seat, str]
) -> Iterator[tuple[int, ThrowPicture]]:
    """Each throw among some events, by its place, with what it decided."""
    listed = list(events)
    for place, event in enumerate(listed):
        if isinstance(event, TowerThrown):
            rest = listed[place + 1 :]
            decided = next((later for later in rest if isinstance(later, Decided)), None)
            yield place, throw_picture(event, decided, language, names)


def is_decided(event: Event[Any]) -> bool:
    """Whether an event says what the throw before it came to."""
    return isinstance(event, Decided)


def throw_picture(
    event: TowerThrown, decided: Decided | None, language: str, names: Mapping[Seat, str]
) -> ThrowPicture:
    """The picture of one throw."""
    lodged, thrown, fell = (event.throw[what] for what in ("lodged", "thrown", "fell"))
    stays = removed(added(lodged, thrown), fell)
    say = Voice.of(language, names)
    first = _shelf("thrown", _("Thrown in"), 0, thrown)
    before = _shelf("before", _("Inside before"), first.bottom + FUNNEL, lodged)
    after = _shelf("after", _("Stays inside"), before.bottom, stays)
    tray = _shelf("tray", _("Fell out"), after.bottom + 6, fell, _sides(decided, fell))
    text = _(
        "Thrown in: %(thrown)s. Inside before: %(before)s. "
        "Fell out: %(fell)s. Stays inside: %(stays)s."
    ) % {
        "thrown": say.cubes(thrown),
        "before": say.cubes(lodged),
        "fell": say.cubes(fell),
        "stays": say.cubes(stays),
    }
    inside = _("Inside before: %(before)s.") % {"before": say.cubes(lodged)}
    return ThrowPicture(
        thrown=first,
        before=before,
        after=after,
        tray=tray,
        text=text,
        inside=inside,
        verdict=account(decided, language, names) if decided else "",
        score=_score(decided),
        place=getattr(decided, "county", None),
        origin=getattr(decided, "origin", None),
    )


def _shelf(key: str, title: str, y: int, cubes: Cubes, sides: set[str] | None = None) -> Shelf:
    colours = sorted(cubes, key=lambda colour: (colour == PEASANTS, colour))
    laid = [colour for colour in colours for _cube in range(cubes[colour])]
    drawn = [
        Cube(
            colour=colour,
            x=LEFT + PITCH * (place % IN_A_ROW),
            y=y + TITLE + PITCH * (place // IN_A_ROW),
            idle=sides is not None and colour not in sides,
        )
        for place, colour in enumerate(laid)
    ]
    rows = max(1, -(-len(laid) // IN_A_ROW))
    return Shelf(key, title, y, y + TITLE + PITCH * rows + PADDING, drawn)


def _sides(decided: Decided | None, fell: Cubes) -> set[str] | None:
    """The colours that fought; for the peasants of a battle among players the score tells."""
    if isinstance(decided, RevoltDecided):
        return {decided.seat, PEASANTS}
    if isinstance(decided, BattleDecided):
        if decided.defender is None:
            return {decided.seat, PEASANTS}
        allied = decided.defenders_fell > fell.get(decided.defender, 0)
        return {decided.seat, decided.defender} | ({PEASANTS} if allied else set())
    return None


def _score(decided: Decided | None) -> str:
    if isinstance(decided, BattleDecided):
        return f"{decided.attackers_fell} : {decided.defenders_fell}"
    if isinstance(decided, RevoltDecided):
        return f"{decided.armies_fell} : {decided.peasants_fell}"
    return ""
