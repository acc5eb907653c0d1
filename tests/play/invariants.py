"""What holds at every moment of every game, one named law with one sentence each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from engine.kernel.canonical import canonical
from engine.kernel.core import Event
from engine.kernel.game import Position, view
from engine.kernel.log import Entry
from engine.registry import WALLENSTEIN_2010
from engine.wallenstein.board import (
    ACTIONS,
    BUILDING_KINDS,
    COUNTIES,
    EVENTS,
    POSITIONS,
    TILES,
    counties_in_play,
)
from engine.wallenstein.edition_2002 import facts
from engine.wallenstein.edition_2002.facts import PART, Reserve, customs
from engine.wallenstein.edition_2002.rules import EVENTS_2002
from engine.wallenstein.emperors_court.hall import PART as COURT
from engine.wallenstein.emperors_court.hall import court
from engine.wallenstein.landsknechte.banners import PART as LANDSKNECHTE
from engine.wallenstein.landsknechte.banners import piles
from engine.wallenstein.state import State

# From the rule book and not from the engine's own numbers, which may be what is wrong.
ARMIES = 62
PEASANTS = 20
BUILDINGS = {"palace": 28, "church": 26, "trading_post": 26}
OF_A_PLAYER = {"thalers": "money", "grain": "grain", "victory_points": "points"}
EVERY_KIND = WALLENSTEIN_2010.events.joined(facts.KINDS)


def cubes_stay_in_the_game(state: State) -> None:
    """Every cube of a colour is on the board, in its supply, in the tower or in the tray."""
    cubes = Counter(state.tower.lodged) + Counter(state.tower.tray)
    for county in state.counties.values():
        cubes[str(county.owner)] += county.armies
    for seat, player in state.players.items():
        cubes[seat] += player.supply
    cubes["peasants"] += state.bank.peasants
    held_back = reserve(state)
    if held_back:
        cubes[held_back.seat] += held_back.armies
    assert +cubes == dict.fromkeys(state.seats, ARMIES) | {"peasants": PEASANTS}


def reserve(state: State) -> Reserve | None:
    """The armies that stand back in a battle of the first edition (E-3)."""
    return customs(state).reserve if PART in state.parts else None


def nothing_is_owed(state: State) -> None:
    """No purse, barn, score, supply, stock, garrison or pile of markers is below nothing."""
    for seat, player in state.players.items():
        assert min(player.money, player.grain, player.points, player.supply) >= 0, seat
    for name, county in state.counties.items():
        assert min(county.armies, county.revolt) >= 0, name
    assert state.bank.peasants >= 0
    assert min(state.bank.buildings.values()) >= 0


def the_tower_holds_what_it_names(state: State) -> None:
    """Lodged and in the tray are cubes of this table's colours, and none is named with zero."""
    for cubes in (state.tower.lodged, state.tower.tray):
        assert set(cubes) <= {*state.seats, "peasants"}
        assert all(count > 0 for count in cubes.values())


def buildings_stay_in_the_game(state: State) -> None:
    """Every building is on the board or in the bank."""
    buildings = Counter(state.bank.buildings)
    buildings.update(kind for county in state.counties.values() for kind in county.buildings)
    assert buildings == BUILDINGS


def buildings_fit_their_cities(state: State) -> None:
    """A county holds no more buildings than it has cities, and no two of a kind."""
    for name, county in state.counties.items():
        if county.buildings:
            assert len(county.buildings) <= len(COUNTIES[name].cities), name
            assert len(set(county.buildings)) == len(county.buildings), name
            assert set(county.buildings) <= set(BUILDING_KINDS), name


def the_board_is_the_board(state: State) -> None:
    """The counties in play are those of the number of players, each owned by a seat or nobody."""
    assert tuple(state.counties) == counties_in_play(len(state.seats))
    assert tuple(state.players) == state.seats
    assert {county.owner for county in state.counties.values()} <= {None, *state.seats}


def neutral_counties_are_empty(state: State) -> None:
    """Where nobody rules there is no army, no building and no revolt marker."""
    for name, county in state.counties.items():
        if county.owner is None:
            assert (county.armies, county.buildings, county.revolt) == (0, (), 0), name


