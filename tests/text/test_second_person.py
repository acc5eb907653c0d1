"""What is told about a reader is said to the reader, and reads as if it had been written so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.game import decode
from engine.kernel.log import read_log
from engine.registry import ruleset_of
from engine.text.lexicon import Language
from engine.text.second_person import READER, VERBS, addressed, marks
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.words.report import paragraphs

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("wallenstein-*.jsonl"))
NAMES = {"A": "anna", "B": "bert", "C": "cora", "D": "dora", "E": "emil"}
# What needs no other form beside “you”, and a list of players that goes on.
FREE = {"en": {"cannot", "can", "and"}, "de": {"und"}}
# What a sentence goes on with after a semicolon or an “and”, about somebody or something else.
OF_COUNTIES = {"en": {"becomes"}, "de": {"ist", "sind", "neutral"}}


@pytest.mark.parametrize(
    ("sentence", "english", "german"),
    [
        (
            ("{} builds a church in Mark and removes 1 marker.", "{} baut und entfernt einen."),
            "You build a church in Mark and remove 1 marker.",
            "Du baust und entfernst einen.",
        ),
        (
            ("anna and {} pass.", "anna und {} passen."),
            "anna and you pass.",
            "anna und du passt.",
        ),
        (
            ("Revolt: 2 peasants against 3 armies of {}.", "2 Bauern gegen 3 Armeen von {}."),
            "Revolt: 2 peasants against 3 armies of yours.",
            "2 Bauern gegen 3 Armeen von dir.",
        ),
        (
            ("{} faces the revolt; the tower answers.", "{} stellt sich dem Aufstand."),
            "You face the revolt; the tower answers.",
            "Du stellst dich dem Aufstand.",
        ),
        (
            ("{} and anna share the victory.", "{} und anna teilen sich den Sieg."),
            "You and anna share the victory.",
            "Du und anna teilt euch den Sieg.",
        ),
        (
            ("{} keeps 2 armies.", "{} behält 2 Armeen."),
            "You keep 2 armies.",
            "Du behältst 2 Armeen.",
        ),
        (("anna builds.", "anna baut."), "anna builds.", "anna baut."),
    ],
)
def test_verbs_and_cases_follow(sentence: tuple[str, str], english: str, german: str) -> None:
    assert addressed(sentence[0].format(READER), "en", NAMES) == english
    assert addressed(sentence[1].format(READER), "de", NAMES) == german


@pytest.mark.parametrize("name", ["passen", "baut", "hat; (wird)", "und du", " teilen  können "])
def test_a_rival_may_be_called_like_a_verb(name: str) -> None:
    names = {**NAMES, "B": name}
    called = marks(names, "A")
    shown = " ".join(name.split())
    both = f"{called['B']}, {called['A']} und {called['C']} passen."
    assert addressed(both, "de", names) == f"{shown}, du und cora passt."
    attack = f"{called['A']} greift {called['B']} und {called['C']} an und hat Erfolg."
    assert addressed(attack, "de", names) == f"Du greifst {shown} und cora an und hast Erfolg."
    assert addressed(f"{called['B']} baut.", "de", names) == f"{shown} baut."


def test_a_seat_without_a_name_goes_by_its_colour() -> None:
    assert marks({"A": "anna", "B": " "}, "A") == {"A": READER}


@pytest.mark.parametrize("seat", ["A", "C"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_of_recorded_games_can_be_said_to_its_reader(
    language: Language, seat: str
) -> None:
    first, further = set[str](), set[str]()
    joined = re.compile({"en": r" and ([a-zß-ÿ]+)", "de": r" und ([a-zß-ÿ]+)"}[language])
    for file in RECORDED:
        header, entries = read_log(file.read_bytes().splitlines(keepends=True))
        ruleset = ruleset_of(header.ruleset, header.version)
        assert isinstance(ruleset, Wallenstein)
        facts = [decode(ruleset, entry) for entry in entries]
        names = marks(NAMES, seat)
        for part in paragraphs(facts, language, names, ruleset.vocabulary().accounts):
            for line in part.lines:
                verb = re.match(rf"{READER} (?:also )?([^\W\d]+)", line.text)
                if verb:
                    first.add(verb[1])
                    further.update(joined.findall(line.text))
                assert "\0" not in addressed(line.text, language, NAMES)
    assert len(first) > 15
    assert first - {*VERBS[language], *FREE[language]} == set()
    assert further - {*VERBS[language], *OF_COUNTIES[language]} == set()
