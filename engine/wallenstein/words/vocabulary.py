"""What an edition and its expansions say things with: values that are joined, none changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Event, Json
from engine.text.lexicon import Language, Lexicon, Words
from engine.text.line_problems import Head
from engine.text.order_lines import lexicon_of
from engine.wallenstein.words.event_words import EVENT_WORDS, EventWords

if TYPE_CHECKING:
    from engine.wallenstein.words.order_lines import OrderReading
    from engine.wallenstein.words.voice import Voice

Telling = Callable[["Voice", Any], str]
Tellings = Mapping[type[Event[Any]], Telling]
Reader = Callable[["OrderReading", str, int], None]
Lines = Iterator[tuple[str, str]]
Offers = Callable[[Json], Iterable[str]]


@dataclass(frozen=True)
class AccountWords:
    """How facts are told: a sentence for each, and the names that only some games have.

    `preludes` are facts right before an attack or a revolt, which belong under its heading.
    """

    tellings: Catalogue[type[Event[Any]], Telling] = field(default_factory=Catalogue)
    phases: Catalogue[str, Words] = field(default_factory=Catalogue)
    choices: Catalogue[str, Words] = field(default_factory=Catalogue)
    # Cards without a county that may be bid.
    cards: Catalogue[str, Words] = field(default_factory=Catalogue)
    preludes: frozenset[type[Event[Any]]] = frozenset()
    events: EventWords = EVENT_WORDS

    def joined(self, other: AccountWords) -> AccountWords:
        """These and those of an edition or expansion; the event cards are those of the first."""
        return AccountWords(
            self.tellings.joined(other.tellings),
            self.phases.joined(other.phases),
            self.choices.joined(other.choices),
            self.cards.joined(other.cards),
            self.preludes | other.preludes,
            self.events,
        )


NO_ACCOUNTS: Final = AccountWords()


class Line(NamedTuple):
    """Lines of a plan that are no boxes: how they are read, and how the plan's value is written."""

    read: Reader
    write: Callable[[Any, Language, OrderWords], Lines]


class AnswerLines(NamedTuple):
    """The lines that answer a question: how each is read, by its head, and how all are written."""

    readers: Mapping[str, Reader]
    write: Callable[[Mapping[str, Any], Language, OrderWords], Lines]


@dataclass(frozen=True)
class OrderWords:
    """What orders are written in: the beginnings of lines, what follows, and what is accepted."""

    heads: Catalogue[str, Head] = field(default_factory=Catalogue)
    bodies: Catalogue[str, Words] = field(default_factory=Catalogue)
    boxes: tuple[str, ...] = ()
    lines: Catalogue[str, Line] = field(default_factory=Catalogue)
    answers: Catalogue[str, AnswerLines] = field(default_factory=Catalogue)
    # Cards without a county besides the blank ones, as they may be written.
    cards: Catalogue[str, Sequence[str]] = field(default_factory=Catalogue)
    # Why a line cannot be read, and what would have been read in its place.
    unread: Catalogue[str, Words] = field(default_factory=Catalogue)
    accepted: Catalogue[str, Words] = field(default_factory=Catalogue)
    # Where a question names its counties.
    offers: tuple[Offers, ...] = ()
    blank: str = "coin"

    def joined(self, other: OrderWords) -> OrderWords:
        """These and those of an edition or expansion; the blank card is that of the first."""
        return OrderWords(
            self.heads.joined(other.heads),
            self.bodies.joined(other.bodies),
            (*self.boxes, *other.boxes),
            self.lines.joined(other.lines),
            self.answers.joined(other.answers),
            self.cards.joined(other.cards),
            self.unread.joined(other.unread),
            self.accepted.joined(other.accepted),
            (*self.offers, *other.offers),
            self.blank,
        )

    @cached_property
    def plan_heads(self) -> Lexicon:
        """The beginnings of the lines of a plan."""
        return lexicon_of(self.heads, (*self.boxes, *self.lines))

    @cached_property
    def answer_heads(self) -> Mapping[str, Lexicon]:
        """The beginnings of the lines that answer a question, by its kind."""
        return {
            kind: lexicon_of(self.heads, answer.readers) for kind, answer in self.answers.items()
        }

    @cached_property
    def head_spellings(self) -> Mapping[str, Lexicon]:
        """The spellings of each head alone; two questions may have lines that begin alike."""
        return {head: lexicon_of(self.heads, (head,)) for head in self.heads}


@dataclass(frozen=True)
class ProblemWords:
    """What can be wrong with an answer, what is hinted at then, and names of values."""

    what: Catalogue[str, Words] = field(default_factory=Catalogue)
    # Where “accepted” is not the word for what follows; none where the sentence says it all.
    hints: Catalogue[str, Words | None] = field(default_factory=Catalogue)
    # Names of what is neither a county nor an action: cards, bonuses.
    values: Catalogue[str, Words] = field(default_factory=Catalogue)
    # What an edition says in the place of the words above.
    instead: Mapping[str, Words] = field(default_factory=dict)

    def joined(self, other: ProblemWords) -> ProblemWords:
        """These and those of an edition or expansion."""
        return ProblemWords(
            self.what.joined(other.what),
            self.hints.joined(other.hints),
            self.values.joined(other.values),
            self.instead,
        )


@dataclass(frozen=True)
class Vocabulary:
    """All words of a game, or of what an edition or expansion adds to one."""

    accounts: AccountWords = NO_ACCOUNTS
    orders: OrderWords = field(default_factory=OrderWords)
    problems: ProblemWords = field(default_factory=ProblemWords)

    def joined(self, *others: Vocabulary) -> Vocabulary:
        """These words and those of editions or expansions; no word is given twice."""
        together = self
        for other in others:
            together = replace(
                together,
                accounts=together.accounts.joined(other.accounts),
                orders=together.orders.joined(other.orders),
                problems=together.problems.joined(other.problems),
            )
        return together
