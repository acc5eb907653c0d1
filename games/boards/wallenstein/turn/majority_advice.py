"""What a building would bring next winter beside its own point: said in its box, to its planner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.text.lexicon import language_of
from engine.wallenstein.board import BUILDING_KINDS, COUNTIES
from engine.wallenstein.score import Contest, contests
from engine.wallenstein.state import State
from engine.wallenstein.words.names import in_region
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.turn.advice import Plans


class Promise(NamedTuple):
    """A box, the contest as it stands with the building in it, and what that adds."""

    where: str
    contest: Contest
    gain: int


def promises(plans: Plans) -> Iterator[Promise]:
    """W-W4: every planned building that can be built and brings its planner more of a majority."""
    for building in BUILDING_KINDS:
        action = f"build_{building}"
        county = plans.counties.get(action)
        if county is None or None not in plans.obstacles(action, plans.most_at(action)):
            continue
        here = plans.state.counties[county]
        after = plans.state.with_county(county, buildings=(*here.buildings, building))
        now, then = (_contest(state, county, building) for state in (plans.state, after))
        gain = then.points(plans.seat) - now.points(plans.seat)
        if gain > 0:
            yield Promise(f"boxes.{action}", then, gain)


def promise_sentence(promise: Promise, language: str) -> str:
    """What it brings, in one sentence in the reader's language."""
    contest, spoken = promise.contest, language_of(language)
    words = {
        "buildings": Voice.of(language, {}).buildings(contest.building),
        "place": in_region(contest.region, spoken),
        "gain": promise.gain,
    }
    if len(contest.leaders) > 1:
        return _("This ties you for the most %(buildings)s %(place)s: +%(gain)d.") % words
    return _("This gives you the most %(buildings)s %(place)s: +%(gain)d.") % words


def _contest(state: State, county: str, building: str) -> Contest:
    place = COUNTIES[county].region, building
    fought = contests(state.seats, state.counties, state.rules.majorities)
    return next(one for one in fought if (one.region, one.building) == place)
