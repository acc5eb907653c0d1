"""The `random` bot: every legal way to lay the cards is equally likely."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.devices.deck import drawn
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json
from engine.wallenstein.state import State

T = TypeVar("T")


class Uniform:
    """Plays at random, within the rules."""

    def answer(self, state: State, decision: Decision, stream: Stream) -> Json:
        """An answer drawn from everything the decision allows."""
        options = decision.options
        if decision.kind in CHOOSERS:
            return CHOOSERS[decision.kind](options, stream)
        if decision.kind == "plan":
            return random_plan(state, options, stream)
        if decision.kind == "position":
            return {"position": pick(stream, options["positions"])}
        if decision.kind == "move":
            targets = list(options["targets"])
            stays = "must_march" not in options
            return {"orders": [random_order(stream, targets, options["most"], stays=stays)]}
        if decision.kind == "revolt_order":
            return {"revolt_order": shuffled(stream, options["counties"])}
        if decision.kind == "draft":
            counties = shuffled(stream, options["counties"])
            return {"counties": counties, "groups": shuffled(stream, options["groups"])}
        if decision.kind == "draft_group":
            return {"group": pick(stream, options["groups"])}
        take = pick(stream, options["take"])
        if take in ("pile", "exchange"):
            return {"take": take}
        return {"take": take, "group": pick(stream, options["groups"])}


def pick(stream: Stream, items: list[T]) -> T:
    """One of the items."""
    return items[stream.below(len(items))]


def shuffled(stream: Stream, items: list[T]) -> list[T]:
    """The items in random order."""
    return drawn(stream, items, len(items))


def random_plan(state: State, options: Json, stream: Stream) -> Json:
    """Cards laid at random; a bid the player cannot pay is laid again."""
    counties, keys = options["counties"], options["keys"]
    plan = laid_at_random(options, stream)
    if "positions" in keys:
        plan["positions"] = shuffled(stream, options["positions"])
    plan["revolt_order"] = shuffled(stream, list(counties))
    must = options.get("must_march", ())
    plan["moves"] = {
        action: [
            random_order(
                stream,
                counties[origin],
                state.counties[origin].armies,
                stays=action not in must,
            )
        ]
        for action in options["move_actions"]
        if (origin := plan["boxes"][action]) in counties
    }
    for key in keys:
        if key in SAYINGS:
            plan[key] = SAYINGS[key](state, options, stream)
    return plan


def laid_at_random(options: Json, stream: Stream) -> Json:
    """Cards in the boxes, and as a bid where there is an auction."""
    bidding, left_empty = "bid" in options["keys"], options.get("left_empty", [])
    boxes = [box for box in options["boxes"] if box not in left_empty]
    cards: list[Any] = [*options["counties"], *range(options["coins"])]
    cards += [card for card, number in options.get("cards", {}).items() for _ in range(number)]
    cards += [None] * (options["empty"] - len(left_empty))
    while True:
        laid = shuffled(stream, cards)[: len(boxes) + bidding]
        bid = laid.pop() if bidding else None
        if not isinstance(bid, int) or bid in options["bids"]:
            break
    named = ["coin" if isinstance(card, int) else card for card in laid]
    filled = {**dict.fromkeys(left_empty), **dict(zip(boxes, named, strict=True))}
    return {"boxes": filled, **({"bid": bid} if bidding else {})}


# What editions and expansions ask besides, by kind of decision and by key of a plan.
CHOOSERS: dict[str, Callable[[Json, Stream], Json]] = {
    "empty_boxes": lambda options, stream: {
        "empty": shuffled(stream, options["boxes"])[: options["count"]]
    },
    "defence": lambda options, stream: {"armies": stream.below(options["most"] + 1)},
    "bonus": lambda options, stream: {"bonus": pick(stream, list(options["bonuses"]))},
    "favor": lambda options, stream: {
        "favor": pick(stream, [None, *(random_wish(card, stream) for card in options["favors"])])
    },
}
SAYINGS: dict[str, Callable[[State, Json, Stream], Any]] = {
    "defend": lambda state, options, stream: {
        county: stream.below(state.counties[county].armies + 1)
        for county in options["counties"]
        if stream.below(2)
    },
    "place": lambda _state, _options, stream: bool(stream.below(2)),
    "bonus": lambda _state, options, stream: shuffled(stream, options["bonuses"]),
    "favors": lambda _state, options, stream: [
        random_wish(card, stream) for card in shuffled(stream, options["favors"])
    ],
}


def random_wish(card: Json, stream: Stream) -> Json:
    """A wish for a favour card, with its counties in any order, or an event that may stay."""
    wish: Json = {"favor": card["favor"]}
    if card["counties"]:
        wish["counties"] = shuffled(stream, card["counties"])
    if card["kind"] == "cancel_event":
        wish["cancel"] = bool(stream.below(2))
    return wish


def random_order(stream: Stream, targets: list[str], most: int, *, stays: bool) -> Json:
    """Stay, if one may, or go to one of the targets with some number of armies."""
    choice = stream.below(len(targets) + stays)
    if choice == len(targets):
        return {"stay": True}
    armies = 1 + stream.below(max(1, most))
    return {"to": targets[choice], "armies": armies}
