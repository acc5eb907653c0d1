"""The rules and help of a game in our own words: which pages there are, and whose they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Rulebook:
    """The pages of one game, each with its title; rulesets of the same game share them.

    A page is `templates/rules/<game>/<language>/<page>.html` and opens at `/rules/<game>/<page>/`.
    """

    game: str
    title: StrOrPromise
    rules: Mapping[str, StrOrPromise] = field(default_factory=dict)
    help: Mapping[str, StrOrPromise] = field(default_factory=dict)
    # What the beginnings of the names of its rules mean.
    ids: Mapping[str, StrOrPromise] = field(default_factory=dict)
    # Pages that once had an address without a game in it, which is still in old letters.
    once_without_game: frozenset[str] = frozenset()
    # What a page shows that stands in the data of its game, such as a list of all cards.
    figures: Mapping[str, Callable[[], Mapping[str, object]]] = field(default_factory=dict)

    @property
    def pages(self) -> dict[str, StrOrPromise]:
        """Rules and help in the order they are read."""
        return {**self.rules, **self.help}

    def figures_on(self, page: str) -> Mapping[str, object]:
        """What the data of the game puts into a page, in the reader's language."""
        return self.figures[page]() if page in self.figures else {}


# What holds at every table, whatever is played there.
HOUSE: Final = Rulebook(
    game="house",
    title=gettext_lazy("For every game"),
    help={
        "deadlines": gettext_lazy("How deadlines work"),
        "fairness": gettext_lazy("Why chance is fair"),
    },
    once_without_game=frozenset({"deadlines", "fairness"}),
)
