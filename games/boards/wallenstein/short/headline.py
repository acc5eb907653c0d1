"""The sentence at the head of a report: what the season was to its reader, the best of it first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Seat
from engine.wallenstein.score import Contest, contests
from engine.wallenstein.state import State
from engine.wallenstein.words.names import in_region
from engine.wallenstein.words.voice import Voice
from games.boards.in_short import Passage
from games.boards.race import RaceTeller
from games.boards.wallenstein.short.fights import Fight
from games.boards.wallenstein.short.leads import lead, race
from games.boards.wallenstein.short.reader import SETUP, HeadReader, TakenCounty
from games.boards.wallenstein.short.upsets import (
    great_upset,
    great_words,
    held_upsets,
    percent,
    upsets,
)
from games.boards.wallenstein.short.winter_words import scored_in, winter_sentence

# What is longer is no headline.
MOST_SENTENCES: Final = 2


def headline(reader: HeadReader, passage: Passage, changes: Sequence[TakenCounty]) -> str:
    """What the passage was to its reader, in a few sentences."""
    if passage.after.season.name == SETUP:
        return _("The counties are shared out.")
    if reader.seat is None:
        return " ".join(_for_onlookers(reader, passage, changes))
    return " ".join(islice(_facts(reader, reader.seat, passage, changes), MOST_SENTENCES))


def _for_onlookers(
    reader: HeadReader, passage: Passage, changes: Sequence[TakenCounty]
) -> Iterator[str]:
    """Who leads after a winter, else what hardly anybody would have bet on; how much changed."""
    if scored_in(passage):
        yield RaceTeller(race(passage.after), None, reader.say).sentence()
    elif great := great_upset(upsets(reader, passage)):
        yield great_words(reader, great)
    number = len(changes)
    words = ngettext("%d county changed hands.", "%d counties changed hands.", number)
    yield words % number if changes else _("No county changed hands.")


def _facts(
    reader: HeadReader, seat: Seat, passage: Passage, changes: Sequence[TakenCounty]
) -> Iterator[str]:
    """What there is to tell, the best first."""
    if seat in scored_in(passage):
        yield winter_sentence(reader, seat, passage)
        yield RaceTeller(race(passage.after), seat, reader.say).sentence()
        return
    before, after = _after_setup(passage), passage.after
    news = list(_news(reader, seat, before, passage, changes))
    yield from news or [_as_before(after, seat)]
    yield _if_winter_came(reader.say, seat, after)


def _news(
    reader: HeadReader,
    seat: Seat,
    before: State,
    passage: Passage,
    changes: Sequence[TakenCounty],
) -> Iterator[str]:
    """What a season changed for a seat."""
    far, after = upsets(reader, passage), passage.after
    great = great_upset(far)
    if great:
        yield great_words(reader, great)
    others = [change for change in changes if great is None or change.county != great.county]
    yield from _own_counties(reader, others, far)
    yield from _majority(reader.say, seat, before, after)
    if not _is_passed(seat, lead(before), lead(after)):
        yield from held_upsets(reader, far)


def _after_setup(passage: Passage) -> State:
    """The position a passage begins with; where counties were shared out in it, the end of that."""
    state: State = passage.before
    for event in passage.events:
        if state.season.name != SETUP:
            break
        state = event.apply(state)
    return state


def _own_counties(
    reader: HeadReader, changes: Sequence[TakenCounty], far: Sequence[Fight]
) -> Iterator[str]:
    """What the reader won and lost; beside what was taken against the odds, these."""
    chances = {fight.county: percent(fight.came) for fight in far if fight.won}
    won = [
        _with_chance(reader.say.the(change.county), chances.get(change.county))
        for change in changes
        if reader.is_me(change.now)
    ]
    lost = [reader.say.the(change.county) for change in changes if reader.is_me(change.was)]
    if won and lost:
        words = {"won": reader.say.both(won), "lost": reader.say.both(lost)}
        yield _("You won %(won)s and lost %(lost)s.") % words
    elif won:
        yield _("You won %(won)s.") % {"won": reader.say.both(won)}
    elif lost:
        yield _("You lost %(lost)s.") % {"lost": reader.say.both(lost)}


def _with_chance(county: str, chance: str | None) -> str:
    return f"{county} ({chance})" if chance else county


def _as_before(state: State, seat: Seat) -> str:
    number = len(state.owned(seat))
    words = ngettext("You hold %d county, as before.", "You hold %d counties, as before.", number)
    return words % number


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


def _is_passed(seat: Seat, was: Mapping[Seat, int], now: Mapping[Seat, int]) -> bool:
    """Whether anybody has overtaken a seat, or it anybody."""
    return any(
        (was[one] <= was[seat] and now[one] > now[seat])
        or (was[one] >= was[seat] and now[one] < now[seat])
        for one in now
        if one != seat
    )


def _if_winter_came(say: Voice, seat: Seat, state: State) -> str:
    """Who would lead, and how far the reader is from that."""
    teller = RaceTeller(race(state), seat, say)
    number = len(teller.race.first)
    if not teller.is_first:
        form = ngettext(
            "If winter came now, %(names)s would lead %(points)s; "
            "you would be %(place)s, %(by)d behind.",
            "If winter came now, %(names)s would share the lead %(points)s; "
            "you would be %(place)s, %(by)d behind.",
            number,
        )
    elif number > 1:
        form = _("If winter came now, you would share the lead with %(names)s.")
    else:
        form = _("If winter came now, you would lead %(points)s, %(by)d ahead of %(next)s.")
    return form % teller.words
