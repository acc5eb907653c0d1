"""The words of the edition of 2002: its cards, its text orders, its questions, its season."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.core import Event, Problem
from engine.kernel.game import decode
from engine.kernel.journal import Remark
from engine.registry import newest
from engine.simulate import play, table
from engine.wallenstein.action_events import ArmiesDeployed, BuildingBuilt, GrainCollected
from engine.wallenstein.battle_events import AttackMade, RevoltBrokeOut
from engine.wallenstein.board import ACTIONS, COUNTIES
from engine.wallenstein.edition_2002.facts import DefenceChosen, FeePaid
from engine.wallenstein.edition_2002.rules import EVENTS_2002
from engine.wallenstein.edition_2002.words import ACCOUNTS_2002
from engine.wallenstein.events import ChoiceAsked, EventDrawn
from engine.wallenstein.winter import EventsRevealed, GrainLost
from engine.wallenstein.words.report import paragraphs
from tests.text.fact_examples import drawn
from tests.text.reading import assert_answered, assert_read
from tests.text.test_accounts import assert_clean

WORDS = newest("wallenstein-2002").text()
BASE = newest("wallenstein-2010").text()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "orders.md"
LANGUAGES = ("de", "en")
HOUSE = {"de": "Hauswert", "en": "house value"}


def test_e_8_there_are_25_cards_and_eight_kinds() -> None:
    assert len(EVENTS_2002) == 25
    assert len({card.kind for card in EVENTS_2002.values()}) == 8
    regional = [card for card in EVENTS_2002.values() if card.region]
    assert len(regional) == 15
    assert len({(card.kind, card.region) for card in regional}) == 15


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", EVENTS_2002)
def test_e_8_every_card_is_told_and_house_values_are_marked(card: str, language: str) -> None:
    known = EVENTS_2002[card]
    sentence = WORDS.account(EventDrawn(drawn(card)), language, {})
    assert_clean(sentence)
    assert (HOUSE[language] in sentence) == known.house_effect
    opened = WORDS.account(EventsRevealed(drawn(card)), language, {})
    lost = WORDS.account(GrainLost(card, {"A": 1}), language, {})
    assert f"({known.grain_loss}, {HOUSE[language]})" in opened
    assert f"({HOUSE[language]})" in lost
    assert_clean(lost)
    if known.region:
        place = {"oesterreich": "Österreich"}.get(known.region, known.region.capitalize())
        assert sentence.count(place) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_of_both_editions_is_told_as_its_edition_has_it(language: str) -> None:
    event = EventDrawn(drawn("militant_peasants_3"))
    here, there = WORDS.account(event, language, {}), BASE.account(event, language, {})
    assert here != there
    assert HOUSE[language] not in there


@pytest.mark.parametrize("choices", ["orders", "ask"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_clean_sentences(choices: str, language: str) -> None:
    played = play(table("wallenstein-2002", 4, 11, {"choices": choices}), 0)
    facts = [decode(played.table.ruleset, entry) for entry in played.entries]
    for event in facts:
        assert_clean(WORDS.account(event, language, {}))
    report = WORDS.report(facts, language, {})
    drawn_order = {"de": "Die Reihenfolge ist ausgelost", "en": "The order of play is drawn"}
    assert sum(drawn_order[language] in line for line in report) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_e_8_a_price_or_a_harvest_that_a_card_has_changed_is_marked(language: str) -> None:
    grain = COUNTIES["anhalt"].grain
    pairs: list[tuple[Event[Any], Event[Any]]] = [
        (
            BuildingBuilt("A", "build_trading_post", "anhalt", "trading_post", 1, 0),
            BuildingBuilt("A", "build_trading_post", "anhalt", "trading_post", 0, 0),
        ),
        (
            ArmiesDeployed("A", "deploy_5", "anhalt", 5, 3),
            ArmiesDeployed("A", "deploy_5", "anhalt", 5, 4),
        ),
        (
            FeePaid("A", "deploy_1_move", "anhalt", 1),
            FeePaid("A", "deploy_1_move", "anhalt", 2),
        ),
        (
            GrainCollected("A", "collect_grain", "anhalt", grain),
            GrainCollected("A", "collect_grain", "anhalt", grain + 1),
        ),
    ]
    for printed, ours in pairs:
        assert HOUSE[language] not in WORDS.account(printed, language, {})
        assert WORDS.account(ours, language, {}).endswith(f" ({HOUSE[language]}).")
        # In the edition of 2010 such amounts are printed, or a tile has changed them.
        if not isinstance(ours, FeePaid):
            assert HOUSE[language] not in BASE.account(ours, language, {})


def test_e_8_all_effects_are_house_values() -> None:
    """The rule book of 2002 has nothing but the names of the cards."""
    assert all(card.house_effect and card.house_loss for card in EVENTS_2002.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("defender", "extras", "is_ours"),
    [
        ("B", {}, False),
        ("B", {"B": 1}, True),
        (None, {"peasants": 1}, False),
        (None, {"peasants": 2}, True),
    ],
)
def test_e_8_who_joins_a_battle_by_a_card_is_a_house_value(
    language: str, defender: str | None, extras: dict[str, int], is_ours: bool
) -> None:
    attack = AttackMade("A", "combat_a", "anhalt", "lausitz", 3, defender, 2, extras)
    assert WORDS.account(attack, language, {}).endswith(f" ({HOUSE[language]}).") == is_ours
    assert HOUSE[language] not in BASE.account(attack, language, {})


@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_e_3_a_defence_is_told_under_the_heading_of_its_battle(choices: str) -> None:
    """It is chosen before the attack is made, so the action before has just been told."""
    attacks = 0
    for number in range(4):
        played = play(table("wallenstein-2002", 4, 9, {"choices": choices}, ("random",)), number)
        facts = [decode(played.table.ruleset, entry) for entry in played.entries]
        under = headings(facts)
        fought = [fact for fact in facts if not isinstance(fact, Remark | ChoiceAsked)]
        for fact, battle in pairwise(fought):
            if not isinstance(fact, DefenceChosen):
                continue
            assert isinstance(battle, AttackMade | RevoltBrokeOut)
            name = battle.action if isinstance(battle, AttackMade) else battle.cause
            assert under[id(fact)] == {"winter": "hunger"}.get(name, name)
            attacks += isinstance(battle, AttackMade)
    assert attacks > 5


def headings(facts: list[Event[Any]]) -> dict[int, str]:
    """Under which heading each fact is told that has a line of its own."""
    return {
        id(fact): paragraph.name
        for paragraph in paragraphs(facts, "en", {}, ACCOUNTS_2002)
        for line in paragraph.lines
        for fact in line.events
    }


def test_e_3_an_open_question_for_the_defender_is_told_under_the_attack() -> None:
    played = play(table("wallenstein-2002", 4, 9, {"choices": "ask"}, ("random",)), 0)
    facts = [decode(played.table.ruleset, entry) for entry in played.entries]
    asked = [at for at, fact in enumerate(facts) if isinstance(fact, ChoiceAsked)]
    of_actions = [at for at in asked if facts[at].payload()["about"].get("action") in ACTIONS]
    assert {facts[at].payload()["choice"] for at in of_actions} == {"defence", "move"}
    for at in of_actions:
        under = headings(facts[: at + 1])
        assert under[id(facts[at])] == facts[at].payload()["about"]["action"]


def test_a_report_that_begins_with_a_defence_has_a_heading_for_it() -> None:
    chosen = DefenceChosen("B", "kursachsen", 3, 0)
    attack = AttackMade("A", "combat_a", "anhalt", "kursachsen", 4, "B", 3, {})
    assert WORDS.report([chosen, attack], "en", {}) == [
        "Combat/Movement A",
        "  Red defends in Kursachsen with 3 armies and holds nobody back.",
        "",
    ]
    assert WORDS.report([chosen], "de", {}) == [
        "  Rot verteidigt sich in Kursachsen mit 3 Armeen und hält niemanden zurück.",
        "",
    ]


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("defence: Anhalt 2, Lausitz 0", {"defend": {"anhalt": 2, "lausitz": 0}}),
        ("Verteidigung: Anhalt mit 2\nVerteidiger: Köln 1", {"defend": {"anhalt": 2, "koeln": 1}}),
        ("defence: none", {"defend": {}}),
        ("defence: Anhalt all, Köln 1", {"defend": {"anhalt": "all", "koeln": 1}}),
        ("Verteidigung: Köln mit alle", {"defend": {"koeln": "all"}}),
        ("place army: no", {"place": False}),
        ("Armee stellen: ja", {"place": True}),
        ("taxes: blank card", {"boxes": {"collect_taxes": "coin"}}),
        ("Steuern: Blankokarte", {"boxes": {"collect_taxes": "coin"}}),
        ("taxes: coin", {"boxes": {"collect_taxes": "coin"}}),
    ],
)
def test_p_4_a_plan_is_read(text: str, plan: dict[str, Any]) -> None:
    assert_read(WORDS, text, plan)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid: 3", "unknown_head"),
        ("positions: 1 2", "unknown_head"),
        ("defence: Anhalt", "no_defenders"),
        ("defence: Atlantis 2", "unknown_county"),
        ("defence: Anhalt 2, Anhalt 3", "county_twice"),
        ("place army: perhaps", "not_yes_or_no"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_cannot_be_read_is_answered(text: str, code: str, language: str) -> None:
    assert_answered(WORDS, text, code, language)


def test_the_edition_of_2002_deals_blank_cards_and_no_tower_cards() -> None:
    _, (problem,) = WORDS.parse("plan", "taxes: tower", "en")
    assert problem.code == "unknown_county"
    assert "blank card" in problem.data["message"]
    assert "coin" not in problem.data["message"]


def test_the_edition_of_2010_does_not_read_a_defence() -> None:
    _, (problem,) = BASE.parse("plan", "defence: Anhalt 2", "en")
    assert problem.code == "unknown_head"


counties = st.sampled_from(sorted(COUNTIES))
cards = st.none() | st.just("coin") | counties
plans = st.fixed_dictionaries(
    {"boxes": st.dictionaries(st.sampled_from(ACTIONS[:7]), cards, min_size=1)},
    optional={
        "defend": st.dictionaries(counties, st.integers(0, 62) | st.just("all")),
        "place": st.booleans(),
        "revolt_order": st.lists(counties, unique=True),
    },
)


@given(plans, st.sampled_from(LANGUAGES))
def test_every_plan_comes_back_from_its_text(plan: dict[str, Any], language: str) -> None:
    assert_read(WORDS, WORDS.format("plan", plan, language), plan, language)


@given(st.lists(st.sampled_from(ACTIONS), unique=True, min_size=1), st.sampled_from(LANGUAGES))
def test_e_2_boxes_named_empty_come_back_from_their_text(boxes: list[str], language: str) -> None:
    answer = {"empty": boxes}
    read, problems = WORDS.parse("empty_boxes", WORDS.format("empty_boxes", answer, language), "de")
    assert (read, list(problems)) == (answer, [])


@pytest.mark.parametrize("text", ["armies: 3", "Armeen: 3", "defence: 3", "Verteidigung: 3."])
def test_p_4_the_answer_of_a_defender_is_read(text: str) -> None:
    assert WORDS.parse("defence", text, "en") == ({"armies": 3}, [])


def test_what_is_not_understood_in_an_answer_is_named() -> None:
    _, (problem,) = WORDS.parse("empty_boxes", "empty: combat A, roast goose", "en")
    assert "there is no box “roast goose”" in problem.data["message"]
    _, (problem,) = WORDS.parse("defence", "armies: all", "de")
    assert "keine Zahl" in problem.data["message"]


def test_the_examples_of_the_page_are_read() -> None:
    examples = re.findall(r"^```orders-2002 (\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M)
    assert {kind for kind, _ in examples} == {"plan", "empty_boxes", "defence"}
    assert len(examples) == 6
    for kind, text in examples:
        _, problems = WORDS.parse(kind, text, "en")
        assert not problems, [problem.data for problem in problems]


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_speak_of_blank_cards_and_counties_by_name(language: str) -> None:
    empty = Problem("boxes.combat_a", "empty_box", {"accepted": ["coin", "anhalt"]})
    sentence = WORDS.problem(empty, language)
    assert {"de": "Blankokarte", "en": "blank card"}[language] in sentence
    assert {"de": "Münz", "en": "coin"}[language] not in sentence
    wrong = Problem("defend.anhalt", "not_a_number_of_armies", {"given": -1, "accepted": [0, "…"]})
    assert WORDS.problem(wrong, language).split(":")[0].endswith("Anhalt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_e_6_no_hint_offers_to_stay_where_one_must_march(language: str) -> None:
    """An army that was only placed may stay, and the hint says so there."""
    options = {"must_march": ["combat_a", "combat_b"]}
    stay = {"de": "bleibt", "en": "stay"}[language]
    text = "combat A: Atlantis\ndeploy 1: Atlantis"
    _, (combat, deploy) = WORDS.parse("plan", text, language, options)
    assert stay not in combat.data["message"]
    assert stay in deploy.data["message"]
    _, (duty,) = WORDS.parse("move", "move: Atlantis 3", language, {"must_march": ["combat_a"]})
    _, (free,) = WORDS.parse("move", "move: Atlantis 3", language, {})
    assert stay not in duty.data["message"]
    assert stay in free.data["message"]
