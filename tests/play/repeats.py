"""A house that asks chance again, under the next stream, until it likes the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from unittest import mock

from engine.devices.tower import throw_cubes
from engine.kernel.core import Event, Turn
from engine.wallenstein.battle_events import (
    AttackMade,
    BattleDecided,
    RevoltBrokeOut,
    RevoltDecided,
    TowerThrown,
)
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.draft import CardsTurnedUp
from engine.wallenstein.emperors_court.hall import court
from engine.wallenstein.events import ACTIONS_LABEL, BidsRevealed, EventDrawn, PhaseBegan
from engine.wallenstein.winter import PlayerWintered, RevoltsDrawn, YearEnded
from tests.play.forgery import Forged
from tests.play.tables import Of, Table, set_table

Again = Callable[[Turn[Any], Any], Iterator[Event[Any]]]


def drawn_again(label: str, pool: Callable[[Any], Any], count: int | None = None) -> Again:
    """The same fact with another draw, from what then lies on the table."""

    def again(turn: Turn[Any], fact: Any) -> Iterator[Event[Any]]:
        lies = list(pool(turn.state))
        if len(lies) >= (count or 1):
            yield replace(fact, draw=turn.chance.draw(label, lies, count or len(lies)))

    return again


def thrown_again(turn: Turn[Any], _: TowerThrown) -> Iterator[Event[Any]]:
    """What fell goes into the tower once more."""
    tower = turn.state.tower
    yield TowerThrown(throw_cubes(turn.chance, tower.tray, tower.lodged))


def bid_again(turn: Turn[Any], fact: BidsRevealed) -> Iterator[Event[Any]]:
    """Lots are drawn anew among equal bids; nobody pays twice."""
    if fact.draws:
        draws = [turn.chance.draw(fact.label, d["from"], len(d["from"])) for d in fact.draws]
        yield replace(fact, draws=draws, paid={})


def attacked_again(turn: Turn[Any], fact: BattleDecided) -> Iterator[Event[Any]]:
    """A second battle of the same seat: no cubes, but another throw."""
    action, county = turn.state.season.action, fact.county
    seat, origin, owner = fact.seat, fact.origin, turn.state.counties[fact.county].owner
    yield AttackMade(seat, action, origin, county, 0, None, 0, {})
    tower = turn.state.tower
    yield TowerThrown(throw_cubes(turn.chance, tower.tray, tower.lodged))
    if owner is None:
        yield BattleDecided(seat, origin, county, 0, None, 0, 0, "tie", None, 0, {})


def revolted_again(turn: Turn[Any], fact: RevoltDecided) -> Iterator[Event[Any]]:
    """A second revolt where there was one."""
    season = turn.state.season
    cause = "winter" if season.name == "winter" else season.action
    yield RevoltBrokeOut(fact.seat, fact.county, cause, 0, 0)


def starved_again(turn: Turn[Any], fact: RevoltsDrawn) -> Iterator[Event[Any]]:
    """Other counties shall revolt, after somebody is said to have wintered."""
    draw = turn.chance.draw(fact.label(fact.seat), fact.draw["from"], len(fact.draw["drawn"]))
    yield PlayerWintered(fact.seat)
    yield replace(fact, draw=draw)


def begun_again(turn: Turn[Any], fact: EventDrawn) -> Iterator[Event[Any]]:
    """A phase that draws is gone through twice."""
    yield PhaseBegan("event")
    yield replace(fact, draw=turn.chance.draw(fact.label, turn.state.events.open, 1))


def year_ended_again(turn: Turn[Any], fact: YearEnded) -> Iterator[Event[Any]]:
    """Another four events."""
    yield fact


def turned_up_again(turn: Turn[Any], fact: CardsTurnedUp) -> Iterator[Event[Any]]:
    """A card more, into the hand of somebody who was not asked."""
    pile = turn.state.parts["draft"].pile
    if fact.seat is None:
        draw = turn.chance.draw(fact.label, pile, 1)
        yield CardsTurnedUp(turn.state.parts["draft"].seat, draw, [])


class Repeat(NamedTuple):
    """Which fact is told again, how, at which table; how much later it shows in the dark."""

    kind: str
    again: Again
    of: Of
    shows_later: int = 0


SMALL, FIRST = Of(3, "default", "orders"), Of(3, "default", "orders", "wallenstein-2002")
COURT = Of(3, "default", "orders", expansions=("emperors_court",))
REPEATS: Mapping[str, Repeat] = {
    "throw": Repeat("tower_thrown", thrown_again, SMALL),
    "throw of 2002": Repeat("tower_thrown", thrown_again, FIRST),
    "tiles": Repeat("tiles_laid", drawn_again("tiles", lambda s: s.rules.tiles), SMALL),
    "event": Repeat("event_drawn", drawn_again("event", lambda s: s.events.open, 1), SMALL),
    "phase of the event": Repeat("event_drawn", begun_again, SMALL),
    "events": Repeat("events_revealed", drawn_again("events", lambda s: s.events.unseen, 4), SMALL),
    "year": Repeat("year_ended", year_ended_again, SMALL),
    "actions": Repeat(
        "actions_revealed", drawn_again(ACTIONS_LABEL, lambda s: ACTIONS[:5], 5), SMALL
    ),
    "bids": Repeat("bids_revealed", bid_again, Of(5, "default", "orders")),
    "order": Repeat("order_drawn", drawn_again("player order", lambda s: s.seats), FIRST),
    "favours": Repeat("favors_laid", drawn_again("favors", lambda s: court(s).unseen, 3), COURT),
    "hunger": Repeat("revolts_drawn", starved_again, SMALL, 1),
    "battle": Repeat("battle_decided", attacked_again, SMALL),
    "revolt": Repeat("revolt_decided", revolted_again, FIRST),
    "cards of the draft": Repeat("draft_cards_turned_up", turned_up_again, Of(3, "draft", "ask")),
    "order of the draft": Repeat(
        "draft_opened", drawn_again("draft order", lambda s: s.seats), Of(3, "draft", "ask")
    ),
}


def played_by_a_cheat(name: str) -> tuple[Table, int]:
    """A game up to the step in which something was told once more, and where that begins."""
    repeat, honest, places = REPEATS[name], Turn.emit, list[int]()
    table = set_table(repeat.of, f"cheat {name}")

    def emit(turn: Turn[Any], event: Event[Any]) -> None:
        honest(turn, event)
        # The set-up is played again by everybody; what comes again later is repeated then.
        is_early = table.game.step == 0 and repeat.kind != "draft_opened"
        if event.kind == repeat.kind and not places and not is_early:
            for fact in repeat.again(turn, event):
                places.append(len(turn.events))
                honest(turn, fact)

    with mock.patch.object(Turn, "emit", emit):
        while not places:
            table.answer_all(f"cheat {name}")
            began = len(table.entries)
            table.advance()
    return table, began + 2 + places[0]


def repeated(name: str, *, dark: bool) -> Forged:
    """The log of such a game, and the entry with which the lie begins, or shows in the dark."""
    table, at = played_by_a_cheat(name)
    entries = list(table.entries)
    if dark:
        entries = [entry.but(secret=None) for entry in entries]
        at += REPEATS[name].shows_later
    return table.game.header, entries, at
