"""A game's rhythm in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.schedule import Schedule


def weekday_names() -> list[str]:
    """Monday to Sunday."""
    return [
        _("Monday"),
        _("Tuesday"),
        _("Wednesday"),
        _("Thursday"),
        _("Friday"),
        _("Saturday"),
        _("Sunday"),
    ]


def pace_in_words(schedule: Schedule, lateness: str) -> str:
    """What a player can expect: how long a season takes and what happens to late plans."""
    if schedule.kind == "none":
        return _("There is no deadline: a season ends when the last plan is in.")
    return " ".join([_rhythm(schedule), *_grace(schedule), _late(lateness)])


def pace_in_brief(schedule: Schedule) -> str:
    """The same for a line of a list."""
    if schedule.kind == "none":
        return _("no deadline")
    if schedule.kind == "hours":
        told = ngettext("%d hour a season", "%d hours a season", schedule.hours)
        return told % schedule.hours
    due = {"at": schedule.at, "zone": schedule.zone}
    if len(schedule.weekdays) == 7:
        return _("every day at %(at)s (%(zone)s)") % due
    names = weekday_names()
    due["days"] = ", ".join(names[day] for day in sorted(set(schedule.weekdays)))
    return _("%(days)s at %(at)s (%(zone)s)") % due


def _rhythm(schedule: Schedule) -> str:
    if schedule.kind == "hours":
        return ngettext(
            "A season takes at most %d hour, less when everybody is ready.",
            "A season takes at most %d hours, less when everybody is ready.",
            schedule.hours,
        ) % (schedule.hours)
    told = {"at": schedule.at, "zone": schedule.zone, "hours": schedule.minimum_hours}
    if len(schedule.weekdays) == 7:
        return (
            ngettext(
                "Plans are due every day at %(at)s (%(zone)s), "
                "but never sooner than %(hours)d hour after the last season.",
                "Plans are due every day at %(at)s (%(zone)s), "
                "but never sooner than %(hours)d hours after the last season.",
                schedule.minimum_hours,
            )
            % told
        )
    names = weekday_names()
    told["days"] = ", ".join(names[day] for day in sorted(set(schedule.weekdays)))
    return (
        ngettext(
            "Plans are due at %(at)s (%(zone)s) on these days: %(days)s; "
            "never sooner than %(hours)d hour after the last season.",
            "Plans are due at %(at)s (%(zone)s) on these days: %(days)s; "
            "never sooner than %(hours)d hours after the last season.",
            schedule.minimum_hours,
        )
        % told
    )


def _grace(schedule: Schedule) -> list[str]:
    if not schedule.grace_minutes:
        return []
    return [
        ngettext(
            "Everybody has %d minute of grace after that.",
            "Everybody has %d minutes of grace after that.",
            schedule.grace_minutes,
        )
        % schedule.grace_minutes
    ]


def _late(lateness: str) -> str:
    return {
        Game.Lateness.WAIT: _("If somebody is late, the game waits for them."),
        Game.Lateness.DRAFT: _(
            "If somebody is late, their saved draft is played, else the default plan."
        ),
        Game.Lateness.DEFAULT: _("If somebody is late, the default plan is played for them."),
        Game.Lateness.STAND_IN: _("If somebody is late, a bot stands in for that season."),
    }[Game.Lateness(lateness)]
