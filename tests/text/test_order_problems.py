"""Lines of text orders that cannot be read: which, why, and what would be right."""

import pytest

from engine.text.lexicon import LANGUAGES, Language
from engine.wallenstein.text import WallensteinText
from tests.text.reading import EXAMPLES, parse_orders


def wrong(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.code) for problem in parse_orders(text).problems]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("taxes Anhalt", "no_separator"),
        ("Best wishes, Mark", "no_separator"),
        ("taks: Anhalt", "unknown_head"),
        ("combat: Anhalt", "unknown_head"),
        ("taxes:", "no_body"),
        ("taxes: Kursaxen", "unknown_county"),
        ("taxes: Hess", "ambiguous_county"),
        ("taxes: Anhalt, Lausitz", "more_than_one"),
        ("taxes: Anhalt -> Lausitz 3", "moves_nothing"),
        ("combat A: Anhalt -> Altmark", "no_amount"),
        ("combat A: Anhalt -> 4", "missing_county"),
        ("combat A: Anhalt -> Altmark 0", "out_of_range"),
        ("combat A: Anhalt -> Altmark leave 0", "out_of_range"),
        ("combat A: Anhalt -> Altmark 99999999999999", "out_of_range"),
        ("combat A: Anhalt -> Altmark -4", "unknown_county"),
        ("combat A: Anhalt -> Altmark 4.5", "unknown_county"),
        ("combat A: Anhalt -> Altmark 4-5", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4 Lausitz 3", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4 B", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4; if not held by B", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4; if held by B or C", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4; if held by a player", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4; if held by F", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4; if 2", "unknown_word"),
        ("combat A: Anhalt -> Altmark 4; if", "no_condition"),
        ("combat A: Anhalt -> Altmark 4; at most", "no_condition"),
        ("combat A: Anhalt -> Altmark 4; at most B", "not_a_number"),
        ("combat A: Anhalt -> Altmark 4; at most -2", "not_a_number"),
        ("combat A: Anhalt -> Altmark 4; if neutral, held by B", "condition_twice"),
        ("combat A: Anhalt; if held by B", "no_target"),
        ("combat A: Anhalt stay; if held by B", "stay_alone"),
        ("combat A: coin -> Altmark 4", "unknown_county"),
        ("bid: 7", "out_of_range"),
        ("bid: -3", "not_a_number"),
        ("bid: 3 or 4", "not_a_number"),
        ("bid: coin", "coin_without_value"),
        ("bid: Kursaxen", "unknown_county"),
        ("positions: 1 6", "out_of_range"),
        ("positions: 1-5", "not_a_number"),
        ("positions: first", "not_a_number"),
        ("positions: 2 2 1", "number_twice"),
        ("positions: ,", "no_body"),
        ("revolts: Anhalt Lausitz", "unknown_county"),
        ("revolts: Anhalt, Anhalt", "county_twice"),
        ("taxes: " + "Anhalt" * 200, "line_too_long"),
    ],
)
def test_a_line_that_cannot_be_read_says_nothing_and_says_why(line: str, code: str) -> None:
    orders = parse_orders(line)
    assert orders.plan == {}
    assert [problem.code for problem in orders.problems] == [code]
    for language in LANGUAGES:
        assert orders.problems[0].describe(language, EXAMPLES)


def test_the_other_lines_are_still_read() -> None:
    orders = parse_orders("taxes: Anhalt\ngrain: Kursaxen\n\nbid: 2")
    assert orders.plan == {"boxes": {"collect_taxes": "anhalt"}, "bid": 2}
    assert [(problem.line, problem.written) for problem in orders.problems] == [
        (2, "grain: Kursaxen")
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("taxes: Anhalt", "Steuern: Lausitz"),
        ("taxes: Anhalt", "taxes: coin"),
        ("combat A: Anhalt", "combat A: Lausitz -> Altmark 3"),
        ("combat A: Anhalt -> Altmark 3", "combat A: Lausitz -> Altmark 3"),
        ("bid: 3", "bid: 2"),
        ("positions: 1 2 3", "positions: 2 1 3"),
        ("revolts: none", "revolts: Anhalt"),
    ],
)
def test_of_two_lines_that_disagree_the_first_holds(first: str, second: str) -> None:
    orders = parse_orders(f"{first}\n{second}")
    assert orders.plan == parse_orders(first).plan
    assert wrong(f"{first}\n{second}") == [(2, "said_twice")]
    assert "line 1" in orders.problems[0].describe("en", EXAMPLES)


