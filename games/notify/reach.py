"""Whether somebody can be told at all that it is their turn."""

from __future__ import annotations

from typing import Final

from games.log.fast_sql import Prepared
from games.models import Channel, NoticeChoice, User
from games.notify.preferences import preferences_of

THE_ONE_THAT_MATTERS: Final = "your_turn"
_UNWANTED = Prepared(
    lambda channel, kind, user: NoticeChoice.objects.filter(
        channel=channel, kind=kind, user=user, wanted=False
    ),
    "c",
    "k",
    1,
)


def is_unreachable(person: User) -> bool:
    """Whether no working channel would tell somebody that a game waits for them."""
    kind = THE_ONE_THAT_MATTERS
    # Asked on every page: almost everybody is told by mail.
    if not person.address_fails and not _UNWANTED.rows(Channel.MAIL.value, kind, person.pk):
        return False
    preferences = preferences_of([person.pk])[person.pk]
    by_mail = preferences.mail(kind, None) is not None and not person.address_fails
    return not by_mail and not preferences.taking(kind)
