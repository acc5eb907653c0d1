"""Forks: after a fault a game goes on from one of its steps, for all to see, by whom and why."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine.kernel.chance import links
from engine.kernel.journal import (
    JOURNAL,
    ForkBegan,
    GameForked,
    HostChanged,
    PlayerReplaced,
    SubstituteNamed,
)
from engine.registry import ruleset_of
from games import access, clock
from games.errors import Refused
from games.log import store
from games.log.seals import seal
from games.models import Game, Seat, User
from games.plain_text import plain
from games.services.play.advance import bots_answer
from games.services.play.deadlines import set_deadline
from games.services.play.signing import sign_head
from games.services.play.table import Table, reason_of, rebuild, rests_for_good, table
from games.services.post.notices import seated, tell

STARTED = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FINISHED)
# What happened to the seats after the step is not undone.
PEOPLE = (PlayerReplaced.kind, SubstituteNamed.kind, HostChanged.kind)


def game_fork(*, person: User, game_id: str, step: int, why: str) -> Game:
    """Staff let a game go on from the end of a step, with a new chain of chance; the old one rests.

    The log up to there is copied, sealed as it is. Whoever sits at the table now keeps the seat.
    """
    why = reason_of(why)
    with transaction.atomic():
        moment = clock.trusted_now(None)
        with table(game_id, *STARTED) as held:
            access.require_referee(held.game, person)
            until = _end_of_step(held, step)
            _require_hidden(held.game)
            fork = _new_table(held.game)
            store.copy(held.game, fork, until)
            anchor = _new_chain(fork, step)
            held.note(GameForked(fork.id, step, person.player_uid, why), moment)
            sign_head(held, moment)
            tell(held, seated(held), "game_forked", why=why, fork=fork.id)
            origin = _named(held.game, until)
        began = ForkBegan(fork.id, origin, step, anchor, person.player_uid, why)
        _begin(fork, began, held.game, until, moment)
        return _go_on(fork, why, moment)


def _end_of_step(held: Table, step: int) -> int:
    """The entry a fork goes on from; refuses where nobody would have anything to decide."""
    if held.game.imported:
        raise Refused("imported", _("This game was imported and cannot go on here."))
    until = store.end_of_step(held.game, step)
    last = held.position.finished and step == held.position.step
    if until is None or last:
        message = _("There is no step %d after which this game could go on.") % step
        raise Refused("no_such_step", message)
    return until


def _require_hidden(game: Game) -> None:
    """Refuse to deal on under a veil that is public, or that another table will lift first.

    A fork keeps the veil: whoever has seen it computes every hand that is dealt under it.
    """
    if not game.veil:
        return
    others = list(Game.objects.filter(veil=game.veil).exclude(pk=game.pk))
    if any(one.status == Game.Status.FINISHED for one in (game, *others)):
        message = _(
            "The secret that hid the cards of this game is public, so a fork could hide none."
        )
        raise Refused("veil_lifted", message)
    if not all(rests_for_good(one) for one in others):
        message = _(
            "This game continues at another table, and the end of that one would reveal "
            "the hands of a fork."
        )
        raise Refused("veil_in_use", message)


def _named(game: Game, until: int) -> str:
    """What the game of a log was called at an entry: before a fork began it had another name."""
    copied = store.public_entries_of(game, until=until)
    forks = [entry.payload["game"] for entry in copied if entry.kind == ForkBegan.kind]
    return str(forks[-1]) if forks else game.root or game.id


def _new_table(origin: Game) -> Game:
    """The same table, still without a log."""
    fork = Game.objects.create(
        name=plain(_("%s, forked") % origin.name[:60], 80),
        host=origin.host,
        visibility=origin.visibility,
        status=Game.Status.RUNNING,
        ruleset=origin.ruleset,
        version=origin.version,
        tower=origin.tower,
        options=origin.options,
        players=origin.players,
        schedule=origin.schedule,
        lateness=origin.lateness,
        started_at=origin.started_at,
        root=origin.root or origin.id,
        root_anchor=origin.root_anchor or origin.anchor,
        veil=origin.veil,
        veil_sealed=origin.veil_sealed,
    )
    keys = origin.seats.values_list("key", flat=True)
    Seat.objects.bulk_create([Seat(game=fork, key=key) for key in keys])
    return fork


def _new_chain(fork: Game, step: int) -> str:
    """Fix the chance of all steps to come, before anybody has answered; the public end of it."""
    end = secrets.token_bytes(32)
    # Counted as the steps are, so that the next step finds its link where it always is.
    # As long as that of a new game: the steps so far may be all that the old chain had.
    length = step + ruleset_of(fork.ruleset, fork.version).chain_length
    fork.anchor = links(end, length)[step].hex()
    fork.chain_sealed = seal({"end": end.hex(), "length": length})
    fork.step = step
    fork.save()
    return fork.anchor


def _begin(fork: Game, began: ForkBegan, origin: Game, until: int, moment: datetime) -> None:
    """The entry that tells of the fork, and what became of the seats since that step."""
    with table(fork.id, Game.Status.RUNNING) as held:
        held.note(began, moment)
        for entry in store.public_entries_of(origin, after=until):
            if entry.kind in PEOPLE:
                held.note(JOURNAL.decode(entry.kind, entry.version, entry.payload), moment)
    rebuild(fork.id)


def _go_on(fork: Game, why: str, moment: datetime) -> Game:
    """Ask everybody again, and tell them why."""
    with table(fork.id, Game.Status.RUNNING) as held:
        bots_answer(held, moment)
        set_deadline(held, moment, "step")
        tell(held, seated(held), "fork_began", why=why, signed=sign_head(held, moment))
    return held.game
