"""Answers: one function for web, API, text, mail and bots."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from engine.core import IllegalAnswer, Json
from engine.game import seal_answer
from engine.journal import AnswerWithdrawn
from engine.log import is_hex_hash
from games import access, clock
from games.errors import Illegal, NotAllowed, NotFound, Refused
from games.models import Game, SavedDraft, Seat, User
from games.seals import seal
from games.services.table import Table, table


@dataclass(frozen=True)
class Receipt:
    """What a player holds in hand: proof that an answer was accepted, and when."""

    game: str
    decision: str
    digest: str
    salt: str = field(repr=False)
    at: str
    seq: int
    head: str

    def to_json(self) -> Json:
        """The receipt for API and mail."""
        return asdict(self)


def answer_submit(
    *, person: User, game_id: str, decision: str, answer: Any, salt: str = "", by: str = "seat"
) -> Receipt:
    """Seal a person's answer to an open decision; it may be replaced until the step begins."""
    if salt and not is_hex_hash(salt):
        raise Refused("bad_salt", _("A salt is 64 hexadecimal digits."))
    with table(game_id, Game.Status.RUNNING, Game.Status.PAUSED) as held:
        seat = access.seat_for(held.game, person)
        require_open(held, decision, seat)
        receipt = seal_at(held, decision, answer, salt, by, clock.now())
        SavedDraft.objects.filter(game=held.game, decision=decision).delete()
    return receipt


def seal_at(
    held: Table, decision: str, answer: Any, salt: str, by: str, moment: datetime
) -> Receipt:
    """Seal an answer at a table that is held already."""
    at, salt = clock.written(moment), salt or secrets.token_hex(32)
    try:
        position, entry = seal_answer(held.position, decision, answer, salt, at, by)
    except IllegalAnswer as refusal:
        message = _("The answer is not legal: %d problems.") % len(refusal.problems)
        raise Illegal("illegal_answer", message, refusal.problems) from None
    held.add(position, [entry])
    return Receipt(
        held.game.id, decision, str(entry.secret_digest), salt, at, entry.seq, entry.hash
    )


def answer_withdraw(*, person: User, game_id: str, decision: str) -> None:
    """Take an answer back before the step begins."""
    with table(game_id, Game.Status.RUNNING, Game.Status.PAUSED) as held:
        seat = access.seat_for(held.game, person)
        require_open(held, decision, seat)
        if decision not in held.position.sealed:
            raise Refused("nothing_to_withdraw", _("You have not answered this yet."))
        held.note(AnswerWithdrawn(decision, seat.letter), clock.now())


def draft_save(*, person: User, game_id: str, decision: str, answer: Any) -> None:
    """Keep an answer somebody is still working on; it need not be legal, and it stays secret."""
    with table(game_id, Game.Status.RUNNING, Game.Status.PAUSED) as held:
        seat = access.seat_for(held.game, person)
        require_open(held, decision, seat)
        SavedDraft.objects.update_or_create(
            game=held.game,
            decision=decision,
            defaults={"letter": seat.letter, "answer_sealed": seal(answer)},
        )


def draft_delete(*, person: User, game_id: str, decision: str) -> None:
    """Throw away what somebody has saved."""
    with table(game_id, Game.Status.RUNNING, Game.Status.PAUSED) as held:
        seat = access.seat_for(held.game, person)
        mine = SavedDraft.objects.filter(game=held.game, decision=decision, letter=seat.letter)
        gone, _by_model = mine.delete()
        if not gone:
            raise NotFound("no_draft", _("You have saved no draft of this."))


def require_open(held: Table, decision: str, seat: Seat) -> None:
    """Let only the asked seat go on, and only while the question is open."""
    asked = held.position.decision(decision)
    if asked is None:
        message = _("%s is not open any more, or not yet: the game has moved on.") % decision[:80]
        raise Refused("not_open", message)
    if asked.seat != seat.letter:
        raise NotAllowed("not_your_decision", _("This question was put to somebody else."))
