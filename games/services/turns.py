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
from games import access, clock, store
from games.errors import Illegal, NotAllowed, NotFound, Overtaken, Refused
from games.models import Game, SavedDraft, Seat, User
from games.seals import seal
from games.services.table import Table, table
from games.versions import version_of

GOING_ON = (Game.Status.RUNNING, Game.Status.PAUSED)


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
    *,
    person: User,
    game_id: str,
    decision: str,
    answer: Any,
    salt: str = "",
    by: str = "seat",
    seen: str | None = None,
) -> Receipt:
    """Seal a person's answer to an open decision; it may be replaced until the step begins.

    A page says which version it has `seen`: then it seals the same answer only once, and nothing
    over an answer that came from elsewhere in the meantime.
    """
    if salt and not is_hex_hash(salt):
        raise Refused("bad_salt", _("A salt is 64 hexadecimal digits."))
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_for(held.game, person)
        require_open(held, decision, seat)
        drafts = SavedDraft.objects.filter(game=held.game, decision=decision)
        receipt = _sealed_already(held, decision, answer) if seen is not None else None
        if receipt is None or drafts.exists():
            _require_seen(held, decision, seen)
        if receipt is None:
            receipt = seal_at(held, decision, answer, salt, by, clock.now())
        drafts.delete()
    return receipt


def _sealed_already(held: Table, decision: str, answer: Any) -> Receipt | None:
    """The receipt for the very same answer, if it is sealed."""
    sealed = held.position.sealed.get(decision)
    if sealed is None or sealed.answer != answer:
        return None
    entry = store.entries_of(held.game, after=sealed.seq - 1, until=sealed.seq)[0]
    salt = entry.secret.salt if entry.secret else ""
    return Receipt(held.game.id, decision, sealed.digest, salt, entry.at, entry.seq, entry.hash)


def _require_seen(held: Table, decision: str, seen: str | None) -> None:
    """Let nobody overwrite what they have not seen."""
    if seen is not None and seen != version_of(held.game, held.position, decision):
        message = _("Another answer to this was saved in the meantime, in another window perhaps.")
        raise Overtaken("overtaken", message)


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


def answer_withdraw(
    *, person: User, game_id: str, decision: str, keep: Any = None, seen: str | None = None
) -> None:
    """Take an answer back before the step begins; what is to `keep` is a draft from then on.

    A page says which version it has `seen`, so that it does not take back what it does not show.
    """
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_for(held.game, person)
        require_open(held, decision, seat)
        if decision not in held.position.sealed:
            raise Refused("nothing_to_withdraw", _("You have not answered this yet."))
        _require_seen(held, decision, seen)
        held.note(AnswerWithdrawn(decision, seat.letter), clock.now())
        if keep is not None:
            _keep(held, decision, seat, keep)


def draft_save(
    *, person: User, game_id: str, decision: str, answer: Any, seen: str | None = None
) -> str:
    """Keep an answer somebody is still working on; it need not be legal, and it stays secret.

    Returns the version a page has seen that shows this draft.
    """
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_for(held.game, person)
        require_open(held, decision, seat)
        _require_seen(held, decision, seen)
        _keep(held, decision, seat, answer)
        return version_of(held.game, held.position, decision)


def _keep(held: Table, decision: str, seat: Seat, answer: Any) -> None:
    SavedDraft.objects.update_or_create(
        game=held.game,
        decision=decision,
        defaults={"letter": seat.letter, "answer_sealed": seal(answer)},
    )


def draft_delete(*, person: User, game_id: str, decision: str) -> None:
    """Throw away what somebody has saved."""
    with table(game_id, *GOING_ON, person=person) as held:
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
