"""Each kind of question as a form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json
from engine.text.voice import begun
from engine.wallenstein.board import COMBATS, COUNTIES, MOVE_ACTIONS
from engine.wallenstein.emperors_court.hall import CONVERT
from engine.wallenstein.plan import COIN
from engine.wallenstein.rules import RULES_2010
from engine.wallenstein.words.names import (
    ACTION_NAMES,
    SEASON_NAMES,
    TILE_NAMES,
    county_name,
)
from games.boards.wallenstein.turn.advice import DEPLOY_AND_MOVE
from games.boards.wallenstein.turn.form_parts import Form, march_now, order_list, ranking

# Where the rules tell of each box: their page, and the rule on it.
RULES: Final[Mapping[str, tuple[str, str]]] = {
    **dict.fromkeys(("build_palace", "build_church", "build_trading_post"), ("actions", "W-A1")),
    "collect_grain": ("actions", "W-A2"),
    "collect_taxes": ("actions", "W-A3"),
    "deploy_5": ("actions", "W-A5"),
    "deploy_3": ("actions", "W-A6"),
    "deploy_1_move": ("actions", "W-A7"),
    **dict.fromkeys(COMBATS, ("actions", "W-A8")),
    **dict.fromkeys(CONVERT, ("expansions", "K-4")),
}
# “16 (6 Thalers, house value), for 3 courtiers”; the script of the mat reads it in the same way.
_NUMBERED_CARD: Final = re.compile(r"\d+ \(([^,)]+)")


def plan(form: Form) -> Json:
    """The ten boxes in the order of the season, the bid, the rankings."""
    options, order = form.decision.options, form.view["actions"]
    hidden = [action for action in options["boxes"] if action not in order]
    counties = [(county, form.card(county)) for county in options["counties"]]
    said_empty = options.get("left_empty", ())
    boxes = {
        action: {
            "action": action,
            "field": form.select(
                f"boxes.{action}",
                _action(form, action),
                [("", _("empty, as you have said"))]
                if action in said_empty
                else [*_no_county(form), *counties],
            ),
            "means": means(action),
            "price": price(action),
            "said": said(form, f"boxes.{action}"),
            "idle": form.fields.get(f"boxes.{action}") == COIN,
            "tip": form.remarks.tips.get(f"boxes.{action}"),
            "rule": RULES[action],
            "move": _march(form, action) if action in MOVE_ACTIONS else None,
        }
        for action in (*order, *hidden)
    }
    ranked = form.rows("revolt_order")
    positions = _positions(form)
    revolts = ranking(form, "revolt_order", _("Revolt"), counties, max(2, ranked + 1))
    return {
        "guide_tools": "boards/wallenstein/turn/guide_tools.html",
        "must_fill": not _may_be_empty(form),
        "open": [{**boxes[action], "number": place} for place, action in enumerate(order, 1)],
        "hidden": [boxes[action] for action in hidden],
        "bid": _bid(form, counties) if has_auction(form) else None,
        "bid_said": said(form, "bid"),
        "bids": options["bids"],
        "positions": positions,
        "positions_said": ranked_words(positions),
        "revolt_order": revolts,
        "revolts_ranked": ranked_words(revolts),
        "hand": [hand_card(form, county) for county in options["counties"]],
        "other_cards": [_blank_card(form)],
        "empty": options["empty"],
        "asks": form.asks,
    }


def said(form: Form, name: str) -> str:
    """The card in a box by its name, as it lies on the mat; coins of a bid have buttons."""
    card = form.fields.get(name, "")
    if not card or card in COUNTIES:
        return COUNTIES[card].name if card else ""
    return other_cards(form).get(card, "")


def other_cards(form: Form) -> dict[str, str]:
    """What cards that are no counties are called on the mat."""
    coin = _("coin") if has_auction(form) else _("blank")
    return {
        COIN: coin,
        **{card: _card(form, card) for card in form.decision.options.get("cards", ())},
    }


def ranked_words(rows: Sequence[Json]) -> str:
    """What is ranked, the best first, in one line."""
    chosen = (option for row in rows for option in row["options"] if option["selected"])
    return " › ".join(_brief(str(option["label"])) for option in chosen if option["value"])


def _brief(label: str) -> str:
    """The shortest name: of a card that has a number alone, what it gives."""
    if card := _NUMBERED_CARD.match(label):
        return card[1]
    return label.rpartition(": ")[2].partition(" (")[0]


def has_auction(form: Form) -> bool:
    """Whether this edition's plans bid for their place in the order."""
    return "bid" in form.decision.options["keys"]


def _nothing(form: Form, spare: str) -> tuple[str, str]:
    """What a box says that holds no card: that one is missing, unless there are too few cards."""
    return "", spare if _may_be_empty(form) else _("choose a card …")


