"""Lines of orders that name counties: rankings, standing orders, and the word for none."""

import re
from collections.abc import Sequence
from typing import Any, Final

from engine.text.lexicon import Lexicon
from engine.text.order_lines import DASHES, LineReading, Misread
from engine.wallenstein.words.names import find_county
from engine.wallenstein.words.order_words import NONE_LEXICON

Order = dict[str, Any]

MOST_ARMIES: Final = 1000
NO_CARDS: Final = Lexicon.of({})

_BETWEEN_COUNTIES = re.compile(r"->|=>|[,;>/→]|\b(?:and|und|then|dann)\b", re.IGNORECASE)


def read_county(written: str, head: str) -> str:
    """The county meant; anything but exactly one is a misreading."""
    match = find_county(written)
    if match.id is not None:
        return match.id
    name = written.strip()
    if match.ambiguous:
        raise Misread("ambiguous_county", head=head, written=name, candidates=list(match.ids))
    if not name:
        raise Misread("missing_county", head=head)
    raise Misread("unknown_county", head=head, written=name, suggested=list(match.suggestions))


def says_none(body: str) -> bool:
    """Whether the body says that there is nothing: a dash or a word for it."""
    return body in DASHES or NONE_LEXICON.exact(body) is not None


def read_counties(body: str, head: str) -> list[str]:
    """A ranking of counties, the first first."""
    if says_none(body):
        return []
    parts = [part.strip() for part in _BETWEEN_COUNTIES.split(body)]
    counties = [read_county(part, head) for part in parts if part]
    for place, county in enumerate(counties):
        if county in counties[:place]:
            raise Misread("county_twice", head=head, county=county)
    return counties


class OrderReading(LineReading):
    """What the lines so far have said, with rankings of counties and standing orders.

    `cards` are those without a county, besides the blank ones, that a line may name.
    """

    def __init__(self, cards: Lexicon = NO_CARDS) -> None:
        super().__init__()
        self.cards = cards
        self.orders: dict[str, list[Order]] = {}
        self._rankings: dict[str, list[list[str]]] = {}
        self._stay_line: dict[str, int] = {}

    def ranking(self, head: str, counties: Sequence[str], line: int) -> None:
        """Begin a ranking, or go on with the one an earlier line began."""
        rankings = self._rankings.setdefault(head, [])
        if list(counties) in rankings:
            return
        if rankings and not (counties and rankings[0]):
            raise Misread("said_twice", head=head, first_line=self._first_line[head])
        before = self.values.get(head, [])
        for county in counties:
            if county in before:
                raise Misread("county_twice", head=head, county=county)
        rankings.append(list(counties))
        self.values[head] = [*before, *counties]
        self._first_line.setdefault(head, line)

    def order(self, head: str, order: Order, line: int) -> None:
        """Add a standing order behind the others; the same order again adds nothing."""
        orders = self.orders.get(head, [])
        if order in orders:
            return
        if head in self._stay_line:
            raise Misread("after_stay", head=head, first_line=self._stay_line[head])
        self.orders[head] = [*orders, order]
        if order.get("stay"):
            self._stay_line[head] = line
