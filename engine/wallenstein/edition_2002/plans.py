"""Plans of the first edition: blank cards, boxes said to stay empty, the army one may place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json, Problem
from engine.wallenstein.board import COMBATS, COUNTIES
from engine.wallenstein.edition_2002.phases import USEFUL
from engine.wallenstein.plan import COIN, PlanPart, PlanParts, no_options, plan_problems, shown
from engine.wallenstein.rules import Rules
from engine.wallenstein.state import State


def plan_problems_2002(rules: Rules, decision: Decision, plan: Any) -> list[Problem]:
    """Everything that is wrong with a plan, boxes said to stay empty among it (E-2)."""
    problems = plan_problems(rules, decision, plan)
    boxes = plan.get("boxes") if isinstance(plan, dict) else None
    if isinstance(boxes, dict):
        problems.extend(_empty_problems(decision.options, boxes))
    return problems


def _empty_problems(options: Json, boxes: Json) -> Iterator[Problem]:
    left_empty = options["left_empty"]
    for box in options["boxes"]:
        card = boxes.get(box)
        if box in left_empty and card is not None:
            yield Problem(f"boxes.{box}", "said_empty", {"given": shown(card), "accepted": []})
        elif left_empty and box not in left_empty and card is None:
            yield Problem(f"boxes.{box}", "not_said_empty", {"accepted": left_empty})


def default_plan_2002(state: State, decision: Decision) -> Json:
    """A cautious plan for a seat that sent none: quiet income, nobody marches."""
    options = decision.options
    to_fill = [box for box in USEFUL if box not in options["left_empty"]]
    needed = max(min(4, len(to_fill)), len(to_fill) - options["coins"])
    counties = list(options["counties"])
    boxes: dict[str, str | None] = dict.fromkeys(options["boxes"])
    for number, box in enumerate(to_fill):
        best = _best(state, counties, box) if number < needed else None
        boxes[box] = best or COIN
        if best:
            counties.remove(best)
    plan: Json = {"boxes": boxes}
    for key, part in state.rules.plan.items():
        plan[key] = part.default(state, decision, plan)
    plan["moves"] = {box: orders for box, orders in plan["moves"].items() if box not in COMBATS}
    return plan


def _best(state: State, counties: list[str], box: str) -> str | None:
    """The county for a box: rich and quiet to collect from, weakly held otherwise."""
    stands, cards = state.counties, COUNTIES
    if box == "collect_taxes":
        return min(counties, key=lambda n: (stands[n].revolt, -cards[n].tax, n), default=None)
    if box == "collect_grain":
        return min(counties, key=lambda n: (stands[n].revolt, -cards[n].grain, n), default=None)
    return min(counties, key=lambda n: (stands[n].armies, n), default=None)


def _place_problems(_: Json, plan: Json) -> Iterator[Problem]:
    if not isinstance(plan["place"], bool):
        data = {"given": shown(plan["place"]), "accepted": ["true", "false"]}
        yield Problem("place", "not_yes_or_no", data)


def _placed(_: State, __: Decision, ___: Json) -> bool:
    return True


PLACE_PART: Final[PlanParts] = Catalogue({"place": PlanPart(no_options, _place_problems, _placed)})
