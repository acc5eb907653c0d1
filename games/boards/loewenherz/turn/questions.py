"""What each question asks, in a sentence or two: on its page and in letters."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.kernel.core import Decision, Json
from engine.loewenherz.land import NEUTRAL
from games.boards.board import Names
from games.boards.loewenherz.names import counted, whose


def question(decision: Decision, language: str, names: Names) -> str:
    """What is asked, in a sentence or two."""
    options, kind = decision.options, decision.kind
    if kind == "castle":
        return _castle_question(options)
    if kind == "give_up":
        words = {
            "who": whose(options["by"], language, names),
            "domain": options["domain"],
            "against": options["against"],
        }
        asks = _(
            "%(who)s wins a deserter for the domain %(domain)s: a knight of your domain "
            "%(against)s leaves. Which one?"
        )
        return asks % words
    if kind == "orders":
        return _(
            "Orders for your next turn: the first that is possible then is played at once, and "
            "nobody waits for you. You need not leave any."
        )
    if kind == "ranking":
        return _(
            "If somebody wins a deserter from you, the first of these knights that can leave does "
            "so, and you are not asked. You need not leave a ranking."
        )
    ducats = counted(options["money"], "ducat")
    return _("Choose a card, and play or sell it. You have %(ducats)s.") % {"ducats": ducats}


def _castle_question(options: Json) -> str:
    asks = _(
        "Place a castle, at least %(distance)d squares from your other castles, and its knight "
        "beside it."
    )
    if options["colour"] == NEUTRAL:
        asks = _(
            "Place a neutral castle, at least %(distance)d squares from the other neutral ones, "
            "and its knight beside it."
        )
    return asks % {"distance": options["distance"]}
