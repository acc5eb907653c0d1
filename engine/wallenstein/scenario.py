"""Plays one season from a position somebody wrote down: "what would happen", and the rule tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from engine.devices.deck import DECK
from engine.devices.tower import CUBE_TOWER
from engine.kernel.chance import StepChance, equipped
from engine.kernel.core import SEATS, Event, Json, Playable, Seat, Sequencer, Turn, run
from engine.kernel.scenarios import BadScenario, demand, listing, mapping, natural, one_of
from engine.wallenstein.board import (
    ACTIONS,
    BUILDING_KINDS,
    COUNTIES,
    PEASANTS,
    SEASONS,
)
from engine.wallenstein.events import PhaseBegan
from engine.wallenstein.plan import plan_decision, plan_id, plan_problems
from engine.wallenstein.season import DrawEvent, Plan
from engine.wallenstein.state import County, State, TowerCubes, added
from engine.wallenstein.view import board_view

DEVICES = equipped((DECK, CUBE_TOWER), {CUBE_TOWER.name: CUBE_TOWER.model})
UNTIL = {"season_end": ("season_ended",), "winter_end": ("events_revealed", "game_ended")}
KEYS = (
    "ruleset",
    "version",
    "options",
    "seats",
    "year",
    "season",
    "until",
    "counties",
    "money",
    "grain",
    "points",
    "tower",
    "event",
    "winter_event",
    "tiles",
    "actions",
    "plans",
    "throws",
    "revolts",
)


class Script(NamedTuple):
    """A draw that a scenario may dictate: its label, and what was drawn as the scenario says."""

    label: str
    read: Callable[[State, Any], list[str]]


class ScriptedChance(StepChance):
    """Chance as the scenario dictates it, and the real tower with seed 0 where it says nothing."""

    def __init__(
        self,
        actions: Sequence[str],
        throws: Sequence[Mapping[str, int]],
        revolts: Mapping[Seat, Sequence[str]],
        draws: Mapping[str, Sequence[str]],
    ) -> None:
        super().__init__(hashlib.sha256(b"scenario, seed 0").digest(), DEVICES)
        self.actions = actions
        self.throws = throws
        self.revolts = revolts
        self.draws = draws
        self.thrown = 0

    def draw(self, label: str, items: Sequence[str | int], count: int) -> Json:
        """The scripted cards where there are some for this draw, else real ones."""
        record = super().draw(label, items, count)
        if label == "actions":
            record["drawn"] = [next(name for name in self.actions if name in items)]
        if label in self.draws:
            record["drawn"] = list(self.draws[label])
        seat = label.removeprefix("revolts ")
        scripted = self.revolts.get(seat)
        if scripted is not None:
            where = f"revolts.{seat}"
            for name in scripted:
                one_of(where, name, items)
            demand(len(scripted) == count, where, f"{count} revolt here, not {len(scripted)}")
            record["drawn"] = list(scripted)
        return record

    def use(self, device: str, label: str, *what: Any) -> Json:
        """The scripted throw, if it is possible; the real one where the script has ended."""
        record = super().use(device, label, *what)
        if device != CUBE_TOWER.name:
            return record
        number, self.thrown = self.thrown, self.thrown + 1
        if number < len(self.throws):
            fell, there = added(self.throws[number], {}), added(record["thrown"], record["lodged"])
            for colour, count in fell.items():
                most = there.get(colour, 0)
                where = f"throws.{number}.{colour}"
                demand(count <= most, where, f"{count} cannot fall, only {most} are there")
            record["fell"] = fell
        return record


class Until:
    """The phases of a ruleset, up to a fact at which the scenario ends."""

    def __init__(self, phases: Sequencer[State], turn: Turn[State], last: Sequence[str]) -> None:
        self.phases = phases
        self.turn = turn
        self.last = last

    @property
    def ended(self) -> bool:
        """Whether the scenario is over, though the game may not be."""
        return bool(self.turn.events) and self.turn.events[-1].kind in self.last

    def phase(self, state: State) -> Playable[State] | None:
        """The current phase; none when the scenario is over."""
        return None if self.ended else self.phases.phase(state)

    def following(self, state: State) -> Event[State] | None:
        """The fact that leads to the next phase; the event is drawn already."""
        return None if self.ended else following(self.phases, state)


def following(phases: Sequencer[State], state: State) -> Event[State] | None:
    """The fact that leads to the next phase, past the one in which the event is drawn."""
    fact = phases.following(state)
    drawing = isinstance(fact, PhaseBegan) and fact.phase == DrawEvent.name
    return phases.following(state.but(phase=DrawEvent.name)) if drawing else fact


class PlayedScenario(NamedTuple):
    """The position in which the plans were made, what happened, and what came of it."""

    before: State
    events: tuple[Event[State], ...]
    after: State


def play_scenario(ruleset: Any, options: Mapping[str, str], scenario: Mapping[str, Any]) -> Json:
    """What happens from the position a scenario describes; raises BadScenario."""
    played = played_scenario(ruleset, options, scenario)
    facts = [{"kind": event.kind, **event.payload()} for event in played.events]
    parts = {name: part.view() for name, part in played.after.parts.items()}
    return {"events": facts, "state": {**board_view(played.after), **parts}}


def played_scenario(
    ruleset: Any, options: Mapping[str, str], scenario: Mapping[str, Any]
) -> PlayedScenario:
    """The same as values; raises BadScenario."""
    before = opening(ruleset, options, scenario)
    until = one_of("until", scenario.get("until", "season_end"), list(UNTIL))
    autumn = before.season.name == "autumn"
    demand(until == "season_end" or autumn, "until", "winter_end needs the season autumn")
    begun = following(ruleset, before)
    state = begun.apply(before) if begun else before
    answers = {plan_id(state, seat): plan for seat, plan in plans(ruleset, state, scenario).items()}
    draws = scripted_draws(ruleset, state, scenario)
    throws = scripted_throws(state, scenario)
    chance = ScriptedChance(action_cards(scenario), throws, revolts(state, scenario), draws)
    turn = Turn(state, answers, chance)
    run(Until(ruleset, turn, UNTIL[until]), turn)
    return PlayedScenario(before, tuple(turn.events), turn.state)


def opening(ruleset: Any, options: Mapping[str, str], scenario: Mapping[str, Any]) -> State:
    """The position a scenario describes, while plans are made; raises BadScenario."""
    expansions = [expansion.option for expansion in ruleset.expansions]
    mapping("scenario", dict(scenario), (*KEYS, *expansions, *ruleset.scripts))
    state = position(ruleset, options, scenario.get("seats", ["A", "B", "C"]), scenario)
    open_actions = tuple(action_cards(scenario)[: state.rules.open_actions])
    return state.with_season(actions=open_actions).but(phase=Plan.name)


def position(
    ruleset: Any, options: Mapping[str, str], seats: Any, scenario: Mapping[str, Any]
) -> State:
    """The position a scenario describes, the plans made and the event drawn."""
    listing("seats", seats)
    known = SEATS[: max(ruleset.seats)]
    demand(len(seats) in ruleset.seats, "seats", f"{len(seats)} seats cannot play this")
    for seat in seats:
        one_of("seats", seat, list(known))
    demand(len(set(seats)) == len(seats), "seats", "a seat stands twice")
    state: State = ruleset.start(seats, options)
    year = natural("year", scenario.get("year", 1))
    demand(1 <= year <= state.rules.years, "year", f"{year} is not a year of the game")
    tiles = state.rules.tiles
    state = state.with_season(
        year=year,
        name=one_of("season", scenario.get("season", "spring"), SEASONS),
        tiles=tuple(permutation("tiles", scenario.get("tiles", list(tiles)), tiles)),
    )
    state = with_events(
        with_purses(with_tower(with_counties(state, scenario), scenario), scenario), scenario
    )
    for expansion in (one for one in ruleset.expansions if one.option in scenario):
        name = expansion.option
        demand(name in state.parts, name, f"this game is played without {name}")
        state = expansion.described(state, scenario[name])
    return state


def action_cards(scenario: Mapping[str, Any]) -> list[str]:
    """The action cards in the order in which they are turned up."""
    return permutation("actions", scenario.get("actions", list(ACTIONS)), ACTIONS)


def permutation(where: str, value: Any, accepted: Sequence[str]) -> list[str]:
    """A list that names each of the accepted things once."""
    names = [one_of(where, name, accepted) for name in listing(where, value)]
    complete = sorted(names) == sorted(accepted)
    demand(complete, where, f"each of {', '.join(accepted)} must stand here once")
    return names


def with_counties(state: State, scenario: Mapping[str, Any]) -> State:
    """Owners, armies, buildings and revolt markers on the board."""
    counties = mapping("counties", scenario.get("counties", {}), list(state.counties))
    stock = dict(state.bank.buildings)
    for name, raw in counties.items():
        where = f"counties.{name}"
        given = mapping(where, raw, ("owner", "armies", "buildings", "revolt"))
        owner = given.get("owner")
        armies = natural(f"{where}.armies", given.get("armies", 0 if owner is None else 1))
        buildings = listing(f"{where}.buildings", given.get("buildings", []))
        revolt = natural(f"{where}.revolt", given.get("revolt", 0))
        if owner is None and not (armies or buildings or revolt):
            continue
        owner = str(one_of(f"{where}.owner", owner, state.seats))
        demand(armies >= 1, f"{where}.armies", "a county that is owned needs an army")
        for building in buildings:
            one_of(f"{where}.buildings", building, BUILDING_KINDS)
            demand(stock[building] > 0, f"{where}.buildings", f"no {building} is left for this")
            stock[building] -= 1
        fits = len(set(buildings)) == len(buildings) <= len(COUNTIES[name].cities)
        sites = len(COUNTIES[name].cities)
        demand(fits, f"{where}.buildings", f"{sites} different buildings fit here at most")
        state = spend(state, where, {owner: armies})
        county = County(owner, armies, tuple(buildings), revolt)
        state = state.but(counties={**state.counties, name: county})
    return state.but(bank=state.bank.but(buildings=stock))


def spend(state: State, where: str, cubes: Mapping[str, int]) -> State:
    """Cubes leave their supplies, if they are there."""
    for colour, count in cubes.items():
        left = state.supply(colour)
        demand(count <= left, where, f"{count} cubes of {colour} are not there, only {left}")
    return state.take_supply(cubes)


def with_tower(state: State, scenario: Mapping[str, Any]) -> State:
    """Cubes inside the tower and in its tray."""
    given = mapping("tower", scenario.get("tower", {}), ("lodged", "tray"))
    lodged = cubes_of(state, "tower.lodged", given.get("lodged", {}))
    tray = cubes_of(state, "tower.tray", given.get("tray", {}))
    state = spend(spend(state, "tower.lodged", lodged), "tower.tray", tray)
    return state.but(tower=TowerCubes(lodged, tray))


def cubes_of(state: State, where: str, value: Any) -> dict[str, int]:
    """Cubes by colour."""
    given = mapping(where, value, (*state.seats, PEASANTS))
    return added({c: natural(f"{where}.{c}", n) for c, n in given.items()}, {})


def with_purses(state: State, scenario: Mapping[str, Any]) -> State:
    """Money, grain and points."""
    players = dict(state.players)
    for what in ("money", "grain", "points"):
        for seat, amount in mapping(what, scenario.get(what, {}), state.seats).items():
            players[seat] = players[seat].but(**{what: natural(f"{what}.{seat}", amount)})
    return state.but(players=players)


def with_events(state: State, scenario: Mapping[str, Any]) -> State:
    """The event of the season, and the one whose grain loss winter takes."""
    cards = ("none", *state.rules.events)
    event = one_of("event", scenario.get("event", "none"), cards)
    winter = one_of("winter_event", scenario.get("winter_event", "none"), cards)
    different = event != winter or event == "none"
    demand(different, "winter_event", "this card is the season's event already")
    used = {event, winter}
    deck = state.events.but(
        unseen=tuple(card for card in state.rules.events if card not in used),
        open=() if winter == "none" else (winter,),
    )
    return state.but(events=deck).with_season(event=None if event == "none" else event)


def plans(ruleset: Any, state: State, scenario: Mapping[str, Any]) -> dict[Seat, Json]:
    """The plans; boxes not named hold a coin, and cards are not counted."""
    given = mapping("plans", scenario.get("plans", {}), state.seats)
    complete: dict[Seat, Json] = {}
    for seat in state.seats:
        if seat not in given and not state.owned(seat):
            continue
        raw = given.get(seat, {})
        demand(isinstance(raw, dict), f"plans.{seat}", "not an object")
        boxes = raw.get("boxes", {})
        if isinstance(boxes, dict):
            boxes = {**dict.fromkeys(state.rules.boxes, "coin"), **boxes}
        bid = {"bid": raw.get("bid")} if state.rules.bids else {}
        plan = {**raw, **bid, "boxes": boxes}
        decision = plan_decision(state, seat)
        laid = [*boxes.values(), *bid.values()] if isinstance(boxes, dict) else []
        many = len(laid) + 1
        uncounted: Json = {"coins": many, "empty": laid.count(None)}
        if "cards" in decision.options:
            uncounted["cards"] = dict.fromkeys(decision.options["cards"], many)
        decision = replace(decision, options={**decision.options, **uncounted})
        problems = plan_problems(state.rules, decision, plan)
        if problems:
            text, first = ruleset.text(), problems[0]
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise BadScenario(f"plans.{seat}.{first.where}: {text.problem(first, 'en')}{more}")
        complete[seat] = plan
    return complete


def scripted_throws(state: State, scenario: Mapping[str, Any]) -> list[dict[str, int]]:
    """What falls into the tray, throw by throw."""
    throws = listing("throws", scenario.get("throws", []))
    return [cubes_of(state, f"throws.{n}", cubes) for n, cubes in enumerate(throws)]


def scripted_draws(ruleset: Any, state: State, scenario: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is drawn, by the labels of the draws that the scenario dictates."""
    return {
        script.label: script.read(state, scenario[key])
        for key, script in ruleset.scripts.items()
        if key in scenario
    }


def revolts(state: State, scenario: Mapping[str, Any]) -> dict[Seat, list[str]]:
    """The counties that revolt in winter, by seat."""
    given = mapping("revolts", scenario.get("revolts", {}), state.seats)
    drawn: dict[Seat, list[str]] = {}
    for seat, names in given.items():
        where = f"revolts.{seat}"
        drawn[seat] = [one_of(where, n, list(state.counties)) for n in listing(where, names)]
        demand(len(set(drawn[seat])) == len(drawn[seat]), where, "a county stands twice")
    return drawn
