"""The `random` bot of Löwenherz: anything legal, sold or played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json, Seat
from engine.loewenherz.actions import ActionStep, TrialRun, as_played, is_stopped, take
from engine.loewenherz.answers import DECK, PLAY, SELL
from engine.loewenherz.board import BIT, SIDE_BITS
from engine.loewenherz.cards import CARDS
from engine.loewenherz.legality import growths, knight_fault, knight_squares, legal_sides
from engine.loewenherz.options import turn_options
from engine.loewenherz.state import Realm

T = TypeVar("T")
# One in so many times it leaves orders or a ranking that nobody has asked for.
VOLUNTEERS = 8


def pick(stream: Stream, items: list[T]) -> T:
    """One of the items."""
    return items[stream.below(len(items))]


class Vagabond:
    """Plays at random, within the rules."""

    def answer(self, state: Realm, decision: Decision, stream: Stream) -> Json:
        """An answer drawn from everything the decision allows."""
        options = decision.options
        if decision.kind == "castle":
            castle = pick(stream, list(options["squares"]))
            return {"castle": castle, "knight": pick(stream, options["squares"][castle])}
        if decision.kind == "give_up":
            return {"knight": pick(stream, options["knights"])}
        if decision.kind == "ranking":
            return {"give_up": [pick(stream, options["knights"])]}
        if decision.kind == "orders":
            options = {**turn_options(state, decision.seat), "known": options["known"]}
            orders = [random_turn(state, decision.seat, options, stream) for _ in range(2)]
            return {"orders": orders}
        return random_turn(state, decision.seat, options, stream)

    def volunteer(self, state: Realm, decision: Decision, stream: Stream) -> Json | None:
        """Now and then orders for the next turn, or a ranking of knights."""
        return None if stream.below(VOLUNTEERS) else self.answer(state, decision, stream)


def random_turn(state: Realm, seat: Seat, options: Json, stream: Stream) -> Json:
    """Half of the time a card is sold; else one that can be is played."""
    known: Mapping[str, str] = options["known"]
    plays = [] if stream.below(2) else possible_plays(options, known)
    if not plays:
        handle = pick(stream, options["hand"])
        wishes = [card for card in options["market"] if card != known.get(handle)]
        return {"card": handle, "do": SELL, "refill": [pick(stream, [*wishes, DECK])]}
    handle, action = pick(stream, plays)
    answer: Json = {"card": handle, "do": PLAY, "action": action}
    answer |= random_places(state, seat, options, known[handle], answer, stream)
    return {**answer, "refill": [pick(stream, [*options["market"], DECK])]}


def possible_plays(options: Json, known: Mapping[str, str]) -> list[tuple[str, str]]:
    """The cards that can be paid for and have something to do, with the action."""
    return [
        (handle, action)
        for handle, card in known.items()
        for action in CARDS[card].actions
        if CARDS[card].price <= options["money"]
        and has_place(options, action, options["money"] - CARDS[card].price)
    ]


def has_place(options: Json, action: str, money: int) -> bool:
    """Whether an action has a legal first step."""
    if action == "borders":
        return bool(options["borders"]["sides"])
    if action == "knights":
        return any(price <= money for price in options["knights"]["squares"].values())
    if action == "expand":
        return any(options["expand"].values())
    if action == "alliance":
        return bool(options["alliance"])
    return any(
        price <= money
        for targets in options["deserter"].values()
        for target in targets.values()
        for price in target["places"].values()
    )


def random_places(
    state: Realm, seat: Seat, options: Json, card: str, answer: Json, stream: Stream
) -> Json:
    """Where a card is played."""
    action = answer["action"]
    money = options["money"] - CARDS[card].price
    if action == "alliance":
        castle = pick(stream, list(options["alliance"]))
        return {"domain": castle, "against": pick(stream, options["alliance"][castle])}
    if action == "deserter":
        choices = [
            {"domain": castle, "against": against, "knight": place}
            for castle, targets in options["deserter"].items()
            for against, target in targets.items()
            for place, price in target["places"].items()
            if price <= money
        ]
        return pick(stream, choices)
    extra: Json = {}
    if action == "expand":
        extra["domain"] = pick(stream, [c for c, squares in options["expand"].items() if squares])
    trial = TrialRun(as_played(state, seat, answer, card, CARDS[card].price))
    places: list[str] = []
    for _ in range(1 + stream.below(CARDS[card].actions[action])):
        legal = legal_places(trial.state, seat, action, extra.get("domain", ""))
        if not legal or is_stopped(trial.state):
            break
        places.append(pick(stream, near_castle(trial.state, seat, action, legal, stream)))
        take(trial, seat, ActionStep("", action, places[-1], extra.get("domain", "")))
    return {**extra, "squares" if action == "expand" else action: places}


def near_castle(
    state: Realm, seat: Seat, action: str, legal: list[str], stream: Stream
) -> list[str]:
    """Most borders stand around an own castle and its knights: thrown about at random, they would
    never close a domain."""
    if action != "borders" or not stream.below(4):
        return legal
    land = state.land
    castles = [square for square, colour in land.castles.items() if colour == seat]
    around = land.area(BIT[pick(stream, castles)], land.figures[seat]) if castles else 0
    near = [side for side in legal if (SIDE_BITS[side] & around).bit_count() == 1]
    return near or legal


def legal_places(state: Realm, seat: Seat, action: str, castle: str) -> list[Any]:
    """The legal next steps of an action."""
    if action == "borders":
        return legal_sides(state.land)
    if action == "expand":
        return list(growths(state, castle))
    squares = knight_squares(state, seat)
    return [square for square in squares if knight_fault(state, seat, square) is None]
