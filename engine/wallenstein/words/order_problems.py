"""A line of text orders that could not be read, and the sentences that help its author."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core import Problem
from engine.text.lexicon import Language, Words
from engine.wallenstein.board import MOVE_ACTIONS
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.order_examples import Examples
from engine.wallenstein.words.vocabulary import OrderWords

_LONGEST_QUOTE: Final = 80


@dataclass(frozen=True)
class LineProblem:
    """A line that was not read: which one, what is wrong with it, and what it could have meant."""

    line: int
    written: str
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def told(self, language: Language, examples: Examples) -> Problem:
        """The same for programs: the line, a code, and the sentence for the player."""
        words = examples.words
        said = {
            "message": self.describe(language, examples),
            "meant": self._meant(words),
            "orders": {head: words.heads[head].written[language] for head in self._orders()},
            "sure": "head" in self.data,
            "any": not ("head" in self.data or self._like()),
        }
        return Problem(f"line {self.line}", self.code, said)

    def describe(self, language: Language, examples: Examples) -> str:
        """For the player: which line, what was wrong, what was meant perhaps, what is accepted."""
        where = _WHERE[language].format(line=self.line, written=_short(self.written, language))
        what = examples.words.unread[self.code][language].format(**self._facts(language, examples))
        hints = (
            self._did_you_mean(language, examples.words),
            self._accepted(language, examples),
        )
        return " ".join((where, what, *filter(None, hints)))

    def _meant(self, words: OrderWords) -> list[str]:
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

    def _facts(self, language: Language, examples: Examples) -> dict[str, Any]:
        facts = dict(self.data)
        if "high" in facts and facts.get("head") == "bid":
            facts |= {"low": examples.bids[0], "high": examples.bids[-1]}
        if "written" in facts:
            facts["written"] = _short(facts["written"], language)
        if "head" in facts:
            facts["head"] = examples.words.heads[facts["head"]].written[language]
        if "county" in facts:
            facts["county"] = county_name(facts["county"])
        if "candidates" in facts:
            names = [county_name(county) for county in facts["candidates"]]
            facts["candidates"] = _either(names, language)
        return facts

    def _did_you_mean(self, language: Language, words: OrderWords) -> str:
        meant = [county_name(county) for county in self.data.get("suggested", ())]
        heads = self.data.get("suggested_heads", ())
        meant += [words.heads[head].written[language] for head in heads]
        return _DID_YOU_MEAN[language].format(meant=_either(meant, language)) if meant else ""

    def _accepted(self, language: Language, examples: Examples) -> str:
        words = examples.words
        if "heads" in self.data:
            beginnings = [words.heads[head].written[language] for head in self.data["heads"]]
            return _BEGINNINGS[language].format(heads=_either(beginnings, language))
        head = self.data.get("head")
        if head is None or self.code in _SAY_IT_ALL:
            return ""
        accepted = words.accepted[self._kind_of_line(head, examples)]
        written = words.heads[head].written[language]
        return accepted[language].format(**examples.named(language, written))

    def _kind_of_line(self, head: str, examples: Examples) -> str:
        """Under which name it is known what a line accepts."""
        if self.code in _ABOUT_CONDITIONS:
            return "condition"
        if head in MOVE_ACTIONS:
            return "duty" if head in examples.duties else "move"
        if head == "orders" and examples.duties:
            return "orders_of_duty"
        return "box" if head in examples.words.boxes else head


def _short(written: str, language: Language) -> str:
    text = " ".join(written.split())
    cut = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
    return f"„{cut}“" if language == "de" else f"“{cut}”"


def _either(names: Sequence[str], language: Language) -> str:
    word = "oder" if language == "de" else "or"
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


_WHERE: Final[Words] = {"de": "Zeile {line}, {written}:", "en": "Line {line}, {written}:"}
_DID_YOU_MEAN: Final[Words] = {"de": "Meintest du {meant}?", "en": "Did you mean {meant}?"}
_BEGINNINGS: Final[Words] = {
    "de": "Eine Zeile beginnt mit {heads}, dann folgt ein Doppelpunkt.",
    "en": "A line begins with {heads}, then a colon.",
}

# Problems whose sentence already says what to write.
_SAY_IT_ALL: Final = frozenset(
    ("ambiguous_county", "no_amount", "said_twice", "after_stay", "number_twice", "county_twice")
)
_ABOUT_CONDITIONS: Final = frozenset(("unknown_word", "no_condition", "condition_twice"))

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
    "unknown_county": {
        "de": "Ein Land {written} gibt es nicht.",
        "en": "there is no county {written}.",
    },
    "ambiguous_county": {
        "de": "{written} kann {candidates} sein; schreibe den Namen weiter aus.",
        "en": "{written} may be {candidates}; write more of the name.",
    },
    "missing_county": {
        "de": "Hier fehlt der Name eines Landes.",
        "en": "the name of a county is missing.",
    },
    "more_than_one": {
        "de": "In ein Feld passt nur eine Karte.",
        "en": "a box takes one card only.",
    },
    "moves_nothing": {
        "de": "Mit „{head}“ ziehen keine Armeen.",
        "en": "“{head}” moves no armies.",
    },
    "no_target": {
        "de": "Eine Bedingung steht hier ohne Ziel.",
        "en": "there is a condition but no target.",
    },
    "no_amount": {
        "de": (
            "Wie viele Armeen sollen nach {county}?"
            " Schreibe „{county} 4“, „{county} alle“ oder „{county} lasse 2“."
        ),
        "en": (
            "how many armies go to {county}?"
            " Write “{county} 4”, “{county} all” or “{county} leave 2”."
        ),
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
    "county_twice": {
        "de": "{county} steht zweimal da; nenne jedes Land einmal.",
        "en": "{county} is there twice; name each county once.",
    },
    "unknown_word": {
        "de": "{written} ist hier nicht zu verstehen.",
        "en": "{written} cannot be understood here.",
    },
    "no_condition": {
        "de": "Die Bedingung ist nicht zu Ende geschrieben.",
        "en": "the condition is not complete.",
    },
    "condition_twice": {
        "de": "{written} widerspricht einer Bedingung weiter vorn; eine von jeder Art genügt.",
        "en": "{written} clashes with a condition before it; one of each kind is enough.",
    },
    "stay_alone": {
        "de": "Bleiben gilt immer; eine Bedingung gehört nicht dazu.",
        "en": "staying takes no condition.",
    },
    "after_stay": {
        "de": (
            "Nach Zeile {first_line} bleiben die Armeen, also geschähe dies nie;"
            " schreibe es vor Zeile {first_line}."
        ),
        "en": (
            "line {first_line} makes the armies stay, so this could never happen;"
            " write it before line {first_line}."
        ),
    },
    "said_twice": {
        "de": (
            "Zeile {first_line} sagt zu „{head}“ etwas anderes und gilt; streiche eine der beiden."
        ),
        "en": (
            "line {first_line} says something else about “{head}”, and holds;"
            " strike out one of the two."
        ),
    },
    "source_known": {
        "de": "Woher die Armeen kommen, steht schon fest; nenne nur das Ziel.",
        "en": "where the armies come from is settled; name the target only.",
    },
    "coin_without_value": {
        "de": "Welche Münzkarte? Ein Gebot nennt ihren Wert.",
        "en": "which coin card? A bid names its value.",
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

ACCEPTED: Final[Mapping[str, Words]] = {
    "box": {
        "de": "Möglich: „{head}: {county}“, „{head}: {blank}“{cards} oder „{head}: leer“.",
        "en": "Accepted: “{head}: {county}”, “{head}: {blank}”{cards} or “{head}: empty”.",
    },
    "move": {
        "de": (
            "Möglich: „{head}: {county} -> {target} 4; wenn gehalten von B, höchstens 2“,"
            " „{head}: {county} bleibt“, „{head}: {county}“, „{head}: {blank}“{cards}"
            " oder „{head}: leer“."
        ),
        "en": (
            "Accepted: “{head}: {county} -> {target} 4; if held by B, at most 2”,"
            " “{head}: {county} stay”, “{head}: {county}”, “{head}: {blank}”{cards}"
            " or “{head}: empty”."
        ),
    },
    # Where nobody may stay.
    "duty": {
        "de": (
            "Möglich: „{head}: {county} -> {target} 4; wenn gehalten von B, höchstens 2“,"
            " „{head}: {county}“, „{head}: {blank}“{cards} oder „{head}: leer“."
        ),
        "en": (
            "Accepted: “{head}: {county} -> {target} 4; if held by B, at most 2”,"
            " “{head}: {county}”, “{head}: {blank}”{cards} or “{head}: empty”."
        ),
    },
    "orders_of_duty": {
        "de": "Möglich: „{head}: {target} 4“ oder „{head}: {target} alle; wenn gehalten von B“.",
        "en": "Accepted: “{head}: {target} 4” or “{head}: {target} all; if held by B”.",
    },
    "condition": {
        "de": (
            "Hinter der Zahl der Armeen darf eine Bedingung stehen: „; wenn gehalten von B“ (A bis"
            " E), „; wenn gehalten vom Gegner“, „; wenn eigenes Land“, „; wenn neutral“,"
            " „; wenn mindestens 1, höchstens 2“."
        ),
        "en": (
            "After the number of armies there may be a condition: “; if held by B” (A to E),"
            " “; if held by enemy”, “; if own county”, “; if neutral”,"
            " “; if at least 1, at most 2”."
        ),
    },
    "orders": {
        "de": "Möglich: „{head}: {target} 4; wenn gehalten von B“ oder „bleibt“.",
        "en": "Accepted: “{head}: {target} 4; if held by B” or “stay”.",
    },
    "bid": {
        "de": (
            "Möglich: „{head}: {bid}“ ({bids} Taler), „{head}: {county}“{cards}"
            " oder „{head}: keine“."
        ),
        "en": (
            "Accepted: “{head}: {bid}” ({bids} Thalers), “{head}: {county}”{cards}"
            " or “{head}: none”."
        ),
    },
    "positions": {
        "de": "Möglich: „{head}: 2 1 3 4 5“, die liebste zuerst.",
        "en": "Accepted: “{head}: 2 1 3 4 5”, the one you like best first.",
    },
    "revolt_order": {
        "de": "Möglich: „{head}: {two}“, das erste zuerst.",
        "en": "Accepted: “{head}: {two}”, the first to revolt first.",
    },
    "counties": {
        "de": "Möglich: „{head}: {three}“, das liebste zuerst.",
        "en": "Accepted: “{head}: {three}”, the one you like best first.",
    },
    "groups": {
        "de": "Möglich: „{head}: 5 4 4 3 3 2 2“.",
        "en": "Accepted: “{head}: 5 4 4 3 3 2 2”.",
    },
    "take": {
        "de": "Möglich: „{head}: {county} mit 5“, „{head}: Stapel“ oder „{head}: tauschen“.",
        "en": "Accepted: “{head}: {county} with 5”, “{head}: pile” or “{head}: exchange”.",
    },
    "group": {
        "de": "Möglich: „{head}: 4“.",
        "en": "Accepted: “{head}: 4”.",
    },
    "position": {
        "de": "Möglich: „{head}: 2“.",
        "en": "Accepted: “{head}: 2”.",
    },
}
