"""What became of a notice, in words for the person it is for."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.absences import zone_of
from games.models import Channel, OutboxRow, User
from games.notice_kinds import CHANNEL_OFF, DIGEST, KINDS, TEST


def post_of(person: User) -> QuerySet[OutboxRow]:
    """The notices of somebody, newest first, without letters that were never needed."""
    rows = OutboxRow.objects.filter(user=person).exclude(state=OutboxRow.State.SPARE)
    about = ("user", "game", "destination", "webhook", "digest")
    return rows.select_related(*about).order_by("-created_at", "-pk")


def kind_in_words(kind: str) -> str:
    """What a notice is about."""
    if kind in KINDS:
        return str(KINDS[kind].label)
    others = {
        TEST: _("A test"),
        DIGEST: _("The daily mail"),
        CHANNEL_OFF: _("A channel was switched off"),
        "mail_answer": _("An answer to your mail"),
        "account": _("About your account"),
    }
    return others.get(kind, kind)


def state_in_words(row: OutboxRow) -> str:
    """Where a notice is: accepted, waiting, given up or gone another way."""
    if row.state == OutboxRow.State.SENT:
        return _sent(row)
    if row.state == OutboxRow.State.COLLECTED:
        return _collected(row)
    if row.state == OutboxRow.State.OVERTAKEN:
        return _("no longer needed")
    values = {"who": _other_side(row), "why": row.last_error}
    if row.state == OutboxRow.State.SWITCHED:
        if row.last_error.isdecimal():
            return _("%(who)s answered %(why)s, switched to mail") % values
        return _("%(who)s could not be reached, switched to mail") % values
    if row.state == OutboxRow.State.GIVEN_UP:
        if row.last_error.isdecimal():
            return _("%(who)s answered %(why)s, given up") % values
        return _("given up (%(why)s)") % values
    return _waiting(row)


def _when(row: OutboxRow, moment: datetime | None) -> str:
    """A moment by the reader's clock: the hour today, else with its day."""
    if moment is None:
        return ""
    zone = zone_of(row.user.time_zone)
    local = moment.astimezone(zone)
    today = local.date() == clock.now().astimezone(zone).date()
    return formats.date_format(local, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")


def _other_side(row: OutboxRow) -> str:
    if row.channel == Channel.MAIL:
        return _("mail server")
    if row.channel == Channel.WEBHOOK:
        return _("webhook")
    return row.destination.name if row.destination else _("channel")


def _sent(row: OutboxRow) -> str:
    values = {"who": _other_side(row), "when": _when(row, row.sent_at)}
    return _("accepted by %(who)s %(when)s") % values


def _collected(row: OutboxRow) -> str:
    letter = row.digest
    if letter is None:
        return _("goes into your daily mail %(when)s") % {"when": _when(row, row.due_at)}
    if letter.sent_at is None:
        return _("in your daily mail, which is not sent yet")
    when = {"when": _when(row, letter.sent_at)}
    return _("in your daily mail, accepted by mail server %(when)s") % when


def _waiting(row: OutboxRow) -> str:
    later = row.due_at > clock.now()
    when = {"when": _when(row, row.due_at)}
    if row.attempts:
        words = ngettext(
            "tried %(count)d time, again %(when)s",
            "tried %(count)d times, again %(when)s",
            row.attempts,
        )
        return words % {**when, "count": row.attempts}
    return _("waits until %(when)s") % when if later else _("about to be sent")
