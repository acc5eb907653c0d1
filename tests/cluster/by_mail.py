"""People who play by mail: they know what their letters say, and answer as their programs do."""

from __future__ import annotations

import html
import random
import re
import smtplib
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from typing import Any

from tests.cluster.mail_sink import MailSink

COINS = 4  # beside the one for the bid
PATIENCE = 300
TURN = ("Your turn in", "A question in")


def opened(raw: bytes) -> Any:
    """A letter as its reader's program knows it."""
    return message_from_bytes(raw, policy=policy.default)


def text_of(letter: Any) -> str:
    """What a letter says in plain text."""
    return str(letter.get_body(("plain",)).get_content()).replace("\r\n", "\n")


def orders_from(text: str, dice: random.Random) -> str:
    """A plan out of what a letter tells: its template, the counties and where they lead."""
    form = text.partition("ORDERS TO FILL IN")[2]
    heads = re.findall(r"(?m)^([a-z][\w ]*):$", form)
    ways = dict(_ways(text))
    assert ways, text
    counties = list(ways)
    dice.shuffle(counties)
    boxes = [head for head in heads if head not in ("bid", "positions", "revolts")]
    cards = [*counties, *["coin"] * COINS, *["empty"] * len(boxes)][: len(boxes)]
    dice.shuffle(boxes)
    lines = [_line(box, card, ways, dice) for box, card in zip(boxes, cards, strict=True)]
    return "\n".join([*lines, "bid: 0", "positions: 3 1 4 2 5"])


def _line(box: str, card: str, ways: dict[str, list[str]], dice: random.Random) -> str:
    if not box.startswith("combat") or card not in ways:
        return f"{box}: {card}"
    return f"{box}: {card} -> {dice.choice(ways[card])} all"


def _ways(text: str) -> Iterator[tuple[str, list[str]]]:
    """The reader's counties and which others lie next to each, without who is there."""
    listed = text.partition("YOUR COUNTIES")[2].partition("THE COUNTIES OF THE OTHERS")[0]
    for line in " ".join(listed.split()).split(" - ")[1:]:
        county, _, facts = line.partition(": ")
        near = facts.partition(" Next to ")[2].removesuffix(".").split(", ")
        yield county, [re.sub(r" [A-E]\d+$", "", other) for other in near]


def _above(orders: str, letter: str) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in letter.splitlines())
    return f"{orders}\n\nOn 16/11/2026 08:00, Wallenstein by Post wrote:\n{quoted}\n"


def _below(orders: str, letter: str) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in letter.splitlines())
    return f"Am 16.11.26 um 08:00 schrieb Wallenstein by Post:\n{quoted}\n\n{orders}\n-- \nMe\n"


def _like_outlook(orders: str, letter: str) -> str:
    head = "Von: Wallenstein by Post\nGesendet: Montag\nAn: Mich\nBetreff: Du bist dran\n"
    return f"Hallo,\n\n{orders}\n\nViele Grüße\nIch\n\n{head}\n{letter}\n"


STYLES: tuple[Callable[[str, str], str], ...] = (_above, _below, _like_outlook)


def reply(letter: Any, orders: str, style: int) -> EmailMessage:
    """An answer to a letter, as one mail program or another writes it."""
    mail = EmailMessage()
    mail["From"], mail["To"] = str(letter["To"]), str(letter["Reply-To"])
    mail["Subject"] = f"Re: {letter['Subject']}"
    mail["Message-ID"] = make_msgid(domain="players.example")
    if style == len(STYLES):
        lines = "".join(f"<div>{html.escape(line)}</div>" for line in orders.splitlines())
        quoted = f"<blockquote type=cite>{html.escape(text_of(letter))}</blockquote>"
        mail.set_content(f"<html><body>{lines}<br>{quoted}</body></html>", subtype="html")
    else:
        mail.set_content(STYLES[style](orders, text_of(letter)), charset="utf-8")
    return mail


def deliver(mail: EmailMessage, port: int) -> None:
    """Hand a mail over as a mail server does: again and again, until somebody says yes."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with smtplib.SMTP("127.0.0.1", port, timeout=20) as line:
                line.send_message(mail, "player@players.example")
                return
        except (OSError, smtplib.SMTPException):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


class Players:
    """Everybody at the tables, in front of their mailboxes."""

    def __init__(
        self, sink: MailSink, port: int, before: Callable[[int], None] = lambda _replies: None
    ) -> None:
        self.sink, self.port = sink, port
        # Called before each reply, with how many there were.
        self.before = before
        self.replies = 0
        self._read = 0
        self._dice = random.Random(30)

    def answer(self) -> None:
        """Answer every letter that asks for orders and has not been answered."""
        while self._read < len(self.sink.read):
            letter = opened(self.sink.read[self._read])
            self._read += 1
            assert not str(letter["Subject"]).startswith("Not sealed"), text_of(letter)
            if str(letter["Subject"]).startswith(TURN):
                self.before(self.replies)
                orders = orders_from(text_of(letter), self._dice)
                deliver(reply(letter, orders, self.replies % (len(STYLES) + 1)), self.port)
                self.replies += 1
