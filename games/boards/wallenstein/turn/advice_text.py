"""Advice and odds in words, for the player whose plan it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.emperors_court.favor_words import favor_named
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.spans import span
from games.boards.wallenstein.turn.advice import ASKED, MARCHED, STAYED, Advice, Budget
from games.boards.wallenstein.turn.battles import Expected, Odds
from games.language import spoken


def _revolt(data: Json) -> str:
    text = ngettext(
        "%(county)s has a revolt marker: %(peasants)s peasant will rise against %(armies)s, "
        "put down in %(held)s of 100 cases. If not, the county is lost.",
        "%(county)s is in unrest: %(peasants)s peasants will rise against %(armies)s, "
        "put down in %(held)s of 100 cases. If not, the county is lost.",
        _number(data["peasants"]),
    )
    armies = ngettext("%(armies)d army", "%(armies)d armies", data["armies"]) % data
    spans = {"peasants": span(data["peasants"]), "held": span(data["held"])}
    return text % {**data, **spans, "armies": armies}


def _hunger(data: Json) -> str:
    text = ngettext(
        "Winter may leave %(short)d of your %(need)d counties without grain: "
        "%(counties)d county will revolt.",
        "Winter may leave %(short)d of your %(need)d counties without grain: "
        "%(counties)d counties will revolt.",
        data["counties"],
    )
    return text % data


def _too_few(data: Json) -> str:
    text = ngettext(
        "Only %(free)d army may leave %(county)s now.",
        "Only %(free)d armies may leave %(county)s now.",
        data["free"],
    )
    return text % data


def _unmet(data: Json) -> str:
    holders = {
        "own": _("Only if %(county)s is yours: %(outcome)s"),
        "enemy": _("Only if a rival holds %(county)s: %(outcome)s"),
        "neutral": _("Only if nobody holds %(county)s: %(outcome)s"),
    }
    outcomes = {
        STAYED: _("as things stand nobody marches."),
        ASKED: _("as things stand you will be asked where to march."),
        MARCHED: _("as things stand one army marches where it must."),
    }
    text = holders.get(data["holder"]) or _("Not as %(county)s is now: %(outcome)s")
    return text % {**data, "outcome": outcomes[data["otherwise"]]}


def _idle(data: Json) -> str:
    boxes = ngettext("%(boxes)d box does nothing.", "%(boxes)d boxes do nothing.", data["boxes"])
    counties = ngettext(
        "One county card is unused.",
        "%(counties)d county cards are unused.",
        data["counties"],
    )
    return f"{boxes % data} {counties % data}"


_SENTENCES: Final[Mapping[str, Callable[[Json], str]]] = {
    "revolt": _revolt,
    "hunger": _hunger,
    "nothing_to_collect": lambda data: _("%(county)s has nothing to give here.") % data,
    "no_money": lambda data: _("This costs %(price)s, and you will have at most %(most)d.") % data,
    "perhaps_no_money": lambda data: (
        _("This costs %(price)s. You may have only %(least)d by then, as the cards fall.") % data
    ),
    "building_there": lambda data: _("%(county)s already has such a building.") % data,
    "no_free_city": lambda data: _("%(county)s has no free city.") % data,
    "no_tile_left": lambda _data: _("No such building is left in the supply."),
    "no_armies_left": lambda _data: _("Your supply has too few armies for this."),
    "fee_for_nothing": lambda data: (
        _("This costs %(price)s for nothing: no army is placed, and none moves.") % data
    ),
    "only_move": lambda data: (
        _("Your supply is empty: no army is placed, armies only move from %(county)s.") % data
    ),
    "one_army": lambda data: _("%(county)s has one army only, and one must stay.") % data,
    "no_orders": lambda data: _("No marching order: the armies in %(county)s stay.") % data,
    "must_march": lambda data: (
        _("Armies must march. Without an order one army leaves %(county)s.") % data
    ),
    "court_too_few_armies": lambda data: (
        _("%(county)s has too few armies: this takes %(number)d, and one must stay.") % data
    ),
    "court_too_few_in_tray": lambda data: (
        _("Too few of your armies are in the tray for this (%(left)d of %(number)d).") % data
    ),
    "court_too_few_courtiers": lambda data: (
        _("Too few courtiers are left for this (%(left)d of %(number)d).") % data
    ),
    "favor_finds_county": lambda data: (
        _(
            "You name no county for favour card %(favor)s: it will be used in %(county)s, the "
            "first county on the map where it can be."
        )
        % data
    ),
    "favor_without_county": lambda data: (
        _("Favour card %(favor)s has no effect unless you name a county.") % data
    ),
    "no_wish": lambda data: (
        ngettext(
            "You have %(courtiers)d courtier in the entrance hall and ask for no favour.",
            "You have %(courtiers)d courtiers in the entrance hall and ask for no favour.",
            data["courtiers"],
        )
        % data
    ),
    "not_yours": lambda data: (
        _("%(county)s is not yours: the armies move only if it is by then.") % data
    ),
    "too_few_to_go": _too_few,
    "unmet": _unmet,
    "idle": _idle,
}


def sentence(advice: Advice) -> str:
    """A piece of advice as one sentence in the reader's language."""
    data = dict(advice.data)
    if "county" in data:
        data["county"] = COUNTIES[data["county"]].name
    if "price" in data:
        data["price"] = span(data["price"])
    if "favor" in data:
        data["favor"] = favor_named(Voice.of(spoken(), {}), data["favor"])
    return _SENTENCES[advice.code](data)


