"""Reports: a season reads as headings and lines, with nothing told twice."""

import re
from typing import Any

import pytest

from engine.kernel.core import Event
from engine.kernel.game import decode
from engine.kernel.journal import AnswerSealed, StepBegan
from engine.simulate import play, table
from engine.wallenstein import action_events, battle_events, draft, events, fill, winter
from engine.wallenstein.text import WallensteinText
from engine.wallenstein.words.report import season_report

Fact = Event[Any]


def drawn(*items: str) -> dict[str, Any]:
    return {"stream": "test 1", "from": sorted(items), "drawn": list(items)}


def report(*facts: Fact, language: str = "en", **names: str) -> list[str]:
    return season_report(facts, language, names)


THROW = battle_events.TowerThrown(
    {"stream": "throw 1", "thrown": {"A": 4, "B": 3}, "lodged": {}, "fell": {"A": 3, "B": 2}}
)
ATTACK = battle_events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 4, "B", 3, {})
VICTORY = battle_events.BattleDecided(
    "A", "anhalt", "kursachsen", 4, "B", 3, 2, "attacker", "A", 1, {"A": 2, "B": 2}
)


def test_a_battle_is_one_sentence_and_one_line_about_the_tower() -> None:
    assert report(ATTACK, THROW, VICTORY) == [
        "Combat/Movement A",
        "  Blue attacks Kursachsen from Anhalt with 4; the tower decides 3 : 2; Kursachsen falls.",
        "    Into the tower: Blue 4, Red 3; out of it: Blue 3, Red 2; still inside: Blue 1, Red 1.",
        "",
    ]


def test_a_revolt_is_one_sentence_and_one_line_about_the_tower() -> None:
    lines = report(
        action_events.TaxesCollected("A", "collect_taxes", "anhalt", 6),
        battle_events.RevoltBrokeOut("A", "anhalt", "collect_taxes", 4, 1),
        THROW,
        battle_events.RevoltDecided("A", "anhalt", 3, 0, True, 3, {}),
        action_events.RevoltMarkerAdded("A", "anhalt"),
    )
    assert lines == [
        "Collect taxes",
        "  Blue collects 6 Thalers of tax in Anhalt.",
        "  Blue faces the revolt in Anhalt; the tower decides 3 : 0; Anhalt holds.",
        "    Into the tower: Blue 4, Red 3; out of it: Blue 3, Red 2; still inside: Blue 1, Red 1.",
        "  New revolt marker: Anhalt.",
        "",
    ]


def test_passes_of_one_action_are_one_line() -> None:
    facts = [
        action_events.ActionPassed("B", "build_palace", "coin"),
        action_events.BuildingBuilt("A", "build_palace", "anhalt", "palace", 3, 0),
        action_events.ActionPassed("E", "build_palace", None),
        events.ActionEnded("build_palace", drawn("combat_b")),
        action_events.ActionPassed("C", "build_church", "coin"),
    ]
    assert report(*facts) == [
        "Build a palace",
        "  Blue builds a palace in Anhalt for 3 Thalers.",
        "  Red and Black pass.",
        "",
        "Build a church",
        "  Yellow passes.",
        "",
    ]
    assert report(*facts, language="de")[2] == "  Rot und Schwarz passen."
    assert report(*facts, B="Bo")[2] == "  Bo and Black pass."


def test_the_season_and_its_phases_are_headings() -> None:
    lines = report(
        events.SeasonBegan(1, "spring", "display"),
        events.TilesLaid(drawn("six_armies")),
        events.PhaseBegan("plan"),
        AnswerSealed("1.spring.plan.A", "A", "seat"),
        StepBegan(2, "00" * 32, [1]),
        events.PhaseBegan("event"),
        events.EventDrawn(drawn("church_peace_3")),
        events.PhaseBegan("bids"),
        events.BidsRevealed({"A": 1}, {"A": 1}, [], ["A"]),
        events.PhaseBegan("order"),
        events.PositionTaken("A", 1, "six_armies"),
        events.PhaseBegan("actions"),
        action_events.ActionPassed("A", "combat_a", "coin"),
        events.PhaseBegan("clean_up"),
        events.SeasonEnded(),
    )
    assert [line for line in lines if line and not line.startswith(" ")] == [
        "Spring of year 1",
        "================",
        "Display",
        "Event",
        "Player order",
        "Combat/Movement A",
    ]
    assert lines[2:5] == ["", "Display", "  The positions: 1 “6 armies”."]
    assert not any("sealed" in line or "next step" in line for line in lines)


