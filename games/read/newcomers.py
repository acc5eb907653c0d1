"""Who plays a kind of game for the first time, and is told what it is."""

from __future__ import annotations

from typing import Final

from engine.registry import RULESETS
from games.access import Viewer
from games.boards import board_of, wording_of
from games.boards.board import Primer
from games.log import store
from games.models import GOING_ON, KnownGame, Seat

# Whoever has sealed so many plans knows what is asked of them.
ENOUGH_PLANS: Final = 2


def rules_of(ruleset: str) -> str:
    """What a ruleset is remembered by: editions that share a rule book are the same game."""
    book = wording_of(ruleset).rulebook
    return book.game if book else ruleset


def primer_for(viewer: Viewer, person: int | None) -> Primer | None:
    """The introduction a player still needs; none for those who know the game or look on."""
    game, seat = viewer.game, viewer.seat
    primer = board_of(game.ruleset).primer
    if primer is None or seat is None or seat.user_id != person or game.status not in GOING_ON:
        return None
    if _plans_sealed(viewer) >= ENOUGH_PLANS:
        return None
    rules = rules_of(game.ruleset)
    if KnownGame.objects.filter(user=person, rules=rules).exists():
        return None
    return None if _played_elsewhere(viewer, rules) else primer


def _plans_sealed(viewer: Viewer) -> int:
    """How many plans this viewer has sealed here."""
    turn = board_of(viewer.game.ruleset).turn
    sealed = store.load(viewer.game).sealed
    mine = (
        name
        for name, one in sealed.items()
        if one.seat == viewer.seat_key and one.seq > viewer.since
    )
    return sum(turn.kind_of(name) in turn.plan_kinds for name in mine)


def _played_elsewhere(viewer: Viewer, rules: str) -> bool:
    """Whether they sit at another table of this game that has come as far."""
    alike = {key for key, _version in RULESETS if rules_of(key) == rules}
    seats = Seat.objects.filter(
        user=viewer.seat.user_id if viewer.seat else None,
        game__ruleset__in=alike,
        game__step__gt=ENOUGH_PLANS,
    )
    return seats.exclude(game=viewer.game).exists()
