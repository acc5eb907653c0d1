"""A chapter of Wallenstein is a season, and winter."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards.chapters import ChapterWords

DRAWN: Final = frozenset({"spring", "summer", "autumn", "winter"})
SEASONS: Final = ChapterWords(
    many=gettext_lazy("Seasons"),
    before_first=gettext_lazy("Before the first season"),
    unknown=gettext_lazy("This game has no such season yet."),
    unfinished=gettext_lazy("This season is not over. This is what happened so far."),
    neighbours=gettext_lazy("Previous and next season"),
    watch=gettext_lazy("Watch this season"),
    through=gettext_lazy("Through the season"),
    one_by_one=gettext_lazy("%(game)s: season by season"),
    empty_charts=gettext_lazy(
        "Nothing has been played yet. The lines grow here after each season, one for each player."
    ),
    no_deadline=gettext_lazy("There is no deadline: a season ends when the last plan is in."),
    hours_in_brief=ngettext_lazy("%d hour a season", "%d hours a season"),
    hours_at_most=ngettext_lazy(
        "A season takes at most %d hour, less when everybody is ready.",
        "A season takes at most %d hours, less when everybody is ready.",
    ),
    due_every_day=ngettext_lazy(
        "Plans are due every day at %(at)s (%(zone)s), "
        "but never sooner than %(hours)d hour after the last season.",
        "Plans are due every day at %(at)s (%(zone)s), "
        "but never sooner than %(hours)d hours after the last season.",
        "hours",
    ),
    due_on_days=ngettext_lazy(
        "Plans are due at %(at)s (%(zone)s) on these days: %(days)s; "
        "never sooner than %(hours)d hour after the last season.",
        "Plans are due at %(at)s (%(zone)s) on these days: %(days)s; "
        "never sooner than %(hours)d hours after the last season.",
        "hours",
    ),
    bot_stands_in=gettext_lazy("If somebody is late, a bot stands in for that season."),
    time_for_one=gettext_lazy("Time for a season"),
    hours_from_start=gettext_lazy("This many hours from the start of each season."),
    hours_at_least=gettext_lazy("But at least this many hours for each season"),
    stands_in=gettext_lazy("a bot stands in for that season"),
    hours_for_one=gettext_lazy("hours per season"),
)


def season_picture(chapter: str) -> str:
    """The drawing of a season, whatever the year."""
    season = chapter.rpartition(".")[2]
    return f"boards/wallenstein/art/{season}.svg" if season in DRAWN else ""
