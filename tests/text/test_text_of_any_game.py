"""Order lines, voices and the journal in words serve a game that is not Wallenstein."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from engine.kernel.core import Json
from engine.kernel.journal import JOURNAL, DeadlineSet
from engine.text import journal
from engine.text.lexicon import LANGUAGES, Language, Lexicon, Words
from engine.text.line_problems import UNREAD, Head, LineProblem, LineWords
from engine.text.order_lines import (
    LineReading,
    Misread,
    begins_order,
    lexicon_of,
    read_lines,
    read_number,
    split_head,
    write_lines,
)
from engine.text.voice import PlainVoice
from tests.text.fact_examples import EXAMPLES

PETS = Lexicon.of({"cat": ("Katze",), "dog": ("Hund",), "horse": ("Pferd",), "hornet": ()})
HEADS = {
    "feed": Head({"de": "füttere", "en": "feed"}, ("give food to",)),
    "roll": Head({"de": "würfle", "en": "roll"}),
}


class PetWords:
    """What the shelter says to whoever wrote a line."""

    heads: Mapping[str, Head] = HEADS
    head_spellings: Mapping[str, Lexicon] = {head: lexicon_of(HEADS, (head,)) for head in HEADS}
    unread: Mapping[str, Words] = {
        **UNREAD,
        "unknown_pet": {"de": "Ein Tier {written} wohnt hier nicht.", "en": "no pet {written}."},
        "which_pet": {"de": "{candidates}?", "en": "{candidates}?"},
    }

    def name(self, thing: str) -> str:
        return thing.title()

    def facts(self, _: Mapping[str, Any]) -> Json:
        return {}

    def accepted(self, problem: LineProblem, head: str, language: Language) -> str:
        return f"({head}, {problem.code}, {language})"


WORDS: LineWords = PetWords()


def read(text: str) -> tuple[Json, tuple[LineProblem, ...]]:
    reading, heads = LineReading(), lexicon_of(HEADS, HEADS)

    def line(number: int, content: str) -> None:
        head, body = split_head(content, heads)
        if head == "roll":
            reading.once(head, read_number(body, head, 1, 6), number)
            return
        match = PETS.find(body)
        if match.ambiguous:
            raise Misread("which_pet", head=head, candidates=list(match.ids))
        if match.id is None:
            raise Misread("unknown_pet", head=head, written=body, suggested=list(match.suggestions))
        reading.once(head, match.id, number)

    problems = read_lines(text, partial(begins_order, heads=heads), line)
    return reading.values, problems


def test_lines_are_read_forgivingly_and_written_back() -> None:
    text = "> quoted: 1\n* Give food to : KATZE\n\nWürfle = 4\nroll: 4\n"
    assert read(text) == ({"feed": "cat", "roll": 4}, ())
    assert write_lines([("feed", "Katze"), ("roll", "4")], "de", HEADS) == (
        "füttere: Katze\nwürfle:  4"
    )


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("feed", "no_separator", "A line begins with feed or roll, then a colon."),
        ("fed: dog", "unknown_head", "Did you mean feed?"),
        ("roll: 7", "out_of_range", "“7” is out of range; 1 to 6 is accepted."),
        ("feed: dogg", "unknown_pet", "no pet “dogg”. Did you mean Dog? (feed, unknown_pet, en)"),
        ("feed: hor", "which_pet", "Horse or Hornet?"),
        ("roll: 3\nroll: 4", "said_twice", "delete one of the two."),
    ],
)
def test_a_line_that_cannot_be_read_is_answered(line: str, code: str, sentence: str) -> None:
    _, (problem,) = read(line)
    assert problem.code == code
    assert sentence in problem.describe("en", WORDS)
    assert problem.as_problem("de", WORDS).data["message"].startswith("Zeile ")


def test_a_line_says_for_which_order_it_was_meant() -> None:
    _, (problem,) = read("fed: dog")
    assert problem.as_problem("en", WORDS).data["meant"] == ["feed"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_journal_needs_no_words_of_a_game(language: Language) -> None:
    say = PlainVoice(language, {"A": "Anna"})
    events = [event for event in EXAMPLES if event.kind in JOURNAL]
    assert {type(event) for event in events} == set(journal.TELLINGS) == set(JOURNAL)
    for event in events:
        assert journal.TELLINGS[type(event)](say, event).endswith(".")


def test_a_game_that_says_nothing_of_its_decisions_has_answers() -> None:
    assert PlainVoice("en").answer("17.roll.A") == "an answer"
    assert PlainVoice.of("de-AT", {}).count(2, "answer") == "2 Antworten"


def test_an_outage_has_the_same_words_wherever_it_is_told() -> None:
    moved = DeadlineSet("2026-11-18T19:00:00Z", "downtime", "house", "the service was down")
    assert journal.deadline_set(PlainVoice("de"), moved).endswith("(der Dienst war ausgefallen).")
