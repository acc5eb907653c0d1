"""Accounts of Löwenherz: every fact has a true, clean sentence in German and in English."""

from __future__ import annotations

import re

import pytest

from engine.kernel.journal import JOURNAL
from engine.loewenherz.events import KINDS, TurnBegan
from engine.loewenherz.words.accounts import TELLINGS
from engine.loewenherz.words.notation import NOTATION
from engine.text.lexicon import LANGUAGES, Language
from engine.text.second_person import READER, addressed, marks
from tests.text.loewenherz.fact_samples import SAMPLES, Fact, arisen, ended, grown, sold
from tests.text.loewenherz.random_games import PLAYERS, random_game

NAMES = {"A": "anna", "B": "bert", "C": "cora", "D": "dora"}
COLOURS = "Blau|Rot|Gelb|Lila|Blue|Red|Yellow|Purple"
of_samples = pytest.mark.parametrize("event", SAMPLES, ids=lambda event: event.kind)
in_each_language = pytest.mark.parametrize("language", LANGUAGES)


def assert_clean(sentence: str) -> None:
    assert not re.search(r"_|None|[{}\[\]<>]|\b(True|False)\b", sentence), sentence
    assert re.match(r"[A-ZÄÖÜ0-9„“]", sentence), sentence
    assert sentence.endswith("."), sentence
    assert not re.search(r"  | [.,;:](?! )|\.\.|,,|\( | \)|;\.|:\.|\n", sentence), sentence
    # One of a thing is one thing.
    one = r"\b1 (ducats|points|squares|borders|cards|Dukaten|Punkte|Felder|Grenzen|Karten)\b"
    many = r"\b(?!1 )\d+ (ducat|point|square|border|card|Dukat|Punkt|Feld|Grenze|Karte)\b"
    assert not re.search(f"{one}|{many}", sentence), sentence


@in_each_language
@of_samples
def test_every_sample_is_told_in_a_clean_sentence(event: Fact, language: str) -> None:
    assert_clean(NOTATION.account(event, language, {}))


@of_samples
def test_german_and_english_differ(event: Fact) -> None:
    assert NOTATION.account(event, "de", {}) != NOTATION.account(event, "en", {})


def test_every_kind_has_an_account_and_a_sample() -> None:
    assert TELLINGS.keys() == {*JOURNAL, *KINDS}
    assert {event.kind for event in SAMPLES} == {cls.kind for cls in KINDS}


@in_each_language
@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_is_told_in_clean_sentences(players: int, language: str) -> None:
    for event in random_game(players).facts:
        assert_clean(NOTATION.account(event, language, {}))


@in_each_language
@of_samples
def test_names_override_colours(event: Fact, language: str) -> None:
    sentence = NOTATION.account(event, language, NAMES)
    assert not re.search(rf"\b({COLOURS})\b", sentence), sentence


@pytest.mark.parametrize(
    ("event", "german", "english"),
    [
        (
            sold("A:knights-1/expand-1", 3),
            "Rot verkauft „1 Ritter oder 1 Erweiterung (Stapel A)“ für 3 Dukaten.",
            "Red sells “1 knight or 1 expansion (pile A)” for 3 ducats.",
        ),
        (
            sold("D:knights-2/expand-2", 4),
            "Rot verkauft „2 Ritter oder 2 Erweiterungen (Stapel D, Hauswert)“ für 4 Dukaten.",
            "Red sells “2 knights or 2 expansions (pile D, house value)” for 4 ducats.",
        ),
        (
            arisen("B", 5, freed=2, forest=2, village=1),
            (
                "Rot bekommt ein Gebiet um die Burg c4 (3 Felder: 2 Wälder, 1 Dorf): +5 Punkte;"
                " 2 Grenzen zurück in den Vorrat."
            ),
            (
                "Red gets a domain around the castle at c4 (3 squares: 2 forests, 1 village):"
                " +5 points; 2 borders back to the supply."
            ),
        ),
        (
            grown("h9", "A", ["d4", "e4"]),
            (
                "Rot erweitert das Gebiet c4 um d4 aus dem Gebiet h9 von Blau: +3 Punkte;"
                " −3 Punkte für Blau; abgeschnitten: e4."
            ),
            (
                "Red expands the domain at c4 to d4 out of the domain at h9 of Blue: +3 points;"
                " −3 points for Blue; cut off: e4."
            ),
        ),
        (
            ended(["B"]),
            (
                "Rot gewinnt: Rot 41 Punkte (12 Dukaten), Blau 30 Punkte (0 Dukaten),"
                " Gelb 1 Punkt (1 Dukat)."
            ),
            (
                "Red wins: Red 41 points (12 ducats), Blue 30 points (0 ducats),"
                " Yellow 1 point (1 ducat)."
            ),
        ),
    ],
)
def test_accounts_say_what_happened(event: Fact, german: str, english: str) -> None:
    assert NOTATION.account(event, "de", {}) == german
    assert NOTATION.account(event, "en", {}) == english


@in_each_language
@pytest.mark.parametrize("reader", "AB")
@of_samples
def test_what_is_said_to_a_player_says_you(event: Fact, reader: str, language: Language) -> None:
    named = NOTATION.account(event, language, marks(NAMES, reader))
    spoken = addressed(named, language, NAMES)
    assert "\0" not in spoken
    assert NAMES[reader] not in spoken
    wrong = {
        "en": r"\b[Yy]ou (?:is|has|\w+(?<!s)s)\b",
        "de": r"^Du \w*(?<!s)t\b(?<!setzt)",
    }[language]
    assert not re.search(wrong, spoken), spoken
    if READER in named:
        assert re.search(r"\b(?:[Yy]ou|yours|[Dd]u|dir|dich)\b", spoken), spoken


def test_a_turn_by_standing_orders_says_so() -> None:
    ordered = TurnBegan(18, "A", ordered=True)
    assert NOTATION.account(ordered, "en", {}) == "Blue takes turn 18, by standing orders."
    assert (
        NOTATION.account(ordered, "de", {}) == "Blau macht Zug 18, nach Befehlen, die bereitlagen."
    )


@in_each_language
def test_answers_are_called_by_their_question(language: str) -> None:
    for event in random_game(3).facts:
        if event.kind == "answer_sealed":
            sentence = NOTATION.account(event, language, {})
            assert "eine Antwort" not in sentence
            assert "an answer" not in sentence
