"""A line of orders that could not be read, and the sentences that help its author."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from engine.kernel.core import Json, Problem
from engine.text.lexicon import Language, Lexicon, Words

_LONGEST_QUOTE: Final = 80


class Head(NamedTuple):
    """How a line of orders begins: as we write it, and how else it may be written."""

    written: Words
    others: Sequence[str] = ()


class LineWords(Protocol):
    """What a game says to the author of a line: how lines begin, and what it could not read."""

    @property
    def heads(self) -> Mapping[str, Head]:
        """How lines begin, for every question of the game."""

    @property
    def head_spellings(self) -> Mapping[str, Lexicon]:
        """The spellings of each beginning alone."""

    @property
    def unread(self) -> Mapping[str, Words]:
        """Why a line cannot be read, by code; `UNREAD` and the game's own."""

    def name(self, thing: str) -> str:
        """What a thing is called that a line may name."""

    def facts(self, data: Mapping[str, Any]) -> Json:
        """What the sentence about a line needs besides, from what was found there."""

    def accepted(self, problem: LineProblem, head: str, language: Language) -> str:
        """What would have been read in the place of a line that begins so; may be nothing."""


@dataclass(frozen=True)
class LineProblem:
    """A line that was not read: which one, what is wrong with it, and what it could have meant."""

    line: int
    written: str
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def as_problem(self, language: Language, words: LineWords) -> Problem:
        """The same for programs: the line, a code, and the sentence for the player."""
        data = {
            "message": self.describe(language, words),
            "written": self.written,
            "meant": self._meant(words),
            "orders": {head: words.heads[head].written[language] for head in self._orders()},
            "sure": "head" in self.data,
            "any": not ("head" in self.data or self._like()),
        }
        return Problem(f"line {self.line}", self.code, data)

    def describe(self, language: Language, words: LineWords) -> str:
        """For the player: which line, what was wrong, what was meant perhaps, what is accepted."""
        where = _WHERE[language].format(line=self.line, written=_short(self.written, language))
        what = words.unread[self.code][language].format(**self._facts(language, words))
        hints = (self._did_you_mean(language, words), self._accepted(language, words))
        return " ".join((where, what, *filter(None, hints)))

    def _meant(self, words: LineWords) -> list[str]:
        """The orders a line may have been meant for: those like it, or one of another question."""
        if "head" in self.data:
            return [self.data["head"]]
        written = self.data.get("written", "")
        elsewhere = [head for head, spelt in words.head_spellings.items() if spelt.exact(written)]
        return [*self.data.get("suggested_heads", ()), *elsewhere]

    def _orders(self) -> list[str]:
        """The orders of this question that the line may be about: the one it names, or those like
        it; any, if it is like none."""
        if "head" in self.data:
            return [self.data["head"]]
        return self._like() or list(self.data.get("heads", ()))

    def _like(self) -> list[str]:
        return [*self.data.get("suggested_heads", ()), *self.data.get("begins_with", ())]

    def _facts(self, language: Language, words: LineWords) -> Json:
        facts = {**self.data, **words.facts(self.data)}
        if "written" in facts:
            facts["written"] = _short(facts["written"], language)
        if "head" in facts:
            facts["head"] = words.heads[facts["head"]].written[language]
        if "candidates" in facts:
            facts["candidates"] = either(map(words.name, facts["candidates"]), language)
        return facts

    def _did_you_mean(self, language: Language, words: LineWords) -> str:
        meant = [words.name(thing) for thing in self.data.get("suggested", ())]
        heads = self.data.get("suggested_heads", ())
        meant += [words.heads[head].written[language] for head in heads]
        return DID_YOU_MEAN[language].format(meant=either(meant, language)) if meant else ""

    def _accepted(self, language: Language, words: LineWords) -> str:
        if "heads" in self.data:
            beginnings = [words.heads[head].written[language] for head in self.data["heads"]]
            return _BEGINNINGS[language].format(heads=either(beginnings, language))
        head = self.data.get("head")
        if head is None or self.code in _SAY_IT_ALL:
            return ""
        return words.accepted(self, head, language)


def _short(written: str, language: Language) -> str:
    text = " ".join(written.split())
    cut = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
    return f"„{cut}“" if language == "de" else f"“{cut}”"


def either(names: Iterable[str], language: Language) -> str:
    """A list of what may be: a, b or c."""
    *others, last = names
    word = "oder" if language == "de" else "or"
    return f"{', '.join(others)} {word} {last}" if others else last


DID_YOU_MEAN: Final[Words] = {"de": "Meintest du {meant}?", "en": "Did you mean {meant}?"}
_WHERE: Final[Words] = {"de": "Zeile {line}, {written}:", "en": "Line {line}, {written}:"}
_BEGINNINGS: Final[Words] = {
    "de": "Eine Zeile beginnt mit {heads}, dann folgt ein Doppelpunkt.",
    "en": "A line begins with {heads}, then a colon.",
}
# Problems whose sentence already says what to write.
_SAY_IT_ALL: Final = frozenset(("said_twice", "number_twice"))

# Why a line of any game cannot be read.
UNREAD: Final[Mapping[str, Words]] = {
    "no_separator": {
        "de": "Hier fehlt der Doppelpunkt, also sagt die Zeile nichts.",
        "en": "there is no colon, so the line says nothing.",
    },
    "unknown_head": {
        "de": "{written} ist kein Befehl.",
        "en": "{written} is not an order.",
    },
    "no_body": {
        "de": "Hinter „{head}“ steht nichts.",
        "en": "nothing follows “{head}”.",
    },
    "not_a_number": {
        "de": "{written} ist keine Zahl von {low} bis {high}.",
        "en": "{written} is not a number from {low} to {high}.",
    },
    "out_of_range": {
        "de": "{written} geht nicht; erlaubt ist {low} bis {high}.",
        "en": "{written} is out of range; {low} to {high} is accepted.",
    },
    "number_twice": {
        "de": "{number} steht zweimal da; nenne jede Zahl einmal.",
        "en": "{number} is there twice; name each number once.",
    },
    "said_twice": {
        "de": (
            "Zeile {first_line} sagt zu „{head}“ etwas anderes und gilt; streiche eine der beiden."
        ),
        "en": (
            "line {first_line} says something else about “{head}”, and that counts;"
            " delete one of the two."
        ),
    },
    "line_too_long": {
        "de": "Die Zeile ist länger als {most} Zeichen.",
        "en": "the line is longer than {most} characters.",
    },
    "too_many_lines": {
        "de": "Ab hier wurde nichts mehr gelesen; mehr als {most} Zeilen hat kein Plan.",
        "en": "nothing was read from here on; no plan has more than {most} lines.",
    },
}
