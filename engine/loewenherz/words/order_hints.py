"""Why a line cannot be read, and what would be: with squares and cards of the reader's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from engine.kernel.core import Json
from engine.loewenherz.cards import CARDS
from engine.loewenherz.words.names import ACTION_NOUNS, action_name, card_order
from engine.loewenherz.words.order_words import HEAD_SPELLINGS, HEADS
from engine.text import line_problems
from engine.text.lexicon import Language, Words
from engine.text.line_problems import LineProblem

UNREAD: Final[Mapping[str, Words]] = {
    **line_problems.UNREAD,
    "unknown_square": {
        "de": "{written} ist kein Feld; die Felder heißen a1 bis l12.",
        "en": "{written} is not a square; squares are called a1 to l12.",
    },
    "half_a_side": {
        "de": "Eine Grenze liegt zwischen zwei Feldern; zu {square} fehlt das andere ({sides}).",
        "en": "a border lies between two squares; the other one of {square} is missing ({sides}).",
    },
    "not_neighbours": {
        "de": "{one} und {other} haben keine gemeinsame Seite; {one} hat diese: {sides}.",
        "en": "{one} and {other} share no side; those of {one} are {sides}.",
    },
    "place_twice": {
        "de": "{place} steht zweimal da; einmal genügt.",
        "en": "{place} is there twice; once is enough.",
    },
    "square_too_many": {
        "de": "Mit dem Feld {written} sind es zu viele.",
        "en": "the square {written} is one too many.",
    },
    "places_missing": {
        "de": "Hier fehlt ein Feld.",
        "en": "a square is missing.",
    },
    "no_target": {
        "de": "Um welche Felder wächst das Gebiet {square}?",
        "en": "which squares does the domain at {square} take?",
    },
    "which_domain": {
        "de": "Welches Gebiet wächst? Nenne zuerst seine Burg: {candidates}.",
        "en": "which domain grows? Name its castle first: {candidates}.",
    },
    "one_knight": {
        "de": "Nenne genau einen Ritter.",
        "en": "name exactly one knight.",
    },
    "unknown_card": {
        "de": "{written} ist keine Karte.",
        "en": "{written} is not a card.",
    },
    "no_such_card": {
        "de": "Eine Karte {written} gibt es im Spiel nicht.",
        "en": "there is no card {written} in the game.",
    },
    "not_in_hand": {
        "de": "{written} hast du nicht auf der Hand; du hast: {own}.",
        "en": "{written} is not in your hand; you have {own}.",
    },
    "no_card_for_it": {
        "de": "Keine deiner Karten erlaubt „{action}“; du hast: {own}.",
        "en": "none of your cards allows “{action}”; you have {own}.",
    },
    "ambiguous_card": {
        "de": "{written} passt auf mehr als eine Karte: {candidates}.",
        "en": "{written} fits more than one card: {candidates}.",
    },
    "wish_by_handle": {
        "de": "Karten des Marktes nennst du mit dem, was sie erlauben, nicht mit {written}.",
        "en": "cards of the market go by what they allow, not by {written}.",
    },
    "no_action": {
        "de": "{written} ist keine Aktion.",
        "en": "{written} is not an action.",
    },
    "unknown_condition": {
        "de": "{written} ist keine Bedingung.",
        "en": "{written} is not a condition.",
    },
    "condition_now": {
        "de": "Bedingungen gehören zu Befehlen für den nächsten Zug; dieser wird sofort gespielt.",
        "en": "conditions belong to orders for the next turn; this one is played at once.",
    },
    "second_deed": {
        "de": "Zeile {first_line} sagt schon, was du tust, und gilt; in einem Zug geht nur eines.",
        "en": "line {first_line} says already what you do, and that counts; a turn has one deed.",
    },
    "not_none": {
        "de": "Hinter „{head}“ steht nur „keine“; jeder Befehl beginnt mit dem, was du tust.",
        "en": "only “none” follows “{head}”; each order begins with what you do.",
    },
}
_ACCEPTED: Final[Mapping[str, Words]] = {
    "castle": {
        "de": "Möglich: „{head}: {castle}, Ritter {beside}“.",
        "en": "Accepted: “{head}: {castle}, knight {beside}”.",
    },
    "knight": {"de": "Möglich: „{head}: {knight}“.", "en": "Accepted: “{head}: {knight}”."},
    "borders": {"de": "Möglich: „{head}: {sides}“.", "en": "Accepted: “{head}: {sides}”."},
    "knights": {"de": "Möglich: „{head}: {squares}“.", "en": "Accepted: “{head}: {squares}”."},
    "expand": {
        "de": "Möglich: „{head}: {domain} um {onto}“ (Burg, dann Felder).",
        "en": "Accepted: “{head}: {domain} to {onto}” (castle, then squares).",
    },
    "deserter": {
        "de": "Möglich: „{head}: c4 von h9, setze c6“ (eigene Burg, andere Burg, neuer Ritter).",
        "en": "Accepted: “{head}: c4 from h9, place c6” (own castle, other castle, new knight).",
    },
    "alliance": {
        "de": "Möglich: „{head}: c4 mit h9“ (eigene Burg, andere Burg).",
        "en": "Accepted: “{head}: c4 with h9” (own castle, other castle).",
    },
    "sell": {"de": "Möglich: „{head}: {card}“.", "en": "Accepted: “{head}: {card}”."},
    "play": {
        "de": "Möglich: „{head}: Ritter {squares}“, „{head}: Grenzen {sides}“.",
        "en": "Accepted: “{head}: knights {squares}”, “{head}: borders {sides}”.",
    },
    "card": {"de": "Möglich: „{head}: {card}“.", "en": "Accepted: “{head}: {card}”."},
    "refill": {
        "de": "Möglich: „{head}: {open}, Stapel“.",
        "en": "Accepted: “{head}: {open}, deck”.",
    },
    "give_up": {
        "de": "Möglich: „{head}: {knights}“, „{head}: keine“.",
        "en": "Accepted: “{head}: {knights}”, “{head}: none”.",
    },
    "if": {
        "de": (
            "Möglich: „{head}: c4|d4 frei“, „c4|d4 Grenze“, „c4 stärker als h9“,"
            " „h9 hat ein Gebiet“, „d4 herrenlos“, „d4 leer“, „mindestens 6 Dukaten“,"
            " „Bündnis (B) im Markt“."
        ),
        "en": (
            "Accepted: “{head}: c4|d4 free”, “c4|d4 border”, “c4 stronger than h9”,"
            " “h9 has a domain”, “d4 unclaimed”, “d4 empty”, “at least 6 ducats”,"
            " “alliance (B) in the market”."
        ),
    },
    "orders": {"de": "Möglich: „{head}: keine“.", "en": "Accepted: “{head}: none”."},
}
# Problems whose sentence already says what to write.
_SAY_IT_ALL: Final = frozenset(
    (
        *("place_twice", "which_domain", "not_in_hand", "no_card_for_it", "ambiguous_card"),
        *("second_deed", "half_a_side", "not_neighbours"),
    )
)


@dataclass(frozen=True)
class OrderHints:
    """What helps the author of a line, in a language, with examples of what the question offers."""

    language: Language
    # Not for a line of a log file: they may tell what is in the author's hand.
    options: Json = field(repr=False)

    heads = HEADS
    head_spellings = HEAD_SPELLINGS
    unread = UNREAD

    @classmethod
    def of(cls, language: Language, options: Json | None) -> Self:
        """The hints for a question."""
        return cls(language, options or {})

    def name(self, thing: str) -> str:
        """A card or an action in words; a square is its own name."""
        if thing in CARDS:
            return card_order(thing, self.language)
        return action_name(thing, self.language) if thing in ACTION_NOUNS else thing

    def facts(self, data: Mapping[str, Any]) -> Json:
        """Lists and names that a sentence has in it."""
        facts: Json = {key: ", ".join(data[key]) for key in ("sides",) if key in data}
        if "own" in data:
            facts["own"] = ", ".join(map(self.name, data["own"]))
        if "action" in data:
            facts["action"] = self.name(data["action"])
        return facts

    def accepted(self, problem: LineProblem, head: str, language: Language) -> str:
        """What would have been read, by examples."""
        if problem.code in _SAY_IT_ALL:
            return ""
        written = HEADS[head].written[language]
        return _ACCEPTED[head][language].format(head=written, **self._examples())

    def _examples(self) -> dict[str, str]:
        castles = self.options.get("squares") or {"c4": ["c5"]}
        castle = next(iter(castles))
        growths = self.options.get("expand") or {}
        domain = next((one for one, onto in growths.items() if onto), "")
        return {
            "castle": castle,
            "beside": castles[castle][0],
            "sides": ", ".join(self._legal("borders", "sides", ("c4|d4", "c4|c5"))),
            "squares": " ".join(self._legal("knights", "squares", ("c5", "d5"))),
            "domain": domain or "c4",
            "onto": " ".join(_two(growths[domain])) if domain else "d4 d5",
            "card": self.name(next(iter(self._own()), "A:borders-2")),
            "open": self.name(next(iter(self.options.get("market", ())), "B:alliance")),
            "knights": ", ".join(self._knights()),
            "knight": castles[castle][0] if "distance" in self.options else self._knights()[0],
        }

    def _legal(self, action: str, key: str, usual: Sequence[str]) -> Sequence[str]:
        offered = self.options.get(action)
        return _two(offered[key]) or usual if isinstance(offered, Mapping) else usual

    def _knights(self) -> Sequence[str]:
        offered = self.options.get("knights")
        return (_two(offered) if isinstance(offered, list) else ()) or ("h8", "h7")

    def _own(self) -> Iterable[str]:
        known = self.options.get("known", {})
        return (known[one] for one in self.options.get("hand", ()) if one in known)


def _two(things: Iterable[str]) -> list[str]:
    return list(things)[:2]
