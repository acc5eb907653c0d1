"""Mail for the tests: written as a mail program writes it, taken as the listener takes it."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any

from django.utils import translation

from engine.kernel.core import Decision
from games import access, clock
from games.log import store
from games.mail.addresses import turn_address
from games.mail.letters import letter_of
from games.mail.plain import as_text
from games.models import Game, InboundMail, OutboxRow, User
from games.services.post.mail_in import MailOutcome, mail_take
from tests.service.tables import again, some_answer, waiting


def address_of(game: Game, player: User) -> str:
    """Where a person answers what they are asked now."""
    seat = access.seat_for(game, player)
    asked = waiting(game, seat.key)
    return turn_address(game=game, decision_id=asked.id, user=player, seat=seat.key)


def written(
    to: str, text: str, subject: str = "Re: Your turn", cte: str | None = None, **headers: str
) -> bytes:
    """A mail of plain text."""
    mail = EmailMessage()
    mail["From"] = "Somebody <somebody@example.net>"
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(clock.now())
    mail["Message-ID"] = make_msgid(domain="example.net")
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    mail.set_content(text, cte=cte)
    return mail.as_bytes()


def send(to: str, text: str, **headers: Any) -> MailOutcome:
    """Write a mail and hand it in."""
    return mail_take(raw=written(to, text, **headers), recipients=[to], sender="s@example.net")


def last_mail() -> InboundMail:
    """What became of the last mail."""
    return InboundMail.objects.latest("pk")


def last_answer() -> str:
    """The letter that answers the last mail, as plain text with its subject."""
    row = OutboxRow.objects.filter(kind="mail_answer").latest("pk")
    with translation.override(row.user.language):
        letter = letter_of(row)
    return f"{letter.subject}\n\n{as_text(letter.blocks)}"


def orders_for(game: Game, player: User, flavour: str = "", language: str = "en") -> str:
    """A legal answer of this person as text orders."""
    asked = waiting(game, access.seat_for(game, player).key)
    words = store.load(again(game)).ruleset.text()
    return words.format(asked.kind, some_answer(game, asked, flavour), language)


def open_question(game: Game, player: User) -> Decision:
    """The question a person may answer, or has answered."""
    seat = access.seat_for(game, player).key
    return next(d for d in store.load(again(game)).decisions if d.seat == seat)


def asked_of(game: Game, player: User) -> str:
    """Its name."""
    return open_question(game, player).id


def sealed(game: Game, player: User) -> Any:
    """What counts for a person now."""
    return store.load(again(game)).answers.get(asked_of(game, player))


def orders_for_open(game: Game, player: User, flavour: str) -> str:
    """Other orders for a question that is answered already."""
    asked = open_question(game, player)
    words = store.load(again(game)).ruleset.text()
    return words.format(asked.kind, some_answer(game, asked, flavour), "en")
