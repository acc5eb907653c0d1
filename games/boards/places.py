"""Places at the end of a game and on the way there, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import pgettext_lazy

_SHORT: Final = (
    pgettext_lazy("place", "1st"),
    pgettext_lazy("place", "2nd"),
    pgettext_lazy("place", "3rd"),
    pgettext_lazy("place", "4th"),
    pgettext_lazy("place", "5th"),
    pgettext_lazy("place", "6th"),
)
_SPELT: Final = (
    pgettext_lazy("place", "first"),
    pgettext_lazy("place", "second"),
    pgettext_lazy("place", "third"),
    pgettext_lazy("place", "fourth"),
    pgettext_lazy("place", "fifth"),
    pgettext_lazy("place", "sixth"),
)
_NUMBERS: Final = (
    pgettext_lazy("players", "one"),
    pgettext_lazy("players", "two"),
    pgettext_lazy("players", "three"),
    pgettext_lazy("players", "four"),
    pgettext_lazy("players", "five"),
    pgettext_lazy("players", "six"),
)


def nth(place: int) -> str:
    """A place in short: 2nd."""
    return _said(_SHORT, place)


def came(place: int) -> str:
    """A place as it is told: second."""
    return _said(_SPELT, place)


def players(number: int) -> str:
    """So many players: five."""
    return _said(_NUMBERS, number)


def _said(words: Sequence[object], number: int) -> str:
    """The word for a number; more than games have is told in digits."""
    return str(words[number - 1]) if 0 < number <= len(words) else str(number)
