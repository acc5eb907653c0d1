"""What somebody wants to be told, over which channel, and when: written here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import clock, wake
from games.errors import Illegal
from games.models import Channel, NoticeChoice, NoticeTimes, OutboxRow, User
from games.notice_kinds import DIGEST, is_chosen
from games.notify.fallback import hand_over, is_called_elsewhere
from games.notify.lanes import LETTERS
from games.notify.preferences import preferences_of

TIMES: Final = ("quiet_from", "quiet_until", "digest_at")
Wanted = Mapping[tuple[str, str], bool]


def switch_off(*, user: User, kind: str, channel: str) -> None:
    """No more notices of a kind over a channel, not even those that wait; twice is like once."""
    choices_change(person=user, wanted={(kind, channel): False})


def letters_end(*, person: User, kind: str) -> None:
    """No more letters of a kind; what was collected for a daily letter is not sent any more."""
    if kind == DIGEST:
        with transaction.atomic():
            # Whoever wants no letter must not get ten at once; all of it is on the site.
            _collected(person).update(state=OutboxRow.State.OVERTAKEN)
            preferences_change(person=person, wanted={}, times={"digest_at": None})
    else:
        switch_off(user=person, kind=kind, channel=Channel.MAIL)


def choices_change(*, person: User, wanted: Wanted) -> None:
    """Choose for kinds and channels; what is not named stays as it is."""
    for kind, channel in wanted:
        if not is_chosen(kind, channel):
            raise Illegal(
                "bad_choice", _("There is no choice about this kind of notification there.")
            )
    with transaction.atomic():
        for (kind, channel), yes in wanted.items():
            NoticeChoice.objects.update_or_create(
                user=person, kind=kind, channel=channel, defaults={"wanted": yes}
            )
        for (kind, channel), yes in wanted.items():
            if not yes:
                _drop(person, kind, channel)


def _drop(person: User, kind: str, channel: str) -> None:
    """Forget what waits and is not wanted any more; what is just being sent is not waited for.

    A letter stays in reserve while another channel tells the same. What another channel was to
    tell comes by mail, where that is wanted.
    """
    waiting = (OutboxRow.State.WAITING, OutboxRow.State.COLLECTED)
    rows = OutboxRow.objects.filter(user=person, kind=kind, channel=channel, state__in=waiting)
    rows = rows.filter(digest=None, claimed_until=None)
    if channel == Channel.MAIL:
        kept = [row.pk for row in rows if is_called_elsewhere(row)]
        OutboxRow.objects.filter(pk__in=kept).update(state=OutboxRow.State.SPARE)
    elif preferences_of([person.pk])[person.pk].wants(kind, Channel.MAIL):
        hand_over(rows)
    rows.delete()


def preferences_change(*, person: User, wanted: Wanted, times: Mapping[str, time | None]) -> None:
    """Change choices and times together, or nothing; times that are not named stay."""
    with transaction.atomic():
        choices_change(person=person, wanted=wanted)
        if times:
            known = NoticeTimes.objects.filter(user=person).first() or NoticeTimes()
            stay = {name: getattr(known, name) for name in TIMES}
            times_change(person=person, **{**stay, **times})


def times_change(
    *, person: User, quiet_from: time | None, quiet_until: time | None, digest_at: time | None
) -> None:
    """Set quiet hours and the hour of the daily letter; none: there are none."""
    if (quiet_from is None) != (quiet_until is None):
        raise Illegal("bad_times", _("Quiet hours have a beginning and an end, or neither."))
    if quiet_from is not None and quiet_from == quiet_until:
        raise Illegal("bad_times", _("Quiet hours must end at another time than they begin."))
    given = {"quiet_from": quiet_from, "quiet_until": quiet_until, "digest_at": digest_at}
    with transaction.atomic():
        NoticeTimes.objects.update_or_create(user=person, defaults=given)
        if digest_at is None:
            _release(person)


def _release(person: User) -> None:
    """Without a daily letter, what was collected for it goes now, one by one."""
    if _collected(person).update(state=OutboxRow.State.WAITING, due_at=clock.now()):
        transaction.on_commit(partial(wake.outbox, LETTERS))


def _collected(person: User) -> QuerySet[OutboxRow]:
    """What waits for the next daily letter."""
    return OutboxRow.objects.filter(
        user=person, state=OutboxRow.State.COLLECTED, digest__isnull=True
    )