def odds_words(odds: Odds) -> Json:
    """The chances of an attack in one line, what they are about, and the numbers for a bar."""
    note = ngettext(
        "%(armies)d army into %(county)s, with the tower and all armies as they are now",
        "%(armies)d armies into %(county)s, with the tower and all armies as they are now",
        odds.armies,
    )
    return {
        **odds_line(odds),
        "expected": expected_words(odds.expected),
        "note": note % {"armies": odds.armies, "county": COUNTIES[odds.county].name},
    }


def expected_words(expected: Expected) -> str:
    """How many cubes fall for either side in the long run, and why so many."""
    attack, defence, peasants = (number_format(round(cubes, 1), 1) for cubes in expected)
    numbers = {"attack": attack, "defence": defence, "peasants": peasants}
    if defence == peasants:
        return _("cubes expected: you %(attack)s, peasants %(peasants)s") % numbers
    if expected.peasants:
        return (
            _("cubes expected: you %(attack)s, they %(defence)s, of these %(peasants)s peasants")
            % numbers
        )
    return _("cubes expected: you %(attack)s, they %(defence)s") % numbers


def odds_line(odds: Odds) -> Json:
    """The chances of an attack as numbers and as a line."""
    numbers = {"win": odds.win, "tie": odds.tie, "loss": odds.loss}
    return {**numbers, "text": _("Win %(win)d %%, tie %(tie)d %%, loss %(loss)d %%") % numbers}


def budget_sentence(budget: Budget, *, bidding: bool = True) -> str:
    """Money over the season in one line."""
    return " ".join(_sums(budget, bidding=bidding))


def _sums(budget: Budget, *, bidding: bool) -> Iterator[str]:
    start, left = budget.start, span(budget.left)
    yield ngettext("You have %(start)d Thaler.", "You have %(start)d Thalers.", start) % {
        "start": start
    }
    if bidding:
        text = ngettext(
            "Bid %(bid)d, spending %(outlay)s, taxes +%(taxes)s: %(left)s Thaler left.",
            "Bid %(bid)d, spending %(outlay)s, taxes +%(taxes)s: %(left)s Thalers left.",
            _number(budget.left),
        )
    else:
        text = ngettext(
            "Spending %(outlay)s, taxes +%(taxes)s: %(left)s Thaler left.",
            "Spending %(outlay)s, taxes +%(taxes)s: %(left)s Thalers left.",
            _number(budget.left),
        )
    paid = {"bid": budget.bid, "outlay": span(budget.outlay), "taxes": span(budget.taxes)}
    yield text % {**paid, "left": left}


def _number(amounts: tuple[int, int]) -> int:
    """The number a word after a span goes by: one and the same amount, else several."""
    least, most = amounts
    return least if least == most else 2
