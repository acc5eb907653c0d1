"""When a channel is refused for good, or taken away, the mail takes over."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from games import clock, wake
from games.models import Channel, OutboxRow
from games.notice_kinds import CHOICE, HOLDING_REPORT, REPORT, YOUR_TURN
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
    """Letters that tell what a notice tells: what happened is in every later one as well."""
    same = Q(notice__in=_names(row))
    end = row.data.get("until", row.data.get("seq"))
    if row.kind != REPORT or end is None:
        return same
    kinds = (REPORT, *HOLDING_REPORT)
    return same | Q(user=row.user, game=row.game, kind__in=kinds, data__until__gte=end)


def is_called_elsewhere(row: OutboxRow, going: Iterable[OutboxRow] = ()) -> bool:
    """Whether something besides the mail, and besides what is going, tells a notice."""
    twins = OutboxRow.objects.filter(notice__in=_names(row), state__in=_ON_THEIR_WAY)
    without = [row.pk, *(other.pk for other in going)]
    return twins.exclude(channel=Channel.MAIL).exclude(pk__in=without).exists()


def hand_over(rows: QuerySet[OutboxRow]) -> list[OutboxRow]:
    """Before a channel goes, let the mail tell what waits for it and comes no other way.

    What no letter was kept for is left over.
    """
    going = list(rows.filter(state=OutboxRow.State.WAITING))
    alone = [row for row in going if not is_called_elsewhere(row, going)]
    return [row for row in alone if not mail_instead(row)]
