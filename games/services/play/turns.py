"""Answers: one function for web, API, text, mail and bots."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.kernel.core import IllegalAnswer
from engine.kernel.game import seal_answer
from engine.kernel.journal import AnswerSealed, AnswerWithdrawn
from engine.kernel.log import is_hex_hash
from games import access, clock
from games.errors import Illegal, NotAllowed, NotFound, Overtaken, Refused
from games.log import fast_sql, store
from games.log.seals import seal, unseal
from games.models import GOING_ON, SavedDraft, Seat, SignedReceipt, User
from games.read.versions import version_of
from games.services.play.signing import sign_receipt
from games.services.play.table import Table, require_here, table
from games.trust.receipts import Receipt

log = structlog.get_logger()


def answer_submit(
    *,
    person: User,
    game_id: str,
    decision: str,
    answer: Any,
    salt: str = "",
    seen: str | None = None,
) -> Receipt:
    """Seal a person's answer to an open decision; it may be replaced until the step begins.

    Who sends a `salt` has a part in chance that the server did not choose; where none comes the
    house draws one, and the log says so. A page says which version it has `seen`: then it seals
    the same answer only once, and nothing over an answer that came from elsewhere in the meantime.
    """
    with table(game_id, *GOING_ON, person=person) as held:
        return submit_at(held, decision, answer, salt, seen)


def submit_at(
    held: Table, decision: str, answer: Any, salt: str = "", seen: str | None = None
) -> Receipt:
    """The same at a table that is held for a person already."""
    if salt and not is_hex_hash(salt):
        raise Refused("bad_salt", _("A salt is 64 hexadecimal digits."))
    seat = access.seat_of(held.seat)
    require_open(held, decision, seat)
    receipt = None
    if seen is not None:
        receipt = _sealed_already(held, decision, answer, salt)
        unseen = receipt is None or _drafts(held, decision).exists()
        if unseen and not _kept_already(held, decision, answer):
            _require_seen(held, decision, seen)
    if receipt is None:
        _require_patience(held, decision, seat)
        moment = clock.now()
        by = AnswerSealed.BY_SEAT if salt else AnswerSealed.BY_RELAY
        made = seal_at(held, decision, answer, salt, by, moment)
        receipt = replace(made, signed=sign_receipt(held, seat.key, made, moment))
        accepted = {"game": held.game.id, "decision": decision, "seq": made.seq, "hash": made.head}
        transaction.on_commit(partial(log.info, "answer_accepted", **accepted))
    held.beside(partial(fast_sql.delete, SavedDraft, game=held.game.id, decision=decision))
    return replace(receipt, is_last=held.complete)


def _sealed_already(held: Table, decision: str, answer: Any, salt: str) -> Receipt | None:
    """The receipt for the very same answer, if it is sealed; a salt of one's own is worth more."""
    sealed = held.position.sealed.get(decision)
    if sealed is None or sealed.answer != answer:
        return None
    entry = store.entries_of(held.game, after=sealed.seq - 1, until=sealed.seq)[0]
    by = entry.payload["by"]
    if salt and by != AnswerSealed.BY_SEAT:
        return None
    salt = entry.secret.salt if entry.secret else ""
    kept = SignedReceipt.objects.filter(game=held.game, seq=sealed.seq).first()
    signed = kept.to_json() if kept else None
    at, seq, head = entry.at, entry.seq, entry.hash
    return Receipt(held.game.id, decision, sealed.digest, salt, by, at, seq, head, signed)


def _require_seen(held: Table, decision: str, seen: str | None) -> None:
    """Let nobody overwrite what they have not seen."""
    if seen is not None and seen != version_of(held.game, held.position, decision):
        message = _("Another answer to this was saved in the meantime, in another window perhaps.")
        raise Overtaken("overtaken", message)


def _require_patience(held: Table, decision: str, seat: Seat) -> None:
    """Let nobody fill the log, which keeps every answer for ever; the last one stays sealed."""
    most, position = settings.MOST_ANSWERS, held.position
    open_now = {asked.id for asked in position.decisions}
    earlier = (sealed.seq for name, sealed in position.sealed.items() if name not in open_now)
    before = max(earlier, default=0)
    # Mostly too little has happened since the last questions for so many answers.
    if position.seq - before < most:
        return
    if store.answers_given(held.game, decision, seat.key, before) >= most:
        message = _("You have answered this %d times, which is the limit. The last answer counts.")
        raise Refused("too_many_answers", message % most)


