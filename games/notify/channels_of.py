"""One notice, over every channel its person wants it on: a row of the outbox for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Final

from games.models import Channel, Destination, NoticeChoice, NoticeTimes, OutboxRow, Webhook
from games.notify.kinds import CHOICE, KINDS, REPORT, YOUR_TURN
from games.notify.times import after_quiet, next_digest

SPARE: Final = OutboxRow.State.SPARE


@dataclass
class NoticeWishes:
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
            return SPARE
        return OutboxRow.State.WAITING if self.has_lost(kind, game_id) else None


def wishes_of(people: Sequence[int]) -> dict[int, NoticeWishes]:
    """The wishes of these people; of those who have none, the usual ones."""
    wishes: dict[int, NoticeWishes] = defaultdict(NoticeWishes)
    for choice in NoticeChoice.objects.filter(user__in=people):
        wishes[choice.user_id].choices[choice.kind, choice.channel] = choice.wanted
    for place in Destination.objects.filter(user__in=people):
        wishes[place.user_id].destinations.append(place)
    for times in NoticeTimes.objects.filter(user__in=people):
        wishes[times.user_id].times = times
    for hook in Webhook.objects.filter(owner__in=people):
        wishes[hook.owner_id].hooks.append(hook)
    return wishes


def spread(notices: Sequence[OutboxRow]) -> list[OutboxRow]:
    """The rows for these letters; calls of webhooks, and what is always a letter, stay."""
    people = sorted({row.user_id for row in notices if _is_chosen(row)})
    wishes = wishes_of(people) if people else {}
    rows: list[OutboxRow] = []
    for row in notices:
        rows.extend(_spread(row, wishes[row.user_id]) if _is_chosen(row) else [row])
    return rows


def told_once(rows: Sequence[OutboxRow]) -> list[OutboxRow]:
    """The rows of one step without reports on channels that carry more of it.

    A question, and the end of a game, hold the report; a letter kept in reserve may never go.
    """
    carried = {_way(row) for row in rows if row.kind != REPORT and row.state != SPARE}
    return [row for row in rows if row.kind != REPORT or _way(row) not in carried]


def _way(row: OutboxRow) -> tuple[int, str, int | None]:
    """To whom, and over what, a row goes."""
    return row.user_id, row.channel, row.destination_id


def _is_chosen(row: OutboxRow) -> bool:
    return row.channel == Channel.MAIL and row.kind in KINDS


def _spread(row: OutboxRow, wishes: NoticeWishes) -> Iterator[OutboxRow]:
    moment = row.due_at
    row.due_at = after_quiet(row, wishes.times, moment)
    for place in wishes.taking(row.kind):
        twin = copy(row)
        twin.channel, twin.destination = place.channel, place
        twin.dedup = f"{row.notice}:{place.channel} {place.pk}"
        yield twin
    state = wishes.mail(row.kind, row.game_id)
    if state is None:
        return
    row.state = state
    digest_at = wishes.times.digest_at if wishes.times else None
    if state == OutboxRow.State.WAITING and digest_at is not None and not KINDS[row.kind].urgent:
        row.state, row.due_at = OutboxRow.State.COLLECTED, next_digest(row, digest_at, moment)
    yield row
