"""The words of Emperor's Court: cards and house values, text orders, whole games."""

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
from engine.wallenstein.board import ACTIONS, COUNTIES
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.facts import (
    CourtClosed,
    FavorGained,
    FavorsLaid,
    FavorTaken,
    FavorWasted,
    NobodySent,
    ProtectionGranted,
)
from engine.wallenstein.emperors_court.favor_words import favor_effect
from engine.wallenstein.emperors_court.hall import CONVERT
from engine.wallenstein.words.voice import Voice
from tests.text.reading import assert_answered, assert_read
from tests.text.test_accounts import assert_clean

WORDS = newest("wallenstein-2010").text()
FIRST_EDITION = newest("wallenstein-2002").text()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "orders.md"
LANGUAGES = ("de", "en")
HOUSE = {"de": "Hauswert", "en": "house value"}
EXAMPLE: dict[str, Any] = {
    "boxes": {"convert_3": "lueneburg", "convert_2": "tower"},
    "bid": "tower",
    "favors": [
        {"favor": 7, "counties": ["boehmen", "lausitz"]},
        {"favor": 16},
        {"favor": 1, "cancel": False},
    ],
}


def test_k_2_there_are_21_cards() -> None:
    assert list(FAVORS) == list(range(1, 22))
    known = {number for number, favor in FAVORS.items() if not favor.house_value}
    assert known == {1, 4, 12, 18}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", FAVORS)
def test_k_8_every_card_is_told_and_house_values_are_marked(number: int, language: str) -> None:
    taken = WORDS.account(FavorTaken("A", number, 3), language, {})
    draw = {"stream": "favors 1", "from": list(FAVORS), "drawn": [number]}
    laid = WORDS.account(FavorsLaid(draw), language, {})
    gained = WORDS.account(FavorGained("A", number, "grain", 2, {}), language, {})
    wasted = WORDS.account(FavorWasted("A", number), language, {})
    left = WORDS.account(CourtClosed([number]), language, {})
    effect = favor_effect(Voice.of(language, {}), FAVORS[number])
    # A number alone says nothing to anybody.
    assert all(f"{number} ({effect}" in sentence for sentence in (taken, laid, wasted, left))
    for sentence in (taken, laid, gained, wasted, left):
        assert_clean(sentence)
        assert (HOUSE[language] in sentence) == FAVORS[number].house_value


@pytest.mark.parametrize("language", LANGUAGES)
def test_k_8_what_the_house_made_of_a_protection_is_marked(language: str) -> None:
    sentences = {n: WORDS.account(ProtectionGranted("A", n), language, {}) for n in (10, 11, 18)}
    assert {n: HOUSE[language] in text for n, text in sentences.items()} == {
        10: True,
        11: True,
        18: False,
    }


@pytest.mark.parametrize(
    ("language", "card", "place"),
    [
        ("en", "anhalt", "3 armies from Anhalt"),
        ("en", "tower", "3 armies from the tray"),
        ("de", "anhalt", "3 Armeen aus Anhalt"),
        ("de", "tower", "3 Armeen aus der Schale"),
    ],
)
def test_k_4_where_nobody_came_from_is_told(language: str, card: str, place: str) -> None:
    event = NobodySent("A", "convert_3", card, "too_few_armies")
    assert place in WORDS.account(event, language, {})


def test_a_game_without_the_court_does_not_know_its_words() -> None:
    """The line is named that such a game cannot read, and no hint speaks of the court."""
    plain = newest("wallenstein-2010").text({"emperors_court": "off"})
    text = "taxes: Anhalt\nconvert 3: tower\ngrain: tower\nbid: tower\nfavor: 7"
    read, unread = plain.parse("plan", text, "en")
    assert read == {"boxes": {"collect_taxes": "anhalt"}}
    assert [problem.where for problem in unread] == ["line 2", "line 3", "line 4", "line 5"]
    assert not re.search("convert 2|bonus", unread[0].data["message"])
    court = newest("wallenstein-2010").text({"emperors_court": "on"})
    _, (unknown,) = court.parse("plan", "bonus: grain", "en")
    assert "convert 2" in unknown.data["message"]
    assert court.parse("plan", text, "en")[1] == []


@pytest.mark.parametrize(
    "line", ["taxes: Atlantis", "combat A: Atlantis", "bid: Atlantis", "convert 2: Atlantis"]
)
def test_k_3_a_hint_offers_the_tower_card_where_it_may_lie(line: str) -> None:
    head = line.partition(":")[0]
    court = newest("wallenstein-2010").text({"emperors_court": "on"})
    _, (unread,) = court.parse("plan", line, "en")
    assert f"“{head}: tower”" in unread.data["message"]
    read, problems = court.parse("plan", f"{head}: tower", "en")
    assert read
    assert not problems


def test_a_hint_names_counties_the_question_offers() -> None:
    options = {"favors": [{"favor": 7, "counties": ["trier", "mark"]}]}
    _, (unread,) = WORDS.parse("favor", "favor: x", "en", options)
    assert "“favour: 7 -> Trier, Mark”" in unread.data["message"]


