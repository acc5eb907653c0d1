"""What the script of the turn form knows and says."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.words.names import county_name
from games.boards.remarks import saving_words
from games.boards.wallenstein.turn.form_parts import Form, instead
from games.boards.wallenstein.turn.forms import other_cards


def map_data(form: Form) -> Json:
    """What the script on the page needs to know of the game."""
    options, kind = form.decision.options, form.decision.kind
    near: Json = {}
    if kind == "plan":
        near = options["counties"]
    elif kind == "move":
        near = {options["origin"]: list(options["targets"])}
    return {
        "kind": kind,
        "near": near,
        "open": _outlined(kind, options),
        "cards": other_cards(form) if kind == "plan" else {},
        "players": dict(form.names),
        "names": {county: county_name(county) for county in form.view["in_play"]},
        "origin": options.get("origin"),
    }


def _outlined(kind: str, options: Json) -> list[str]:
    """The counties a question is about, which the map shows from the start."""
    if kind == "draft_pick":
        return [offer for offer in options["take"] if offer in COUNTIES]
    if kind == "draft_group":
        return [options["county"]]
    named = {"draft": "face_up", "move": "targets", "revolt_order": "counties"}
    return list(options[named[kind]]) if kind in named else []


def script_words() -> Json:
    """What the script on the page says, in the reader's language."""
    return {
        "begin": _("Tap a county, then a box; or a box, then a county."),
        "all_laid": _("Every box has its card. Check the plan, or press Ready."),
        "begin_otherwise": _("You may choose on the map, too."),
        "card_then_box": _("{card}: now choose a box."),
        "box_then_county": _("{box}: tap a county or a card."),
        "next_box": _("Next: {box}. Tap a county for it, or another box."),
        "next_brief": _("Next: {box}."),
        "tap": _("tap a county"),
        "next_bid": _("Next: your bid. Tap a number or a county."),
        "not_yours": _("{county} is not yours: only your own counties can be laid."),
        "march_from": _("{county}: tap the neighbour its armies march to, or leave it."),
        "or_else_from": _("{county}: tap where its armies march if that is not possible."),
        "move_from": _("{county}: tap your own neighbour its armies move to, or leave it."),
        "not_near": _("{county} is not next to {origin}."),
        "moves_home_only": _("{county} is not yours: these armies move to your own counties only."),
        "elsewhere": _("{card} lies in {box} now: lay another card here, or go on."),
        "no_guide": _("No connection: the guide cannot be fetched now. Try again later."),
        "no_card_yet": _("No card yet: {boxes}."),
        "put_here": _("{box}: put {card} here"),
        "from_map": _("{box}: choose a card"),
        "instead": instead(),
        "only_if": _("{armies} if …"),
        "with_condition": _("with a condition: {condition}"),
        "if_own": _("if mine"),
        "if_enemy": _("if a rival holds it"),
        "if_neutral": _("if neutral"),
        "if_seat": _("if {player} holds it"),
        "fewer": _("One army fewer"),
        "more": _("One army more"),
        "all": _("all"),
        "all_but": _("all but {number}"),
        "up": _("Move choice {place} up"),
        "down": _("Move choice {place} down"),
        **saving_words(),
        "offline": _("No connection. Your plan is kept in this browser and sent later."),
        "not_saved": _("This could not be saved. Your plan is kept in this browser."),
        "restored": _("This browser has a plan from {time} that the server has not seen."),
    }
