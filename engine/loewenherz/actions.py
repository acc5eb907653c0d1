"""The five actions of the cards, one step after the other, for rules, answers and previews."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from engine.kernel.core import Event, Json, Seat
from engine.loewenherz.board import INDEX
from engine.loewenherz.events import (
    CONSEQUENCES,
    AllianceMade,
    BorderPlaced,
    CardPlayed,
    KnightPlaced,
    growth_of,
)
from engine.loewenherz.legality import (
    Fault,
    alliance_fault,
    border_fault,
    deserter_fault,
    expand_fault,
    knight_fault,
)
from engine.loewenherz.settling import closing, due
from engine.loewenherz.state import OVER, Realm, forest_price


class FactCourse(Protocol):
    """A position that facts carry on: a turn of the rules, or a trial."""

    state: Realm

    def emit(self, event: Event[Realm]) -> None:
        """Let a fact happen."""


class TrialRun:
    """What would happen: facts that nobody records."""

    def __init__(self, state: Realm) -> None:
        self.state = state
        self.facts: list[Event[Realm]] = []

    def emit(self, event: Event[Realm]) -> None:
        """Let a fact happen here."""
        self.state = event.apply(self.state)
        self.facts.append(event)


class ActionStep(NamedTuple):
    """One border, knight or square of an answer, or its whole alliance or deserter."""

    # Where it stands in the answer.
    where: str
    action: str
    place: str
    domain: str = ""
    against: str = ""


def steps_of(answer: Json) -> list[ActionStep]:
    """The steps of a turn answer of the right shape, in order (H-21)."""
    action = answer["action"]
    domain, against = answer.get("domain", ""), answer.get("against", "")
    if action == "deserter":
        return [ActionStep("knight", action, answer["knight"], domain, against)]
    if action == "alliance":
        return [ActionStep("against", action, against, domain, against)]
    key = "squares" if action == "expand" else action
    return [
        ActionStep(f"{key}.{number}", action, place, domain)
        for number, place in enumerate(answer[key])
    ]


def step_fault(state: Realm, seat: Seat, step: ActionStep) -> Fault | None:
    """What is wrong with a step in the position before it."""
    if step.action == "borders":
        return border_fault(state.land, step.place)
    if step.action == "knights":
        return knight_fault(state, seat, step.place)
    if step.action == "expand":
        return expand_fault(state, step.domain, step.place)
    if step.action == "alliance":
        return alliance_fault(state, seat, step.domain, step.against)
    fault = deserter_fault(state, seat, step.domain, step.against)
    return fault or knight_fault(state, seat, step.place, state.land.domains[step.domain])


def step_fact(state: Realm, seat: Seat, step: ActionStep) -> Event[Realm]:
    """The fact that a legal step is; of a deserter that the new knight is placed."""
    if step.action == "borders":
        return BorderPlaced(seat, step.place)
    if step.action == "expand":
        return growth_of(state, step.domain, step.place)
    if step.action == "alliance":
        pair = sorted((step.domain, step.against), key=INDEX.__getitem__)
        return AllianceMade(seat, pair)
    return KnightPlaced(seat, step.place, forest_price(state.land, step.place))


def settle(course: FactCourse) -> None:
    """Everything that follows of itself."""
    follows = due(course.state)
    while follows is not None:
        course.emit(CONSEQUENCES[follows.kind].stored(follows.payload))
        follows = due(course.state)


def conclude(course: FactCourse) -> None:
    """Everything that follows of itself when a turn is over, the end of the game too."""
    settle(course)
    follows = closing(course.state)
    if follows is not None:
        course.emit(CONSEQUENCES[follows.kind].stored(follows.payload))
        settle(course)


def take(course: FactCourse, seat: Seat, step: ActionStep) -> None:
    """One legal step and what follows from it."""
    course.emit(step_fact(course.state, seat, step))
    settle(course)


def is_stopped(state: Realm) -> bool:
    """H-22: whether the goal was reached, so that everything else lapses."""
    return state.stage == OVER


def points_of(fact: Event[Realm]) -> Iterator[tuple[Seat, int]]:
    """Who gains or loses how many points by a fact."""
    payload: Json = fact.payload()
    if fact.kind == "domain_arose":
        yield payload["owner"], payload["points"]
    elif fact.kind == "domain_grew":
        yield payload["seat"], payload["points"]
        if payload["loser"] is not None:
            yield payload["loser"], payload["lost_points"]
    elif fact.kind in ("monopoly_won", "monopoly_lost"):
        yield payload["seat"], payload["points"]
    elif fact.kind == "ducats_scored":
        yield from payload["points"].items()


def gains_of(facts: list[Event[Realm]]) -> dict[Seat, int]:
    """Points gained and lost by some facts together, without zeros."""
    gains: dict[Seat, int] = {}
    for fact in facts:
        for seat, points in points_of(fact):
            gains[seat] = gains.get(seat, 0) + points
    return {seat: gains[seat] for seat in sorted(gains) if gains[seat]}


def as_played(state: Realm, seat: Seat, answer: Json, card: str, price: int) -> Realm:
    """The position right after a card was played, for a trial."""
    fact = CardPlayed(seat, answer["card"], card, None, answer["action"], price)
    return fact.apply(state)