def seal_at(
    held: Table, decision: str, answer: Any, salt: str, by: str, moment: datetime
) -> Receipt:
    """Seal an answer at a table that is held already."""
    at, salt = clock.written(moment), salt or secrets.token_hex(32)
    try:
        position, entry = seal_answer(held.position, decision, answer, salt, at, by)
    except IllegalAnswer as refusal:
        count = sum(p.data["given"] if p.code == "and_more" else 1 for p in refusal.problems)
        message = _("The answer is not legal: %d problems.") % count
        raise Illegal("illegal_answer", message, refusal.problems) from None
    held.add(position, [entry])
    return Receipt(
        held.game.id, decision, str(entry.secret_digest), salt, by, at, entry.seq, entry.hash
    )


def answer_withdraw(
    *, person: User, game_id: str, decision: str, keep: Any = None, seen: str | None = None
) -> None:
    """Take an answer back before the step begins; what is to `keep` is a draft from then on.

    A page says which version it has `seen`, so that it does not take back what it does not show.
    """
    with table(game_id, *GOING_ON, person=person) as held:
        withdraw_at(held, decision, keep, seen)


def withdraw_at(held: Table, decision: str, keep: Any = None, seen: str | None = None) -> None:
    """The same at a table that is held for a person already."""
    seat = access.seat_of(held.seat)
    require_open(held, decision, seat)
    if decision not in held.position.sealed:
        raise Refused("nothing_to_withdraw", _("You have not answered this yet."))
    _require_seen(held, decision, seen)
    _require_patience(held, decision, seat)
    held.note(AnswerWithdrawn(decision, seat.key), clock.now())
    if keep is not None:
        _keep(held, decision, seat, keep)


def draft_save(
    *, person: User, game_id: str, decision: str, answer: Any, seen: str | None = None
) -> str:
    """Keep an answer somebody is still working on; it need not be legal, and it stays secret.

    Returns the version a page has seen that shows this draft.
    """
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_of(held.seat)
        require_open(held, decision, seat)
        if not _kept_already(held, decision, answer):
            _require_seen(held, decision, seen)
            _keep(held, decision, seat, answer)
        return version_of(held.game, held.position, decision)


def _kept_already(held: Table, decision: str, answer: Any) -> bool:
    """Whether this very draft is saved: a form sent twice, by a reload, overwrites nothing."""
    saved = _drafts(held, decision).first()
    return saved is not None and unseal(saved.answer_sealed) == answer


def _drafts(held: Table, decision: str) -> QuerySet[SavedDraft]:
    return SavedDraft.objects.filter(game=held.game, decision=decision)


def _keep(held: Table, decision: str, seat: Seat, answer: Any) -> None:
    SavedDraft.objects.update_or_create(
        game=held.game,
        decision=decision,
        defaults={"seat": seat.key, "answer_sealed": seal(answer)},
    )


def draft_delete(*, person: User, game_id: str, decision: str) -> None:
    """Throw away what somebody has saved."""
    with table(game_id, *GOING_ON, person=person) as held:
        seat = access.seat_of(held.seat)
        gone, _by_model = _drafts(held, decision).filter(seat=seat.key).delete()
        if not gone:
            raise NotFound("no_draft", _("You have saved no draft of this."))


def require_open(held: Table, decision: str, seat: Seat) -> None:
    """Let only the asked seat go on, and only while the question is open."""
    require_here(held)
    asked = held.position.decision(decision)
    if asked is None:
        raise not_open(decision)
    if asked.seat != seat.key:
        raise NotAllowed("not_your_decision", _("This question was put to somebody else."))


def not_open(decision: str) -> Refused:
    """The refusal of an answer to what is not asked, whoever would give it."""
    message = _("%s is no longer open, or not yet: the game has moved on.")
    return Refused("not_open", message % decision[:80])
