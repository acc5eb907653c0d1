"""Whatever a page without a drawing shows of Löwenherz has a name in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.bots import BOTS
from engine.kernel.core import NamesTerms
from engine.loewenherz.board import SIDES, SQUARES
from engine.loewenherz.cards import CARDS
from engine.loewenherz.words.notation import NOTATION
from engine.loewenherz.words.order_words import KINDS
from engine.text.lexicon import LANGUAGES
from tests.text.loewenherz.random_games import PLAYERS, RULES, random_game

# What needs no other name: places, seats, handles, and what the kernel or the site says itself.
OWN_NAME = {*SQUARES, *SIDES, *"ABCD"}
OF_THE_SITE = {"known"}


def keys_of(value: Any) -> Iterator[str]:
    """The keys of a JSON value and of everything in it."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from keys_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys_of(part)


def assert_named(word: str) -> None:
    for language in LANGUAGES:
        name = NOTATION.term(word, language)
        assert name, word
        assert "_" not in name


def test_the_notation_names_terms() -> None:
    assert isinstance(NOTATION, NamesTerms)
    assert NOTATION.term("loewenherz-2003", "en") == "Löwenherz (2003)"
    assert NOTATION.term("A:knights-1/expand-1", "en") == "1 knight or 1 expansion (pile A)"
    assert (
        NOTATION.term("A:knights-1/expand-1", "de-AT") == "1 Ritter oder 1 Erweiterung (Stapel A)"
    )
    assert NOTATION.term("D:knights-2/expand-2", "en").endswith("(pile D, house value)")
    assert NOTATION.term("c4", "en") == ""


@pytest.mark.parametrize("word", [*CARDS, *KINDS, RULES.key, *BOTS[RULES.key]])
def test_cards_questions_and_bots_have_names(word: str) -> None:
    assert_named(word)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_key_of_a_view_has_a_name(players: int) -> None:
    game = random_game(players)
    for view in game.views:
        for key in {*keys_of(view)} - OWN_NAME:
            if not key.startswith("card "):
                assert_named(key)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_key_of_a_question_has_a_name(players: int) -> None:
    for decision, _ in random_game(players).answers:
        for key in {*keys_of(decision.options)} - OWN_NAME - OF_THE_SITE:
            if not key.startswith("card "):
                assert_named(key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_have_the_colours_of_the_house(language: str) -> None:
    colours = [NOTATION.seat(seat, language) for seat in ("A", "B", "C", "D", "neutral")]
    assert (
        colours
        == {
            "de": ["Blau", "Rot", "Gelb", "Lila", "Neutral"],
            "en": ["Blue", "Red", "Yellow", "Purple", "Neutral"],
        }[language]
    )