def positions_are_distinct(state: State) -> None:
    """No two seats stand on one position, and the order of play is that of the positions."""
    positions = state.season.positions
    assert len(set(positions.values())) == len(positions)
    assert set(positions.values()) <= set(POSITIONS)
    if PART in state.parts:
        assert (positions, sorted(state.season.order)) in (({}, []), ({}, list(state.seats)))
    else:
        assert list(state.season.order) == sorted(positions, key=positions.__getitem__)
    assert len(set(state.season.choosing)) == len(state.season.choosing)


def actions_are_distinct(state: State) -> None:
    """No action card is turned up twice in a season, and none is done before it is turned up."""
    season = state.season
    assert len(set(season.actions)) == len(season.actions)
    assert set(season.actions) <= set(ACTIONS)
    assert 0 <= season.done <= len(season.actions)


def tiles_and_event_cards_are_distinct(state: State) -> None:
    """Each bonus tile lies once or not at all; an event card is unseen, open, holding, or gone."""
    first_edition = PART in state.parts
    assert sorted(state.season.tiles) in ([], [] if first_edition else sorted(TILES))
    cards = [*state.events.unseen, *state.events.open]
    cards += [state.season.event] if state.season.event else []
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(EVENTS_2002 if first_edition else EVENTS)


def piles_are_moved_at_most_thrice(state: State) -> None:
    """A pile of landsknechte has moved by one card for each season of the year at most."""
    if LANDSKNECHTE not in state.parts:
        return
    begun = ("setup", "spring", "summer", "autumn", "winter").index(state.season.name)
    assert tuple(piles(state).moved) == state.seats
    assert all(0 <= moved <= min(begun, 3) for moved in piles(state).moved.values())


def courtiers_stay_in_the_game(state: State) -> None:
    """Every courtier is in the supply or in one of the halls, and none is there twice."""
    if COURT not in state.parts:
        return
    part = court(state)
    for seat in state.seats:
        places = (part.supply[seat], part.entrance[seat], part.audience[seat])
        assert min(places) >= 0
        assert sum(places) == 7
    cards = [*part.unseen, *part.cards.values()]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(range(1, 22))
    assert list(part.cards.values()) == sorted(part.cards.values(), reverse=True)
    assert all(number > 0 for number in part.wards.values())


LAWS: tuple[Callable[[State], None], ...] = (
    cubes_stay_in_the_game,
    nothing_is_owed,
    the_tower_holds_what_it_names,
    buildings_stay_in_the_game,
    buildings_fit_their_cities,
    the_board_is_the_board,
    neutral_counties_are_empty,
    positions_are_distinct,
    actions_are_distinct,
    tiles_and_event_cards_are_distinct,
    piles_are_moved_at_most_thrice,
    courtiers_stay_in_the_game,
)


Gains = Mapping[tuple[str, str], int]


def named_gains(before: State, event: Event[State]) -> Gains:
    """What an event says about money, grain and points: seat and kind to the amount."""
    payload = event.payload()
    if event.kind == "bids_revealed":
        return {(seat, "money"): -paid for seat, paid in payload["paid"].items()}
    if event.kind in ("building_built", "armies_deployed", "fee_paid"):
        return {(payload["seat"], "money"): -payload["price"]}
    if event.kind == "taxes_collected":
        return {(payload["seat"], "money"): payload["amount"]}
    if event.kind == "grain_collected":
        return {(payload["seat"], "grain"): payload["amount"]}
    if event.kind == "grain_lost":
        return {(seat, "grain"): -loss for seat, loss in payload["losses"].items()}
    if event.kind == "bonus_taken" and payload["bonus"] in OF_A_PLAYER:
        return {(payload["seat"], OF_A_PLAYER[payload["bonus"]]): payload["amount"]}
    if event.kind == "favor_gained" and payload["gain"] in OF_A_PLAYER:
        return {(payload["seat"], OF_A_PLAYER[payload["gain"]]): payload["amount"]}
    if event.kind == "year_ended":
        return {(seat, "grain"): -player.grain for seat, player in before.players.items()}
    if event.kind == "winter_scored":
        return {(seat, "points"): score["total"] for seat, score in payload["scores"].items()}
    return {}