def _may_be_empty(form: Form) -> bool:
    """Whether there are too few cards, and nobody has said which box stays empty."""
    options = form.decision.options
    return bool(options["empty"]) and "left_empty" not in options


def _no_county(form: Form) -> list[tuple[str, str]]:
    """What a box may hold instead of a county card."""
    blank = (
        _("coin card: not this action") if has_auction(form) else _("blank card: not this action")
    )
    others = [
        (
            card,
            _("%(card)s card: not this action") % {"card": _card(form, card)},
        )
        for card in form.decision.options.get("cards", ())
    ]
    return [_nothing(form, _("empty")), (COIN, blank), *others]


def _bid(form: Form, counties: list[tuple[str, str]]) -> Json:
    coins = [
        (str(coin), _("coin card %(value)d: costs %(value)d") % {"value": coin})
        for coin in form.decision.options["bids"]
    ]
    others = [
        (
            card,
            _("%(card)s card: counts as a 0") % {"card": _card(form, card)},
        )
        for card in form.decision.options.get("cards", ())
    ]
    nothing = _nothing(form, _("no card"))
    return form.select("bid", _("Bid"), [nothing, *coins, *others, *counties])


def _positions(form: Form) -> list[Json]:
    tiles = form.view["tiles"]
    options = [
        (str(place), f"{place}: {TILE_NAMES[tile][form.language]}")
        for place, tile in enumerate(tiles, 1)
    ]
    rows = ranking(form, "positions", _("Choice"), options, len(options))
    if form.fresh and not form.asks:
        for row, choice in enumerate(rows, 1):
            choice["value"] = str(row)
            for option in choice["options"]:
                option["selected"] = option["value"] == str(row)
    return rows


def _march(form: Form, action: str) -> Json:
    options = form.decision.options
    origin = form.fields.get(f"boxes.{action}", "")
    targets = options["counties"].get(origin, [])
    # Which card will lie in the box is not known; but armies march from one's own counties only.
    near = {county for neighbours in options["counties"].values() for county in neighbours}
    within_reach = [county for county in options["in_play"] if county in near]
    if action == DEPLOY_AND_MOVE:
        targets = [county for county in targets if county in options["counties"]]
    return order_list(form, f"moves.{action}", targets, within_reach)


def hand_card(form: Form, county: str) -> Json:
    """A county card in one's hand."""
    card, here = COUNTIES[county], form.view["counties"][county]
    return {
        "county": county,
        "name": card.name,
        "tax": card.tax,
        "grain": card.grain,
        "sites": len(card.cities),
        "buildings": len(here["buildings"]),
        "armies": here["armies"],
        "revolt": here["revolt"],
    }


def _blank_card(form: Form) -> Json:
    name = _("Coin card") if has_auction(form) else _("Blank card")
    means = _("{cards} in hand")
    return counted_card(form, COIN, name, means, form.decision.options["coins"])


def counted_card(form: Form, card: str, name: str, means: str, dealt: int) -> Json:
    """A card of which there are several, and how many of them are not laid yet.

    A script counts on with the sentence, which has room for the number.
    """
    laid = [value for field, value in form.fields.items() if field.startswith("boxes.")]
    bid = form.fields.get("bid", "")
    used = laid.count(card) + (bid.isdecimal() if card == COIN else bid == card)
    meaning = means.format(cards=max(0, dealt - used))
    return {"card": card, "name": name, "means": meaning, "counting": means, "dealt": dealt}


def price(action: str) -> int:
    """What an action costs, if it costs anything."""
    if action in RULES_2010.deployments:
        return RULES_2010.deployments[action].price
    return RULES_2010.prices.get(action.removeprefix("build_"), 0)


def means(action: str) -> str:
    """What an action does and costs, in the numbers of the rules."""
    if action in RULES_2010.deployments:
        deployment = RULES_2010.deployments[action]
        numbers = {"price": deployment.price, "armies": deployment.armies}
        if action == "deploy_1_move":
            return _("Costs %(price)d. %(armies)d army, then a move to your own county.") % numbers
        return _("Costs %(price)d. %(armies)d armies.") % numbers
    building = action.removeprefix("build_")
    if building in RULES_2010.prices:
        return _("Costs %(price)d. Needs a free city.") % {"price": RULES_2010.prices[building]}
    if action in MOVE_ACTIONS:
        return _("Armies march to one neighbour; one army stays.")
    return _("Income, and a revolt marker.")


