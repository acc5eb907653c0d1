"""Cards that are dealt face down: what they were worth is told when the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class DealsPart(Protocol):
    """How good the deals of a game were, by one number that is printed on every card."""

    @property
    def title(self) -> StrOrPromise:
        """What is added up."""

    @property
    def about(self) -> StrOrPromise:
        """What that number says, and what it does not."""

    @property
    def piles(self) -> Mapping[str, Sequence[Any]]:
        """What is dealt from, by the names that deals give it."""

    def worth(self, card: Any) -> int:
        """The number on a card."""
