"""Where the baron builds: castles that can be closed in cheaply, with much land in them."""

from __future__ import annotations

from typing import Final

from engine.bots.loewenherz.enclosures import ROUGH, enclosures
from engine.bots.loewenherz.judgement import Judgement
from engine.bots.loewenherz.taste import Taste
from engine.kernel.chance import Stream
from engine.kernel.core import Decision, Json
from engine.loewenherz.board import BIT, INDEX, distance
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.state import Realm

# For so many castles every place of the knight is tried.
SHORTLIST: Final = 8


def best_castle(state: Realm, decision: Decision, taste: Taste, stream: Stream) -> Json:
    """The castle and knight that are worth most; a neutral one where it stands in others' way."""
    judgement = Judgement(state, decision.seat, taste)
    judge = obstruction if decision.options["colour"] == NEUTRAL else promise
    squares: dict[str, list[str]] = decision.options["squares"]

    def value(pair: tuple[str, str]) -> int:
        return judge(judgement, *pair) + stream.below(taste.whim + 1)

    first = {castle: value((castle, knights[0])) for castle, knights in squares.items()}
    shortlist = sorted(first, key=lambda castle: -first[castle])[:SHORTLIST]
    pairs = [(castle, knight) for castle in shortlist for knight in squares[castle]]
    castle, knight = max(pairs, key=value)
    return {"castle": castle, "knight": knight}


def promise(judgement: Judgement, castle: str, knight: str) -> int:
    """What the seat could close around a new castle."""
    land, seat = judgement.state.land, judgement.seat
    built = land.but(castles={**land.castles, castle: seat}, knights={**land.knights, knight: seat})
    plans = enclosures(built, castle, judgement.worth_to(seat), judgement.outlook, ROUGH)
    others = built.occupied & ~built.figures[seat]
    taste = judgement.taste
    near = sum(
        distance(INDEX[castle], INDEX[other]) <= taste.near
        for other, colour in land.castles.items()
        if colour != seat
    )
    share = max(0, 1000 - taste.crowded * near)
    return judgement.hope(plans, others, built.walls) * share // 1000


def obstruction(judgement: Judgement, castle: str, knight: str) -> int:
    """How much worse a neutral castle is for rivals than for the seat."""
    land = judgement.state.land
    blocked = BIT[castle] | BIT[knight]
    total = 0
    for own, plans in judgement.enclosures.items():
        left = judgement.hope(plans, land.claimed | blocked, land.walls)
        total += left if land.castles[own] == judgement.seat else -left
    return total
