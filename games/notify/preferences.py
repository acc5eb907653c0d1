"""What somebody wants to be told, over which channels and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.models import (
    Channel,
    Destination,
    NoticeChoice,
    NoticeTimes,
    OutboxRow,
    User,
    Webhook,
)
from games.models.channels import CHOSEN_BY_KIND
from games.notice_kinds import CHOICE, KINDS, YOUR_TURN


@dataclass
class NoticePreferences:
    """What one person wants, as far as notices go."""

    choices: dict[tuple[str, str], bool] = field(default_factory=dict)
    destinations: list[Destination] = field(default_factory=list)
    times: NoticeTimes | None = None
    hooks: list[Webhook] = field(default_factory=list)

    def wants(self, kind: str, channel: str) -> bool:
        """Whether a kind goes over a channel, if there is anything at its other end."""
        known = KINDS.get(kind)
        by_itself = known.by_itself(channel) if known else channel == Channel.MAIL
        return self.choices.get((kind, channel), by_itself)

    def taking(self, kind: str) -> list[Destination]:
        """The browsers and services that are told of a kind."""
        return [place for place in self._asked_for(kind) if place.active]

    def is_called(self, kind: str, game_id: str | None, *, active: bool = True) -> bool:
        """Whether a program is called about this; or would be, were it not switched off."""
        # Programs are called for every question alike.
        known_as = YOUR_TURN if kind == CHOICE else kind
        return any(
            hook.active is active and hook.game_id == game_id and known_as in hook.kinds
            for hook in self.hooks
        )

    def has_lost(self, kind: str, game_id: str | None) -> bool:
        """Whether something was switched off, by no wish of the person's, that would be told."""
        places = [place for place in self._asked_for(kind) if not place.active]
        return bool(places) or self.is_called(kind, game_id, active=False)

    def _asked_for(self, kind: str) -> list[Destination]:
        return [place for place in self.destinations if self.wants(kind, place.channel)]

    def mail(self, kind: str, game_id: str | None) -> str | None:
        """What becomes of the letter: it goes, or is kept in reserve, or is not written."""
        if self.wants(kind, Channel.MAIL):
            return OutboxRow.State.WAITING
        if self.taking(kind) or self.is_called(kind, game_id):
            return OutboxRow.State.SPARE
        return OutboxRow.State.WAITING if self.has_lost(kind, game_id) else None


def preferences_of(people: Sequence[int]) -> dict[int, NoticePreferences]:
    """The preferences of these people; of those who have none, the usual ones."""
    preferences: dict[int, NoticePreferences] = defaultdict(NoticePreferences)
    for choice in NoticeChoice.objects.filter(user__in=people):
        preferences[choice.user_id].choices[choice.kind, choice.channel] = choice.wanted
    for place in Destination.objects.filter(user__in=people):
        preferences[place.user_id].destinations.append(place)
    for times in NoticeTimes.objects.filter(user__in=people):
        preferences[times.user_id].times = times
    for hook in Webhook.objects.filter(owner__in=people):
        preferences[hook.owner_id].hooks.append(hook)
    return preferences


def preferences_shown(person: User) -> dict[str, Any]:
    """Every kind with the channels it goes over, and the times."""
    preferences = preferences_of([person.pk])[person.pk]
    times = preferences.times or NoticeTimes()
    return {
        "kinds": [
            {
                "kind": name,
                "label": str(kind.label),
                "urgent": kind.urgent,
                "channels": [
                    channel.value for channel in CHOSEN_BY_KIND if preferences.wants(name, channel)
                ],
            }
            for name, kind in KINDS.items()
        ],
        "quiet_from": times.quiet_from,
        "quiet_until": times.quiet_until,
        "digest_at": times.digest_at,
    }
