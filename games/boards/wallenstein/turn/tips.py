"""What each card on the mat comes to, in a word or two: income, armies, odds, or what is amiss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.wallenstein.words.names import county_name
from games.boards.wallenstein.spans import span
from games.boards.wallenstein.turn.advice import Advice, Plans
from games.boards.wallenstein.turn.battles import Odds
from games.boards.wallenstein.turn.majority_advice import Promise

GOOD, WARN, PLAIN = "good", "warn", "plain"
INCOME: Final = ("collect_taxes", "collect_grain")

_BRIEFLY: Final[Mapping[str, Callable[[Json], str]]] = {
    "revolt": lambda data: _("revolt, held %(held)s %%") % {"held": span(data["held"])},
    "hunger": lambda _data: _("hunger in winter"),
    "nothing_to_collect": lambda _data: _("nothing to collect"),
    "no_money": lambda _data: _("too expensive"),
    "perhaps_no_money": lambda _data: _("perhaps too expensive"),
    "building_there": lambda _data: _("already built"),
    "no_free_city": lambda _data: _("no free city"),
    "no_tile_left": lambda _data: _("none left"),
    "no_armies_left": lambda _data: _("too few armies"),
    "fee_for_nothing": lambda _data: _("buys nothing"),
    "only_move": lambda _data: _("moves only"),
    "one_army": lambda _data: _("one army only"),
    "no_orders": lambda _data: _("no order yet"),
    "must_march": lambda _data: _("one army leaves"),
    "court_too_few_armies": lambda _data: _("too few armies"),
    "court_too_few_in_tray": lambda _data: _("too few in the tray"),
    "court_too_few_courtiers": lambda _data: _("too few courtiers"),
    "favor_finds_county": lambda _data: _("takes the first county"),
    "not_yours": lambda _data: _("not yours yet"),
    "too_few_to_go": lambda _data: _("too few armies"),
    "unmet": lambda _data: _("condition not met"),
}


def tips(
    plans: Plans, advice: Sequence[Advice], odds: Sequence[Odds], promised: Sequence[Promise]
) -> dict[str, Json]:
    """By the field of its box; what is amiss comes first."""
    by_box = {f"boxes.{action}": tip for action, tip in _yields(plans)}
    for promise in promised:
        text = _("majority +%(gain)d") % {"gain": promise.gain}
        by_box[promise.where] = {"text": text, "kind": GOOD}
    by_box |= {f"boxes.{action}": tip for action, tip in _marches(plans, odds)}
    for one in reversed(advice):
        box = _box_of(one.where)
        if box and one.code in _BRIEFLY:
            by_box[box] = {"text": _BRIEFLY[one.code](one.data), "kind": WARN}
    return by_box


def _box_of(where: str) -> str:
    """The field of the box that advice is about, if it is about one."""
    part, _dot, rest = where.partition(".")
    return f"boxes.{rest.partition('.')[0]}" if part in ("boxes", "moves") and rest else ""


def _yields(plans: Plans) -> Iterator[tuple[str, Json]]:
    for action, county in plans.counties.items():
        if action in INCOME:
            yield action, {"text": f"+{span(plans.income(action))}", "kind": GOOD}
        elif action in plans.rules.deployments:
            armies = plans.state.counties[county].armies
            more = armies + plans.rules.deployments[action].armies
            yield action, {"text": f"{armies} → {more}", "kind": PLAIN}


def _marches(plans: Plans, odds: Sequence[Odds]) -> Iterator[tuple[str, Json]]:
    """Where the first order of an action leads, and how likely it is to be won."""
    by_place = {one.where: one for one in odds}
    for action in plans.counties:
        for number, order in plans.marching(action)[:1]:
            county = county_name(order["to"])
            chance = by_place.get(f"moves.{action}.{number}")
            if chance is None:
                yield action, {"text": f"→ {county}", "kind": PLAIN}
                continue
            text = _("→ %(county)s, win %(win)d %%") % {"county": county, "win": chance.win}
            kind = GOOD if chance.win > chance.loss else WARN
            # A number and its sign stay in one line.
            yield action, {"text": text.replace(" %", "\N{NO-BREAK SPACE}%"), "kind": kind}
