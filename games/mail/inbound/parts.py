"""A mail taken apart: its names, its addresses, and the text a reader sees; nothing here raises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import islice
from quopri import decodestring
from typing import Any, Final

from games.mail.inbound.addresses import addresses_in
from games.mail.inbound.charsets import decoded, is_text
from games.mail.inbound.html_text import seen_of

DEEPEST: Final = 12
MOST_PARTS: Final = 60
LONGEST_HEADER: Final = 10_000
MOST_OF_A_HEAD: Final = 100_000
# Each may be a question to the database; nobody writes to so many.
MOST_RECIPIENTS: Final = 100
# The nearest to the envelope first: what the server noted on delivery, then what the writer wrote.
_TO: Final = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
_ID: Final = re.compile(r"<[!-;=?-~]{3,240}>")
_SIGNED, _SIGNATURE, _SIGNATURE_ENDS = (
    f"-----{words}-----"
    for words in ("BEGIN PGP SIGNED MESSAGE", "BEGIN PGP SIGNATURE", "END PGP SIGNATURE")
)
_ENCODINGS: Final = ("7bit", "8bit", "binary", "quoted-printable", "base64")
# Lines are broken where they have 76 signs, or a few less, as no =XX is torn.
_SOFT_END: Final = re.compile(rb"(?m)^(.*)=\r?\n")
_SHORTEST_BROKEN: Final = 66
_ENCODED: Final = re.compile(rb"(?:=[0-9A-F]{2})+")
_BARE: Final = re.compile(rb"=(?![0-9A-F]{2})")
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")


@dataclass(frozen=True)
class Mail:
    """What came, as far as it can be read."""

    message: Message = field(repr=False)
    message_id: str
    subject: str
    text: str = field(repr=False)
    sent_at: datetime | None
    recipients: tuple[str, ...]
    attachments: int
    # Whether only its head was looked at.
    is_cut: bool = False
    # What was struck out, or stands in what a mail program marks as a signature.
    passed_over: tuple[str, ...] = field(default=(), repr=False)
    # The text out of HTML wherever the mail says the same in HTML, where no program breaks lines.
    html_text: str = field(default="", repr=False)

    def header(self, name: str) -> str:
        """A header in readable form; empty if there is none."""
        return header_of(self.message, name)


def read(raw: bytes) -> Mail:
    """A mail out of its bytes, however broken they are."""
    message = _parsed(raw)
    body = _Body()
    body.take(message, 0)
    return Mail(
        message=message,
        message_id=_id_of(message, raw),
        subject=header_of(message, "Subject"),
        text=_tidied("\n".join(body.texts)),
        sent_at=_date_of(message),
        recipients=tuple(islice(_addresses(message), MOST_RECIPIENTS)),
        attachments=body.attachments,
        passed_over=tuple(_tidied("\n".join(body.passed_over)).split("\n")),
        html_text=_tidied("\n".join(body.html_texts)),
    )


def read_head(raw: bytes) -> Mail:
    """What stands on the envelope of a mail that is too large to be read."""
    end = re.search(rb"\r?\n\r?\n", raw[:MOST_OF_A_HEAD])
    mail = read(raw[: end.end() if end else MOST_OF_A_HEAD])
    return replace(
        mail, subject="", text="", html_text="", attachments=0, is_cut=True, passed_over=()
    )


def _parsed(raw: bytes) -> Message:
    """The mail in its parts; its headers alone if somebody has put parts in parts without end."""
    try:
        message = message_from_bytes(raw)
    except (MessageError, RecursionError, ValueError, LookupError):
        message = Message()
    level = [message]
    for _depth in range(2 * DEEPEST):
        level = [child for part in level for child in parts_of(part)]
    if level:
        message.set_payload("")
        message.replace_header("Content-Type", "application/octet-stream")
    return message


def parts_of(message: Message) -> list[Message]:
    """The parts right below this one."""
    inner: Any = message.get_payload()
    return list(inner) if message.is_multipart() else []


def header_of(message: Message, name: str) -> str:
    """A header in readable form; empty if there is none."""
    raw = message.get(name)
    if raw is None or len(str(raw)) > LONGEST_HEADER:
        return ""
    pieces = []
    try:
        for text, charset in decode_header(raw):
            pieces.append(_plain(text) if isinstance(text, str) else decoded(text, charset or ""))
    except (MessageError, ValueError, LookupError):
        pieces = [_plain(str(raw))]
    return " ".join(_CONTROLS.sub("", "".join(pieces)).split())


def _plain(text: str) -> str:
    return decoded(text.encode("utf-8", "surrogateescape"), "")


def _id_of(message: Message, raw: bytes) -> str:
    """The name of the mail; one that has none is called after what it says.

    The lines servers put in front on the way are left out: a second delivery has others.
    """
    own_id = _ID.search(str(message.get("Message-ID", "")))
    if own_id:
        return own_id[0]
    _heads, _gap, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    heads = "\n".join(str(message.get(name, "")) for name in ("From", "Date", "Subject"))
    digest = sha256(heads.encode("utf-8", "replace") + b"\n" + body).hexdigest()
    return f"<{digest[:40]}@unnamed.invalid>"


def _date_of(message: Message) -> datetime | None:
    try:
        moment = parsedate_to_datetime(str(message.get("Date", "")))
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _addresses(message: Message) -> Iterator[str]:
    for name in _TO:
        for value in message.get_all(name, []):
            yield from addresses_in(str(value)[:LONGEST_HEADER])


class _Body:
    """The text of a mail, gathered from the parts somebody is meant to read."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.html_texts: list[str] = []
        self.passed_over: list[str] = []
        self.attachments = 0
        self._parts = 0

    def take(self, part: Message, depth: int) -> None:
        """Take a part and those in it."""
        self._parts += 1
        if depth > DEEPEST or self._parts > MOST_PARTS:
            self.attachments += 1
            return
        kind = part.get_content_type()
        if not part.is_multipart():
            self._take_leaf(part, kind)
        elif kind.startswith("message/"):
            self.attachments += 1  # a mail in the mail: others wrote it
        elif kind == "multipart/alternative":
            self._take_best(part, depth)
        else:
            # What follows a signed part is its signature.
            children = parts_of(part)
            for child in children[:1] if kind == "multipart/signed" else children:
                self.take(child, depth + 1)

    def _take_best(self, part: Message, depth: int) -> None:
        """Of several ways to say the same the plainest that says anything."""
        ways: list[_Body] = []
        for child in parts_of(part):
            way = _Body()
            way._parts = self._parts
            way.take(child, depth + 1)
            self._parts = way._parts
            ways.append(way)
        saying = [way for way in ways if any(map(str.strip, way.texts))]
        if saying:
            self.texts += saying[0].texts
            self.passed_over += saying[0].passed_over
            # Mail programs put the plainest way first, and the richest last.
            self.html_texts += saying[-1].html_texts
        self.attachments += sum(way.attachments for way in ways)

    def _take_leaf(self, part: Message, kind: str) -> None:
        if kind not in ("text/plain", "text/html") or _is_attached(part):
            self.attachments += 1
            return
        try:
            raw = part.get_payload(decode=True)
        except (ValueError, LookupError, MessageError):
            raw = None
        if not isinstance(raw, bytes):
            return
        if header_of(part, "Content-Transfer-Encoding").lower() not in _ENCODINGS:
            raw = _unbroken(raw, _parameter(part, "charset"))
        text = decoded(raw, _parameter(part, "charset")).replace("\r\n", "\n").replace("\r", "\n")
        if kind == "text/html":
            text, passed_over = seen_of(text)
            self.passed_over += passed_over
        elif _parameter(part, "format").lower() == "flowed":
            text = unflowed(text, joined=_parameter(part, "delsp").lower() == "yes")
        self.texts.append(text)
        self.html_texts.append(text)


