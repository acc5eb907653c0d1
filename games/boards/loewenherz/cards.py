"""Power cards as pages and letters show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.loewenherz.cards import CARDS
from games.boards.loewenherz.names import action_words


class CardAction(NamedTuple):
    """One of the things a card allows: its symbol and its words."""

    action: str
    words: str


@dataclass(frozen=True)
class CardPicture:
    """A card, drawn by boards/loewenherz/card.html; several equal ones are drawn as a heap."""

    name: str
    copies: int = 1
    # By which an answer names it; nothing where it cannot be chosen.
    handle: str = ""
    # Whether everybody has seen it, because it came from the market.
    seen: bool = False

    @property
    def letter(self) -> str:
        """The pile it came from."""
        return CARDS[self.name].letter

    @property
    def price(self) -> int:
        """What playing it costs."""
        return CARDS[self.name].price

    @property
    def sale(self) -> int:
        """What selling it brings."""
        return CARDS[self.name].sale

    @property
    def house(self) -> bool:
        """Whether it is of our own making."""
        return CARDS[self.name].house

    @cached_property
    def actions(self) -> list[CardAction]:
        """What it allows; whoever plays it takes one of them."""
        allowed = CARDS[self.name].actions.items()
        return [CardAction(action, action_words(action, count)) for action, count in allowed]

    @property
    def title(self) -> str:
        """What it allows, in a line."""
        return _(" or ").join(action.words for action in self.actions)

    @property
    def sentence(self) -> str:
        """Everything that is printed on it, in a line."""
        words = {"card": self.title, "letter": self.letter, "price": self.price, "sale": self.sale}
        line = _("%(card)s (pile %(letter)s, price %(price)d, sale %(sale)d)") % words
        return f"{line} [{_('house value')}]" if self.house else line


def heaped(names: Iterable[str]) -> list[CardPicture]:
    """Cards in their order, equal ones as a heap where the first of them lies."""
    return [CardPicture(name, copies) for name, copies in Counter(names).items()]
