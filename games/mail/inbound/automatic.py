"""Mail nobody has written: answers of machines, lists, reports; answering it would make a loop."""

from __future__ import annotations

import re
from email.message import Message
from typing import Final

from django.conf import settings

from games.mail.inbound.addresses import address_in
from games.mail.inbound.parts import Mail

# Every letter of ours has it, so that one that comes back is known.
LOOP_HEADER: Final = "X-Loop"
# The sender of a machine that wants no answer; our listener hands it over with its brackets.
_NOBODY: Final = ("", "<>")
_BULK: Final = ("bulk", "list", "junk", "auto_reply")
_LIST_HEADERS: Final = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List")
_ROBOT_HEADERS: Final = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "X-Vacation")
_ROBOTS: Final = ("mailer-daemon", "postmaster", "no-reply", "noreply", "autoresponder")
_SUBJECTS: Final = re.compile(
    r"(?:automatic reply|automatische antwort|automatic response|auto(?:matische)?[- ]?reply"
    r"|out of (?:the )?office|abwesenheits(?:notiz|nachricht)|abwesend)\b",
    re.IGNORECASE,
)


def our_mark() -> str:
    """What stands in `LOOP_HEADER` of our letters."""
    return address_in(settings.DEFAULT_FROM_EMAIL).lower()


def machine_headers() -> dict[str, str]:
    """What every letter of ours says: a machine wrote it, and no machine shall answer."""
    return {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        LOOP_HEADER: our_mark(),
    }


def robot_of(mail: Mail, sender: str | None) -> str:
    """Why this was sent by a machine, in a word for the log; empty if a person may have sent it.

    The sender is the one of the envelope, if that is known.
    """
    writer = address_in(mail.header("From")).lower()
    if sender in _NOBODY or mail.header("Return-Path").strip() == "<>":
        return "bounce"
    if mail.message.get_content_type() == "multipart/report":
        return "report"
    if our_mark() in (mail.header(LOOP_HEADER), writer):
        return "ours"
    if mail.header("Auto-Submitted").lower() not in ("", "no"):
        return "auto_submitted"
    if mail.header("Precedence").lower() in _BULK:
        return "bulk"
    if any(mail.header(name) for name in _LIST_HEADERS):
        return "list"
    if any(mail.header(name) for name in _ROBOT_HEADERS):
        return "autoreply"
    if writer.partition("@")[0] in _ROBOTS:
        return "robot"
    if _SUBJECTS.match(mail.subject):
        return "autoreply"
    return "calendar" if _answers_a_date(mail.message) else ""


def _answers_a_date(message: Message) -> bool:
    """Whether a calendar has answered for its owner."""
    for part in message.walk():
        if part.get_content_type() == "text/calendar":
            method = str(part.get_param("method", "")).lower()
            if method in ("reply", "counter", "declinecounter"):
                return True
    return False