def gains_are_named(before: State, event: Event[State], after: State) -> None:
    """Money, grain and points change by the events that name them, and by what they name."""
    named = named_gains(before, event)
    for seat, player in after.players.items():
        for what in ("money", "grain", "points"):
            gained = getattr(player, what) - getattr(before.players[seat], what)
            assert gained == named.get((seat, what), 0), f"{event}: {what} of {seat}"


def throws_take_what_is_there(before: State, event: Event[State], after: State) -> None:
    """A throw takes the whole tray, knows what is lodged, and lets fall only what is there."""
    if event.kind != "tower_thrown":
        return
    record = event.payload()["throw"]
    assert record["thrown"] == before.tower.tray
    assert record["lodged"] == before.tower.lodged
    assert record["fell"] == after.tower.tray
    there = Counter(record["thrown"]) + Counter(record["lodged"])
    assert Counter(record["fell"]) + Counter(after.tower.lodged) == there


def draws_take_from_what_is_there(before: State, event: Event[State], after: State) -> None:
    """What is drawn was on offer, and nothing of it is drawn twice."""
    payload = event.payload()
    for record in [payload.get("draw"), *payload.get("draws", ())]:
        if record:
            assert len(set(record["drawn"])) == len(record["drawn"])
            assert set(record["drawn"]) <= set(record["from"])


def time_runs_forward(before: State, event: Event[State], after: State) -> None:
    """Years, seasons and actions done only ever grow, and a game that is over stays over."""
    assert before.result is None
    seasons = ("setup", "spring", "summer", "autumn", "winter")

    def moment(state: State) -> tuple[int, int, int]:
        return state.season.year, seasons.index(state.season.name), state.season.done

    assert moment(before) <= moment(after)


def events_survive_the_log(before: State, event: Event[State], after: State) -> None:
    """An event read back from its JSON is the same event and makes the same change."""
    written = canonical(event.payload())
    read = EVERY_KIND.decode(event.kind, event.version, json.loads(written))
    assert type(read) is type(event)
    assert read == event
    assert canonical(read.payload()) == written
    assert read.apply(before) == after


CHANGES: tuple[Callable[[State, Event[State], State], None], ...] = (
    gains_are_named,
    throws_take_what_is_there,
    draws_take_from_what_is_there,
    time_runs_forward,
    events_survive_the_log,
)


class Watch:
    """Looks on while facts happen one by one and checks every law after each."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.embattled: str | None = None
        self.facts = 0

    def sees(self, event: Event[State]) -> None:
        """One fact."""
        before, self.state = self.state, event.apply(self.state)
        self.facts += 1
        for change in CHANGES:
            change(before, event, self.state)
        for law in LAWS:
            law(self.state)
        self.armies_hold_what_is_owned(event)

    def armies_hold_what_is_owned(self, event: Event[State]) -> None:
        """An owned county has an army, but for the one fought over while its cubes are thrown.

        Where peasants alone have held it for armies that stood back, these come at once (E-3).
        """
        payload = event.payload()
        attacked = event.kind == "attack_made" and payload["defender"] is not None
        nobody_fights = event.kind == "defence_chosen" and not payload["armies"]
        if attacked or nobody_fights or event.kind == "revolt_broke_out":
            self.embattled = payload["county"]
        elif event.kind == "reserve_returned":
            self.embattled = None
        elif event.kind in ("battle_decided", "revolt_decided"):
            held_by_peasants = payload.get("owner") and not payload["garrison"]
            assert not held_by_peasants or reserve(self.state)
            self.embattled = payload["county"] if held_by_peasants else None
        empty = {name for name, c in self.state.counties.items() if c.owner and not c.armies}
        assert empty == ({self.embattled} if self.embattled else set())

    def sees_step(self, entries: Iterable[Entry], game: Position) -> None:
        """The facts of a step, and the game it led to."""
        for entry in entries:
            if entry.kind in game.ruleset.events:
                self.sees(game.ruleset.events.decode(entry.kind, entry.version, entry.payload))
        assert self.embattled is None, "a step ends in the middle of a battle"
        assert self.state == game.state, "the facts do not lead to the state carried along"
        views_can_be_written(game)


def views_can_be_written(game: Position) -> None:
    """What a seat or a spectator sees has a canonical form."""
    for seat in (*game.header.seats, None):
        assert canonical(view(game, seat))
