"""The rules of Löwenherz in our own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy

from engine.loewenherz.board import MINES, TILES
from engine.loewenherz.cards import CARDS, FULL_DECK
from games.boards.loewenherz.cards import CardPicture
from games.boards.rulebook import Rulebook


def _cards() -> Mapping[str, object]:
    """Every kind of card, in the order of the piles."""
    cards = [CardPicture(name, card.copies) for name, card in CARDS.items()]
    return {"cards": cards, "number_of_cards": len(FULL_DECK)}


def _mines() -> Mapping[str, object]:
    """How many mines there are of each kind."""
    signs = "".join("".join(rows) for rows in TILES.values())
    return {"mines_of_a_kind": max(map(signs.count, MINES))}


RULEBOOK: Final = Rulebook(
    game="loewenherz",
    title="Löwenherz",
    rules={
        "overview": gettext_lazy("The game in five minutes"),
        "castles": gettext_lazy("Board and castles"),
        "turn": gettext_lazy("A turn"),
        "borders": gettext_lazy("Borders and domains"),
        "knights": gettext_lazy("Knights, expansion, deserter, alliance"),
        "mines": gettext_lazy("Mines and monopolies"),
        "cards": gettext_lazy("The cards"),
        "end": gettext_lazy("The end of the game"),
        "by-post": gettext_lazy("By post: what you decide in advance"),
    },
    ids={"H": gettext_lazy("all rules of the game")},
    figures={"cards": _cards, "mines": _mines},
)
# What to read about a question, a report, orders as text, or the options of a new table.
HELP_ON: Final[Mapping[str, Sequence[str]]] = {
    "castle": ("castles",),
    "turn": ("turn", "borders", "knights", "cards"),
    "give_up": ("knights",),
    **dict.fromkeys(("orders", "ranking"), ("by-post",)),
    "question": ("overview",),
    "report": ("turn", "mines", "end"),
    "options": ("overview", "by-post"),
}
