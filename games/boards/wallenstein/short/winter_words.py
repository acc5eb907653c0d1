"""What a winter was to a seat, in a sentence: its points, its revolts, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json, Seat
from engine.wallenstein.battle_events import RevoltDecided
from engine.wallenstein.state import State
from engine.wallenstein.winter import WinterScored
from games.boards.in_short import Passage
from games.boards.places import nth
from games.boards.race import PointsRace
from games.boards.wallenstein.short.leads import lead, majorities, race
from games.boards.wallenstein.short.reader import HeadReader


def scored_in(passage: Passage) -> Mapping[Seat, Json]:
    """What everybody scored in a passage; nothing where no winter was counted."""
    scores = (event.scores for event in passage.events if isinstance(event, WinterScored))
    return next(scores, {})


def winter_sentence(reader: HeadReader, seat: Seat, passage: Passage) -> str:
    """Points, revolts and the way from place to place, in one sentence."""
    score = scored_in(passage)[seat]
    words = {"points": reader.say.count(score["total"], "point"), "majorities": majorities(score)}
    points = (
        _("You scored %(points)s, %(majorities)d of them for majorities")
        if words["majorities"]
        else _("You scored %(points)s")
    )
    return f"{'; '.join((points % words, *_revolts(reader, seat, passage), *_way(seat, passage)))}."


def _revolts(reader: HeadReader, seat: Seat, passage: Passage) -> Iterator[str]:
    """Whose counties rose, mine before anybody's, and what became of mine."""
    risen = [event for event in passage.events if isinstance(event, RevoltDecided)]
    mine = [event for event in risen if event.seat == seat]
    lost = [reader.say.the(event.county) for event in mine if not event.held]
    if mine:
        rose = ngettext(
            "one of your counties rose in revolt",
            "%(number)d of your counties rose in revolt",
            len(mine),
        )
        if lost:
            end = _("and you lost %(lost)s") % {"lost": reader.say.both(lost)}
        else:
            end = ngettext("and you held it", "and you held them", len(mine))
        yield f"{rose % {'number': len(mine)}}, {end}"
    elif risen:
        words = ngettext(
            "one county rose in revolt, none of yours",
            "%(number)d counties rose in revolt, none of yours",
            len(risen),
        )
        yield words % {"number": len(risen)}


def _way(seat: Seat, passage: Passage) -> Iterator[str]:
    """From which place to which, if it is another one."""
    was = PointsRace(_points_before(passage.before)).place(seat)
    now = race(passage.after).place(seat)
    if was != now:
        yield _("you went from %(was)s to %(now)s") % {"was": nth(was), "now": nth(now)}


def _points_before(state: State) -> Mapping[Seat, int]:
    """What everybody had; before the first winter what they could count on."""
    points = {seat: player.points for seat, player in state.players.items()}
    return points if any(points.values()) else lead(state)
