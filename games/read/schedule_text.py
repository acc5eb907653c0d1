"""A game's rhythm in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.chapters import ChapterWords
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


def pace_in_words(schedule: Schedule, lateness: str, words: ChapterWords) -> str:
    """What a player can expect: how long a chapter takes and what happens to late answers."""
    if schedule.kind == "none":
        return str(words.no_deadline)
    return " ".join([_rhythm(schedule, words), *_grace(schedule), _late(lateness, words)])


def pace_in_brief(schedule: Schedule, words: ChapterWords) -> str:
    """The same for a line of a list."""
    if schedule.kind == "none":
        return _("no deadline")
    if schedule.kind == "hours":
        return str(words.hours_in_brief % schedule.hours)
    due = {"at": schedule.at, "zone": schedule.zone}
    if len(schedule.weekdays) == 7:
        return _("every day at %(at)s (%(zone)s)") % due
    names = weekday_names()
    due["days"] = ", ".join(names[day] for day in sorted(set(schedule.weekdays)))
    return _("%(days)s at %(at)s (%(zone)s)") % due


def _rhythm(schedule: Schedule, words: ChapterWords) -> str:
    if schedule.kind == "hours":
        return str(words.hours_at_most % schedule.hours)
    values = {"at": schedule.at, "zone": schedule.zone, "hours": schedule.minimum_hours}
    if len(schedule.weekdays) == 7:
        return str(words.due_every_day % values)
    names = weekday_names()
    days = ", ".join(names[day] for day in sorted(set(schedule.weekdays)))
    return str(words.due_on_days % {**values, "days": days})


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


def _late(lateness: str, words: ChapterWords) -> str:
    return {
        Game.Lateness.WAIT: _("If somebody is late, the game waits for them."),
        Game.Lateness.DRAFT: _(
            "If somebody is late, their saved draft is played, else the default answer."
        ),
        Game.Lateness.DEFAULT: _("If somebody is late, the default answer is played for them."),
        Game.Lateness.STAND_IN: str(words.bot_stands_in),
    }[Game.Lateness(lateness)]
