"""Every battle that is possible now, for a page and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.devices.tower import Tower
from engine.kernel.core import Json, Seat
from engine.wallenstein.state import State
from engine.wallenstein.words.names import county_name
from games.boards.wallenstein.turn.advice_text import odds_line
from games.boards.wallenstein.turn.battles import Front, Odds, Unrest, fronts, unrest


def battles_in_words(state: State, tower: Tower, seat: Seat, names: Mapping[Seat, str]) -> Json:
    """The battles and revolts a seat could bring about, in words, county by county."""
    by_origin = groupby(fronts(state, state.rules, seat, tower), key=lambda front: front.origin)
    return {
        "origins": [
            {
                "county": county_name(origin),
                "free": _free(state.counties[origin].armies - 1),
                "fronts": [_front(front, names) for front in listed],
            }
            for origin, listed in by_origin
        ],
        "unrest": [_unrest(one) for one in unrest(state, seat, tower)],
    }


def battles_listed(state: State, tower: Tower, seat: Seat) -> Json:
    """The same as numbers."""
    return {
        "battles": [
            {
                "origin": front.origin,
                "county": front.county,
                "defender": front.owner,
                "defenders": front.defenders,
                "armies": odds.armies,
                "win": odds.win,
                "tie": odds.tie,
                "loss": odds.loss,
            }
            for front in fronts(state, state.rules, seat, tower)
            for odds in front.odds
        ],
        "revolts": [
            {
                "county": one.county,
                "armies": one.armies,
                "peasants": one.peasants,
                "held": one.held,
            }
            for one in unrest(state, seat, tower)
        ],
    }


def _free(armies: int) -> str:
    sentence = ngettext("%(armies)d army may leave", "%(armies)d armies may leave", armies)
    return sentence % {"armies": armies}


def _front(front: Front, names: Mapping[Seat, str]) -> Json:
    return {
        "county": county_name(front.county),
        "seat": front.owner,
        "name": names[front.owner] if front.owner else _("neutral"),
        "defenders": front.defenders,
        "best": _line(front.best),
        "fewer": [_line(odds) for odds in reversed(front.odds[:-1])],
    }


def _line(odds: Odds) -> Json:
    armies = ngettext("%(armies)d army", "%(armies)d armies", odds.armies)
    return {**odds_line(odds), "armies": armies % {"armies": odds.armies}}


def _unrest(one: Unrest) -> str:
    sentence = ngettext(
        "%(county)s: %(peasants)d peasant would rise against %(armies)s, "
        "put down in %(held)d of 100 cases.",
        "%(county)s: %(peasants)d peasants would rise against %(armies)s, "
        "put down in %(held)d of 100 cases.",
        one.peasants,
    )
    armies = ngettext("%(armies)d army", "%(armies)d armies", one.armies) % {"armies": one.armies}
    return sentence % {
        "county": county_name(one.county),
        "peasants": one.peasants,
        "armies": armies,
        "held": one.held,
    }
