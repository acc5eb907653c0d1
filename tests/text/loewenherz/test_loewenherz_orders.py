"""Text orders of Löwenherz, German and English, and the page that explains them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.core import Json, Problem
from engine.loewenherz.words.card_words import OwnCards
from engine.loewenherz.words.notation import NOTATION
from engine.loewenherz.words.order_hints import OrderHints
from engine.loewenherz.words.order_words import KINDS
from engine.text.lexicon import LANGUAGES

PAGE = Path(__file__).resolve().parents[3] / "docs" / "orders.md"
BORDERS, BOTH, KNIGHT, DESERTER = "card 1", "card 2", "card 3", "card 4"
OPTIONS: Json = {
    "hand": [BORDERS, BOTH, KNIGHT, DESERTER],
    "known": {
        BORDERS: "A:borders-2",
        BOTH: "B:knights-1/borders-2",
        KNIGHT: "A:knights-1/expand-1",
        DESERTER: "B:deserter",
    },
    "market": ["C:alliance", "B:alliance", "A:borders-1"],
    "money": 9,
    "borders": {"left": 90, "sides": ["e4|f4", "e5|f5"]},
    "knights": {"left": 9, "squares": {"e5": 0, "e6": 1}},
    "expand": {"c4": {"d4": {}, "d5": {}}, "h9": {"d5": {}}},
}


def read(text: str, kind: str = "turn", options: Json = OPTIONS) -> Json:
    answer, problems = NOTATION.parse(kind, text, "en", options)
    assert not problems, [problem.data["message"] for problem in problems]
    return answer


def played(card: str, action: str, **places: Any) -> Json:
    return {"card": card, "do": "play", "action": action, **places}


SIDES = ["c4|d4", "c4|c5"]


@pytest.mark.parametrize(
    "text",
    [
        "play borders: c4|d4, c4|c5",
        "play borders: c4|d4 c4|c5",
        "Play Borders: D4|C4, C5|C4",
        "borders: c4-d4, c4-c5",
        "borders: c4/d4; c4/c5",
        "spiele Grenzen: c4|d4 und c4|c5",
        "setze Grenzen = zwischen c4 und d4, c4 c5",
        "- Grenzen: c4d4, c 4 | c 5",
        "play: borders c4|d4, c4|c5",
        "play borders: c4|d4\nplay borders: c4|c5",
        "play borders: c4|d4,\nc4|c5",
        "> I wrote this\nplay borders: c4|d4, c4|c5\n# a comment",
    ],
)
def test_borders_are_read_forgivingly(text: str) -> None:
    assert read(text) == played(BORDERS, "borders", borders=SIDES)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("play knights: c5", played(KNIGHT, "knights", knights=["c5"])),
        ("spiele Ritter: C5, d5", played(KNIGHT, "knights", knights=["c5", "d5"])),
        ("expand: c4 to d4 d5", played(KNIGHT, "expand", domain="c4", squares=["d4", "d5"])),
        ("erweitere: c4 um d4", played(KNIGHT, "expand", domain="c4", squares=["d4"])),
        ("expand: c4 -> d4, d5", played(KNIGHT, "expand", domain="c4", squares=["d4", "d5"])),
        # Only one domain can take it.
        ("expand: d4", played(KNIGHT, "expand", domain="c4", squares=["d4"])),
        (
            "deserter: c4 from h9, place c6",
            played(DESERTER, "deserter", domain="c4", against="h9", knight="c6"),
        ),
        (
            "Überläufer: c4 von h9, setze c6",
            played(DESERTER, "deserter", domain="c4", against="h9", knight="c6"),
        ),
        (
            "deserter: c4 h9 c6; give up: h8, h7",
            {
                **played(DESERTER, "deserter", domain="c4", against="h9", knight="c6"),
                "give_up": ["h8", "h7"],
            },
        ),
        ("sell: card 2", {"card": BOTH, "do": "sell"}),
        ("verkaufe: Karte 2", {"card": BOTH, "do": "sell"}),
        ("sell: 2", {"card": BOTH, "do": "sell"}),
        ("sell: B:knights-1/borders-2", {"card": BOTH, "do": "sell"}),
        ("sell: 1 knight or 2 borders (B)", {"card": BOTH, "do": "sell"}),
        ("sell: 1 knight or 2 borders (pile B)", {"card": BOTH, "do": "sell"}),
        ("verkaufe: 1 Ritter oder 2 Grenzen (Stapel B)", {"card": BOTH, "do": "sell"}),
        ("verkaufe: 1 Ritter oder 2 Grenzen", {"card": BOTH, "do": "sell"}),
        ("sell: deserter", {"card": DESERTER, "do": "sell"}),
        (
            "sell: borders 2; refill: alliance, deck",
            {"card": BORDERS, "do": "sell", "refill": ["C:alliance", "B:alliance", "deck"]},
        ),
        (
            "sell: two borders, refill: B:alliance or deck",
            {"card": BORDERS, "do": "sell", "refill": ["B:alliance", "deck"]},
        ),
        (
            "verkaufe: Grenzen 2\nnachziehen: 1 Grenze (A), vom Stapel",
            {"card": BORDERS, "do": "sell", "refill": ["A:borders-1", "deck"]},
        ),
        (
            "play borders: c4|d4; with card 2; refill: deck",
            {**played(BOTH, "borders", borders=["c4|d4"]), "refill": ["deck"]},
        ),
        (
            "Karte: 2\nspiele Grenzen: c4|d4",
            played(BOTH, "borders", borders=["c4|d4"]),
        ),
        ("refill: none", {"refill": []}),
        ("", {}),
    ],
)
def test_turns_are_read(text: str, answer: Json) -> None:
    assert read(text) == answer


@pytest.mark.parametrize(
    ("hand", "money", "text", "card"),
    [
        # The cheapest card that can do it.
        (["B:borders-3", "A:borders-2"], 9, "borders: c4|d4", "card 2"),
        (["A:borders-1", "A:borders-2"], 9, "borders: c4|d4, c4|c5", "card 2"),
        # Of two that cost the same the one with fewer uses, then the one held longest.
        (["A:knights-1/borders-2", "A:borders-2"], 9, "borders: c4|d4", "card 2"),
        (["A:borders-2", "A:borders-2"], 9, "borders: c4|d4", "card 1"),
        # One that can be paid for comes before one that cannot.
        (["A:borders-3", "A:borders-2"], 4, "borders: c4|d4", "card 2"),
        # If none can do it all, the rules say what is wrong.
        (["A:borders-1"], 9, "borders: c4|d4, c4|c5", "card 1"),
        # Words choose among those they fit.
        (["A:borders-2", "A:knights-1/borders-2"], 9, "borders: c4|d4; with knights", "card 2"),
    ],
)
def test_the_card_for_a_line_is_the_cheapest_that_can_do_it(
    hand: list[str], money: int, text: str, card: str
) -> None:
    known = {f"card {number}": name for number, name in enumerate(hand, start=1)}
    options = {"hand": list(known), "known": known, "money": money}
    assert read(text, options=options)["card"] == card


def test_without_a_hand_a_card_is_named_in_full() -> None:
    assert read("sell: A:borders-2", options={}) == {"card": "A:borders-2", "do": "sell"}
    assert read("borders: c4|d4", options={}) == {
        "do": "play",
        "action": "borders",
        "borders": ["c4|d4"],
    }


@pytest.mark.parametrize(
    ("text", "kind", "answer"),
    [
        ("castle: C4, knight c5", "castle", {"castle": "c4", "knight": "c5"}),
        ("Burg: c4, Ritter c5", "castle", {"castle": "c4", "knight": "c5"}),
        ("castle: c4 c5", "castle", {"castle": "c4", "knight": "c5"}),
        ("castle: knight c5, castle c4", "castle", {"castle": "c4", "knight": "c5"}),
        ("Ritter: c5\nBurg: c4", "castle", {"castle": "c4", "knight": "c5"}),
        ("knight: H8", "give_up", {"knight": "h8"}),
        ("gib ab: h8", "give_up", {"knight": "h8"}),
        ("give up: h8, h7", "ranking", {"give_up": ["h8", "h7"]}),
        ("Rangliste: h8 h7", "ranking", {"give_up": ["h8", "h7"]}),
        ("give up: none", "ranking", {"give_up": []}),
        # Half an answer is kept; the rules say what is missing.
        ("castle: c4, knight", "castle", {"castle": "c4"}),
    ],
)
def test_other_questions_are_answered(text: str, kind: str, answer: Json) -> None:
    assert read(text, kind) == answer


STANDING = {
    "orders": [
        {
            **played(BORDERS, "borders", borders=["c4|d4"]),
            "if": [{"free": "c4|d4"}, {"stronger": ["c4", "h9"]}],
        },
        {"card": BORDERS, "do": "sell", "refill": ["deck"]},
    ]
}


@pytest.mark.parametrize(
    "text",
    [
        "1. play borders: c4|d4; if c4|d4 free, c4 stronger than h9\n2. sell: card 1; refill: deck",
        (
            "first: play borders: c4|d4 if c4|d4 is still free and my domain at c4 has more knights"
            " than h9\nelse: sell: card 1; refill: deck"
        ),
        "borders: c4|d4\nif: c4|d4 free, c4 stronger than h9\nsell: borders 2\nrefill: deck",
        (
            "zuerst: spiele Grenzen: c4|d4; wenn c4|d4 noch frei ist und c4 stärker als h9\n"
            "sonst verkaufe: Karte 1; nachziehen: Stapel"
        ),
        (
            "Grenzen: c4|d4\nwenn c4|d4 frei, Gebiet c4 hat mehr Ritter als h9\n"
            "2) verkaufe: Karte 1\n   nachziehen: Stapel"
        ),
    ],
)
def test_standing_orders_are_read(text: str) -> None:
    assert read(text, "orders") == STANDING


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("c4|d4 border", {"border": "c4|d4"}),
        ("c4|d4 Grenze", {"border": "c4|d4"}),
        ("h9 has a domain", {"domain": "h9"}),
        ("h9 hat ein Gebiet", {"domain": "h9"}),
        ("d4 is unclaimed", {"unclaimed": "d4"}),
        ("d4 herrenlos", {"unclaimed": "d4"}),
        ("d4 empty", {"empty": "d4"}),
        ("d4 ist noch leer", {"empty": "d4"}),
        ("at least 6 ducats", {"ducats": 6}),
        ("ich habe mindestens 6 Dukaten", {"ducats": 6}),
        ("alliance (B) in the market", {"market": "B:alliance"}),
        ("Bündnis (B) liegt im Markt", {"market": "B:alliance"}),
    ],
)
def test_conditions_are_read(text: str, condition: Json) -> None:
    (order,) = read(f"sell: card 1; if {text}", "orders")["orders"]
    assert order["if"] == [condition]


def test_orders_can_be_taken_back() -> None:
    assert read("orders: none", "orders") == {"orders": []}
    assert read("Befehle: keine", "orders") == {"orders": []}


def test_what_follows_an_order_that_cannot_be_read_is_not_added_to_the_one_above() -> None:
    text = "sell: card 1\nplay bordrs: c4|d4\nif: c4|d4 free"
    answer, (problem,) = NOTATION.parse("orders", text, "en", OPTIONS)
    assert problem.where == "line 2"
    assert answer == {"orders": [{"card": BORDERS, "do": "sell"}]}


def only_problem(text: str, kind: str = "turn", language: str = "en") -> Problem:
    _, (problem,) = NOTATION.parse(kind, text, language, OPTIONS)
    return problem


@pytest.mark.parametrize(
    ("text", "kind", "code", "sentence"),
    [
        ("play knigts: c5", "turn", "unknown_head", "Did you mean play knights?"),
        ("play knights c5", "turn", "no_separator", "A line begins with play borders"),
        ("play borders:", "turn", "no_body", "Accepted: “play borders: e4|f4, e5|f5”."),
        ("play knights: 4c", "turn", "unknown_square", "Did you mean c4?"),
        ("play knights: m4", "turn", "unknown_square", "squares are called a1 to l12."),
        ("play knights: c5 c5", "turn", "place_twice", "c5 is there twice"),
        ("play borders: c4", "turn", "half_a_side", "(c3|c4, b4|c4, c4|d4, c4|c5)"),
        ("play borders: c4|e4", "turn", "not_neighbours", "c4 and e4 share no side"),
        ("play borders: c4|x4", "turn", "unknown_square", "“x4” is not a square"),
        ("play borders: c4|d4, D4-C4", "turn", "place_twice", "c4|d4 is there twice"),
        ("expand: c4", "turn", "no_target", "Accepted: “expand: c4 to d4 d5”"),
        ("expand: d5", "turn", "which_domain", "Name its castle first: c4 or h9."),
        ("deserter: c4 h9", "turn", "places_missing", "own castle, other castle, new knight"),
        ("deserter: c4 h9 c6 c7", "turn", "square_too_many", "“c7” is one too many"),
        ("alliance: c4 with h9", "turn", "no_card_for_it", "allows “alliance”; you have 2 borders"),
        ("sell: alliance", "turn", "not_in_hand", "you have 2 borders (pile A), 1 knight or 2"),
        ("sell: card 9", "turn", "not_in_hand", "“card 9” is not in your hand"),
        ("sell: knights", "turn", "ambiguous_card", "1 knight or 2 borders (pile B) or 1 knight"),
        ("sell: bordrs 2", "turn", "unknown_card", "Did you mean border?"),
        ("sell: 7 borders", "turn", "no_such_card", "no card “7 borders” in the game"),
        ("refill: card 3", "turn", "wish_by_handle", "go by what they allow"),
        ("refill: knights", "turn", "ambiguous_card", "fits more than one card"),
        ("play: castles c4", "turn", "no_action", "“castles” is not an action"),
        ("sell: card 1\nsell: card 2", "turn", "second_deed", "line 1 says already what you do"),
        ("sell: card 1; if c4|d4 free", "turn", "condition_now", "this one is played at once"),
        ("sell: card 1; if c4|d4 not free", "orders", "unknown_condition", "“if: c4|d4 free”"),
        ("sell: card 1; if c4|e4 free", "orders", "not_neighbours", "share no side"),
        ("orders: all", "orders", "not_none", "“orders: none”"),
        ("knight: h8 h7", "give_up", "one_knight", "name exactly one knight"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(
    text: str, kind: str, code: str, sentence: str
) -> None:
    problem = only_problem(text, kind)
    assert problem.code == code
    assert problem.data["message"].startswith("Line ")
    assert sentence in problem.data["message"]
    german = only_problem(text, kind, "de").data["message"]
    assert german.startswith("Zeile ")
    for message in (problem.data["message"], german):
        ours = re.sub(r"„[^“]*“|“[^”]*”", "…", message)
        assert not re.search(r"[_{}]|None", ours), message


def test_a_hand_is_in_no_line_of_a_log_file() -> None:
    for holder in (OwnCards.of(OPTIONS), OrderHints.of("en", OPTIONS)):
        assert "deserter" not in repr(holder)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_stranger_is_told_how_lines_begin(kind: str, language: str) -> None:
    _, (problem,) = NOTATION.parse(kind, "x", language)
    begins = "Eine Zeile beginnt mit" if language == "de" else "A line begins with"
    assert begins in problem.data["message"]
    assert set(problem.data["orders"]) == set(KINDS[kind])


def test_the_page_about_orders_tells_the_truth() -> None:
    examples = re.findall(
        r"^```orders-loewenherz (\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.S | re.M
    )
    assert {kind for kind, _ in examples} == set(KINDS)
    known = {
        f"card {number}": name
        for number, name in enumerate(
            ("A:borders-2", "B:knights-2", "D:knights-2/expand-2", "B:deserter", "B:alliance"),
            start=1,
        )
    }
    options = {"hand": list(known), "known": known}
    for kind, text in examples:
        answer, problems = NOTATION.parse(kind, text, "en", options)
        assert not problems, [problem.data["message"] for problem in problems]
        assert answer