def test_no_county_is_ranked_twice_on_two_lines() -> None:
    assert wrong("revolts: Anhalt, Mark\nrevolts: Mark, Lausitz") == [(2, "county_twice")]


def test_nothing_is_ordered_after_stay() -> None:
    assert wrong("combat A: Anhalt stay\ncombat A: Anhalt -> Altmark 3") == [(2, "after_stay")]


def test_a_refused_line_leaves_no_trace() -> None:
    text = "combat A: stay\ncombat A: Anhalt -> Altmark 3"
    assert parse_orders(text).plan == {"moves": {"combat_a": [{"stay": True}]}}


def test_endless_texts_are_not_read_to_the_end() -> None:
    orders = parse_orders("nonsense: Kursaxen\n" * 10_000)
    assert len(orders.problems) == 401
    assert orders.problems[-1].code == "too_many_lines"


@pytest.mark.parametrize(
    ("line", "language", "sentence"),
    [
        (
            "taxes: Kursaxen",
            "en",
            (
                "Line 1, “taxes: Kursaxen”: there is no county “Kursaxen”."
                " Did you mean Kursachsen?"
                " Accepted: “taxes: Anhalt”, “taxes: coin” or “taxes: empty”."
            ),
        ),
        (
            "Steuern: Kursaxen",
            "de",
            (
                "Zeile 1, „Steuern: Kursaxen“: Ein Land „Kursaxen“ gibt es nicht."
                " Meintest du Kursachsen?"
                " Möglich: „Steuern: Anhalt“, „Steuern: Münze“ oder „Steuern: leer“."
            ),
        ),
        (
            "palace: Hess",
            "en",
            (
                "Line 1, “palace: Hess”: “Hess” may be Hessen-Darmstadt or Hessen-Kassel;"
                " write more of the name."
            ),
        ),
        (
            "Kampf A: Anhalt -> Altmark",
            "de",
            (
                "Zeile 1, „Kampf A: Anhalt -> Altmark“: Wie viele Armeen sollen nach Altmark?"
                " Schreibe „Altmark 4“, „Altmark alle“ oder „Altmark lasse 2“."
            ),
        ),
        (
            "bid: 7",
            "en",
            (
                "Line 1, “bid: 7”: “7” is out of range; 0 to 4 is accepted."
                " Accepted: “bid: 3” (0 to 4 Thalers), “bid: Anhalt” or “bid: none”."
            ),
        ),
    ],
)
def test_a_problem_says_where_what_and_what_would_be_right(
    line: str, language: Language, sentence: str
) -> None:
    assert parse_orders(line).problems[0].describe(language, EXAMPLES) == sentence


def test_a_mistyped_action_is_answered_with_the_right_one() -> None:
    (problem,) = parse_orders("Stoiern: Anhalt").problems
    assert "Meintest du Steuern?" in problem.describe("de", EXAMPLES)
    (problem,) = parse_orders("combat: Anhalt").problems
    assert "Did you mean combat A or combat B?" in problem.describe("en", EXAMPLES)


def test_examples_name_what_the_question_offers() -> None:
    options = {"counties": {"trier": [], "mark": ["koeln"]}, "bids": [0, 1]}
    _, problems = WallensteinText().parse("plan", "bid: 7\ncombat A:\ntaxes:", "en", options)
    bid, march, taxes = (problem.data["message"] for problem in problems)
    assert bid == (
        "Line 1, “bid: 7”: “7” is out of range; 0 to 1 is accepted."
        " Accepted: “bid: 1” (0 to 1 Thalers), “bid: Mark” or “bid: none”."
    )
    assert "“combat A: Mark -> Köln 4; if held by B, at most 2”" in march
    assert "“taxes: Mark”" in taxes
    _, (problem,) = WallensteinText().parse("move", "orders:", "de", {"targets": {"mark": "B"}})
    assert "„Zug: Mark 4; wenn gehalten von B“" in problem.data["message"]
