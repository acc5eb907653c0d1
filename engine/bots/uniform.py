"""The `random` bot: every legal way to lay the cards is equally likely."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.chance import Stream
from engine.core import Decision, Json
from engine.wallenstein.state import State

T = TypeVar("T")


class Uniform:
    """Plays at random, within the rules."""

    def answer(self, state: State, decision: Decision, stream: Stream) -> Json:
        """An answer drawn from everything the decision allows."""
        options = decision.options
        if decision.kind == "plan":
            return random_plan(state, options, stream)
        if decision.kind == "position":
            return {"position": pick(stream, options["positions"])}
        if decision.kind == "move":
            targets = list(options["targets"])
            return {"orders": [random_order(stream, targets, options["most"])]}
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
    left, order = list(items), []
    while left:
        order.append(left.pop(stream.below(len(left))))
    return order


def random_plan(state: State, options: Json, stream: Stream) -> Json:
    """Cards laid at random; a bid the player cannot pay is laid again."""
    boxes, counties = options["boxes"], options["counties"]
    cards: list[Any] = [*counties, *range(options["coins"])]
    cards += [None] * options["empty"]
    while True:
        laid = shuffled(stream, cards)[: len(boxes) + 1]
        bid = laid.pop()
        if not isinstance(bid, int) or bid in options["bids"]:
            break
    plan: Json = {
        "boxes": {
            box: "coin" if isinstance(card, int) else card
            for box, card in zip(boxes, laid, strict=True)
        },
        "bid": bid,
        "positions": shuffled(stream, options["positions"]),
        "revolt_order": shuffled(stream, list(counties)),
    }
    plan["moves"] = {
        action: [random_order(stream, counties[origin], state.counties[origin].armies)]
        for action in options["move_actions"]
        if (origin := plan["boxes"][action]) in counties
    }
    return plan


def random_order(stream: Stream, targets: list[str], most: int) -> Json:
    """Stay, or go to one of the targets with some number of armies."""
    choice = stream.below(len(targets) + 1)
    if choice == len(targets):
        return {"stay": True}
    armies = 1 + stream.below(max(1, most))
    return {"to": targets[choice], "armies": armies}
