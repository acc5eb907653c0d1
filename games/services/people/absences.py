"""Absences: days on which a player's deadlines wait, so many a year."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.reasons import AWAY_SHORTER
from games import clock
from games.absences import zone_of
from games.errors import NotFound, Refused
from games.log.projections import ABSENCE
from games.models import Absence, Game, User
from games.services.play.deadlines import (
    due_with_absences,
    heed_absences,
    move_deadline,
    tell_deadline,
)
from games.services.play.table import each_game, hold_person, table
from games.services.post.notices import require_few_moves

FURTHEST_AHEAD = timedelta(days=730)
# Whoever counted on more time is not left with less than this when somebody is back early.
LEAST_NOTICE = timedelta(hours=24)


def absence_enter(*, person: User, first_day: date, last_day: date) -> Absence:
    """Be away on these days, by the player's own calendar; open deadlines move."""
    with transaction.atomic():
        hold_person(person)
        moment = clock.trusted_now(None)
        today = moment.astimezone(zone_of(person.time_zone)).date()
        if not today <= first_day <= last_day <= today + FURTHEST_AHEAD:
            message = _(
                "An absence starts today or later, lies within the next two years, and "
                "does not end before it starts."
            )
            raise Refused("bad_dates", message)
        known = list(person.absences.all())
        if any(row.first_day <= last_day and first_day <= row.last_day for row in known):
            raise Refused("overlapping_absence", _("You are away on some of these days already."))
        require_few_moves(person)
        _require_quota([*known, Absence(first_day=first_day, last_day=last_day)])
        made = Absence.objects.create(user=person, first_day=first_day, last_day=last_day)
        each_game(_tables_of(person), partial(_move_away, moment, person))
    return made


def absence_cancel(*, person: User, absence_id: int) -> None:
    """Be back: days that have not begun are given back, and deadlines move again."""
    with transaction.atomic():
        hold_person(person)
        moment = clock.trusted_now(None)
        today = moment.astimezone(zone_of(person.time_zone)).date()
        absence = person.absences.filter(pk=absence_id).first()
        if absence is None:
            raise NotFound("no_such_absence", _("You have no such absence."))
        if absence.last_day <= today:
            raise Refused("absence_over", _("Every day of this absence has begun already."))
        require_few_moves(person)
        if absence.first_day > today:
            absence.delete()
        else:
            absence.last_day = today
            absence.save()
        each_game(_tables_of(person), partial(_move_back, moment, person))


def days_used(absences: list[Absence]) -> Counter[int]:
    """How many days of each calendar year somebody is away."""
    return Counter(
        (row.first_day + timedelta(days=number)).year
        for row in absences
        for number in range((row.last_day - row.first_day).days + 1)
    )


def _require_quota(absences: list[Absence]) -> None:
    for year, days in sorted(days_used(absences).items()):
        if days > settings.ABSENCE_DAYS:
            message = ngettext(
                "That would be %(days)d day in %(year)d; %(most)d are allowed.",
                "That would be %(days)d days in %(year)d; %(most)d are allowed.",
                days,
            )
            numbers = {"days": days, "year": year, "most": settings.ABSENCE_DAYS}
            raise Refused("quota_used_up", message % numbers)


def _tables_of(person: User) -> list[str]:
    """Running games of a person; in order, so that two people never lock them crosswise."""
    games = Game.objects.filter(status=Game.Status.RUNNING, deadline__isnull=False)
    return list(games.filter(seats__user=person).order_by("pk").values_list("pk", flat=True))


def _move_away(moment: datetime, person: User, game_id: str) -> bool:
    """A deadline waits for somebody who will be away."""
    with table(game_id, Game.Status.RUNNING) as held:
        before = held.game.deadline
        heed_absences(held, moment)
        moved = held.game.deadline != before
        if moved:
            tell_deadline(held, person.player_uid)
        return moved


def _move_back(moment: datetime, person: User, game_id: str) -> bool:
    """A deadline that waited for somebody who is back comes nearer, though not at once."""
    with table(game_id, Game.Status.RUNNING) as held:
        before = held.game.deadline
        if before is None or before <= moment:
            return False
        due, _player = due_with_absences(held)
        due = max(due, min(before, moment + LEAST_NOTICE))
        if due >= before:
            return False
        move_deadline(held, due, moment, ABSENCE, person.player_uid, AWAY_SHORTER)
        tell_deadline(held, person.player_uid)
        return True
