"""Games of Löwenherz that are recorded: with orders, a deserter's question, a late seat."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from engine.bots.loewenherz.vagabond import (
    Vagabond,
    pick,
    possible_plays,
    random_places,
    random_turn,
)
from engine.kernel.chance import Stream, stream
from engine.kernel.core import Decision, Json, Seat
from engine.kernel.game import Position
from engine.loewenherz.options import turn_options
from engine.registry import newest
from tests.contract.tables import table_of
from tests.play.tables import Table

LOEWENHERZ: Final = "loewenherz-2003"
# One in so many times orders or a ranking are left, and a late seat says nothing.
VOLUNTEERS: Final = 5
LATE: Final = 3


class RealmGame(NamedTuple):
    """A game by its players, the seat that is often late, and the luck of all of them."""

    players: int
    late: Seat | None
    luck: str


# By the name of the file.
REALMS: Final[Mapping[str, RealmGame]] = {
    "loewenherz-2003-v1-2p": RealmGame(2, None, "two 23"),
    "loewenherz-2003-v1-3p": RealmGame(3, "B", "three 21"),
    "loewenherz-2003-v1-4p": RealmGame(4, "D", "four 34"),
}


def reigned(name: str) -> Table:
    """The game of that name, from the first castle to its end."""
    players, late, luck = REALMS[name]
    table = table_of(newest(LOEWENHERZ), players, name)
    while not table.game.finished:
        for decision in table.game.decisions:
            source = stream(sha256(luck.encode()).digest(), decision.id)
            if decision.optional:
                if not source.below(VOLUNTEERS):
                    table.seal(decision.id, _answer(table.game, decision, source))
            elif decision.seat == late and not source.below(LATE):
                table.seal_default(decision.id)
            else:
                table.seal(decision.id, _answer(table.game, decision, source))
        table.advance()
    return table


def _answer(game: Position, decision: Decision, source: Stream) -> Json:
    """Anything legal; but whoever can lure a knight away does so, and orders have conditions."""
    if decision.kind == "turn":
        return _turn(game, decision.seat, decision.options, source)
    if decision.kind == "orders":
        options = {**turn_options(game.state, decision.seat), "known": decision.options["known"]}
        orders = [_turn(game, decision.seat, options, source) for _ in range(2)]
        orders[0]["if"] = [pick(source, _conditions(game, orders[0]))]
        return {"orders": orders}
    return Vagabond().answer(game.state, decision, source)


def _turn(game: Position, seat: Seat, options: Json, source: Stream) -> Json:
    for handle, action in possible_plays(options, options["known"]):
        if action == "deserter":
            answer: Json = {"card": handle, "do": "play", "action": action}
            card = options["known"][handle]
            return answer | random_places(game.state, seat, options, card, answer, source)
    return random_turn(game.state, seat, options, source)


def _conditions(game: Position, order: Json) -> list[Json]:
    """Conditions of every kind, most of which hold now and some then."""
    castles = list(game.state.land.castles)
    return [
        *({"free": side} for side in order.get("borders", ())),
        *({"empty": square} for square in order.get("knights", ())),
        *({"unclaimed": square} for square in order.get("squares", ())),
        *({"market": card} for card in game.state.market.values()),
        {"stronger": castles[:2]},
        {"domain": castles[-1]},
        {"ducats": 4},
    ]
