"""More time by a vote of all: one seat asks, every other must agree, one no ends it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.journal import ExtensionProposed, ExtensionVoted
from engine.kernel.reasons import AGREED, TAKEN_BACK
from games import access, clock
from games.errors import Refused
from games.log import store
from games.models import Game, User
from games.plain_text import plain
from games.services.play.deadlines import MOVED, extend, require_deadline, require_hours
from games.services.play.table import Table, reason_of, table
from games.services.post.notices import require_quiet, seated, tell

# Of one seat, before the next step.
MOST_PROPOSALS: Final = 3


def extension_propose(*, person: User, game_id: str, hours: int, why: str) -> Game:
    """Ask everybody who sits for more time; with nobody else to ask it is given."""
    require_hours(hours)
    with table(game_id, Game.Status.RUNNING) as held:
        seat = access.seat_for(held.game, person)
        require_deadline(held.game)
        reason = reason_of(why)
        if held.game.proposal:
            raise Refused("vote_open", _("There is a vote on more time already."))
        if store.proposals_of(held.game, seat.key) >= MOST_PROPOSALS:
            message = _("You have asked for more time often enough before this step.")
            raise Refused("too_many_proposals", message)
        for kind in ("vote", MOVED):
            require_quiet(held.game, kind)
        moment = clock.trusted_now(None)
        held.note(ExtensionProposed(seat.key, hours, person.player_uid, reason), moment)
        if not _decide(held, moment):
            others = [voter for voter in seated(held) if voter != person]
            tell(held, others, "vote", hours=hours, why=reason)
    return held.game


def extension_vote(*, person: User, game_id: str, yes: bool, why: str = "") -> Game:
    """Agree to more time, or say why not; whoever asked takes it back by a no."""
    with table(game_id, Game.Status.RUNNING) as held:
        seat = access.seat_for(held.game, person)
        proposal = held.game.proposal
        if not proposal:
            raise Refused("no_vote", _("There is no vote on more time now."))
        if yes and seat.key in proposal["yes"]:
            raise Refused("voted_already", _("You have said yes already."))
        asked = seat.key == proposal["seat"]
        reason, moment = _voted_because(yes, asked, why), clock.trusted_now(None)
        held.note(ExtensionVoted(seat.key, yes, person.player_uid, reason), moment)
        _decide(held, moment)
    return held.game


def _voted_because(yes: bool, asked: bool, why: str) -> str:
    """A yes may rest on the reason of whoever asked; a no, which ends it for all, has its own."""
    if yes:
        return plain(why, 300) or AGREED
    return plain(why, 300) or TAKEN_BACK if asked else reason_of(why)


def _decide(held: Table, moment: datetime) -> bool:
    """Move the deadline if every seat with a person has said yes; bots do not vote."""
    proposal = held.game.proposal
    if not proposal:
        return False
    voters = set(held.game.seats.filter(user__isnull=False).values_list("key", flat=True))
    if not voters <= set(proposal["yes"]):
        return False
    asked = held.told(ExtensionProposed)[-1]
    extend(held, asked["hours"], moment, "vote", asked["by"], asked["why"])
    return True
