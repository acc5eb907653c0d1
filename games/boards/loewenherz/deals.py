"""How good the cards off the deck were: by what selling them brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from engine.loewenherz.cards import CARDS, PILES

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class LoewenherzDeals:
    """The sale value: a price says what a card costs, and its actions are worth what a board makes
    of them, so neither tells of luck."""

    title: StrOrPromise = _("Sale value of the cards from the deck")
    about: StrOrPromise = _(
        "Only cards that came off the deck unseen count, not those chosen in the market, and only "
        "what selling them brings. What a card can do depends on the board; no number says whether "
        "it came at the right time."
    )
    piles: Mapping[str, Sequence[str]] = PILES

    def worth(self, card: Any) -> int:
        """What selling it brings, in ducats."""
        return CARDS[card].sale
