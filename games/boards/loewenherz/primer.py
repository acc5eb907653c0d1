"""What Löwenherz is, for whoever sits down to it for the first time."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from games.boards.board import Primer

PRIMER: Final = Primer(
    sentences=(
        gettext_lazy(
            "You fence in land around your castles with borders, and guard it with knights."
        ),
        gettext_lazy(
            "Closed land brings points at once: forests 1, villages 3, the royal city 5; whoever "
            "has more knights takes land from a neighbour."
        ),
        gettext_lazy(
            "Each turn you play or sell one of three secret cards; whoever reaches the goal first "
            "wins, or has the most points when the cards run out."
        ),
    ),
    overview="overview",
)
