"""The sentence at the head of a report: what the season was to its reader, the best of it first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Seat
from engine.wallenstein.score import Contest, contests
from engine.wallenstein.state import State
from engine.wallenstein.winter import WinterScored
from engine.wallenstein.words.names import in_region
from engine.wallenstein.words.voice import Voice
from games.boards.in_short import Passage
from games.boards.wallenstein.short.fights import Fight, fights
from games.boards.wallenstein.short.leads import lead
from games.boards.wallenstein.short.reader import SETUP, HeadReader, TakenCounty

# What is longer is no headline.
MOST_SENTENCES: Final = 2
# A battle that should have gone the other way so often, out of a hundred, is worth a headline.
UPSET: Final = 60


def headline(reader: HeadReader, passage: Passage, changes: Sequence[TakenCounty]) -> str:
    """What the passage was to its reader, in a few sentences."""
    if passage.after.season.name == SETUP:
        return _("The counties are shared out.")
    if reader.seat is None:
        number = len(changes)
        words = ngettext("%d county changed hands.", "%d counties changed hands.", number)
        return words % number if changes else _("No county changed hands.")
    facts = islice(_facts(reader, reader.seat, passage, changes), MOST_SENTENCES)
    return " ".join(facts) or _as_before(passage.after, reader.seat)


def _facts(
    reader: HeadReader, seat: Seat, passage: Passage, changes: Sequence[TakenCounty]
) -> Iterator[str]:
    """What there is to tell, the best first."""
    before = _after_setup(passage)
    yield from _winter(reader.say, seat, passage)
    yield from _own_counties(reader, changes)
    yield from _majority(reader.say, seat, before, passage.after)
    yield from _race(reader.say, seat, before, passage.after)
    yield from _upset(reader, passage)


def _after_setup(passage: Passage) -> State:
    """The position a passage begins with; where counties were shared out in it, the end of that."""
    state: State = passage.before
    for event in passage.events:
        if state.season.name != SETUP:
            break
        state = event.apply(state)
    return state


def _winter(say: Voice, seat: Seat, passage: Passage) -> Iterator[str]:
    for event in passage.events:
        if isinstance(event, WinterScored) and seat in event.scores:
            points = say.count(event.scores[seat]["total"], "point")
            yield _("You scored %(points)s.") % {"points": points}


def _own_counties(reader: HeadReader, changes: Sequence[TakenCounty]) -> Iterator[str]:
    won = [change.county for change in changes if reader.is_me(change.now)]
    lost = [change.county for change in changes if reader.is_me(change.was)]
    names = {"won": _named(reader.say, won), "lost": _named(reader.say, lost)}
    if won and lost:
        yield _("You won %(won)s and lost %(lost)s.") % names
    elif won:
        yield _("You won %(won)s.") % names
    elif lost:
        yield _("You lost %(lost)s.") % names


def _as_before(state: State, seat: Seat) -> str:
    number = len(state.owned(seat))
    words = ngettext("You hold %d county, as before.", "You hold %d counties, as before.", number)
    return words % number


def _named(say: Voice, counties: Iterable[str]) -> str:
    listed = [say.the(county) for county in counties]
    return say.both(listed) if listed else ""


def _majority(say: Voice, seat: Seat, before: State, after: State) -> Iterator[str]:
    """The majority that brings the most points more than before, or the most fewer."""
    was, now = (_contests(state) for state in (before, after))
    gains = [(new.points(seat) - old.points(seat), new) for old, new in zip(was, now, strict=True)]
    gain, contest = max(gains, key=lambda one: abs(one[0]))
    if not gain:
        return
    words = {
        "buildings": say.buildings(contest.building),
        "place": in_region(contest.region, say.language),
    }
    if seat not in contest.leaders:
        yield _("You no longer have the most %(buildings)s %(place)s.") % words
    elif len(contest.leaders) > 1:
        yield _("You now share the lead in %(buildings)s %(place)s.") % words
    else:
        yield _("You now have the most %(buildings)s %(place)s.") % words


def _contests(state: State) -> list[Contest]:
    return contests(state.seats, state.counties, state.rules.majorities)


def _race(say: Voice, seat: Seat, before: State, after: State) -> Iterator[str]:
    """Who is ahead of the reader and was not, if winter came; else whom the reader has passed."""
    was, now = lead(before), lead(after)
    rivals = [rival for rival in now if rival != seat]
    above = [one for one in rivals if was[one] <= was[seat] and now[one] > now[seat]]
    below = [one for one in rivals if was[one] >= was[seat] and now[one] < now[seat]]
    if above:
        names = say.both(map(say.seat, above))
        words = ngettext(
            "%(names)s is now ahead of you.", "%(names)s are now ahead of you.", len(above)
        )
        yield words % {"names": names}
    elif below:
        yield _("You are now ahead of %(names)s.") % {"names": say.both(map(say.seat, below))}


def _upset(reader: HeadReader, passage: Passage) -> Iterator[str]:
    """The battle of the reader that ended farthest from what was to be expected.

    One that took a county, or lost it, is told by that.
    """
    own = [one for one in fights(passage) if _is_upset(reader, one)]
    if not own:
        return
    fight = max(own, key=lambda one: one.surprise)
    words = {
        "county": reader.say.the(fight.county),
        "who": reader.say.seat(fight.seat),
        "chance": fight.surprise,
    }
    if reader.is_me(fight.seat):
        yield _("Your attack on %(county)s failed, though it wins %(chance)d times in 100.") % words
    else:
        yield (
            _("You held %(county)s against %(who)s, whose attack wins %(chance)d times in 100.")
            % words
        )


def _is_upset(reader: HeadReader, fight: Fight) -> bool:
    if fight.is_revolt or fight.surprise < UPSET:
        return False
    held = fight.outcome == "defender"
    return held and (reader.is_me(fight.seat) or reader.is_me(fight.rival))
