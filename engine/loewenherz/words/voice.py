"""Colours, cards, ducats and points: the parts that sentences about Löwenherz are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.words.names import card_name
from engine.text import voice
from engine.text.lexicon import Words

_ONE_AND_MANY: Final[Mapping[str, voice.Noun]] = {
    "ducat": {"de": ("Dukat", "Dukaten"), "en": ("ducat", "ducats")},
    "point": {"de": ("Punkt", "Punkte"), "en": ("point", "points")},
    "square": {"de": ("Feld", "Felder"), "en": ("square", "squares")},
    "border": {"de": ("Grenze", "Grenzen"), "en": ("border", "borders")},
    "forest": {"de": ("Wald", "Wälder"), "en": ("forest", "forests")},
    "village": {"de": ("Dorf", "Dörfer"), "en": ("village", "villages")},
    "gold": {"de": ("Goldmine", "Goldminen"), "en": ("gold mine", "gold mines")},
    "silver": {"de": ("Silbermine", "Silberminen"), "en": ("silver mine", "silver mines")},
    "copper": {"de": ("Kupfermine", "Kupferminen"), "en": ("copper mine", "copper mines")},
    "gems": {"de": ("Edelsteinmine", "Edelsteinminen"), "en": ("gem mine", "gem mines")},
    "card": {"de": ("Karte", "Karten"), "en": ("card", "cards")},
    "knight": {"de": ("Ritter", "Ritter"), "en": ("knight", "knights")},
}
# Answers by the name in the id of their decision.
_ANSWERS: Final[Mapping[str, Words]] = {
    "castle": {"de": "den Platz einer Burg", "en": "the place of a castle"},
    "turn": {"de": "den Zug", "en": "the turn"},
    "give_up": {"de": "die Wahl des Überläufers", "en": "the choice of a deserter"},
    "orders": {"de": "Befehle für den nächsten Zug", "en": "orders for the next turn"},
    "ranking": {"de": "eine Rangliste der Ritter", "en": "a ranking of knights"},
}


@dataclass(frozen=True)
class RealmVoice(voice.PlainVoice):
    """Says colours, cards and numbers of things."""

    nouns: ClassVar[Mapping[str, voice.Noun]] = {**voice.NOUNS, **_ONE_AND_MANY}

    def colour(self, colour: str) -> str:
        """A player by name, or the neutral colour."""
        return self(de="Neutral", en="Neutral") if colour == NEUTRAL else self.seat(colour)

    def card(self, card: str) -> str:
        """A card by what it allows, in quotes."""
        return self.quoted(card_name(card, self.language))

    def landmarks(self, landmarks: Mapping[str, int]) -> str:
        """What lies in a domain: 2 forests, 1 village, the royal city."""
        city = self(de="Königsstadt", en="the royal city")
        return ", ".join(
            city if kind == "royal_city" else self.count(count, kind)
            for kind, count in landmarks.items()
        )

    def gain(self, points: int) -> str:
        """Points won or lost: +5 points, −1 point."""
        sign = "−" if points < 0 else "+"
        return f"{sign}{self.count(abs(points), 'point')}"

    def answer(self, decision: str) -> str:
        """What an answer to a decision is; ids read like castle3.A or 17.turn.A."""
        *_, question, _seat = ["", *decision.split(".")]
        known = _ANSWERS.get(question.rstrip("0123456789"))
        return known[self.language] if known else super().answer(decision)
