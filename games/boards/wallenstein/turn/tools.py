"""The tools of the mat: coins on the rest, as last season, clear; and answers made shorter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Decision, Json, Problem
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.emperors_court.favors import FAVOR_KEY, FAVORS_KEY
from engine.wallenstein.plan import COIN
from games.boards.board import ToolResult
from games.boards.wallenstein.turn.fields import mapping_of

EMPTY_BOX: Final = "empty_box"
# Each look at a plan takes away one thing that is not possible; no plan has more of them.
MOST_FAULTS: Final = 200
# How many counties a wish has room for; text orders may name more.
MOST_COUNTIES: Final = 3
# How many counties of a line-up a person ranks; the rest is chosen by its yield, as bots do.
MOST_RANKED: Final = 12

Check = Callable[[Json], Sequence[Problem]]
BoxName = Callable[[str], str]


def coins_on_the_rest(decision: Decision, plan: Json, *, keeps_none: bool = False) -> Json:
    """The plan with the lowest bid and coin cards where nothing lies, as far as they reach.

    In a form nothing is what is not filled in yet; a text that names a box and says "none" means
    it, and that is kept.
    """
    options, boxes = decision.options, dict(mapping_of(plan.get("boxes")))
    filled = {**plan, "boxes": boxes}
    if "bid" in options["keys"] and _is_free(plan, "bid", keeps_none) and options["bids"]:
        filled["bid"] = min(options["bids"])
    left = options["coins"] - list(boxes.values()).count(COIN) - (type(filled.get("bid")) is int)
    said_empty = options.get("left_empty", ())
    for box in options["boxes"]:
        if left > 0 and _is_free(boxes, box, keeps_none) and box not in said_empty:
            boxes[box] = COIN
            left -= 1
    return filled


def _is_free(part: Json, key: str, keeps_none: bool) -> bool:
    return key not in part or (part[key] is None and not keeps_none)


def uncovered(decision: Decision, plan: Json, spare: int) -> str:
    """What is to be said where the coin cards did not reach: so many boxes wait for a county."""
    options, boxes = decision.options, mapping_of(plan.get("boxes"))
    said_empty = options.get("left_empty", ())
    waiting = [box for box in options["boxes"] if boxes.get(box) is None and box not in said_empty]
    count = len(waiting) - spare
    if count <= 0:
        return ""
    words = (
        ngettext(
            "No coin left: %(count)d box still needs a county.",
            "No coin left: %(count)d boxes still need a county.",
            count,
        )
        if "bid" in options["keys"]
        else ngettext(
            "No blank card left: %(count)d box still needs a county.",
            "No blank card left: %(count)d boxes still need a county.",
            count,
        )
    )
    return words % {"count": count}


def cleared(decision: Decision, plan: Json) -> Json:
    """The plan without its cards and marches; what is ranked stays."""
    kept = {key: value for key, value in plan.items() if key != "moves"}
    bare = {**kept, "boxes": dict.fromkeys(decision.options["boxes"])}
    return {**bare, "bid": None} if "bid" in decision.options["keys"] else bare


def shortened(kind: str, answer: Json) -> Json:
    """A bot's answer as a person would write it: one order a march, a few counties a wish."""
    short = dict(answer)
    if kind == "draft":
        short["counties"] = answer["counties"][:MOST_RANKED]
    if "moves" in answer:
        short["moves"] = {action: orders[:1] for action, orders in answer["moves"].items()}
    if FAVORS_KEY in answer:
        short[FAVORS_KEY] = [_short_wish(wish) for wish in answer[FAVORS_KEY]]
    if answer.get(FAVOR_KEY):
        short[FAVOR_KEY] = _short_wish(answer[FAVOR_KEY])
    return short


def _short_wish(wish: Json) -> Json:
    return {**wish, "counties": wish["counties"][:MOST_COUNTIES]} if "counties" in wish else wish


def as_before(last: Json, check: Check, name: BoxName) -> ToolResult:
    """The plan of last season, but for what is not possible now; says what that is."""
    plan, left = _copied(last), list[str]()
    for _look in range(MOST_FAULTS):
        fault = next((one for one in check(plan) if _can_go(one)), None)
        if fault is None:
            break
        left += _without(plan, fault)
    for action in list(mapping_of(plan.get("moves"))):
        if plan["boxes"].get(action) not in COUNTIES:
            del plan["moves"][action]
    called = (_("Bid") if field == "bid" else name(field) for field in left)
    named = list(dict.fromkeys(filter(None, called)))
    if not named:
        return ToolResult(plan, _("As last season."))
    return ToolResult(plan, _("As last season, but for: %(boxes)s.") % {"boxes": ", ".join(named)})


def _copied(plan: Json) -> Json:
    """With lists and objects of its own, which may be shortened."""
    copy: Json = {
        key: list(value) if isinstance(value, list) else value for key, value in plan.items()
    }
    copy["boxes"] = dict(mapping_of(plan.get("boxes")))
    for key in ("moves", "defend"):
        if isinstance(plan.get(key), Mapping):
            copy[key] = {
                name: list(one) if isinstance(one, list) else one for name, one in plan[key].items()
            }
    return copy


def _can_go(fault: Problem) -> bool:
    """Whether something too much is there; what is missing is for the player to lay."""
    return fault.code not in (EMPTY_BOX, "too_few_empty", "must_march")


def _without(plan: Json, fault: Problem) -> Iterator[str]:
    """Take away what is at fault; yields the fields that are empty after it."""
    head, *rest = fault.where.split(".")
    if head == "boxes":
        yield from _box_cleared(plan["boxes"], rest, fault)
    elif head == "bid":
        plan["bid"] = None
        yield "bid"
    elif head in ("moves", "defend") and rest:
        _shortened(plan[head], rest)
        yield f"{head}.{rest[0]}"
    elif rest and isinstance(plan.get(head), list):
        del plan[head][int(rest[0])]
    else:
        plan.pop(head, None)


def _box_cleared(boxes: dict[str, Any], rest: Sequence[str], fault: Problem) -> Iterator[str]:
    """One box; where there are too many of a card, the last that holds one."""
    if rest and rest[0] in boxes:
        boxes[rest[0]] = None
        yield f"boxes.{rest[0]}"
        return
    card = COIN if fault.code == "too_many_coins" else fault.data.get("given")
    last = next((box for box in reversed(boxes) if boxes[box] == card), None)
    if last is not None:
        boxes[last] = None
        yield f"boxes.{last}"


def _shortened(part: dict[str, Any], rest: Sequence[str]) -> None:
    """An order of a list, or all that is said under a name."""
    orders = part.get(rest[0])
    if isinstance(orders, list) and len(rest) > 1 and len(orders) > 1:
        del orders[int(rest[1])]
    else:
        part.pop(rest[0], None)
