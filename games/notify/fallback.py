"""When a channel is refused for good, or taken away, the mail takes over."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from games import clock, wake
from games.models import Channel, OutboxRow
from games.notify.kinds import CHOICE, HOLDING_REPORT, REPORT, YOUR_TURN
from games.notify.lanes import LETTERS

_ON_THEIR_WAY = (
    OutboxRow.State.WAITING,
    OutboxRow.State.SENT,
    OutboxRow.State.COLLECTED,
)


# A program is called for every question; letters tell those on the way apart.
_CALLED_AS, _WRITTEN_AS = f":{YOUR_TURN}", f":{CHOICE}"


def _names(row: OutboxRow) -> set[str]:
    """What a notice is called on the other channels."""
    for own, other in ((_CALLED_AS, _WRITTEN_AS), (_WRITTEN_AS, _CALLED_AS)):
        if row.notice.endswith(own):
            return {row.notice, row.notice.removesuffix(own) + other}
    return {row.notice}


def mail_instead(row: OutboxRow) -> bool:
    """Let the letter of a notice go that was kept for this; whether a letter tells it now."""
    letters = OutboxRow.objects.filter(channel=Channel.MAIL)
    with transaction.atomic():
        kept = letters.filter(notice__in=_names(row), state=OutboxRow.State.SPARE)
        if kept.update(state=OutboxRow.State.WAITING, due_at=clock.now()):
            transaction.on_commit(partial(wake.outbox, LETTERS))
        return letters.filter(_tells_of(row), state__in=_ON_THEIR_WAY).exists()


def _tells_of(row: OutboxRow) -> Q:
    """Letters that tell what a notice tells: a question holds the report of its step."""
    same = Q(notice__in=_names(row))
    if row.kind != REPORT or "head" not in row.data:
        return same
    head = row.data["head"]
    return same | Q(user=row.user, game=row.game, kind__in=HOLDING_REPORT, data__head=head)


def is_called_elsewhere(row: OutboxRow, going: Iterable[OutboxRow] = ()) -> bool:
    """Whether something besides the mail, and besides what is going, tells a notice."""
    twins = OutboxRow.objects.filter(notice__in=_names(row), state__in=_ON_THEIR_WAY)
    without = [row.pk, *(other.pk for other in going)]
    return twins.exclude(channel=Channel.MAIL).exclude(pk__in=without).exists()


def hand_over(rows: QuerySet[OutboxRow]) -> None:
    """Before a channel goes, let the mail tell what waits for it and comes no other way."""
    going = list(rows.filter(state=OutboxRow.State.WAITING))
    for row in going:
        if not is_called_elsewhere(row, going):
            mail_instead(row)
