"""What examples of orders name: counties and coins of the reader's own, where they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from engine.core import Json
from engine.text.lexicon import Language, Words
from engine.wallenstein.board import COINS, COUNTIES
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.vocabulary import OrderWords

_FROM_TO: Final[Words] = {"de": "{low} bis {high}", "en": "{low} to {high}"}
_ONE_MORE: Final[Words] = {"de": ", „{head}: {card}“", "en": ", “{head}: {card}”"}
# A bid that is neither the least nor the most, for whoever can pay it.
_A_BID: Final = 3


@dataclass(frozen=True)
class Examples:
    """Counties, a neighbour to march to, bids, and the actions in which nobody may stay."""

    words: OrderWords
    counties: Sequence[str] = ("anhalt", "lausitz", "boehmen")
    target: str = "kursachsen"
    bids: Sequence[int] = COINS
    duties: Sequence[str] = ()

    @classmethod
    def of(cls, words: OrderWords, options: Json) -> Self:
        """Those of what a question offers; well-known ones where it offers none."""
        own = options.get("counties")
        near: Mapping[str, Sequence[str]] = own if isinstance(own, Mapping) else {}
        # A county that has a neighbour to march to comes first.
        counties = sorted(
            (name for name in _offered(words, options) if name in COUNTIES),
            key=lambda name: not near.get(name),
        )
        targets = [*options.get("targets", ()), *(near.get(counties[0], ()) if counties else ())]
        return cls(
            words,
            counties or cls.counties,
            targets[0] if targets else cls.target,
            options.get("bids") or cls.bids,
            tuple(options.get("must_march", ())),
        )

    def named(self, language: Language, head: str) -> dict[str, str]:
        """The same in words, for a line that begins so."""
        names = [county_name(county) for county in self.counties]
        low, high = self.bids[0], self.bids[-1]
        span = _FROM_TO[language].format(low=low, high=high)
        return {
            "head": head,
            "county": names[0],
            "two": ", ".join(names[:2]),
            "three": ", ".join(names[:3]),
            "target": county_name(self.target),
            "bid": str(_A_BID if _A_BID in self.bids else high),
            "bids": span if low < high else str(low),
            "blank": self.words.bodies[self.words.blank][language],
            "cards": "".join(
                _ONE_MORE[language].format(head=head, card=self.words.bodies[card][language])
                for card in self.words.cards
            ),
        }


def _offered(words: OrderWords, options: Json) -> Iterable[str]:
    """The counties a question is about, wherever it names them."""
    return next(filter(None, (list(named(options)) for named in words.offers)), ())


def base_offers(options: Json) -> Iterable[str]:
    """The counties that the questions of every edition are about."""
    named = (options.get(key) for key in ("counties", "take", "targets"))
    return next(filter(None, named), ())
