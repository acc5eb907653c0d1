"""Mail that comes in: each taken once, done and answered in one transaction.

Whoever hands a mail over says yes to its sender only when this has returned. If anything fails
before, nothing has happened, and the mail comes again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

import structlog
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils import translation
from django.utils.translation import gettext as _
from structlog.contextvars import bound_contextvars

from games import clock
from games.errors import TooFast
from games.mail.addresses import TurnAddress, read_address, read_bounce_address
from games.mail.answers import KIND
from games.mail.inbound.addresses import address_in
from games.mail.inbound.automatic import our_mark, robot_of
from games.mail.inbound.parts import Mail, read, read_head
from games.models import Game, InboundMail, User
from games.services.post.bounces import bounce_take
from games.services.post.mail_work import Done, work
from games.services.post.notices import about, put

# A mail is text; what is larger brings pictures or a whole correspondence.
MOST_BYTES: Final = 1_000_000
# Nobody writes more; two machines that answer each other would.
AN_HOUR: Final = timedelta(hours=1)
MOST_OF_A_PERSON: Final = 60
MOST_IN_A_THREAD: Final = 20
# So often in a row somebody is told that there was nothing in a mail.
MOST_NOTHING: Final = 3

log = structlog.get_logger()


class MailOutcome(StrEnum):
    """What became of a mail, for whoever handed it over."""

    ANSWERED = "answered"
    AGAIN = "again"
    AUTOMATIC = "automatic"
    BOUNCE = "bounce"
    UNKNOWN = "unknown"
    TOO_LARGE = "too_large"


def mail_take(
    *,
    raw: bytes,
    recipients: Iterable[str] = (),
    sender: str | None = None,
    is_cut: bool = False,
) -> MailOutcome:
    """Take a mail: orders are sealed, questions answered, everything else left alone.

    Recipients and sender are those of the envelope, where they are known. A mail that is too large
    may be cut to its head: it is answered, and not read. Raises TooFast for more mail than anybody
    writes.
    """
    mail = read_head(raw) if is_cut or len(raw) > MOST_BYTES else read(raw)
    whom = [*recipients, *mail.recipients]
    robot = robot_of(mail, sender)
    if robot:
        bounced = bounce_take(message=mail.message, recipients=whom)
        log.info("mail_ignored", why=robot, bounced=bounced)
        return MailOutcome.BOUNCE if bounced else MailOutcome.AUTOMATIC
    address = next(filter(None, map(read_address, whom)), None)
    target = _target_of(address) if address else None
    if address is None or target is None:
        log.info("mail_to_nobody")
        return MailOutcome.UNKNOWN
    person, game = target
    with bound_contextvars(game=game.pk), translation.override(person.language):
        return _take_once(person, game, address, mail)


def _target_of(address: TurnAddress) -> tuple[User, Game] | None:
    """Whose address it is, in which game."""
    people = User.objects.filter(is_active=True, deleted_at__isnull=True)
    person = people.filter(pk=address.user_id).first()
    game = Game.objects.filter(pk=address.game_id).first()
    return (person, game) if person and game else None


def _take_once(person: User, game: Game, address: TurnAddress, mail: Mail) -> MailOutcome:
    key = sha256(f"{person.pk} {game.pk} {mail.message_id}".encode()).hexdigest()
    if InboundMail.objects.filter(key=key).exists():
        return MailOutcome.AGAIN
    _require_pace(person, game, address)
    received = clock.now()
    # Some clocks are wrong: what comes now was not written later, and is older than what follows.
    sent = min(mail.sent_at, received) if mail.sent_at else None
    mail = replace(mail, sent_at=sent)
    with transaction.atomic():
        row = InboundMail(
            key=key,
            user=person,
            game=game,
            thread=address.tag,
            message_id=mail.message_id,
            sent_at=sent,
            received_at=received,
            outcome=InboundMail.Outcome.REFUSED,
            answer_sealed=b"",
        )
        try:
            # A second delivery at the same moment waits here until the first is done.
            with transaction.atomic():
                row.save()
        except IntegrityError:
            if not InboundMail.objects.filter(key=key).exists():
                raise  # whatever it is, the mail was not taken: it must come again
            return MailOutcome.AGAIN
        if person.bounced_at is not None:
            # Whoever answers a letter has got it. Said here as accounts are locked before games.
            User.objects.filter(pk=person.pk).update(bounced_at=None, bounce_status="")
        _finish(row, work(person=person, game=game, address=address, mail=mail))
    log.info("mail_taken", outcome=str(row.outcome), player=person.player_uid)
    return MailOutcome.TOO_LARGE if mail.is_cut else MailOutcome.ANSWERED


def _finish(row: InboundMail, done: Done) -> None:
    """Keep what became of a mail, and write its answer."""
    row.outcome = done.outcome
    row.said_sealed = done.said_sealed
    row.says_something = done.says_something
    row.answer_sealed = done.answer.sealed()
    row.save(update_fields=["outcome", "said_sealed", "says_something", "answer_sealed"])
    if _is_deaf(row):
        log.info("mail_not_answered", why="nothing_again", player=row.user.player_uid)
        return
    data = {"mail": row.pk, "decision": done.decision, "seat": done.seat, "head": done.head}
    put([about(row.game, row.user, KIND, f"mail {row.pk}", data)])


def _is_deaf(row: InboundMail) -> bool:
    """Whether whoever writes says nothing again and again: so does a machine we know not to be one.

    It is told so a few times, and then no more until there is anything like an order in a mail: in
    a whole game, as every turn has a thread of its own, and whatever else was wrong with the mails.
    """
    if row.says_something:
        return False
    mails = InboundMail.objects.filter(user=row.user, game=row.game)
    last = mails.order_by("-received_at", "-pk").values_list("says_something", flat=True)
    return list(last[: MOST_NOTHING + 1]) == [False] * (MOST_NOTHING + 1)


def _require_pace(person: User, game: Game, address: TurnAddress) -> None:
    """Let nobody, and above all no machine, write without end."""
    lately = InboundMail.objects.filter(user=person, received_at__gt=clock.now() - AN_HOUR)
    here = Q(game=game, thread=address.tag)
    count = lately.aggregate(all=Count("pk"), here=Count("pk", filter=here))
    if count["all"] >= MOST_OF_A_PERSON or count["here"] >= MOST_IN_A_THREAD:
        log.warning("mail_too_fast", player=person.player_uid)
        raise TooFast("too_much_mail", _("Too many mails in an hour; this one may come later."))


def is_ours(recipient: str) -> bool:
    """Whether mail to this address is for us, for whoever must say so before the mail comes."""
    return (
        read_address(recipient) is not None
        or read_bounce_address(recipient) is not None
        or address_in(recipient).lower() == our_mark()
    )