def draft(form: Form) -> Json:
    """A ranking of counties, and the order of the army groups (P-6)."""
    options = form.decision.options
    counties = [(county, _printed(county)) for county in options["counties"]]
    groups = sorted(set(options["groups"]), reverse=True)
    sizes = [(str(group), _armies(group)) for group in groups]
    shown = max(len(options["groups"]), form.rows("counties") + 2)
    return {
        "counties": ranking(form, "counties", _("County"), counties, shown),
        "groups": ranking(form, "groups", _("Group"), sizes, len(options["groups"])),
        "face_up": [county_name(county) for county in options["face_up"]],
    }


def draft_pick(form: Form) -> Json:
    """One county on offer, or the pile, and a group (W-S5)."""
    special = {"pile": _("the top card of the pile"), "exchange": _("two new cards first")}
    offers = form.decision.options["take"]
    take = [(offer, special.get(offer) or _printed(offer)) for offer in offers]
    group = _group(form)
    if any(offer in special for offer in offers):
        # For a card that nobody knows yet; it is never what a form begins with.
        later = not form.fresh and not group["value"]
        option = {"value": "", "label": _("decide after I see the card"), "selected": later}
        group["options"].append(option)
    return {
        "take": form.select("take", _("Take"), [("", _("choose a card …")), *take]),
        "group": group,
        "face_up": [county_name(offer) for offer in offers if offer not in special],
    }


def draft_group(form: Form) -> Json:
    """A group for the card drawn from the pile."""
    return {"group": _group(form), "county": form.decision.options["county"]}


def _group(form: Form) -> Json:
    sizes = [(str(size), _armies(size)) for size in form.decision.options["groups"]]
    return form.select("group", _("Armies"), sizes)


def position(form: Form) -> Json:
    """A place in the order, with its tile."""
    tiles = form.decision.options["tiles"]
    places = [
        (place, f"{place}: {TILE_NAMES[tile][form.language]}") for place, tile in tiles.items()
    ]
    return {"position": form.select("position", _("Place"), places)}


def move(form: Form) -> Json:
    """Where armies march now: one order; more of them only where a text has brought more."""
    options = form.decision.options
    targets = list(options["targets"])
    return {
        "origin": options["origin"],
        "most": options["most"],
        "now": march_now(form, targets),
        "orders": order_list(form, "orders", targets, ()),
    }


def revolt_order(form: Form) -> Json:
    """Which revolt comes first."""
    options = form.decision.options
    counties = [(county, form.card(county)) for county in options["counties"]]
    shown = max(len(counties), form.rows("revolt_order"))
    return {"revolt_order": ranking(form, "revolt_order", _("Revolt"), counties, shown)}


Builder = Callable[[Form], Json]
BUILDERS: Final[Mapping[str, Builder]] = {
    "plan": plan,
    "draft": draft,
    "draft_pick": draft_pick,
    "draft_group": draft_group,
    "position": position,
    "move": move,
    "revolt_order": revolt_order,
}


def heading(form: Form) -> str:
    """What the page is about."""
    season = SEASON_NAMES.get(form.view["season"])
    if season is None:
        return _("Before the war: the line-up")
    words = {"season": season[form.language], "year": form.view["year"]}
    if form.decision.kind == "plan":
        return _("Your plan for %(season)s, year %(year)d") % words
    return _("A question in %(season)s, year %(year)d") % words


def question(form: Form) -> str:
    """The question in one sentence."""
    options = form.decision.options
    if form.decision.kind == "move":
        return _("%(action)s: where do the armies in %(county)s march?") % {
            "action": _action(form, options["action"]),
            "county": county_name(options["origin"]),
        }
    if form.decision.kind == "draft_group":
        county = county_name(options["county"])
        return _("You drew %(county)s from the pile. How many armies go there?") % {
            "county": county
        }
    return {
        "plan": _(
            "Lay a county or a coin card on each action, bid, and give your marching orders."
        ),
        "draft": _("Which counties would you like to start with, and how many armies come first?"),
        "draft_pick": _("Which county do you take, and how many armies go there?"),
        "position": _("Which place in the order do you take?"),
        "revolt_order": _("Several of your counties revolt. Which one do you face first?"),
    }.get(form.decision.kind, "")


def put(form: Form, builders: Mapping[str, Builder]) -> str:
    """The question as its builder puts it, where that has words of its own."""
    return str(builders[form.decision.kind](form).get("question") or question(form))


def _card(form: Form, card: str) -> str:
    return form.orders.bodies[card][form.language]


def _action(form: Form, action: str) -> str:
    return begun((ACTION_NAMES.get(action) or form.orders.heads[action].written)[form.language])


def _printed(county: str) -> str:
    card = COUNTIES[county]
    return _("%(county)s (tax %(tax)d, grain %(grain)d, cities %(cities)d)") % {
        "county": card.name,
        "tax": card.tax,
        "grain": card.grain,
        "cities": len(card.cities),
    }


def _armies(count: int) -> str:
    return ngettext("%(count)d army", "%(count)d armies", count) % {"count": count}
