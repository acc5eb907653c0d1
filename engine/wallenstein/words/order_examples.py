"""What helps the author of a line: examples with counties and coins of the reader's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from engine.kernel.core import Json
from engine.text.lexicon import Language, Lexicon, Words
from engine.text.line_problems import Head, LineProblem
from engine.wallenstein.board import COINS, COUNTIES, MOVE_ACTIONS
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.vocabulary import OrderWords

_FROM_TO: Final[Words] = {"de": "{low} bis {high}", "en": "{low} to {high}"}
_ONE_MORE: Final[Words] = {"de": ", „{head}: {card}“", "en": ", “{head}: {card}”"}
# A bid that is neither the least nor the most, for whoever can pay it.
_A_BID: Final = 3
# Problems whose sentence already says what to write.
_SAY_IT_ALL: Final = frozenset(("ambiguous_county", "no_amount", "after_stay", "county_twice"))
_ABOUT_CONDITIONS: Final = frozenset(("unknown_word", "no_condition", "condition_twice"))


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

    @property
    def heads(self) -> Mapping[str, Head]:
        """How lines begin, for every question of the game."""
        return self.words.heads

    @property
    def head_spellings(self) -> Mapping[str, Lexicon]:
        """The spellings of each beginning alone."""
        return self.words.head_spellings

    @property
    def unread(self) -> Mapping[str, Words]:
        """Why a line cannot be read, by code."""
        return self.words.unread

    def name(self, thing: str) -> str:
        """What a county is called."""
        return county_name(thing)

    def facts(self, data: Mapping[str, Any]) -> Json:
        """The county a line names, and what the reader can pay."""
        facts: Json = {"county": county_name(data["county"])} if "county" in data else {}
        if "high" in data and data.get("head") == "bid":
            facts |= {"low": self.bids[0], "high": self.bids[-1]}
        return facts

    def accepted(self, problem: LineProblem, head: str, language: Language) -> str:
        """What would have been read, by examples."""
        if problem.code in _SAY_IT_ALL:
            return ""
        accepted = self.words.accepted[self._kind_of_line(problem.code, head)]
        written = self.words.heads[head].written[language]
        return accepted[language].format(**self.named(language, written))

    def _kind_of_line(self, code: str, head: str) -> str:
        """Under which name it is known what a line accepts."""
        if code in _ABOUT_CONDITIONS:
            return "condition"
        if head in MOVE_ACTIONS:
            return "duty" if head in self.duties else "move"
        if head == "orders" and self.duties:
            return "orders_of_duty"
        return "box" if head in self.words.boxes else head

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
