"""Letters about accounts at home: handed to nobody, and laid where their reader finds them."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings

from games import clock
from games.mail.account_letters import KIND, sealed
from games.models import OutboxRow, User


def account_letter_keep(*, person: User, to: str, subject: str, text: str) -> None:
    """Lay a copy of a letter into the post office, if there is one; whoever wrote it sends it."""
    if not settings.POST_OFFICE:
        return
    notice = f"{person.pk}:{KIND}:{uuid4().hex}"
    OutboxRow.objects.create(
        user=person,
        kind=KIND,
        notice=notice,
        dedup=notice,
        data={"to": to, "sealed": sealed(subject, text)},
        state=OutboxRow.State.SENT,
        due_at=clock.now(),
        sent_at=clock.now(),
    )
