"""What a season of the first edition does otherwise: empty boxes, the order, two actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json, Problem, Seat, Turn
from engine.kernel.phases import Choice, Question
from engine.wallenstein.action_events import ActionSkipped, ArmiesDeployed
from engine.wallenstein.actions import PERFORM, Perform, after_collecting, deploying_price, march
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.choices import Choices, ask, plan_of, targets
from engine.wallenstein.edition_2002.defence import DEFENCE
from engine.wallenstein.edition_2002.facts import BoxesLeftEmpty, FeePaid, OrderDrawn, customs
from engine.wallenstein.plan import empty_boxes, is_among, shown
from engine.wallenstein.rules import Rules
from engine.wallenstein.season import Actions, Plan, WallensteinPhase
from engine.wallenstein.state import State

# The boxes a cautious player gives their counties to, the most useful first.
USEFUL: Final = (
    *("collect_taxes", "collect_grain", "deploy_3", "deploy_1_move", "deploy_5"),
    *("build_palace", "build_church", "build_trading_post", "combat_a", "combat_b"),
)


class EmptyBoxes(WallensteinPhase):
    """E-2: who has too few cards names the boxes left empty, in the order of the season before."""

    name = "empty_boxes"

    def play(self, turn: Turn[State]) -> None:
        """Ask one after the other, so that the later ones know what the earlier ones said."""
        for seat in customs(turn.state).order or turn.state.seats:
            number = boxes_short(turn.state, seat)
            if not number or seat in customs(turn.state).empty:
                continue
            answer = ask(turn, seat, self.name, {"count": number})
            if answer is None:
                return
            turn.emit(BoxesLeftEmpty(seat, list(answer["empty"])))


def boxes_short(state: State, seat: Seat) -> int:
    """E-2: how many boxes a seat cannot fill; none where it plans nothing at all."""
    counties = len(state.owned(seat))
    return empty_boxes(state.rules, counties) if counties else 0


class PlanAround(Plan):
    """W-R3: plans, around the boxes that were said to stay empty."""

    def decisions(self, state: State) -> Sequence[Decision]:
        """A plan from every seat that owns a county."""
        return [
            replace(decision, options=decision.options | {"left_empty": list(empty)})
            for decision in super().decisions(state)
            for empty in [customs(state).empty.get(decision.seat, ())]
        ]


class DrawOrder(WallensteinPhase):
    """E-1: the order of play is drawn at random after the plans."""

    name = "order"

    def play(self, turn: Turn[State]) -> None:
        """Shuffle the generals."""
        seats = turn.state.seats
        turn.emit(OrderDrawn(turn.chance.draw(OrderDrawn.label, seats, len(seats))))


def deploy_or_move(turn: Turn[State], rules: Rules, seat: Seat, action: str, county: str) -> None:
    """E-7: the Thaler is paid in any case; placing the army and moving are both optional."""
    state = turn.state
    price = deploying_price(state, rules, action, county)
    reason = deploy_or_move_obstacle(state, rules, seat, action, county)
    if reason:
        turn.emit(ActionSkipped(seat, action, county, reason))
        return
    if state.supply(seat) and plan_of(turn, seat).get("place", True):
        turn.emit(ArmiesDeployed(seat, action, county, 1, price))
    else:
        turn.emit(FeePaid(seat, action, county, price))
    enough = turn.state.counties[county].armies > 1
    if enough and targets(turn.state, seat, county, action):
        march(turn, rules, seat, action, county)


def deploy_or_move_obstacle(
    state: State, rules: Rules, seat: Seat, action: str, county: str
) -> str | None:
    """E-7: why the action lapses; none if there is money and one of its two halves can be done."""
    if state.players[seat].money < deploying_price(state, rules, action, county):
        return "no_money"
    movable = state.counties[county].armies > 1 and bool(targets(state, seat, county, action))
    return None if state.supply(seat) or movable else "no_armies_left"


class ActionsAsked(Actions):
    """W-R7, with this edition's way to deploy one army, and defenders who are asked."""

    acts: Mapping[str, Perform] = {**PERFORM, "deploy_1_move": deploy_or_move}

    def resume(self, turn: Turn[State], asking: Question) -> None:
        """Go on with the attack or the revolt that waited for the defender."""
        if asking.choice != DEFENCE:
            super().resume(turn, asking)
            return
        about, rules = asking.about, turn.state.rules
        if about["by"] is not None:
            march(turn, rules, about["by"], about["action"], about["origin"])
        else:
            county = about["county"]
            markers = turn.state.counties[county].revolt
            after_collecting(turn, asking.seat, about["action"], county, markers)


def _empty_options(state: State, question: Question) -> Json:
    named = {seat: list(boxes) for seat, boxes in customs(state).empty.items()}
    return {"boxes": list(ACTIONS), "count": question.about["count"], "named": named}


def _empty_problems(options: Json, boxes: Any) -> Iterator[Problem]:
    if not isinstance(boxes, list) or len(boxes) > len(options["boxes"]):
        yield Problem("empty", "not_a_list", {"accepted": options["boxes"]})
        return
    for number, box in enumerate(boxes):
        where = f"empty.{number}"
        if not isinstance(box, str) or box not in options["boxes"]:
            data = {"given": shown(box), "accepted": options["boxes"]}
            yield Problem(where, "unknown_box", data)
        elif box in boxes[:number]:
            free = [other for other in options["boxes"] if other not in boxes]
            yield Problem(where, "box_twice", {"given": box, "accepted": free})
    if not is_among(len(boxes), [options["count"]]):
        yield Problem("empty", "other_number_of_boxes", {"accepted": [options["count"]]})


def _least_useful(_: State, decision: Decision) -> list[str]:
    return list(reversed(USEFUL))[: decision.options["count"]]


EMPTY_BOXES: Final[Choices] = Catalogue(
    {EmptyBoxes.name: Choice("empty", _empty_options, _empty_problems, _least_useful, always=True)}
)
