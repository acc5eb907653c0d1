"""The course of each throw: why cubes were laid into the tray, and what became of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.kernel.core import Event, Seat
from engine.wallenstein.battle_events import AttackMade, RevoltBrokeOut, TowerThrown
from engine.wallenstein.fill import FillGathered
from engine.wallenstein.state import Cubes, State
from engine.wallenstein.words.accounts import account
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.report import paragraphs
from games.boards.wallenstein.edition import Edition
from games.boards.wallenstein.tower.throws import Decided

Gathered = AttackMade | RevoltBrokeOut | FillGathered


@dataclass(frozen=True)
class TowerThrow:
    """A throw among the events around it."""

    place: int
    action: str
    county: str
    seats: frozenset[Seat]
    cause: str
    tray_before: Cubes
    tray_after: Cubes
    result: str


def throw_stories(
    state: State,
    events: Sequence[Event[Any]],
    language: str,
    names: Mapping[Seat, str],
    edition: Edition,
) -> Iterator[TowerThrow]:
    """Every throw of a game, in order; `state` is the position before the first event."""
    headings = _headings(events, language, names, edition)
    accounts = edition.words.accounts
    gathered: Gathered | None = None
    thrown: TowerThrow | None = None
    lay = state.tower.tray
    for place, event in enumerate(events):
        before, state = state, event.apply(state)
        if isinstance(event, Gathered):
            gathered, lay = event, before.tower.tray
        elif isinstance(event, TowerThrown):
            # No rule knows two throws without a result between them: a reader must see both.
            if thrown is not None:
                yield thrown
                lay = before.tower.tray
            county = getattr(gathered, "county", "")
            thrown = TowerThrow(
                place=place,
                action=headings.get(id(event), ""),
                county=county_name(county) if county else "",
                seats=_sides(gathered, names),
                cause=account(gathered, language, names, accounts) if gathered else "",
                tray_before=lay,
                tray_after=state.tower.tray,
                result="",
            )
        elif isinstance(event, Decided) and thrown is not None:
            result = account(event, language, names, accounts)
            yield replace(thrown, tray_after=state.tower.tray, result=result)
            thrown = None
    if thrown is not None:
        yield thrown


def _headings(
    events: Iterable[Event[Any]], language: str, names: Mapping[Seat, str], edition: Edition
) -> dict[int, str]:
    """The action or phase of each event that a report tells of."""
    return {
        id(event): paragraph.heading
        for paragraph in paragraphs(events, language, names, edition.words.accounts)
        for line in paragraph.lines
        for event in line.events
    }


def _sides(gathered: Gathered | None, names: Mapping[Seat, str]) -> frozenset[Seat]:
    """The seats a throw decides about; the first filling of the tower is everybody's."""
    if gathered is None or isinstance(gathered, FillGathered):
        return frozenset(names)
    defender = gathered.defender if isinstance(gathered, AttackMade) else None
    return frozenset(filter(None, (gathered.seat, defender)))
