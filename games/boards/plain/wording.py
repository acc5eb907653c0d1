"""What a game is called that nobody has found words for yet: its terms, or its keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engine.bots import BOTS
from engine.kernel.core import Ruleset
from engine.text.voice import begun
from games.boards.plain.terms import Terms, lazily
from games.boards.wording import BotKind, Explained, OptionWords, Wording

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def plain_wording(ruleset: Ruleset[Any]) -> Wording:
    """Title, options and bots of a ruleset by the names it has for them."""

    def named(word: str) -> StrOrPromise:
        return lazily(ruleset, lambda terms: terms.name(word))

    return Wording(
        title=lazily(ruleset, partial(_game, ruleset.key)),
        about=lazily(ruleset, partial(_about, ruleset)),
        options={
            option: OptionWords(
                lazily(ruleset, partial(_title, option)),
                {value: Explained(named(value), "") for value in spec.values},
            )
            for option, spec in ruleset.options.items()
        },
        bots={
            bot: BotKind(lazily(ruleset, partial(_title, bot)), "", "")
            for bot in BOTS.get(ruleset.key, {})
        },
    )


def _game(key: str, terms: Terms) -> str:
    name = terms.name(key)
    return begun(name.replace("-", " ") if name == key else name)


def _title(word: str, terms: Terms) -> str:
    return terms.title(word)


def _about(ruleset: Ruleset[Any], _terms: Terms) -> str:
    fewest, most = min(ruleset.seats), max(ruleset.seats)
    if fewest == most:
        return _("A game for %(players)d.") % {"players": most}
    return _("A game for %(fewest)d to %(most)d.") % {"fewest": fewest, "most": most}