def test_armies_just_placed_stay_without_a_word_and_others_with_one() -> None:
    placed = action_events.ArmiesDeployed("A", "deploy_1_move", "anhalt", 1, 1)
    assert len(report(placed, action_events.MarchDeclined("A", "deploy_1_move", "anhalt"))) == 3
    assert (
        report(action_events.MarchDeclined("A", "combat_a", "anhalt"))[1]
        == "  Blue stays in Anhalt."
    )


def test_w_w3_who_feeds_all_counties_is_told_together_and_the_hungry_apart() -> None:
    lines = report(
        events.PhaseBegan("grain_loss"),
        winter.GrainLost("church_peace_3", {"A": 3, "B": 3, "C": 0}),
        events.PhaseBegan("hunger"),
        winter.PlayerWintered("A"),
        winter.RevoltsDrawn("B", 1, 1, drawn("mark")),
        battle_events.RevoltBrokeOut("B", "mark", "winter", 3, 1),
        THROW,
        battle_events.RevoltDecided("B", "mark", 2, 0, True, 2, {}),
        winter.PlayerWintered("B"),
        winter.PlayerWintered("C"),
    )
    assert lines[0] == "Feeding the counties"
    assert lines[2] == "  Red cannot feed 1 county; revolt: Mark (1 peasant more)."
    assert lines[-2] == "  Blue and Yellow can feed all counties."


def test_w_w4_points_are_told_player_by_player_the_best_first() -> None:
    nothing = {"region": "bayern", "building": "trading_post", "points": 0}
    won = [{"region": "sachsen", "building": "church", "points": 2}, nothing]
    scores = {
        "A": {"counties": 3, "buildings": 1, "majorities": [nothing], "total": 4},
        "B": {"counties": 3, "buildings": 1, "majorities": won, "total": 6},
    }
    assert report(events.PhaseBegan("scoring"), winter.WinterScored(scores)) == [
        "Scoring",
        "  Red 6 points (3 counties, 1 building, 2 for majorities).",
        "    Majorities: churches in Sachsen 2.",
        "  Blue 4 points (3 counties, 1 building, 0 for majorities).",
        "",
    ]


def test_w_s6_the_first_filling_is_one_line() -> None:
    lines = report(
        draft.LineUpPlaced({"A": {"anhalt": 5}}),
        events.PhaseBegan("fill_tower"),
        fill.FillGathered({"A": 4, "B": 3}),
        THROW,
        fill.TrayCleared({"A": 3, "B": 2}),
    )
    assert lines[0] == "Line-up"
    assert lines[3] == "First filling of the tower"
    assert lines[4].startswith("  Into the tower: Blue 4, Red 3;")
    assert len(lines) == 6


def test_a_season_that_goes_on_after_a_pause_is_told_from_there() -> None:
    lines = report(events.PositionTaken("A", 2, "six_armies"))
    assert lines == ["  Blue takes position 2 with “6 armies”.", ""]


def test_a_question_is_news_until_it_is_answered() -> None:
    question = events.ChoiceAsked("1.spring.position.A", "position", "A", {})
    taken = events.PositionTaken("A", 2, "six_armies")
    assert report(taken, question) == [*report(taken)[:-1], *report(question)]
    assert report(question, AnswerSealed(question.decision, "A", "seat"), taken) == report(taken)


def test_nothing_happened() -> None:
    assert report() == [""]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("options", [{}, {"line_up": "draft", "choices": "ask"}])
def test_a_whole_game_reads_well(options: dict[str, str], language: str) -> None:
    played = play(table("wallenstein-2010", 4, 11, options), 0)
    facts = [decode(played.table.ruleset, entry) for entry in played.entries]
    lines = WallensteinText().report(facts, language, {})
    text = "\n".join(lines)
    assert not re.search(r"_|None|[{}\[\]]", text)
    assert not re.search(r"\n\n\n", text)
    battles = sum(isinstance(fact, battle_events.BattleDecided) for fact in facts)
    assert sum("attacks" in line or "greift" in line for line in lines) == battles > 0
    throws = sum(isinstance(fact, battle_events.TowerThrown) for fact in facts)
    assert sum("the tower:" in line or "den Turm:" in line for line in lines) == throws
    underlined = [line for line in lines if line and set(line) == {"="}]
    assert len(underlined) == sum(isinstance(fact, events.SeasonBegan) for fact in facts) == 8
    for line in lines:
        assert not line.startswith(" ") or line.endswith("."), line