@pytest.mark.parametrize("choices", ["orders", "ask"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_clean_sentences(choices: str, language: str) -> None:
    options = {"choices": choices, "emperors_court": "on", "landsknechte": "on"}
    played = play(table("wallenstein-2010", 4, 11, options), 0)
    facts = [decode(played.table.ruleset, entry) for entry in played.entries]
    for event in facts:
        assert_clean(WORDS.account(event, language, {}))
    report = WORDS.report(facts, language, {})
    closed = {"de": "Die Höflinge kehren", "en": "The courtiers return"}[language]
    assert sum(closed in line for line in report) == 6
    heading = {"de": "Audienz beim Kaiser", "en": "Audience with the Emperor"}[language]
    assert report.count(heading) == 6


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("convert 3: Anhalt", {"boxes": {"convert_3": "anhalt"}}),
        ("3 Armeen umwandeln: Turmkarte", {"boxes": {"convert_3": "tower"}}),
        ("2 Höflinge: Münze", {"boxes": {"convert_2": "coin"}}),
        ("convert_1: empty", {"boxes": {"convert_1": None}}),
        ("combat A: tower", {"boxes": {"combat_a": "tower"}}),
        ("taxes: dice tower card", {"boxes": {"collect_taxes": "tower"}}),
        ("bid: tower card", {"bid": "tower"}),
        ("favors: 16 9 2", {"favors": [{"favor": 16}, {"favor": 9}, {"favor": 2}]}),
        ("favour: 16\nfavour: 16", {"favors": [{"favor": 16}]}),
        ("Gunst: 7 nach Köln", {"favors": [{"favor": 7, "counties": ["koeln"]}]}),
        ("Gunstkarte: 1 Ereignis bleibt", {"favors": [{"favor": 1, "cancel": False}]}),
        ("favor: none", {"favors": []}),
        ("favor: 16\nfavor: none", {"favors": [{"favor": 16}, {"none": True}]}),
        ("Gunst: 16\nGunst: keine\nGunst: keine", {"favors": [{"favor": 16}, {"none": True}]}),
        ("favor: none\nfavor: none", {"favors": []}),
    ],
)
def test_p_5_a_plan_is_read(text: str, plan: dict[str, Any]) -> None:
    assert_read(WORDS, text, plan)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("convert 3: Atlantis", "unknown_county"),
        ("convert 4: Anhalt", "unknown_head"),
        ("favor: 22", "out_of_range"),
        ("favor: Anhalt", "no_favor"),
        ("favor: 7 -> Atlantis", "unknown_county"),
        ("favor: 7 7", "favor_twice"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_cannot_be_read_is_answered(text: str, code: str, language: str) -> None:
    assert_answered(WORDS, text, code, language)


@pytest.mark.parametrize(
    ("text", "code", "wishes"),
    [
        ("favor: none\nfavor: 16", "said_twice", []),
        (
            "favor: 16\nfavor: none\nfavor: 9",
            "after_no_card",
            [{"favor": 16}, {"none": True}],
        ),
        ("favor: 7\nfavor: 7 -> Mark", "favor_twice", [{"favor": 7}]),
    ],
)
def test_wishes_that_clash_are_named(text: str, code: str, wishes: list[Any]) -> None:
    read, (problem,) = WORDS.parse("plan", text, "en")
    assert (read, problem.code) == ({"favors": wishes}, code)


def test_the_first_edition_has_no_court() -> None:
    for text in ("convert 3: Anhalt", "favor: 7"):
        _, (problem,) = FIRST_EDITION.parse("plan", text, "en")
        assert problem.code == "unknown_head"


counties = st.sampled_from(sorted(COUNTIES))
cards: st.SearchStrategy[str | None] = st.none() | st.sampled_from(("coin", "tower")) | counties
wishes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"favor": st.sampled_from(range(2, 22))},
    optional={"counties": st.lists(counties, unique=True, max_size=4)},
) | st.just({"favor": 1, "cancel": False})


def closed(wishes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """If none of these can be had, no card."""
    return [*wishes, {"none": True}]


plans: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"boxes": st.dictionaries(st.sampled_from((*ACTIONS[:7], *CONVERT)), cards, min_size=1)},
    optional={
        "bid": cards.filter(lambda card: card != "coin"),
        "favors": st.lists(wishes, unique_by=lambda wish: wish["favor"])
        | st.lists(wishes, unique_by=lambda wish: wish["favor"], min_size=1).map(closed),
    },
)


@given(plans, st.sampled_from(LANGUAGES))
def test_every_plan_comes_back_from_its_text(plan: dict[str, Any], language: str) -> None:
    assert_read(WORDS, WORDS.format("plan", plan, language), plan, language)


@given(st.none() | wishes, st.sampled_from(LANGUAGES))
def test_every_answer_comes_back_from_its_text(wish: Any, language: str) -> None:
    answer = {"favor": wish}
    read, problems = WORDS.parse("favor", WORDS.format("favor", answer, language), language)
    assert (read, list(problems)) == (answer, [])


def test_an_answer_is_one_card() -> None:
    _, (problem,) = WORDS.parse("favor", "favor: 7 9", "en")
    assert problem.code == "more_than_one"


def test_the_examples_of_the_page_are_read() -> None:
    examples = re.findall(
        r"^```orders-court (\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M
    )
    assert [kind for kind, _ in examples] == ["plan", "plan", "favor", "favor"]
    answers = []
    for kind, text in examples:
        read, problems = WORDS.parse(kind, text, "en")
        assert not problems, [problem.data for problem in problems]
        answers.append(read)
    english, german = answers[:2]
    assert english == {
        **EXAMPLE,
        "boxes": {**EXAMPLE["boxes"], "convert_1": "coin"},
        "favors": closed(EXAMPLE["favors"]),
    }
    assert german == {**EXAMPLE, "boxes": {**EXAMPLE["boxes"], "convert_1": None}}
    assert answers[2:] == [{"favor": {"favor": 12, "counties": ["boehmen"]}}, {"favor": None}]
