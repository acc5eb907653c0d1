"""The words of Landsknechte: text orders, questions, whole games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.game import decode
from engine.registry import newest
from engine.simulate import play, table
from engine.wallenstein.gains import GAINS
from engine.wallenstein.landsknechte.banners import PILE, BonusTaken
from tests.text.reading import assert_answered, assert_read
from tests.text.test_accounts import assert_clean

WORDS = newest("wallenstein-2010").text()
FIRST_EDITION = newest("wallenstein-2002").text()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "orders.md"
LANGUAGES = ("de", "en")
ALL_OF_THEM = ["victory_points", "armies_to_tray", "thalers", "grain"]


@pytest.mark.parametrize("choices", ["orders", "ask"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_clean_sentences(choices: str, language: str) -> None:
    options = {"choices": choices, "landsknechte": "on"}
    played = play(table("wallenstein-2010", 3, 5, options, ("marshal",)), 0)
    facts = [decode(played.table.ruleset, entry) for entry in played.entries]
    for event in facts:
        assert_clean(WORDS.account(event, language, {}))
    report = WORDS.report(facts, language, {})
    taken = sum(event.kind == "bonus_taken" for event in facts)
    phrase = {"de": "für die Landsknechte", "en": "for the landsknechte"}[language]
    assert sum(phrase in line for line in report) == taken > 0


@pytest.mark.parametrize(
    ("text", "ranking"),
    [
        ("bonus: victory points, armies, thalers, grain", ALL_OF_THEM),
        ("Bonus: Siegpunkte, Armeen, Taler, Getreide", ALL_OF_THEM),
        ("landsknechte: Thaler > Korn.", ["thalers", "grain"]),
        ("bonus: armies_to_tray", ["armies_to_tray"]),
        ("Bonus: keine", []),
    ],
)
def test_p_5_a_ranking_is_read(text: str, ranking: list[str]) -> None:
    assert_read(WORDS, text, {"bonus": ranking})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bonus: beer", "unknown_bonus"),
        ("bonus: grain, Getreide", "bonus_twice"),
        ("bonus:", "no_body"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_cannot_be_read_is_answered(text: str, code: str, language: str) -> None:
    assert_answered(WORDS, text, code, language, ends=(".",))


def test_the_first_edition_knows_no_bonus() -> None:
    _, (problem,) = FIRST_EDITION.parse("plan", "bonus: grain", "en")
    assert problem.code == "unknown_head"


@given(st.lists(st.sampled_from(GAINS), unique=True), st.sampled_from(LANGUAGES))
def test_every_ranking_comes_back_from_its_text(ranking: list[str], language: str) -> None:
    plan: dict[str, Any] = {"bonus": ranking}
    assert_read(WORDS, WORDS.format("plan", plan, language), plan, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bonus", GAINS)
def test_every_answer_comes_back_from_its_text(bonus: str, language: str) -> None:
    answer = {"bonus": bonus}
    read, problems = WORDS.parse("bonus", WORDS.format("bonus", answer, language), language)
    assert (read, list(problems)) == (answer, [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["bonus: beer", "bonus: grain, Thalers", "bonus:", "bonus: none"])
def test_the_hint_of_the_question_is_an_answer_to_it(text: str, language: str) -> None:
    """Every card that gives anything gives Thalers."""
    assert all("thalers" in card for card in PILE[1:])
    read, (problem,) = WORDS.parse("bonus", text, language)
    assert read == {}
    hint = re.search("(?:Accepted|Möglich): [“„]([^”“]*)[”“]", problem.data["message"])
    assert hint
    assert WORDS.parse("bonus", hint[1], language) == ({"bonus": "thalers"}, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_l_2_who_owns_more_regions_is_not_told_of_four(language: str) -> None:
    sentence = WORDS.account(BonusTaken("A", 1, "thalers", 2, {}), language, {})
    assert {"de": "mindestens vier", "en": "at least four"}[language] in sentence


@pytest.mark.parametrize(
    ("language", "house"), [("de", "2 Taler (Hauswert)"), ("en", "2 Thalers (house value)")]
)
def test_l_1_the_amounts_are_house_values(language: str, house: str) -> None:
    """No rule book here tells them."""
    assert house in WORDS.account(BonusTaken("A", 1, "thalers", 2, {}), language, {})


def test_the_examples_of_the_page_are_read() -> None:
    examples = re.findall(
        r"^```orders-bonus (\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M
    )
    assert [kind for kind, _ in examples] == ["plan", "plan", "bonus", "bonus"]
    for kind, text in examples:
        read, problems = WORDS.parse(kind, text, "en")
        assert not problems, [problem.data for problem in problems]
        assert "bonus" in read
