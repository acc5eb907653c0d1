"""Advice and odds in words, for the player whose plan it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES
from games.boards.wallenstein.turn.advice import Advice, Budget, Larder
from games.boards.wallenstein.turn.battles import Odds


def _revolt(data: Json) -> str:
    text = ngettext(
        "%(county)s has a revolt marker: %(peasants)s peasant will rise against %(armies)s, "
        "put down in %(held)s of 100 cases.",
        "%(county)s is in unrest: %(peasants)s peasants will rise against %(armies)s, "
        "put down in %(held)s of 100 cases.",
        _number(data["peasants"]),
    )
    armies = ngettext("%(armies)d army", "%(armies)d armies", data["armies"]) % data
    spans = {"peasants": _span(data["peasants"]), "held": _span(data["held"])}
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


def _idle(data: Json) -> str:
    boxes = ngettext("%(boxes)d box does nothing.", "%(boxes)d boxes do nothing.", data["boxes"])
    counties = ngettext(
        "%(counties)d of your county cards is not used.",
        "%(counties)d of your county cards are not used.",
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
    "no_orders": lambda data: _("Nobody will march from %(county)s: there is no order.") % data,
    "must_march": lambda data: (
        _("Armies must march. Without an order one army leaves %(county)s.") % data
    ),
    "court_too_few_armies": lambda data: (
        _("%(county)s has too few armies: this takes %(number)d, and one must stay.") % data
    ),
    "court_too_few_in_tray": lambda data: (
        _("Too few of your armies lie in the tray for this (%(left)d of %(number)d).") % data
    ),
    "court_too_few_courtiers": lambda data: (
        _("Too few courtiers are left for this (%(left)d of %(number)d).") % data
    ),
    "favor_finds_county": lambda data: (
        _(
            "You name no county for favor card %(favor)d: it will be used in %(county)s, "
            "the first on the map where it can be."
        )
        % data
    ),
    "favor_without_county": lambda data: (
        _("Favor card %(favor)d has no effect unless you name a county.") % data
    ),
    "too_few_to_go": _too_few,
    "idle": _idle,
}


def sentence(advice: Advice) -> str:
    """A piece of advice as one sentence in the reader's language."""
    data = dict(advice.data)
    if "county" in data:
        data["county"] = COUNTIES[data["county"]].name
    if "price" in data:
        data["price"] = _span(data["price"])
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
        "note": note % {"armies": odds.armies, "county": COUNTIES[odds.county].name},
    }


def odds_line(odds: Odds) -> Json:
    """The chances of an attack as numbers and as a line."""
    numbers = {"win": odds.win, "tie": odds.tie, "loss": odds.loss}
    return {**numbers, "text": _("Win %(win)d %%, tie %(tie)d %%, loss %(loss)d %%") % numbers}


def budget_sentence(budget: Budget, *, bidding: bool = True) -> str:
    """Money over the season in one line."""
    return " ".join(_sums(budget, bidding=bidding))


def _sums(budget: Budget, *, bidding: bool) -> Iterator[str]:
    start, left = budget.start, _span(budget.left)
    yield ngettext("You have %(start)d Thaler.", "You have %(start)d Thalers.", start) % {
        "start": start
    }
    if bidding:
        text = ngettext(
            "Bid %(bid)d, outlay %(outlay)s, taxes %(taxes)s: %(left)s Thaler left.",
            "Bid %(bid)d, outlay %(outlay)s, taxes %(taxes)s: %(left)s Thalers left.",
            _number(budget.left),
        )
    else:
        text = ngettext(
            "Outlay %(outlay)s, taxes %(taxes)s: %(left)s Thaler left.",
            "Outlay %(outlay)s, taxes %(taxes)s: %(left)s Thalers left.",
            _number(budget.left),
        )
    paid = {"bid": budget.bid, "outlay": _span(budget.outlay), "taxes": _span(budget.taxes)}
    yield text % {**paid, "left": left}


def larder_sentence(larder: Larder) -> str:
    """Grain for the next winter in one line."""
    if larder.house_loss:
        sentence = ngettext(
            "Winter feeds %(need)d county. With this plan you have %(grain)s grain; "
            "up to %(loss)d (house value) may be lost.",
            "Winter feeds %(need)d counties. With this plan you have %(grain)s grain; "
            "up to %(loss)d (house value) may be lost.",
            larder.need,
        )
    else:
        sentence = ngettext(
            "Winter feeds %(need)d county. With this plan you have %(grain)s grain; "
            "up to %(loss)d may be lost.",
            "Winter feeds %(need)d counties. With this plan you have %(grain)s grain; "
            "up to %(loss)d may be lost.",
            larder.need,
        )
    return sentence % {"need": larder.need, "grain": _span(larder.grain), "loss": larder.loss}


def _number(amounts: tuple[int, int]) -> int:
    """The number a word after a span goes by: one and the same amount, else several."""
    least, most = amounts
    return least if least == most else 2


def _span(amounts: tuple[int, int]) -> str:
    least, most = amounts
    return str(least) if least == most else f"{least}–{most}"
