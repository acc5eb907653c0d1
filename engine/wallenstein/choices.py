"""Choices made after the plan: settled by standing orders or by an answer (P-1 to P-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel import phases
from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json, Problem, Seat, Turn
from engine.kernel.phases import Choice, Question
from engine.wallenstein.board import COMBATS, COUNTIES, POSITIONS
from engine.wallenstein.events import ChoiceAsked
from engine.wallenstein.plan import (
    duty_problems,
    is_among,
    order_problems,
    plan_id,
    ranking_problems,
)
from engine.wallenstein.state import State


def plan_of(turn: Turn[State], seat: Seat) -> Mapping[str, Any]:
    """The plan a seat made this season; a seat that had nothing to plan has an empty one."""
    return turn.answers.get(plan_id(turn.state, seat), {})


def asks(state: State) -> bool:
    """Whether the game stops for choices the orders leave open."""
    return state.options["choices"] == "ask"


def question_id(state: State, seat: Seat, choice: str, about: Json) -> str:
    """The id of a choice in the current season."""
    name = state.rules.choices[choice].name
    called = name(about) if name else choice
    return f"{state.season.chapter}.{called}.{seat}"


def ask(turn: Turn[State], seat: Seat, choice: str, about: Json) -> Json | None:
    """The answer to a choice; none after the question has been put and the season stopped."""
    decision = question_id(turn.state, seat, choice, about)
    return phases.ask(turn, decision, ChoiceAsked(decision, choice, seat, about))


def free_positions(state: State) -> list[int]:
    """Positions nobody has taken this season."""
    taken = set(state.season.positions.values())
    return [position for position in POSITIONS if position not in taken]


@dataclass(frozen=True)
class March:
    """A movement that can be made now."""

    county: str
    armies: int


def targets(state: State, seat: Seat, origin: str, action: str) -> dict[str, str]:
    """Where armies may go from here, and whose it is: own, enemy or neutral (W-A7, W-A8)."""
    reachable: dict[str, str] = {}
    for name in COUNTIES[origin].neighbours:
        county = state.counties.get(name)
        if county is None:
            continue
        if county.owner == seat:
            reachable[name] = "own"
        elif action != "deploy_1_move" and may_be_attacked(state, name, action):
            reachable[name] = "enemy" if county.owner else "neutral"
    return reachable


def may_be_attacked(state: State, county: str, action: str) -> bool:
    """W-B2: unless the church keeps the peace there, or a part of the position forbids it."""
    peace = state.effect(county).church_peace and "church" in state.counties[county].buildings
    return not peace and not any(
        part.shields(state, county, action) for part in state.parts.values()
    )


def march_of_duty(state: State, reachable: Mapping[str, str]) -> March:
    """P-2: the march of who must: one army to the strongest own neighbour, else the weakest."""
    own = [name for name, whose in reachable.items() if whose == "own"]

    def strength(name: str) -> int:
        return state.counties[name].armies

    return March(max(own, key=strength) if own else min(reachable, key=strength), 1)


def first_possible(
    state: State, seat: Seat, origin: str, reachable: Mapping[str, str], orders: list[Json]
) -> March | str | None:
    """P-2: the first standing order that can be carried out; "stay" if they say so."""
    free = state.counties[origin].armies - 1
    if not orders:
        return "stay"
    for order in orders:
        if order.get("stay"):
            return "stay"
        county = order["to"]
        if county not in reachable or not condition_holds(state, seat, order):
            continue
        armies = march_strength(order, free)
        if armies:
            return March(county, armies)
    return None


def march_strength(order: Json, free: int) -> int:
    """How many armies an order moves when so many are free to go; 0 if it cannot be done."""
    if "leave" in order:
        return max(0, free + 1 - int(order["leave"]))
    if order["armies"] == "all":
        return free
    return int(order["armies"]) if order["armies"] <= free else 0


def condition_holds(state: State, seat: Seat, order: Json) -> bool:
    """P-2: who holds the target, and how strong it is."""
    when = order.get("when", {})
    county = state.counties[order["to"]]
    holder = when.get("held_by")
    if holder == "own":
        held = county.owner == seat
    elif holder == "enemy":
        held = county.owner is not None and county.owner != seat
    elif holder == "neutral":
        held = county.owner is None
    else:
        held = holder is None or county.owner == holder
    return bool(
        held
        and county.armies <= when.get("at_most", county.armies)
        and county.armies >= when.get("at_least", 0)
    )


Choices = phases.Choices[State]


def question_decision(state: State, question: Question) -> Decision:
    """An open choice as a decision, with everything legal; ValueError where nobody may ask so."""
    if not is_rightly_put(state, question):
        raise ValueError(f"{question.id} is no question of this moment")
    options = state.rules.choices[question.choice].options(state, question)
    return Decision(question.id, question.seat, question.choice, options)


def is_rightly_put(state: State, question: Question) -> bool:
    """Whether it is a question of this game and has the name it must have, for whoever knows no
    plan: a house that could choose the name could choose the salt of a silent seat."""
    seat, choice, about = question.seat, question.choice, question.about
    moment = state.season.action or state.season.name
    choices = state.rules.choices
    return (
        choice in choices
        and question.id == question_id(state, seat, choice, about)
        and (asks(state) or choices[choice].always)
        and about.get("action", moment) == moment
        and ("county" not in about or state.counties[about["county"]].owner == seat)
    )


def _position_options(state: State, _: Question) -> Json:
    free = free_positions(state)
    return {"positions": free, "tiles": {str(p): state.season.tiles[p - 1] for p in free}}


def _position_problems(options: Json, position: Any) -> Iterator[Problem]:
    if not is_among(position, options["positions"]):
        yield Problem("position", "no_such_position", {"accepted": options["positions"]})


def _position_default(_: State, decision: Decision) -> int:
    return int(decision.options["positions"][0])


def _move_options(state: State, question: Question) -> Json:
    about = question.about
    options = {
        **about,
        "targets": targets(state, question.seat, about["origin"], about["action"]),
        "most": state.counties[about["origin"]].armies - 1,
        "seats": list(state.seats),
    }
    must = state.rules.must_march and about["action"] in COMBATS
    return {**options, "must_march": [about["action"]]} if must else options


def _move_name(about: Json) -> str:
    return str(about["action"])


def _move_problems(options: Json, orders: Any) -> Iterator[Problem]:
    problems = list(order_problems("orders", orders, list(options["targets"]), options["seats"]))
    if not problems and "must_march" in options:
        problems = list(duty_problems("orders", orders, list(options["targets"])))
    yield from problems or _too_many(options, orders)


def _move_default(state: State, decision: Decision) -> list[Json]:
    options = decision.options
    if "must_march" not in options:
        return [{"stay": True}]
    march = march_of_duty(state, options["targets"])
    return [{"to": march.county, "armies": march.armies}]


def _revolt_options(_: State, question: Question) -> Json:
    about = question.about
    return {"counties": list(about["counties"]), "extra_peasants": about["extra_peasants"]}


def _revolt_problems(options: Json, ranking: Any) -> Iterator[Problem]:
    return ranking_problems("revolt_order", ranking, options["counties"])


def _revolt_default(state: State, decision: Decision) -> list[str]:
    return most_armies_first(state, decision.options["counties"])


def _too_many(options: Json, orders: list[Json]) -> Iterator[Problem]:
    """W-A9: unlike a standing order, an answer given now can be held against the armies there."""
    for number, order in enumerate(orders):
        if "to" in order and not march_strength(order, options["most"]):
            accepted = {"accepted": [1, "…", options["most"]]}
            yield Problem(f"orders.{number}", "too_many_armies", accepted)


def most_armies_first(state: State, counties: list[str]) -> list[str]:
    """P-3: the default order of a player's revolts."""
    return sorted(counties, key=lambda name: (-state.counties[name].armies, name))


def ranked(state: State, counties: list[str], ranking: list[str]) -> list[str]:
    """P-3: counties by the player's ranking, those it leaves out behind it, most armies first."""
    named = [name for name in ranking if name in counties]
    return named + most_armies_first(state, [name for name in counties if name not in named])


# Positions are kept with their rules, so that no function here may be without a name.
POSITION: Final[Choices] = Catalogue(
    {"position": Choice("position", _position_options, _position_problems, _position_default)}
)
MOVE_AND_REVOLTS: Final[Choices] = Catalogue(
    {
        "move": Choice("orders", _move_options, _move_problems, _move_default, name=_move_name),
        "revolt_order": Choice("revolt_order", _revolt_options, _revolt_problems, _revolt_default),
    }
)
