"""What Löwenherz calls its things where nobody has drawn it: keys, questions, cards, bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.loewenherz.cards import CARDS
from engine.loewenherz.words.names import MINE_NAMES, card_name
from engine.text.lexicon import Words, language_of

TERMS: Final[Mapping[str, Words]] = {
    "loewenherz-2003": {"de": "Löwenherz (2003)", "en": "Löwenherz (2003)"},
    # Questions.
    "castle": {"de": "Burg", "en": "castle"},
    "turn": {"de": "Zug", "en": "turn"},
    "give_up": {"de": "Überläufer", "en": "deserter"},
    "orders": {"de": "Befehle für den nächsten Zug", "en": "orders for the next turn"},
    "ranking": {"de": "Rangliste der Ritter", "en": "ranking of knights"},
    # The table.
    "chapter": {"de": "Kapitel", "en": "chapter"},
    "round": {"de": "Runde", "en": "round"},
    "phase": {"de": "Phase", "en": "phase"},
    "castles": {"de": "Burgen", "en": "castles"},
    "play": {"de": "Spiel", "en": "play"},
    "last": {"de": "letzte Karten", "en": "last cards"},
    "finished": {"de": "beendet", "en": "finished"},
    "winners": {"de": "Sieger", "en": "winners"},
    "points": {"de": "Siegpunkte", "en": "points"},
    "goal": {"de": "Ziel", "en": "goal"},
    "board": {"de": "Spielplan", "en": "board"},
    "knights": {"de": "Ritter", "en": "knights"},
    "borders": {"de": "Grenzen", "en": "borders"},
    "domains": {"de": "Gebiete", "en": "domains"},
    "alliances": {"de": "Bündnisse", "en": "alliances"},
    "money": {"de": "Dukaten", "en": "ducats"},
    "market": {"de": "Machtmarkt", "en": "market"},
    "played": {"de": "gespielte Karten", "en": "cards played"},
    "hands": {"de": "auf der Hand", "en": "hands"},
    "hand": {"de": "auf der Hand", "en": "hand"},
    "open": {"de": "bekannte Handkarten", "en": "cards in hand that all have seen"},
    "next_card": {"de": "oberste Karte von Stapel", "en": "top card from pile"},
    "deck": {"de": "Stapel", "en": "deck"},
    "supply": {"de": "Vorrat", "en": "supply"},
    "mines": {"de": "Minen", "en": "mines"},
    "monopolies": {"de": "Monopole", "en": "monopolies"},
    "neutral": {"de": "neutral", "en": "neutral"},
    "owner": {"de": "Besitzer", "en": "owner"},
    "squares": {"de": "Felder", "en": "squares"},
    **MINE_NAMES,
    # What questions offer.
    "colour": {"de": "Farbe", "en": "colour"},
    "distance": {"de": "Mindestabstand", "en": "least distance"},
    "refill": {"de": "Nachziehen", "en": "refill"},
    "cards": {"de": "Karten", "en": "cards"},
    "price": {"de": "Preis", "en": "price"},
    "sale": {"de": "Verkaufswert", "en": "sale value"},
    "actions": {"de": "Aktionen", "en": "actions"},
    "expand": {"de": "Gebiet erweitern", "en": "expansion"},
    "deserter": {"de": "Überläufer", "en": "deserter"},
    "alliance": {"de": "Bündnis", "en": "alliance"},
    "left": {"de": "im Vorrat", "en": "in the supply"},
    "sides": {"de": "Seiten", "en": "sides"},
    "from": {"de": "aus", "en": "from"},
    "placed": {"de": "gesetzte Grenzen", "en": "borders placed"},
    "freed": {"de": "freie Grenzen", "en": "borders freed"},
    "places": {"de": "Plätze", "en": "places"},
    "by": {"de": "gefordert von", "en": "asked by"},
    "domain": {"de": "Gebiet", "en": "domain"},
    "against": {"de": "anderes Gebiet", "en": "other domain"},
    "place": {"de": "Platz des neuen Ritters", "en": "place of the new knight"},
    "next": {"de": "nächster Zug", "en": "next turn"},
    # Bots.
    "random": {"de": "Vagabund", "en": "vagabond"},
    "squire": {"de": "Knappe", "en": "squire"},
    "baron": {"de": "Baron", "en": "baron"},
}


def term(word: str, language: str) -> str:
    """A word by the name it has in the game; nothing where it has none."""
    spoken = language_of(language)
    if word in CARDS:
        return card_name(word, spoken)
    return TERMS[word][spoken] if word in TERMS else ""
