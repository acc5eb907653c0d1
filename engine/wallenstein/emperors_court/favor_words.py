"""What favour cards give, in a few words, German and English; house values say so."""

from __future__ import annotations

from typing import Final

from engine.text.lexicon import Words
from engine.wallenstein.emperors_court.cards import BUILD, CALM, CANCEL, FAVORS, IMMUNITY, Favor
from engine.wallenstein.gains import GAINS
from engine.wallenstein.words.event_words import HOUSE_VALUE
from engine.wallenstein.words.gain_words import amount_gained
from engine.wallenstein.words.names import BUILDING_NAMES
from engine.wallenstein.words.voice import Voice

TOWER_NAMES: Final[Words] = {"de": "Turm", "en": "tower"}


def favor_named(say: Voice, number: int) -> str:
    """A card by its number and what it gives: 16 (6 Thalers, house value)."""
    favor = FAVORS[number]
    house = f", {HOUSE_VALUE[say.language]}" if favor.house_value else ""
    return f"{number} ({favor_effect(say, favor)}{house})"


def favor_effect(say: Voice, favor: Favor) -> str:
    """What a card gives."""
    if favor.kind in GAINS:
        return amount_gained(say, favor.kind, favor.amount)
    if favor.kind == CANCEL:
        return say(de="das Ereignis aufheben", en="cancel the event")
    if favor.kind == CALM:
        return say(de="einen Unruhemarker entfernen", en="remove a revolt marker")
    if favor.kind == BUILD:
        name = BUILDING_NAMES[favor.building][say.language]
        return say(de=f"{name} ohne Bezahlung", en=f"{name} free of charge")
    if favor.kind == IMMUNITY:
        return no_attack(say, favor)
    armies = say.count(favor.amount, "army")
    return say(de=f"{armies} ohne Bezahlung", en=f"{armies} free of charge")


def no_attack(say: Voice, favor: Favor) -> str:
    """With which actions a protected player cannot be attacked."""
    actions = say.both(say.action(action) for action in favor.against)
    return say(de=f"kein Angriff mit {actions}", en=f"no attack with {actions}")