def _unbroken(raw: bytes, charset: str) -> bytes:
    """A part whose encoding was lost on the way: its tags and quotations may be broken in two.

    Many honest mails name no encoding, and have addresses with `=` or a line of `=` in them.
    """
    ends = _SOFT_END.findall(raw)
    if not ends or min(map(len, ends)) < _SHORTEST_BROKEN:
        return raw
    joined = re.sub(rb"=\r?\n", b"", raw)
    signs = _ENCODED.findall(joined)
    # Some headers may have slipped into the text, with signs that nobody encoded.
    if len(signs) <= len(_BARE.findall(joined)):
        return raw
    return decodestring(raw) if is_text(decodestring(b"\n".join(signs)), charset) else raw


def _is_attached(part: Message) -> bool:
    """Whether a part is a file; many programs call text files inline, but give them names."""
    disposition = str(part.get("Content-Disposition", "")).strip().lower()
    named = _parameter(part, "filename", "Content-Disposition") or _parameter(part, "name")
    return bool(named) or disposition.startswith("attachment")


def _parameter(part: Message, name: str, header: str = "Content-Type") -> str:
    try:
        value = part.get_param(name, "", header)
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return str(value[2] if isinstance(value, tuple) else value)


# A line is broken softly because the next word had no room; a space at the end of a short line is
# one that somebody typed.
_ROOM: Final = 60
_QUOTE: Final = re.compile(r"^(?P<marks>>*)(?P<rest>.*)$")


def unflowed(text: str, *, joined: bool) -> str:
    """Text of the kind `format=flowed` (RFC 3676) with its long lines in one piece again."""
    lines: list[str] = []
    open_end: tuple[str, bool] = ("", False)
    for line in text.split("\n"):
        quote = _QUOTE.match(line)
        marks, rest = (quote["marks"], quote["rest"]) if quote else ("", line)
        rest = rest.removeprefix(" ")
        first = rest.split(" ", 1)[0]
        goes_on = (
            open_end == (marks, True)
            and rest.rstrip() != "--"
            and len(lines[-1]) + len(first) > _ROOM
        )
        soft = rest.endswith(" ") and rest != "-- "
        kept = rest[:-1] if soft and joined else rest
        if goes_on:
            lines[-1] += kept
        else:
            lines.append(f"{marks} {kept}" if marks else kept)
        open_end = (marks, soft)
    return "\n".join(lines)


def _tidied(text: str) -> str:
    """Without signs nobody sees and without armour; every line one line to everybody who reads."""
    text = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = _without_armour(text)
    return "\n".join(part for line in text.split("\n") for part in _split(line))


def _without_armour(text: str) -> str:
    """What somebody has signed in the text itself, and what stands around it."""
    above, begins, rest = text.partition(f"{_SIGNED}\n")
    signed, signature, below = rest.partition(_SIGNATURE)
    if not begins or not signature:
        return text
    _heads, _gap, words = signed.partition("\n\n")
    return above + re.sub(r"(?m)^- ", "", words) + below.partition(_SIGNATURE_ENDS)[2]


def _split(line: str) -> list[str]:
    """Signs that end a line for some end it for all; in a quotation they end nothing."""
    parts = line.splitlines() or [""]
    return [" ".join(parts)] if line.lstrip().startswith(">") else parts
