"""What Wallenstein is, for whoever sits down to it for the first time."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

from games.boards.board import Primer

PRIMER: Final = Primer(
    sentences=(
        gettext_lazy(
            "You rule a few counties in the Thirty Years’ War: each season everybody secretly "
            "lays county cards on ten actions, to build, collect, deploy and march."
        ),
        gettext_lazy(
            "The most points win: one for each county and each building, and more for the most "
            "palaces, churches or trading posts in a region."
        ),
        gettext_lazy(
            "There are six seasons; after the third and the sixth comes a winter, in which your "
            "people must be fed and points are counted."
        ),
    ),
    overview="overview",
)
