"""What is told about a reader is said to the reader, and reads as if it had been written so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.game import decode
from engine.kernel.log import read_log
from engine.registry import ruleset_of
from engine.text.second_person import READER, VERBS, addressed
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.words.report import paragraphs

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.jsonl"))
# What needs no other form beside “you”: points, and a list of players that goes on.
FREE = {"en": {"cannot", "can", "and"}, "de": {"und"}}


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
        (("anna builds.", "anna baut."), "anna builds.", "anna baut."),
    ],
)
def test_verbs_and_cases_follow(sentence: tuple[str, str], english: str, german: str) -> None:
    assert addressed(sentence[0].format(READER), "en") == english
    assert addressed(sentence[1].format(READER), "de") == german


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_of_recorded_games_can_be_said_to_its_reader(language: str) -> None:
    stranger = set[str]()
    for file in RECORDED[::4]:
        header, entries = read_log(file.read_bytes().splitlines(keepends=True))
        ruleset = ruleset_of(header.ruleset, header.version)
        assert isinstance(ruleset, Wallenstein)
        facts = [decode(ruleset, entry) for entry in entries]
        names = {"A": READER, "B": "bert", "C": "cora", "D": "dora", "E": "emil"}
        for part in paragraphs(facts, language, names, ruleset.vocabulary().accounts):
            for line in part.lines:
                verb = re.match(rf"{READER} (?:also )?([^\W\d]+)", line.text)
                known = {*VERBS["de" if language == "de" else "en"], *FREE[language]}
                stranger |= {verb[1]} - known if verb else set()
                assert READER not in addressed(line.text, "de" if language == "de" else "en")
    assert stranger == set()
