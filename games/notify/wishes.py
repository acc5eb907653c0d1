"""What somebody wants to be told, for them to see."""

from __future__ import annotations

from typing import Any

from games.models import NoticeTimes, User
from games.models.channels import CHOSEN_BY_KIND
from games.notify.channels_of import wishes_of
from games.notify.kinds import KINDS


def wishes_shown(person: User) -> dict[str, Any]:
    """Every kind with the channels it goes over, and the times."""
    wishes = wishes_of([person.pk])[person.pk]
    times = wishes.times or NoticeTimes()
    return {
        "kinds": [
            {
                "kind": name,
                "label": str(kind.label),
                "urgent": kind.urgent,
                "channels": [
                    channel.value for channel in CHOSEN_BY_KIND if wishes.wants(name, channel)
                ],
            }
            for name, kind in KINDS.items()
        ],
        "quiet_from": times.quiet_from,
        "quiet_until": times.quiet_until,
        "digest_at": times.digest_at,
    }
