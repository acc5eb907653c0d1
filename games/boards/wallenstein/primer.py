"""What Wallenstein is, for whoever sits down to it for the first time."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from games.boards.board import Primer

PRIMER: Final = Primer(
    sentences=(
        gettext_lazy(
            "You rule counties in the Thirty Years’ War, and plan ten actions in secret each "
            "season."
        ),
        gettext_lazy(
            "The most points win: for counties, for buildings, and for the most of a kind in a "
            "region."
        ),
        gettext_lazy(
            "There are six seasons and two winters, when people must be fed and points are counted."
        ),
    ),
    overview="overview",
)
