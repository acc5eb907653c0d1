"""Letters that came back: which of ours it was, and whether it failed for good (RFC 3464)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from typing import Any, Final

from games.mail.inbound.parts import header_of, parts_of

_ID: Final = re.compile(r"<[!-;=?-~]{3,240}>")
_STATUS: Final = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")
# A server that has tried for days and gives up calls it a passing failure all the same.
EXPIRED: Final = "4.4.7"


@dataclass(frozen=True)
class Bounce:
    """What a mail server tells about a letter of ours."""

    recipient: str
    status: str
    message_id: str

    @property
    def is_final(self) -> bool:
        """Whether trying again is of no use."""
        return self.status.startswith("5") or self.status == EXPIRED


def bounce_of(message: Message) -> Bounce | None:
    """What a report says about the first recipient that failed; none if it is no such report."""
    if message.get_content_type() != "multipart/report" or not message.is_multipart():
        return None
    parts = list(message.walk())
    returned = next((message_id for part in parts for message_id in _returned_id(part)), "")
    for part in parts:
        if header_of(part, "Action").lower() == "failed":
            status = _STATUS.search(header_of(part, "Status"))
            whom = header_of(part, "Final-Recipient") or header_of(part, "Original-Recipient")
            recipient = whom.rpartition(";")[2].strip().lower()
            # A server that says “failed” and no number means it for good.
            return Bounce(recipient, status[0] if status else "5.0.0", returned)
    return None


def _returned_id(part: Message) -> Iterator[str]:
    """The name of the letter a report gives back, whole or its headers alone."""
    kind = part.get_content_type()
    if kind == "message/rfc822":
        for inner in parts_of(part):
            yield from _ID.findall(header_of(inner, "Message-ID"))
    elif kind == "text/rfc822-headers":
        raw: Any = part.get_payload(decode=True)
        headers = message_from_bytes(raw or b"")
        yield from _ID.findall(header_of(headers, "Message-ID"))
