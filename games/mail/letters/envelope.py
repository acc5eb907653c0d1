"""The envelope of a letter: who, where to, which headers, and the parts in their right places."""

from __future__ import annotations

from collections.abc import Sequence
from email.header import Header
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import Compat32
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from games.boards.blocks import Block, Letter, Picture, Way
from games.mail import answers
from games.mail.addresses import bounce_address, secret_of
from games.mail.hosts import host
from games.mail.inbound.automatic import machine_headers
from games.mail.letters.calendar import METHOD
from games.mail.letters.kinds import letter_of
from games.mail.links import off_link
from games.mail.marks import bottom_line, defused, framed, top_line
from games.mail.plain import as_text
from games.models import Channel, OutboxRow
from games.notice_kinds import DIGEST, is_chosen

CALENDAR_NAME: Final = "deadline.ics"


class _Folding(Compat32):
    """Lines of the head are broken between words alone: one long word stays behind its name.

    Python would put it on the next line and leave the first one empty. Some mail programs show the
    gap, and some servers give a letter another Message-ID if they do not find one there.
    """

    def fold(self, name: str, value: Any) -> str:
        """A header as it is sent."""
        whole = isinstance(value, str) and not value.count(" ")
        return f"{name}: {value}{self.linesep}" if whole else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        """The same in bytes."""
        return self.fold(name, value).encode("ascii", "surrogateescape")


class Post(EmailMultiAlternatives):
    """A mail whose pictures stand beside the text that shows them, apart from its attachments."""

    def message(self, **options: Any) -> Any:
        """The mail as it is sent; pictures are bound to the text, as mail programs expect it."""
        made: Any = super().message(**options)
        made.policy = _Folding()
        # Django breaks its lines without knowing what stands before the first of them.
        made.replace_header("Subject", Header(str(self.subject), header_name="Subject"))
        parts: Any = made.get_payload()
        pictures = [part for part in parts if "Content-ID" in part] if self.attachments else []
        if pictures:
            text, *others = [part for part in parts if part not in pictures]
            bound = MIMEMultipart("related", type="multipart/alternative")
            for part in (text, *pictures):
                bound.attach(part)
            made.set_payload([bound, *others])
        return made


def message_of(row: OutboxRow) -> EmailMultiAlternatives:
    """The mail of a row, in the language of its reader; a row is always the same letter."""
    with translation.override(row.language):
        letter: Letter = defused(letter_of(row))
        off = off_link(user=row.user, kind=row.kind) if _can_be_ended(row.kind) else ""
        text = as_text([*letter.blocks, *_way_out(off)])
        post = Post(
            letter.subject,
            framed(text, secret_of(letter.reply_to)) if letter.reply_to else text,
            bounce_address(user=row.user) or None,
            to=[letter.to or row.user.address],
            reply_to=[letter.reply_to] if letter.reply_to else None,
            headers=_headers(row, off),
        )
        post.attach_alternative(_html(row, letter, off), "text/html")
    for picture in _pictures(letter):
        post.attach(_image(picture, row))
    if letter.calendar:
        post.attach(_calendar(letter.calendar))
    return post


def _can_be_ended(kind: str) -> bool:
    """Whether its reader can do without: what they have chosen, or the daily letter."""
    return kind == DIGEST or is_chosen(kind, Channel.MAIL)


def _way_out(off: str) -> list[Block]:
    return [Way(_("No more mail of this kind"), off)] if off else []


def message_id(row: OutboxRow) -> str:
    """A name of the letter that tells nothing and that no other letter of this site has."""
    occasion = sha256(f"{row.dedup} {row.created_at.timestamp()}".encode()).hexdigest()
    return f"<{occasion[:40]}@{host()}>"


def _headers(row: OutboxRow, off: str) -> dict[str, str]:
    headers = {
        "Message-ID": message_id(row),
        **machine_headers(),
        "From": settings.DEFAULT_FROM_EMAIL,
    }
    if row.kind == answers.KIND:
        headers |= answers.headers(row)
    elif row.game_id:
        # Letters about one game lie together, whatever they are called.
        headers["References"] = f"<{row.game_id}.{row.user_id}@{host()}>"
    if off:
        headers["List-Unsubscribe"] = f"<{off}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _html(row: OutboxRow, letter: Letter, off: str) -> str:
    context = {
        "letter": letter,
        "reader": row.user,
        "language": row.language,
        "off": off,
        "place": _place(row),
        "top": top_line() if letter.reply_to else "",
        "bottom": bottom_line(secret_of(letter.reply_to)) if letter.reply_to else "",
    }
    return render_to_string("mail/letter.html", context)


def _pictures(letter: Letter) -> Sequence[Picture]:
    return [block for block in letter.blocks if isinstance(block, Picture)]


def _place(row: OutboxRow) -> str:
    """What makes the name of a picture one of its letter alone, and of the form RFC 2392 wants."""
    return message_id(row).strip("<>")


def _image(picture: Picture, row: OutboxRow) -> MIMEBase:
    part = MIMEImage(picture.png(), "png")
    part.add_header("Content-ID", f"<{picture.name}.{_place(row)}>")
    part.add_header("Content-Disposition", "inline", filename=picture.name)
    return part


def _calendar(file: bytes) -> MIMEBase:
    """The file as an attachment; by its method programs know that it may take an older's place."""
    part = MIMEText(file.decode(), "calendar", "utf-8")
    part.set_param("method", METHOD)
    part.add_header("Content-Disposition", "attachment", filename=CALENDAR_NAME)
    return part
