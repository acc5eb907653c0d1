"""Orders to be filled in, as the expansions of 2010 add to them: the court, the landsknechte."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from engine.wallenstein.emperors_court.cards import CANCEL, FAVORS
from engine.wallenstein.emperors_court.favors import FAVOR_KEY, FAVORS_KEY
from engine.wallenstein.emperors_court.hall import TOWER
from engine.wallenstein.emperors_court.orders import KEEP_EVENT
from engine.wallenstein.landsknechte.banners import BONUS
from engine.wallenstein.words.gain_words import GAIN_NAMES
from engine.wallenstein.words.order_words import NONE
from engine.wallenstein.words.voice import Voice
from games.boards.order_comments import comment
from games.boards.wallenstein.court import favor_offered, marked
from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.letters.templates import TEMPLATES, TemplateQuestion, counties


def _court(asked: TemplateQuestion) -> Iterator[str]:
    if not asked.brief:
        yield from _courtiers({"tower": asked.word(TOWER)})
    yield from comment(_("Favours, one per line, in order of preference:"))
    yield from _favors(asked)
    yield from comment(
        _("“%(none)s” asks for no favour, or on the last line for none but these.")
        % {"none": asked.word(NONE)}
    )


def _courtiers(tower: dict[str, str]) -> Iterator[str]:
    yield from comment(
        _("At court a county sends its armies as courtiers, “%(tower)s” those in the tray.") % tower
    )
    yield from comment(
        _("In any other box “%(tower)s” does nothing; as a bid it counts as 0.") % tower
    )


def _favor(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads(FAVOR_KEY)
    yield "#"
    yield from comment(_("One of these favours:"))
    yield from _favors(asked)
    yield from comment(_("“%(none)s” asks for no favour.") % {"none": asked.word(NONE)})


def _favors(asked: TemplateQuestion) -> Iterator[str]:
    """The cards, where each may be used, and how a wish is written."""
    offer, say = asked.options["favors"], Voice.of(asked.language, {})
    for card in offer:
        yield from comment(favor_offered(card, say))
        if card["counties"]:
            yield from comment(f"{card['favor']} -> {counties(card['counties'])}")
    if any(card["counties"] for card in offer):
        yield from comment(_("After an arrow: the counties you want it for, favourite first."))
    for card in offer:
        if FAVORS[card["favor"]].kind == CANCEL:
            wish = {"card": card["favor"], "stays": KEEP_EVENT[asked.language]}
            yield from comment(_("“%(card)d, %(stays)s” takes it and cancels nothing.") % wish)


def _bonuses(asked: TemplateQuestion) -> Iterator[str]:
    named = ", ".join(GAIN_NAMES[bonus][asked.language] for bonus in asked.options["bonuses"])
    yield from comment(_("Bonuses, favourite first: %(bonuses)s") % {"bonuses": named})


def _bonus(asked: TemplateQuestion) -> Iterator[str]:
    yield from asked.heads(BONUS)
    yield "#"
    offered = ", ".join(
        f"{GAIN_NAMES[bonus][asked.language]} ({amount})"
        for bonus, amount in asked.options["bonuses"].items()
    )
    amounts = {"bonuses": marked(offered, house_value=True)}
    yield from comment(_("One of: %(bonuses)s") % amounts)


TEMPLATES_2010: Final = TEMPLATES.joined(
    kinds={FAVOR_KEY: _favor, BONUS: _bonus},
    parts={FAVORS_KEY: _court, BONUS: _bonuses},
    words=EDITION_2010.words.orders,
)
