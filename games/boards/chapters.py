"""What a game calls its chapters, in the sentences of pages that know no game by name.

Whole sentences, because no language lets a noun be put into any of them; a game that has no word
of its own for its unit of time goes by the plain ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy, ngettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class ChapterWords:
    """The sentences of the site that name chapters; those with a count take it by `%`."""

    # Above a list of them, and what comes before the first.
    many: StrOrPromise
    before_first: StrOrPromise
    unknown: StrOrPromise

    # On the pages of reports, replays and charts.
    unfinished: StrOrPromise
    neighbours: StrOrPromise
    watch: StrOrPromise
    through: StrOrPromise
    one_by_one: StrOrPromise
    empty_charts: StrOrPromise

    # About the pace of a game.
    no_deadline: StrOrPromise
    hours_in_brief: StrOrPromise
    hours_at_most: StrOrPromise
    due_every_day: StrOrPromise
    due_on_days: StrOrPromise
    bot_stands_in: StrOrPromise

    # In the forms of the lobby and of a new table.
    time_for_one: StrOrPromise
    hours_from_start: StrOrPromise
    hours_at_least: StrOrPromise
    stands_in: StrOrPromise
    hours_for_one: StrOrPromise


PLAIN: Final = ChapterWords(
    many=gettext_lazy("Chapters"),
    before_first=gettext_lazy("From the start"),
    unknown=gettext_lazy("This game has not come that far yet."),
    unfinished=gettext_lazy("This part of the game is not over. This is what happened so far."),
    neighbours=gettext_lazy("Previous and next chapter"),
    watch=gettext_lazy("Watch it"),
    through=gettext_lazy("Through the chapter"),
    one_by_one=gettext_lazy("%(game)s from start to finish"),
    empty_charts=gettext_lazy(
        "Nothing has been played yet. The lines grow here as the game goes on, one for each player."
    ),
    no_deadline=gettext_lazy("There is no deadline: the game goes on when the last answer is in."),
    hours_in_brief=ngettext_lazy("%d hour to answer", "%d hours to answer"),
    hours_at_most=ngettext_lazy(
        "Everybody has %d hour to answer; the game goes on as soon as everybody is ready.",
        "Everybody has %d hours to answer; the game goes on as soon as everybody is ready.",
    ),
    due_every_day=ngettext_lazy(
        "Answers are due every day at %(at)s (%(zone)s), "
        "but never sooner than %(hours)d hour after the question.",
        "Answers are due every day at %(at)s (%(zone)s), "
        "but never sooner than %(hours)d hours after the question.",
        "hours",
    ),
    due_on_days=ngettext_lazy(
        "Answers are due at %(at)s (%(zone)s) on these days: %(days)s; "
        "never sooner than %(hours)d hour after the question.",
        "Answers are due at %(at)s (%(zone)s) on these days: %(days)s; "
        "never sooner than %(hours)d hours after the question.",
        "hours",
    ),
    bot_stands_in=gettext_lazy("If somebody is late, a bot answers for them."),
    time_for_one=gettext_lazy("Time to answer"),
    hours_from_start=gettext_lazy("This many hours after the question."),
    hours_at_least=gettext_lazy("But at least this many hours to answer"),
    stands_in=gettext_lazy("a bot answers for them"),
    hours_for_one=gettext_lazy("hours to answer"),
)
