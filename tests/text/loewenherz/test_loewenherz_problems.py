"""What is wrong with an answer in Löwenherz is said so that its author can put it right."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine.loewenherz
from engine.kernel.core import Problem
from engine.loewenherz.words.notation import NOTATION
from engine.loewenherz.words.problem_words import LISTS, PARTS, WHAT
from engine.text.lexicon import LANGUAGES

PACKAGE = Path(engine.loewenherz.__file__).parent
# At which place of a call its code stands.
CALLS = {"Problem": 1, "Fault": 0, "_note": 1}
# Said of every answer that has too much wrong with it, and of what nobody has words for.
OF_ANY_GAME = {"and_more", "not_accepted"}


def codes_in(source: str) -> Iterator[str]:
    """Every code that a module gives to something wrong."""
    for node in ast.walk(ast.parse(source)):
        code: ast.expr | None = None
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = CALLS.get(name, len(node.args))
            code = node.args[at] if at < len(node.args) else None
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
            code = node.elts[0] if isinstance(node.elts[1], ast.Dict) else None
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
            code = node.value
        # What a condition asks about is no code.
        parts = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value


def codes_of_the_rules() -> set[str]:
    """Those of the modules that judge answers and steps."""
    modules = ("answers.py", "legality.py", "standing.py", "ruleset.py")
    sources = ((PACKAGE / module).read_text("utf-8") for module in modules)
    return {code for source in sources for code in codes_in(source)}


def test_every_code_of_the_rules_has_words_in_both_languages() -> None:
    codes = codes_of_the_rules()
    assert {"side_taken", "not_stronger", "no_card", "too_many_orders", "wrong_keys"} <= codes
    assert codes <= WHAT.keys(), f"without words: {sorted(codes - WHAT.keys())}"
    for words in (*WHAT.values(), *PARTS.values(), *LISTS.values()):
        assert set(words) == set(LANGUAGES)


def test_no_words_are_left_over_from_codes_that_are_gone() -> None:
    assert WHAT.keys() - OF_ANY_GAME <= codes_of_the_rules()


def test_a_planted_code_is_seen() -> None:
    planted = (
        'def f():\n    code = "one" if x == "y" else "two"\n    self._note("a", "three", b=1)\n'
    )
    assert {*codes_in(planted)} == {"one", "two", "three"}


def problem(where: str, code: str, **data: Any) -> Problem:
    return Problem(where, code, data)


CARD = "A:knights-1/expand-1"
SAMPLES = [
    problem("answer", "and_more", given=4),
    problem("answer", "not_an_object", given="7", accepted=["card", "do"]),
    problem("answer", "wrong_keys", given=["bid"], missing=["card"], accepted=["card", "do"]),
    problem("borders", "not_a_list", given="c4"),
    problem("card", "not_in_hand", rule="H-10", given="card 9", accepted=["card 1", "card 2"]),
    problem("do", "not_offered", rule="H-7", given="burn", accepted=["sell", "play"]),
    problem(
        "action", "not_on_card", rule="H-10", given="alliance", card=CARD, accepted=["knights"]
    ),
    problem("action", "not_on_card", rule="H-10", given="x", card=None, accepted=["knights"]),
    problem("card", "too_dear", rule="H-10", card=CARD, price=3, money=1),
    problem("borders", "none_named", rule="H-23", action="borders"),
    problem("borders", "too_many", rule="H-23", given=3, most=2, card="A:borders-2"),
    problem("orders.2.borders.0", "no_side", given="c4|e4"),
    problem("knights.1", "no_square", given="m9"),
    problem("orders.0.if.1.stronger", "not_two_squares", given="c4"),
    problem("borders.0", "side_taken", rule="H-23", side="c4|d4"),
    problem("borders.0", "no_border_left", rule="H-19", side="c4|d4", left=0),
    problem("borders.0", "inside_domain", rule="H-11", side="c4|d4", castle="c5"),
    problem(
        *("borders.0", "parts_figures"),
        rule="H-11",
        side="c4|d4",
        colour="A",
        squares=["c4", "d4"],
    ),
    problem(
        *("borders.0", "parts_figures"),
        rule="H-11",
        side="c4|d4",
        colour="neutral",
        squares=["c4", "d4"],
    ),
    problem("knights.0", "no_knight_left", rule="H-13", square="c5", left=0),
    *(
        problem("knights.0", "no_land_for_knights", rule="H-13", square="c5", sign=sign)
        for sign in "VKGSCE"
    ),
    problem("knights.0", "square_taken", rule="H-13", square="c5"),
    problem("knight", "outside_domain", rule="H-27", square="c5", accepted=["c6"]),
    problem("knights.0", "not_beside_figure", rule="H-13", square="c5", accepted=["c6"] * 12),
    problem("knights.0", "forest_too_dear", rule="H-13", square="c5", price=1, money=0),
    problem("domain", "no_own_domain", rule="H-14", given="c9", accepted=["c4"]),
    problem("squares.0", "already_inside", rule="H-14", square="c5", castle="c4"),
    problem("squares.0", "not_beside_domain", rule="H-14", square="c5", castle="c4"),
    problem("squares.0", "figure_there", rule="H-14", square="c5", colour="neutral"),
    problem("squares.0", "own_domain", rule="H-14", square="c5", castle="c4"),
    problem("squares.0", "allied", rule="H-16", square="c5", castle="c4"),
    problem("squares.0", "not_stronger", rule="H-14", square="c5", castle="h9", own=1, enemy=2),
    problem("squares.0", "other_chain", rule="H-25", square="c5", castles=["h9"]),
    problem("squares.0", "other_chain", rule="H-25", square="c5", castles=[]),
    problem("squares.0", "too_few_borders", rule="H-19", square="c5", needed=3, left=1),
    problem("against", "not_adjacent", rule="H-15", castle="c4", against="h9", accepted=["g5"]),
    problem("against", "no_knight_there", rule="H-15", castle="c4"),
    problem("against", "no_room", rule="H-15", castle="c4", left=0),
    problem("against", "allied_already", rule="H-28", castle="c4", against="h9"),
    problem("knight", "not_removable", rule="H-15", given="h8", accepted=["h7"]),
    problem("give_up.0", "not_a_knight", rule="H-27", given="h8", accepted=["h7"]),
    problem("refill.0", "no_card", given="Z:x"),
    problem("refill.0", "just_sold", rule="H-30", card=CARD),
    problem("castle", "no_castle_there", rule="H-4", given="c9", distance=7, accepted=["c4"]),
    problem("knight", "no_place_for_knight", rule="H-4", given="c9", accepted=["c5"]),
    problem("orders.0.if.0", "unknown_condition", given="rich", accepted=["free", "ducats"]),
    problem("orders.0.if.0.ducats", "not_a_number", given="many"),
    problem("orders", "too_many_orders", rule="H-32", given=30, most=20),
    problem("nowhere", "unheard_of"),
]


def test_every_code_has_a_sample() -> None:
    assert WHAT.keys() - {"not_accepted"} <= {sample.code for sample in SAMPLES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.code)
def test_a_sentence_says_where_what_and_by_which_rule(sample: Problem, language: str) -> None:
    sentence = NOTATION.problem(sample, language)
    ours = re.sub(r"„[^“]*“|“[^”]*”", "…", sentence)
    assert not re.search(r"_|\bNone\b|[{}]|\b(True|False)\b", ours), sentence
    assert not re.search(r"  | [.,;:]|: \.|\n", ours), sentence
    assert re.match(r"[A-ZÄÖÜ]", sentence), sentence
    assert sentence.endswith("."), sentence
    named = [sample.data.get(key) for key in ("rule", "side", "square", "castle")]
    for place in filter(None, named):
        assert place in sentence


@pytest.mark.parametrize(
    ("sample", "german", "english"),
    [
        (
            problem(
                *("orders.1.squares.0", "not_stronger"),
                rule="H-14",
                square="c5",
                castle="h9",
                own=1,
                enemy=2,
            ),
            (
                "Befehl 2, Feld 1: c5 gehört zum Gebiet h9. Ritter dort: 2, bei dir: 1;"
                " du brauchst mehr als dort (H-14)."
            ),
            (
                "Order 2, square 1: c5 belongs to the domain at h9. Knights there: 2, yours: 1;"
                " you need more than there are (H-14)."
            ),
        ),
        (
            problem("borders", "too_many", rule="H-23", given=3, most=2, card="A:borders-2"),
            "Grenzen: 3 sind zu viele; „2 Grenzen (Stapel A)“ erlaubt höchstens 2 (H-23).",
            "Borders: 3 are too many; “2 borders (pile A)” allows 2 at most (H-23).",
        ),
        (
            problem("squares.0", "figure_there", rule="H-14", square="c5", colour="neutral"),
            (
                "Feld 1: auf c5 steht eine Figur von der neutralen Farbe;"
                " wähle ein Feld ohne Burg und Gegner (H-14)."
            ),
            (
                "Square 1: there is a figure of the neutral colour on c5;"
                " choose one without castle or enemy (H-14)."
            ),
        ),
    ],
)
def test_sentences_read_well(sample: Problem, german: str, english: str) -> None:
    assert NOTATION.problem(sample, "de") == german
    assert NOTATION.problem(sample, "en") == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["castle", "turn", "give_up", "orders", "ranking"])
def test_a_line_that_cannot_be_read_is_spoken_of_as_its_reader_did(
    kind: str, language: str
) -> None:
    _, (unread,) = NOTATION.parse(kind, "juggle: three balls", language)
    sentence = NOTATION.problem(unread, language)
    assert sentence == unread.data["message"]
    assert sentence.startswith({"de": "Zeile 1, „juggle", "en": "Line 1, “juggle"}[language])
