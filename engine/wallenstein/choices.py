"""Choices made after the plan: settled by standing orders or by an answer (P-1 to P-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Decision, Json, Problem, Seat, Turn
from engine.wallenstein.board import COUNTIES, POSITIONS
from engine.wallenstein.events import ChoiceAsked
from engine.wallenstein.plan import is_among, order_problems, plan_id, ranking_problems
from engine.wallenstein.state import Question, State


def plan_of(turn: Turn[State], seat: Seat) -> Mapping[str, Any]:
    """The plan a seat made this season; a seat that had nothing to plan has an empty one."""
    return turn.answers.get(plan_id(turn.state, seat), {})


def asks(state: State) -> bool:
    """Whether the game stops for choices the orders leave open."""
    return state.options["choices"] == "ask"


def question_id(state: State, seat: Seat, choice: str) -> str:
    """The id of a choice in the current season."""
    return f"{state.season.year}.{state.season.name}.{choice}.{seat}"


def ask(turn: Turn[State], seat: Seat, name: str, choice: str, about: Json) -> Json | None:
    """The answer to a choice; none after the question has been put and the season stopped."""
    decision = question_id(turn.state, seat, name)
    answer = turn.answers.get(decision)
    if answer is None:
        turn.ask(ChoiceAsked(decision, choice, seat, about))
    return answer


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
    peace = state.event == "church_peace"
    reachable: dict[str, str] = {}
    for name in COUNTIES[origin].neighbours:
        county = state.counties.get(name)
        if county is None:
            continue
        if county.owner == seat:
            reachable[name] = "own"
        elif action != "deploy_1_move" and not (peace and "church" in county.buildings):
            reachable[name] = "enemy" if county.owner else "neutral"
    return reachable


def first_possible(
    state: State, seat: Seat, origin: str, action: str, orders: list[Json]
) -> March | str | None:
    """P-2: the first standing order that can be carried out; "stay" if they say so."""
    free = state.counties[origin].armies - 1
    reachable = targets(state, seat, origin, action)
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


def question_decision(state: State, question: Question) -> Decision:
    """An open choice as a decision, with everything legal."""
    about = question.about
    if question.choice == "position":
        season = state.season
        tiles = {str(p): season.tiles[p - 1] for p in free_positions(state)}
        options: Json = {"positions": free_positions(state), "tiles": tiles}
    elif question.choice == "move":
        reachable = targets(state, question.seat, about["origin"], about["action"])
        options = {
            **about,
            "targets": reachable,
            "most": state.counties[about["origin"]].armies - 1,
            "seats": list(state.seats),
        }
    else:
        options = {"counties": list(about["counties"]), "extra_peasants": about["extra_peasants"]}
    return Decision(question.id, question.seat, question.choice, options)


def choice_problems(decision: Decision, answer: Any) -> Iterator[Problem]:
    """Everything that is wrong with the answer to a choice."""
    key = {"position": "position", "move": "orders", "revolt_order": "revolt_order"}[decision.kind]
    if not isinstance(answer, dict) or set(answer) != {key}:
        yield Problem("answer", "wrong_keys", {"accepted": [key]})
        return
    value, options = answer[key], decision.options
    if decision.kind == "position":
        if not is_among(value, options["positions"]):
            yield Problem("position", "no_such_position", {"accepted": options["positions"]})
    elif decision.kind == "move":
        found = list(order_problems("orders", value, list(options["targets"]), options["seats"]))
        yield from found or _too_many(options, value)
    else:
        yield from ranking_problems("revolt_order", value, options["counties"])


def _too_many(options: Json, orders: list[Json]) -> Iterator[Problem]:
    """W-A9: unlike a standing order, an answer given now can be held against the armies there."""
    for number, order in enumerate(orders):
        if "to" in order and not march_strength(order, options["most"]):
            accepted = {"accepted": [1, "…", options["most"]]}
            yield Problem(f"orders.{number}", "too_many_armies", accepted)


def choice_default(state: State, decision: Decision) -> Json:
    """What is chosen for a seat that stays silent."""
    if decision.kind == "position":
        return {"position": decision.options["positions"][0]}
    if decision.kind == "move":
        return {"orders": [{"stay": True}]}
    return {"revolt_order": most_armies_first(state, decision.options["counties"])}


def most_armies_first(state: State, counties: list[str]) -> list[str]:
    """P-3: the default order of a player's revolts."""
    return sorted(counties, key=lambda name: (-state.counties[name].armies, name))


def ranked(state: State, counties: list[str], ranking: list[str]) -> list[str]:
    """P-3: counties by the player's ranking, those it leaves out behind it, most armies first."""
    named = [name for name in ranking if name in counties]
    return named + most_armies_first(state, [name for name in counties if name not in named])
