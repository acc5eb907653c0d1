"""What follows of itself from a step, before anything else: domains, monopolies, the end."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.core import Json
from engine.loewenherz.board import MINES, squares_in
from engine.loewenherz.land import NEUTRAL, ordered
from engine.loewenherz.state import (
    ACT,
    MONOPOLY_POINTS,
    OVER,
    Realm,
    best_of,
    ducat_points,
    monopolies,
)


class Due(NamedTuple):
    """A fact that must come next: its kind and what it tells."""

    kind: str
    payload: Json


def due(state: Realm) -> Due | None:
    """The fact that follows by itself from the position; none: nothing does."""
    if state.winners:
        return None
    if state.stage == OVER:
        return _end(state)
    if state.stage == ACT and state.doing and state.doing.done:
        follows = _arisen(state) or _monopoly(state) or _goal(state)
        if follows is not None:
            return follows
    if not state.deck and not state.last and state.turn:
        return Due("deck_emptied", {"seat": state.seat})
    return None


def closing(state: Realm) -> Due | None:
    """H-18: the fact that comes once whoever has played the last card of all has done with it."""
    if due(state) or state.winners or not (state.last and state.turn_over):
        return None
    if any(state.hands.values()):
        return None
    points = ducat_points(state.money)
    return Due("ducats_scored", {"money": dict(state.money), "points": points})


def _arisen(state: Realm) -> Due | None:
    """H-12, H-24: an area with exactly one castle has become a domain."""
    land = state.land
    arisen = land.unclaimed_domains()
    if not arisen:
        return None
    castle = ordered(arisen)[0]
    owner, squares = land.castles[castle], arisen[castle]
    payload = {
        "castle": castle,
        "owner": owner,
        "squares": squares_in(squares),
        "points": 0 if owner == NEUTRAL else land.terrain.worth(squares),
        "freed": land.borders_within(squares),
        "landmarks": land.terrain.landmarks(squares),
    }
    return Due("domain_arose", payload)


def _monopoly(state: Realm) -> Due | None:
    """H-17: a monopoly was lost or won; lost ones first."""
    now = monopolies(state)
    if now == state.monopolies:
        return None
    changed = ((state.monopolies - now, -1, "lost"), (now - state.monopolies, 1, "won"))
    pairs, sign, word = next(one for one in changed if one[0])
    kinds = list(MINES.values())
    seat, mine = min(pairs, key=lambda pair: (pair[0], kinds.index(pair[1])))
    payload = {"seat": seat, "mine": mine, "points": sign * MONOPOLY_POINTS}
    return Due(f"monopoly_{word}", payload)


def _goal(state: Realm) -> Due | None:
    """H-18, H-22: somebody has reached the goal."""
    over = [seat for seat in state.seats if state.points[seat] >= state.goal]
    return Due("goal_reached", {"seats": over, "goal": state.goal}) if over else None


def _end(state: Realm) -> Due:
    over = [seat for seat in state.seats if state.points[seat] >= state.goal]
    winners = best_of(state, over if state.ending == "goal" else state.seats)
    payload = {"winners": winners, "ending": state.ending, "points": dict(state.points)}
    return Due("game_ended", {**payload, "money": dict(state.money)})
