"""Thalers, grain, points and armies for the tray in words, as the expansions give them."""

from __future__ import annotations

from typing import Final

from engine.text.lexicon import Lexicon, Words
from engine.wallenstein.gains import ARMIES, GRAIN, POINTS, THALERS
from engine.wallenstein.words.voice import Voice

GAIN_NAMES: Final[dict[str, Words]] = {
    POINTS: {"de": "Siegpunkte", "en": "victory points"},
    ARMIES: {"de": "Armeen", "en": "armies"},
    THALERS: {"de": "Taler", "en": "Thalers"},
    GRAIN: {"de": "Getreide", "en": "grain"},
}
GAIN_LEXICON: Final = Lexicon.of(
    {
        POINTS: ("points", "victory point", "point", "Siegpunkte", "Siegpunkt", "Punkte", "Punkt"),
        ARMIES: (
            *("armies", "army", "armies into the tray", "tray"),
            *("Armeen", "Armee", "Armeen in die Schale", "Schale"),
        ),
        THALERS: ("thaler", "money", "coins", "Taler", "Geld"),
        GRAIN: ("Getreide", "Korn"),
    }
)


def amount_gained(say: Voice, what: str, amount: int) -> str:
    """So much of a gain, as an object: 2 Thalers, 1 army into the tray."""
    if what == ARMIES:
        armies = say.count(amount, "army")
        return say(de=f"{armies} in die Schale", en=f"{armies} into the tray")
    return say.count(amount, {POINTS: "point", THALERS: "thaler", GRAIN: "grain"}[what])
