"""Accounts: every fact has a true, clean sentence in German and in English."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from engine.kernel.game import decode
from engine.kernel.journal import (
    JOURNAL,
    DeadlineSet,
    ExtensionVoted,
    PlayerReplaced,
    SubstituteNamed,
)
from engine.kernel.reasons import AGREED, BY_SCHEDULE
from engine.registry import WALLENSTEINS
from engine.simulate import play, table
from engine.wallenstein import action_events, battle_events, events, winter
from engine.wallenstein.board import COUNTIES, EVENTS, SEASONS
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.text import WallensteinText
from engine.wallenstein.words import accounts
from engine.wallenstein.words.declension import GERMAN
from engine.wallenstein.words.event_words import EVENT_EFFECTS
from tests.text.fact_examples import ACCOUNTS, EXAMPLES, SCORE, THROW, Fact, battle, drawn, read

OPTIONS = {"line_up": "default", "choices": "orders"}
ENGINE = Path(__file__).resolve().parents[2] / "engine"
LANGUAGES = ("de", "en")
COLOURS = "Blau|Rot|Gelb|Lila|Schwarz|Blue|Red|Yellow|Purple|Black"


def account(event: Fact, language: str, names: Mapping[str, str]) -> str:
    """Told in the words of an edition that knows the fact."""
    words = next(known for known in ACCOUNTS if type(event) in known.tellings)
    return accounts.account(event, language, names, words)


def assert_clean(sentence: str) -> None:
    assert not re.search(r"_|None|[{}\[\]<>]|\b(True|False)\b", sentence), sentence
    assert re.match(r"[A-ZÄÖÜ0-9„“]", sentence), sentence
    assert sentence.endswith("."), sentence
    assert not re.search(r"  | [.,;:](?! )|\.\.|,,|\( | \)|;\.|:\.|\n", sentence), sentence
    # One of a thing is one thing; the score of a battle, "3 : 1", counts nothing.
    assert not re.search(
        r"(?<![:\d] )\b1 (armies|peasants|counties|buildings|points|revolt markers|answers)\b"
        r"|(?<![:\d] )\b1 (Armeen|Bauernarmeen|Länder|Punkte|Antworten)\b"
        r"|\b(?!1 )\d+ (army|peasant|county|building|point|revolt marker|answer)\b"
        r"|\b(?!1 )\d+ (Armee|Bauernarmee|Land|Punkt|Antwort)\b",
        sentence,
    ), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.kind)
def test_every_example_is_told_in_a_clean_sentence(event: Fact, language: str) -> None:
    assert_clean(account(event, language, {}))


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.kind)
def test_german_and_english_differ(event: Fact) -> None:
    assert account(event, "de", {}) != account(event, "en", {})


def test_every_kind_has_an_account_and_an_example() -> None:
    kinds = {*JOURNAL, *(kind for ruleset in WALLENSTEINS for kind in ruleset.events)}
    for ruleset in WALLENSTEINS:
        known = ruleset.vocabulary().accounts.tellings.keys()
        assert known == {*JOURNAL, *ruleset.events}
    assert {cls.kind for cls in kinds} == {event.kind for event in EXAMPLES}


GAMES = [
    (3, {"line_up": "default", "choices": "orders"}),
    (4, {"line_up": "draft", "choices": "ask"}),
    (5, {"line_up": "draft", "choices": "orders"}),
]


@cache
def facts_of_a_game(number: int) -> tuple[Fact, ...]:
    players, options = GAMES[number]
    played = play(table("wallenstein-2010", players, 7, options), 0)
    return tuple(decode(played.table.ruleset, entry) for entry in played.entries)


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_clean_sentences(number: int, language: str) -> None:
    words = WallensteinText()
    for event in facts_of_a_game(number):
        assert_clean(words.account(event, language, {}))


def literals(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def reasons_for_skipping() -> set[str]:
    reasons: set[str] = set()
    for path in sorted((ENGINE / "wallenstein").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "reason" for target in node.targets
            ):
                reasons |= set(literals(node.value))
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "ActionSkipped"
            ):
                reasons |= set(literals(node.args[-1]))
            elif isinstance(node, ast.FunctionDef) and node.name.endswith("_obstacle"):
                for statement in (part for part in ast.walk(node) if isinstance(part, ast.Return)):
                    reasons |= set(literals(statement.value)) if statement.value else set()
    return reasons


def test_w_r8_every_reason_for_skipping_an_action_has_its_own_sentence() -> None:
    reasons = reasons_for_skipping()
    assert {"no_money", "nowhere_to_go", "county_lost"} <= reasons
    for language in LANGUAGES:
        sentences = {
            account(
                action_events.ActionSkipped("A", "build_palace", "anhalt", reason), language, {}
            )
            for reason in reasons
        }
        assert len(sentences) == len(reasons)
        for sentence in sentences:
            assert_clean(sentence)
            assert "Palast bauen" in sentence or "Build a palace" in sentence


def test_every_phase_every_event_and_every_county_has_its_words() -> None:
    assert set(Wallenstein().timetable(OPTIONS).by_name) <= set(accounts.ACCOUNTS.phases)
    assert {card.kind for card in EVENTS.values()} == set(EVENT_EFFECTS)
    assert set(GERMAN) == set(COUNTIES)


def sentence_of(event: Fact, language: str = "en", **names: str) -> str:
    return account(event, language, names)


def test_an_attack_reads_like_the_example_of_the_rule_book() -> None:
    won = battle("attacker", (3, 2))
    assert sentence_of(won) == (
        "Blue attacks Kursachsen from Anhalt with 4; the tower decides 3 : 2; Kursachsen falls."
    )
    assert sentence_of(won, "de") == (
        "Blau greift Kursachsen aus Anhalt mit 4 an; der Turm entscheidet 3 : 2; Kursachsen fällt."
    )
    march = battle_events.AttackMade("A", "combat_a", "anhalt", "kursachsen", 4, "B", 3, {})
    assert sentence_of(march) == (
        "Blue marches on Kursachsen, held by Red with 3, from Anhalt with 4 armies."
    )


def test_what_becomes_of_a_county_that_does_not_fall() -> None:
    assert sentence_of(battle("defender", (2, 3))).endswith("2 : 3; Kursachsen holds.")
    assert sentence_of(battle("tie", (2, 2))).endswith(
        "Kursachsen is laid waste and becomes neutral."
    )
    assert sentence_of(battle("tie", (0, 0), None)).endswith("Kursachsen stays neutral.")
    assert sentence_of(battle("defender", (2, 3)), "de").endswith("Kursachsen hält stand.")
    assert sentence_of(battle("tie", (2, 2)), "de").endswith(
        "Kursachsen wird verwüstet und neutral."
    )


def test_one_is_singular_and_two_are_plural() -> None:
    one = action_events.ArmiesDeployed("B", "deploy_1_move", "anhalt", 1, 1)
    five = action_events.ArmiesDeployed("B", "deploy_5", "anhalt", 5, 3)
    assert sentence_of(one) == "Red deploys 1 army in Anhalt for 1 Thaler."
    assert sentence_of(five) == "Red deploys 5 armies in Anhalt for 3 Thalers."
    assert sentence_of(one, "de") == "Rot stellt in Anhalt 1 Armee für 1 Taler auf."
    assert sentence_of(five, "de") == "Rot stellt in Anhalt 5 Armeen für 3 Taler auf."


def test_german_counties_take_their_articles() -> None:
    def moved(origin: str, county: str) -> str:
        return sentence_of(action_events.ArmiesMoved("A", "combat_a", origin, county, 2), "de")

    assert moved("altmark", "anhalt") == "Blau zieht mit 2 Armeen aus der Altmark nach Anhalt."
    assert moved("baden", "breisgau") == "Blau zieht mit 2 Armeen aus Baden in den Breisgau."
    assert moved("vogtland", "saechsische_lande") == (
        "Blau zieht mit 2 Armeen aus dem Vogtland in die Sächsischen Lande."
    )
    lost = battle_events.RevoltDecided("A", "saechsische_lande", 1, 1, False, 0, {})
    assert sentence_of(lost, "de").endswith(
        "die Sächsischen Lande gehen verloren und sind neutral."
    )


def test_german_buildings_take_their_articles() -> None:
    for building, name in (
        ("palace", "einen Palast"),
        ("church", "eine Kirche"),
        ("trading_post", "ein Handelshaus"),
    ):
        built = action_events.BuildingBuilt("A", f"build_{building}", "mark", building, 2, 0)
        assert sentence_of(built, "de") == f"Blau baut in der Mark {name} für 2 Taler."
    skipped = action_events.ActionSkipped("A", "build_church", "mark", "no_tile_left")
    assert sentence_of(skipped, "de").endswith("im Vorrat ist keine Kirche mehr.")


def test_w_r6_bids_tell_what_was_paid_laid_and_drawn() -> None:
    bids = {"A": 0, "B": "anhalt", "C": "lausitz", "D": 3, "E": None}
    event = events.BidsRevealed(bids, {"D": 3}, [drawn("C", "B")], ["D", "C", "B", "A", "E"])
    assert sentence_of(event) == (
        "The bids, in the order of choosing: Purple 3 Thalers, Yellow the card Lausitz,"
        " Red the card Anhalt, Blue 0 Thalers, Black no card;"
        " equal bids drawn by lot: Yellow before Red."
    )


def test_w_w4_the_score_is_broken_down() -> None:
    assert sentence_of(winter.WinterScored({"A": SCORE})) == (
        "The score: Blue 12 points (8 counties, 1 building, 3 for majorities)."
    )


def test_the_tower_tells_what_went_in_fell_out_and_stays() -> None:
    assert sentence_of(battle_events.TowerThrown(THROW)) == (
        "Into the tower: Blue 4, Red 3; out of it: Blue 3, Red 1, peasants 1;"
        " still inside: Blue 1, Red 2, Yellow 2."
    )


def test_names_replace_colours_and_stay_on_one_line() -> None:
    passed = action_events.ActionPassed("A", "combat_a", "coin")
    assert sentence_of(passed, A="Anna") == "Anna passes on “Combat/Movement A”."
    assert sentence_of(passed, A="Anna\nGrafin  von\tX") == (
        "Anna Grafin von X passes on “Combat/Movement A”."
    )
    assert sentence_of(passed, A=" ") == sentence_of(passed)
    for event in EXAMPLES:
        names = dict.fromkeys("ABCDE", "Kim")
        assert not re.search(rf"\b({COLOURS})\b", account(event, "en", names))


def test_a_deadline_that_moved_tells_why() -> None:
    moved = DeadlineSet("2026-11-18T19:00:00Z", "vote", "p-0123", "a wedding")
    assert sentence_of(moved) == (
        "Answers are due at 2026-11-18 19:00:00 (UTC) (everybody agreed; a wedding)."
    )
    set_anew = DeadlineSet("2026-11-18T19:00:00Z", "step", "house", BY_SCHEDULE)
    assert sentence_of(set_anew, "de") == "Die Frist endet am 2026-11-18 19:00:00 (UTC)."


def test_a_reason_is_told_as_it_was_given_and_the_houses_own_in_ones_language() -> None:
    named = SubstituteNamed("A", "p-0124", "p-0123", "a\njourney")
    assert sentence_of(named, "en", A="Anna") == "Anna has a substitute (a journey)."
    assert sentence_of(named, "de", A="Anna") == "Anna wird vertreten (a journey)."
    voted = ExtensionVoted("A", True, "p-0123", AGREED)
    assert sentence_of(voted, "en", A="Anna") == "Anna votes for more time (for the reason given)."
    assert (
        sentence_of(voted, "de", A="Anna") == "Anna stimmt für mehr Zeit (aus dem genannten Grund)."
    )
    resigned = PlayerReplaced("A", "bot marshal", "p-0123", "resigned")
    assert sentence_of(resigned, "de", A="Anna").endswith(" gespielt (aufgegeben).")


def test_of_entries_from_before_a_reason_was_asked_for_none_is_told() -> None:
    old = read("substitute_named", seat="A", player=None, by="p-0123")
    assert sentence_of(old, "en", A="Anna") == "Anna no longer has a substitute."
    old = read("extension_voted", seat="A", yes=True, by="p-0123")
    assert sentence_of(old, "de", A="Anna") == "Anna stimmt für mehr Zeit."


def test_every_season_is_named() -> None:
    for season in (*SEASONS, "winter"):
        event = events.SeasonBegan(1, season, "display")
        assert sentence_of(event) == f"{season.capitalize()} of year 1 begins."
    assert sentence_of(events.SeasonBegan(2, "spring", "display"), "de") == (
        "Der Frühling des Jahres 2 beginnt."
    )


def test_another_language_is_told_in_english_and_dialects_of_german_in_german() -> None:
    event = events.SeasonEnded()
    assert sentence_of(event, "fr") == sentence_of(event, "en")
    assert sentence_of(event, "de-AT") == sentence_of(event, "de")
