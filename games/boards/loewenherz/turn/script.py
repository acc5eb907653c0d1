"""What the script of the turn form knows and says."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.kernel.core import Json
from engine.loewenherz.cards import CARDS
from games.boards.loewenherz.turn.forms import TurnForm
from games.boards.remarks import saving_words


def script_data(form: TurnForm) -> Json:
    """What the script on the page needs to know of the position."""
    kind, options = form.decision.kind, form.options
    offered = {
        "turn": ("borders", "knights", "expand", "deserter", "alliance"),
        "castle": ("squares", "distance"),
        "give_up": ("knights",),
    }.get(kind, ())
    return {
        "kind": kind,
        "seat": options.get("colour", form.decision.seat),
        "options": {key: options[key] for key in offered},
        "counts": {name: dict(card.actions) for name, card in CARDS.items()}
        if kind == "turn"
        else {},
        "domains": {
            square: one["castle"] for one in form.view["domains"] for square in one["squares"]
        },
        "outlook": form.remarks.tips.get("outlook"),
    }


def script_words() -> Json:
    """What the script on the page says, in the reader's language."""
    return {
        "card": _("Tap a card of your hand."),
        "action": _("Now choose what to do with it."),
        "too_dear": _("You cannot pay for this card: sell it, or choose another."),
        "sell": _("You will sell this card. Press Ready."),
        "borders": _("Tap two neighbouring squares, or the line between them."),
        "side": _("{square}: tap the neighbouring square, or one of the arrows."),
        "neighbour": _("{square}: now click the neighbouring square."),
        "no_side": _("No border can be placed beside {square}."),
        "knights": _("Tap a square for a knight."),
        "own_domain": _("Tap a domain of yours."),
        "expand": _("Domain {castle}: tap the square it takes."),
        "deserter": _("Domain {castle}: tap the domain that a knight leaves."),
        "place": _("Now tap the square in {castle} for your new knight."),
        "alliance": _("Domain {castle}: tap the domain it allies with."),
        "castle": _("Tap a square for the castle."),
        "castle_knight": _("Now tap the square beside it for the knight."),
        "give_up": _("Tap the knight that leaves."),
        "nothing": _("Nothing is possible here: choose something else."),
        **_refusals(),
        "no_guide": _("No connection: the guide cannot be fetched now. Try again later."),
        "done": _("All is placed. Look at what it brings, then press Ready."),
        "chosen": _("Press Ready to seal it."),
        "undone": _("{place} is taken back."),
        "taken": _("{place} is chosen."),
        "up": _("above"),
        "right": _("to the right"),
        "down": _("below"),
        "left": _("to the left"),
        **saving_words(),
    }


def ranking_words() -> Json:
    """What the script of a ranking says, whose buttons move a row."""
    return {"up": _("Move choice {place} up"), "down": _("Move choice {place} down")}


def _refusals() -> Json:
    """Why a tap on a square means nothing, by what was asked: the rule that it breaks."""
    not_leaving = _("{square}: none of the knights that may leave stands there.")
    not_lit = _("{square} lies in no domain that can be chosen here: tap a lit one.")
    return {
        "not_castle": _(
            "{square}: a castle needs a free meadow with room for a knight beside it, "
            "and a distance of at least {distance} to castles of its colour."
        ),
        "not_castle_knight": _("{square} is no free meadow or forest beside the castle."),
        "not_knights": _(
            "{square}: a knight needs a free meadow or forest that you can pay for, next to a "
            "figure of yours with no border between."
        ),
        "not_place": _(
            "{square}: your new knight needs a free meadow or forest inside {castle}, next to a "
            "figure of yours."
        ),
        "not_expand": _(
            "{square}: a domain takes squares beside it without castles or foreign knights, and "
            "from a rival only with more knights and no alliance."
        ),
        "not_give_up": not_leaving,
        "not_chosen": not_leaving,
        "not_own_domain": not_lit,
        "not_deserter": not_lit,
        "not_alliance": not_lit,
    }
