"""Answers to every kind of decision as text, and the page that explains the notation (P-6)."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.lexicon import LANGUAGES, Language
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.text import WallensteinText
from tests.text.reading import EXAMPLES, KINDS, format_answer, parse_answer

PAGE = Path(__file__).resolve().parents[2] / "docs" / "orders.md"


def read(kind: str, text: str) -> dict[str, Any]:
    parsed = parse_answer(kind, text)
    assert not parsed.problems, [problem.describe("en", EXAMPLES) for problem in parsed.problems]
    return parsed.answer


@pytest.mark.parametrize(
    ("kind", "text", "answer"),
    [
        ("plan", "taxes: Anhalt", {"boxes": {"collect_taxes": "anhalt"}}),
        ("draft", "counties: Burgund, Mähren", {"counties": ["burgund", "maehren"]}),
        ("draft", "Länder: Burgund > Maehren", {"counties": ["burgund", "maehren"]}),
        ("draft", "counties: Burgund\ncounties: Mark", {"counties": ["burgund", "mark"]}),
        ("draft", "Gruppen: 5 4 4 3 3 2 2", {"groups": [5, 4, 4, 3, 3, 2, 2]}),
        ("draft_pick", "take: Anhalt with 5", {"take": "anhalt", "group": 5}),
        ("draft_pick", "nimm: Anhalt mit 5", {"take": "anhalt", "group": 5}),
        ("draft_pick", "take: Anhalt, 5", {"take": "anhalt", "group": 5}),
        ("draft_pick", "take: Anhalt", {"take": "anhalt"}),
        ("draft_pick", "take: Anhalt\ngroup: 4", {"take": "anhalt", "group": 4}),
        ("draft_pick", "take: pile", {"take": "pile"}),
        ("draft_pick", "nimm: vom Stapel", {"take": "pile"}),
        ("draft_pick", "take: exchange", {"take": "exchange"}),
        ("draft_pick", "Nimm: tauschen", {"take": "exchange"}),
        ("draft_group", "Gruppe: 4", {"group": 4}),
        ("position", "position: 2", {"position": 2}),
        ("position", "Platz: 2", {"position": 2}),
        ("move", "move: Kursachsen 4", {"orders": [{"to": "kursachsen", "armies": 4}]}),
        ("move", "Zug: -> Kursachsen alle", {"orders": [{"to": "kursachsen", "armies": "all"}]}),
        ("move", "stay", {"orders": [{"stay": True}]}),
        ("move", "Zug: bleibt", {"orders": [{"stay": True}]}),
        (
            "move",
            "move: Mark leave 2; if up to 3\nstay",
            {"orders": [{"to": "mark", "leave": 2, "when": {"at_most": 3}}, {"stay": True}]},
        ),
        ("revolt_order", "revolts: Anhalt, Lausitz", {"revolt_order": ["anhalt", "lausitz"]}),
        ("revolt_order", "Aufstände: Anhalt, Lausitz", {"revolt_order": ["anhalt", "lausitz"]}),
    ],
)
def test_an_answer_is_read(kind: str, text: str, answer: dict[str, Any]) -> None:
    assert read(kind, text) == answer


@pytest.mark.parametrize(
    ("kind", "line", "code"),
    [
        ("draft", "groups: 5 4 1", "out_of_range"),
        ("draft", "counties: Burgund, Kursaxen", "unknown_county"),
        ("draft", "taxes: Anhalt", "unknown_head"),
        ("draft_pick", "take: Anhalt with 7", "out_of_range"),
        ("draft_pick", "take: Hess with 5", "ambiguous_county"),
        # Somebody signed the mail; nobody took the county.
        ("draft_pick", "Mark", "no_separator"),
        ("draft_group", "group: four", "not_a_number"),
        ("position", "position: 6", "out_of_range"),
        ("position", "position: 2 3", "not_a_number"),
        ("move", "move: Kursachsen", "no_amount"),
        ("move", "move: Anhalt -> Kursachsen 4", "source_known"),
        ("revolt_order", "revolts: Anhalt, Anhalt", "county_twice"),
    ],
)
def test_an_answer_that_cannot_be_read_says_why(kind: str, line: str, code: str) -> None:
    parsed = parse_answer(kind, line)
    assert parsed.answer == {}
    assert [problem.code for problem in parsed.problems] == [code]
    for language in LANGUAGES:
        assert parsed.problems[0].describe(language, EXAMPLES)


def test_a_refused_pick_takes_nothing() -> None:
    parsed = parse_answer("draft_pick", "group: 4\ntake: Anhalt with 5")
    assert parsed.answer == {"group": 4}
    assert [problem.code for problem in parsed.problems] == ["said_twice"]


def test_a_long_ranking_is_written_on_lines_a_mail_program_leaves_alone() -> None:
    answer = {"counties": list(COUNTIES)}
    text = format_answer("draft", answer, "de")
    assert max(map(len, text.splitlines())) <= 76
    assert read("draft", text) == answer


counties = st.sampled_from(sorted(COUNTIES))
rankings = st.lists(counties, unique=True)
groups = st.integers(2, 5)
moves = st.fixed_dictionaries({"to": counties, "armies": st.integers(1, 62) | st.just("all")})
plans = st.fixed_dictionaries({"boxes": st.fixed_dictionaries({"collect_taxes": counties})})
ANSWERS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "plan": plans,
    "draft": st.fixed_dictionaries(
        {}, optional={"counties": rankings, "groups": st.lists(groups, max_size=9)}
    ),
    "draft_pick": st.fixed_dictionaries(
        {"take": counties | st.sampled_from(["pile", "exchange"])}, optional={"group": groups}
    ),
    "draft_group": st.fixed_dictionaries({"group": groups}),
    "position": st.fixed_dictionaries({"position": st.integers(1, 5)}),
    "move": st.fixed_dictionaries(
        {
            "orders": st.lists(moves, min_size=1, max_size=2, unique_by=lambda order: order["to"])
            | st.just([{"stay": True}])
        }
    ),
    "revolt_order": st.fixed_dictionaries({"revolt_order": rankings}),
}


@pytest.mark.parametrize("kind", sorted(ANSWERS))
@given(data=st.data())
def test_every_answer_comes_back_from_its_text(kind: str, data: st.DataObject) -> None:
    answer = data.draw(ANSWERS[kind])
    language: Language = data.draw(st.sampled_from(LANGUAGES))
    assert read(kind, format_answer(kind, answer, language)) == answer


WORDS = [
    *("take", "move", "counties", "groups", "group", "position", "revolts", ":", "Anhalt", "Mark"),
    *("with", "mit", "5", "2", "pile", "stay", "->", ";", "if", "held by", "B", ",", "none", "\n"),
]


@pytest.mark.parametrize("kind", KINDS)
@given(st.text() | st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
def test_no_text_makes_the_reader_fail(kind: str, text: str) -> None:
    for problem in parse_answer(kind, text).problems:
        for language in LANGUAGES:
            assert str(problem.line) in problem.describe(language, EXAMPLES)


def examples() -> list[tuple[str, str]]:
    return re.findall(
        r"^```orders (\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.mark.parametrize(("kind", "text"), examples())
def test_the_examples_of_the_page_are_read(kind: str, text: str) -> None:
    assert read(kind, text)


def test_the_page_says_the_same_in_both_languages() -> None:
    answers = [(kind, read(kind, text)) for kind, text in examples()]
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    assert {kind for kind, _ in answers} == set(KINDS)


@pytest.mark.parametrize(("language", "begins"), [("de", "Zeile 2"), ("en", "Line 2")])
def test_every_line_that_cannot_be_read_says_which_it_is(language: str, begins: str) -> None:
    answer, problems = WallensteinText().parse("position", "\nposition: here\n", language)
    assert answer == {}
    assert [(problem.where, problem.code) for problem in problems] == [("line 2", "not_a_number")]
    assert problems[0].data["message"].startswith(begins)
