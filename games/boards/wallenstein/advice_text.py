"""Advice and odds in words, for the player whose plan it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core import Json
from engine.wallenstein.board import COUNTIES
from games.boards.wallenstein.advice import Advice, Budget, Larder
from games.boards.wallenstein.battles import Odds


def _revolt(data: Json) -> str:
    text = ngettext(
        "%(county)s has a revolt marker: %(peasants)d peasant will rise against %(armies)d armies, "
        "put down in %(held)d of 100 cases.",
        "%(county)s has revolt markers: %(peasants)d peasants will rise against %(armies)d armies, "
        "put down in %(held)d of 100 cases.",
        data["peasants"],
    )
    return text % data


def _hunger(data: Json) -> str:
    text = ngettext(
        "Winter may leave %(short)d of your %(need)d counties without grain: "
        "%(counties)d county will revolt.",
        "Winter may leave %(short)d of your %(need)d counties without grain: "
        "%(counties)d counties will revolt.",
        data["counties"],
    )
    return text % data


_SENTENCES: Final[Mapping[str, Callable[[Json], str]]] = {
    "revolt": _revolt,
    "hunger": _hunger,
    "nothing_to_collect": lambda data: _("%(county)s has nothing to give here.") % data,
    "no_money": lambda data: _("This costs %(price)d, and you will have at most %(most)d.") % data,
    "perhaps_no_money": lambda data: (
        _("This costs %(price)d. You may have only %(least)d by then, as the action cards fall.")
        % data
    ),
    "building_there": lambda data: _("%(county)s already has such a building.") % data,
    "no_free_city": lambda data: _("%(county)s has no free city.") % data,
    "no_tile_left": lambda _data: _("No such building is left in the supply."),
    "no_armies_left": lambda _data: _("Your supply has too few armies for this."),
    "one_army": lambda data: _("%(county)s has one army only, and one must stay.") % data,
    "no_orders": lambda data: _("Nobody will march from %(county)s: there is no order.") % data,
    "too_few_to_go": lambda data: _("Only %(free)d armies may leave %(county)s now.") % data,
    "idle": lambda data: (
        ngettext(
            "%(boxes)d box does nothing, and %(counties)d of your counties are free.",
            "%(boxes)d boxes do nothing, and %(counties)d of your counties are free.",
            data["boxes"],
        )
        % data
    ),
}


def sentence(advice: Advice) -> str:
    """A piece of advice as one sentence in the reader's language."""
    data = dict(advice.data)
    if "county" in data:
        data["county"] = COUNTIES[data["county"]].name
    return _SENTENCES[advice.code](data)


def odds_words(odds: Odds) -> Json:
    """The chances of an attack in one line, what they are about, and the numbers for a bar."""
    numbers = {"win": odds.win, "tie": odds.tie, "loss": odds.loss}
    note = ngettext(
        "%(armies)d army into %(county)s, with the tower and all armies as they are now",
        "%(armies)d armies into %(county)s, with the tower and all armies as they are now",
        odds.armies,
    )
    return {
        **numbers,
        "text": _("Win %(win)d %%, tie %(tie)d %%, loss %(loss)d %%") % numbers,
        "note": note % {"armies": odds.armies, "county": COUNTIES[odds.county].name},
    }


def budget_sentence(budget: Budget) -> str:
    """Money over the season in one line."""
    return _(
        "You have %(start)d Thalers. Bid %(bid)d, outlay %(outlay)d, taxes %(taxes)s: "
        "%(left)s Thalers left."
    ) % {
        "start": budget.start,
        "bid": budget.bid,
        "outlay": budget.outlay,
        "taxes": _span(budget.taxes),
        "left": _span(budget.left),
    }


def larder_sentence(larder: Larder) -> str:
    """Grain for the next winter in one line."""
    return _(
        "Winter feeds %(need)d counties. With this plan you have %(grain)s grain; "
        "up to %(loss)d may be lost."
    ) % {"need": larder.need, "grain": _span(larder.grain), "loss": larder.loss}


def _span(amounts: tuple[int, int]) -> str:
    least, most = amounts
    return str(least) if least == most else f"{least}–{most}"
