"""The report of Löwenherz: a heading a round, a short paragraph a turn."""

from __future__ import annotations

import re

import pytest

from engine.kernel.journal import Remark
from engine.loewenherz import events
from engine.loewenherz.words.notation import NOTATION
from engine.loewenherz.words.report import END, TURN, paragraphs
from engine.text.lexicon import LANGUAGES
from tests.text.loewenherz.fact_samples import DEAL, arisen, ended, played
from tests.text.loewenherz.random_games import PLAYERS, random_game

NAMES = {"B": "bert"}
ASKED = events.DeserterAsked("A", "B", "c4", "h9", "c6", ["h8", "h7"])
TURN_OF_BERT = [
    events.RoundBegan(3),
    events.TurnBegan(17, "B", ordered=True),
    events.IncomePaid("B", {"gold": 1, "gems": 2}, 2),
    played("A:borders-2", "borders", 3),
    events.BorderPlaced("B", "c4|d4"),
    arisen("B", 5),
    events.BorderPlaced("B", "c4|c5"),
    events.CardDealt("B", "card 9", DEAL),
]


def test_a_turn_is_a_short_paragraph() -> None:
    assert NOTATION.report(TURN_OF_BERT, "en", NAMES) == [
        "Round 3",
        "=======",
        "",
        "bert plays “2 borders (pile A)” for 3 ducats: c4|d4 and c4|c5.",
        "bert gets a domain around the castle at c4 (3 squares): +5 points.",
        "  By standing orders; income: 2 ducats; new card from pile A.",
        "",
    ]
    assert NOTATION.report(TURN_OF_BERT, "de", NAMES) == [
        "Runde 3",
        "=======",
        "",
        "bert spielt „2 Grenzen (Stapel A)“ für 3 Dukaten: c4|d4 und c4|c5.",
        "bert bekommt ein Gebiet um die Burg c4 (3 Felder): +5 Punkte.",
        "  Nach Befehlen, die bereitlagen; Einnahmen: 2 Dukaten; neue Karte von Stapel A.",
        "",
    ]


def test_knights_in_the_forest_cost_more() -> None:
    knights = [
        played("B:knights-2", "knights", 7),
        events.KnightPlaced("B", "c5", 1),
        events.KnightPlaced("B", "d5", 0),
    ]
    (line, _) = NOTATION.report(knights, "en", NAMES)
    assert line == "bert plays “2 knights (pile B)” for 7 ducats: c5 and d5 (forest: 1 ducat)."


def test_a_turn_that_waits_says_whose_it_is() -> None:
    assert NOTATION.report(TURN_OF_BERT[:3], "en", NAMES)[3:] == [
        "bert takes turn 17, by standing orders.",
        "bert gets 2 ducats from mines (gold, gems).",
        "",
    ]


def test_a_question_is_news_until_it_is_answered() -> None:
    asked = NOTATION.report([ASKED], "en", NAMES)
    assert "must choose" in asked[0]
    left = events.KnightDeserted("A", "B", "h8", "h9", "c4")
    assert not any("must choose" in line for line in NOTATION.report([ASKED, left], "en", NAMES))


def test_the_last_card_is_drawn_at_the_end_of_a_turn() -> None:
    lines = NOTATION.report([*TURN_OF_BERT, events.DeckEmptied("B")], "en", NAMES)
    assert lines[-2] == "The last card has been drawn: nobody refills from now on."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game_is_told_round_by_round(players: int, language: str) -> None:
    facts = random_game(players).facts
    sections = list(paragraphs(facts, language, {}))
    rounds = [fact.round for fact in facts if isinstance(fact, events.RoundBegan)]
    titles = [section.chapter for section in sections if section.chapter]
    assert titles == [NOTATION.chapter(str(one), language) for one in ("castles", *rounds)]
    turns = sum(isinstance(fact, events.TurnBegan) for fact in facts)
    assert sum(section.name == TURN for section in sections) == turns
    assert sections[-1].name == END
    for line in (line for section in sections for line in section.lines):
        assert line.text.endswith(".")
        assert re.match(r"[A-ZÄÖÜ0-9]", line.text)


def test_every_fact_of_a_game_is_behind_a_line_once() -> None:
    facts = random_game(4).facts
    behind = [
        id(fact)
        for section in paragraphs(facts, "en", {})
        for line in section.lines
        for fact in line.events
    ]
    # A turn that is told need not be announced.
    untold = (Remark, events.RoundBegan, events.TurnBegan, events.DeserterAsked)
    assert len(behind) == len({*behind})
    assert {id(fact) for fact in facts if not isinstance(fact, untold)} <= {*behind}


@pytest.mark.parametrize(
    ("chapter", "german", "english"),
    [
        ("castles", "Die Burgen", "The castles"),
        ("3", "Runde 3", "Round 3"),
        ("0", "", ""),
        ("", "", ""),
        ("x", "", ""),
    ],
)
def test_chapters_have_names(chapter: str, german: str, english: str) -> None:
    assert NOTATION.chapter(chapter, "de-AT") == german
    assert NOTATION.chapter(chapter, "en") == english


def test_the_end_has_a_paragraph_of_its_own() -> None:
    facts = [*TURN_OF_BERT[:6], events.GoalReached(["B"], 40), ended(["B"])]
    *_, last = paragraphs(facts, "en", NAMES)
    assert [line.text.split(":")[0] for line in last.lines] == [
        "The goal of 40 points is reached",
        "bert wins",
    ]
