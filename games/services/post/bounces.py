"""Letters that came back: the address of their reader is marked, and the site tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from email.message import Message
from typing import Final

import structlog

from games import clock
from games.mail.addresses import read_bounce_address
from games.mail.inbound.bounces import Bounce, bounce_of
from games.mail.letters import message_id
from games.models import OutboxRow, User

# A letter comes back within days; older ones need not be looked through.
MOST_LETTERS: Final = 400

log = structlog.get_logger()


def bounce_take(*, message: Message, recipients: Iterable[str]) -> bool:
    """Mark the address a report is about; whether it was about a letter of ours.

    Anybody can write a report. It counts if it came to an address that only our letters have, or
    names a letter that only its reader and the mail servers on the way know the name of.
    """
    bounce = bounce_of(message)
    if bounce is None:
        return False
    reader = next(_readers(bounce, recipients), None)
    if reader is None:
        return False
    person, is_current = reader
    if bounce.is_final and is_current:
        address_failed(person=person, status=bounce.status)
    return True


def address_failed(*, person: User, status: str) -> None:
    """Remember that letters to somebody come back."""
    person.bounced_at, person.bounced_from = clock.now(), person.address
    person.bounce_status = status[:20]
    person.save(update_fields=["bounced_at", "bounced_from", "bounce_status"])
    log.info("address_fails", player=person.player_uid, status=person.bounce_status)


def _readers(bounce: Bounce, recipients: Iterable[str]) -> Iterator[tuple[User, bool]]:
    """Whose letter it was, and whether it had gone where their letters go now."""
    people = User.objects.filter(deleted_at__isnull=True)
    for address in filter(None, map(read_bounce_address, recipients)):
        for person in people.filter(pk=address.user_id):
            yield person, address.is_of(person.address)
    if bounce.message_id:
        known = people.filter(email__iexact=bounce.recipient)
        for person in known | people.filter(notify_address__iexact=bounce.recipient):
            letters = OutboxRow.objects.filter(user=person).order_by("-pk")[:MOST_LETTERS]
            if any(message_id(letter) == bounce.message_id for letter in letters):
                yield person, bounce.recipient == person.address.lower()
