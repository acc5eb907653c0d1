"""Season plans as text orders, German and English, there and back (W-R3, W-R4, P-1 to P-3)."""

from typing import Any

import pytest

from engine.text.lexicon import Language
from tests.text.reading import EXAMPLES, format_orders, parse_orders

EXAMPLE: dict[str, Any] = {
    "boxes": {
        "build_palace": "boehmen",
        "build_church": "coin",
        "collect_taxes": "lueneburg",
        "deploy_3": None,
        "deploy_1_move": "mark",
        "combat_a": "anhalt",
        "combat_b": "lausitz",
    },
    "bid": 3,
    "positions": [2, 1, 3, 4, 5],
    "moves": {
        "deploy_1_move": [{"to": "koeln", "armies": 2}],
        "combat_a": [
            {"to": "kursachsen", "armies": 4, "when": {"held_by": "B"}},
            {"to": "altmark", "armies": "all", "when": {"held_by": "enemy", "at_most": 2}},
            {"to": "vogtland", "leave": 2},
            {"stay": True},
        ],
    },
    "revolt_order": ["anhalt", "lausitz"],
}
ENGLISH = """\
build palace: Böhmen
build church: coin
taxes:        Lüneburg
deploy 3:     empty
deploy 1:     Mark -> Köln 2
combat A:     Anhalt -> Kursachsen 4; if held by B
combat A:     Anhalt -> Altmark all; if held by enemy, at most 2
combat A:     Anhalt -> Vogtland leave 2
combat A:     Anhalt stay
combat B:     Lausitz
bid:          3
positions:    2 1 3 4 5
revolts:      Anhalt, Lausitz"""
GERMAN = """\
Palast bauen: Böhmen
Kirche bauen: Münze
Steuern:      Lüneburg
3 Armeen:     leer
1 Armee:      Mark -> Köln 2
Kampf A:      Anhalt -> Kursachsen 4; wenn gehalten von B
Kampf A:      Anhalt -> Altmark alle; wenn gehalten vom Gegner, höchstens 2
Kampf A:      Anhalt -> Vogtland lasse 2
Kampf A:      Anhalt bleibt
Kampf B:      Lausitz
Gebot:        3
Positionen:   2 1 3 4 5
Aufstände:    Anhalt, Lausitz"""


def read(text: str) -> dict[str, Any]:
    orders = parse_orders(text)
    assert not orders.problems, [problem.describe("en", EXAMPLES) for problem in orders.problems]
    return orders.plan


@pytest.mark.parametrize(("language", "text"), [("en", ENGLISH), ("de", GERMAN)])
def test_a_whole_plan_is_written_and_read(language: Language, text: str) -> None:
    assert format_orders(EXAMPLE, language) == text
    assert read(text) == EXAMPLE


def test_the_example_of_the_contract_is_read() -> None:
    text = """
taxes: Lüneburg
build palace: Böhmen
combat A: Anhalt -> Kursachsen 4; if held by B
bid: 3
positions: 2 1 3 4 5
"""
    assert read(text) == {
        "boxes": {"collect_taxes": "lueneburg", "build_palace": "boehmen", "combat_a": "anhalt"},
        "moves": {"combat_a": [{"to": "kursachsen", "armies": 4, "when": {"held_by": "B"}}]},
        "bid": 3,
        "positions": [2, 1, 3, 4, 5],
    }


@pytest.mark.parametrize(
    ("head", "action"),
    [
        ("taxes", "collect_taxes"),
        ("collect taxes", "collect_taxes"),
        ("Steuern eintreiben", "collect_taxes"),
        ("Steuern einziehen", "collect_taxes"),
        ("GETREIDE", "collect_grain"),
        ("collect_grain", "collect_grain"),
        ("palace", "build_palace"),
        ("Build a palace", "build_palace"),
        ("Palast", "build_palace"),
        ("Kirche", "build_church"),
        ("Handelshaus bauen", "build_trading_post"),
        ("trading-post", "build_trading_post"),
        ("5 Armeen einsetzen", "deploy_5"),
        ("5 Armeen aufstellen", "deploy_5"),
        ("deploy 5 armies", "deploy_5"),
        ("Deploy3", "deploy_3"),
        ("deploy and move", "deploy_1_move"),
        ("1 Armee aufstellen/bewegen", "deploy_1_move"),
        ("Kampf/Bewegung -A-", "combat_a"),
        ("Combat/Movement B", "combat_b"),
        ("Kampf b", "combat_b"),
    ],
)
def test_an_action_has_many_names(head: str, action: str) -> None:
    assert read(f"{head}: Anhalt") == {"boxes": {action: "anhalt"}}


@pytest.mark.parametrize(
    "line",
    [
        "taxes = Lüneburg",
        "- taxes: Lüneburg",
        "* Steuern: lueneburg.",
        "  TAXES :  Luneburg  ",
        "\ufefftaxes:\u00a0Lu\u0308neburg",
        "taxes：Lüneb",
    ],
)
def test_signs_around_an_order_do_not_matter(line: str) -> None:
    assert read(line) == {"boxes": {"collect_taxes": "lueneburg"}}


def test_blank_lines_comments_and_rules_say_nothing() -> None:
    assert read("\n   \n# taxes: Anhalt\n-----\n***\n") == {}


@pytest.mark.parametrize(
    "word", ["coin", "Münzkarte", "Talerkarte", "Geldkarte", "-", "none", "pass"]
)
def test_w_r3_a_coin_card_means_not_this_action(word: str) -> None:
    assert read(f"church: {word}") == {"boxes": {"build_church": "coin"}}


@pytest.mark.parametrize("word", ["empty", "leer", "no card", "keine Karte"])
def test_w_r3_a_box_may_be_left_empty(word: str) -> None:
    assert read(f"combat B: {word}") == {"boxes": {"combat_b": None}}


@pytest.mark.parametrize(
    ("line", "bid"),
    [
        ("bid: 3", 3),
        ("bid: 0", 0),
        ("Gebot: 4 Taler", 4),
        ("Gebot: Münzkarte 2", 2),
        ("bid: Anhalt", "anhalt"),
        ("bid: none", None),
        ("Gebot: keine", None),
        ("bid: -", None),
    ],
)
def test_w_r4_a_bid_is_a_coin_a_county_or_nothing(line: str, bid: Any) -> None:
    assert read(line) == {"bid": bid}


@pytest.mark.parametrize("numbers", ["2 1 3 4 5", "2,1,3,4,5", "2 > 1 > 3 > 4 > 5", "2, 1; 3 4 5"])
def test_p_1_positions_are_a_ranking(numbers: str) -> None:
    assert read(f"Positionen: {numbers}") == {"positions": [2, 1, 3, 4, 5]}


@pytest.mark.parametrize("arrow", ["->", "→", "=>", "-->", ">", " nach ", " to ", "–>"])
def test_p_2_many_arrows_lead_to_the_target(arrow: str) -> None:
    assert read(f"combat A: Hessen-Kassel{arrow}Sächs. Lande 4") == {
        "boxes": {"combat_a": "hessen_kassel"},
        "moves": {"combat_a": [{"to": "saechsische_lande", "armies": 4}]},
    }


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("4", {"armies": 4}),
        ("4 armies", {"armies": 4}),
        ("mit 1 Armee", {"armies": 1}),
        (", 4", {"armies": 4}),
        ("all", {"armies": "all"}),
        ("alle Armeen", {"armies": "all"}),
        ("leave 2", {"leave": 2}),
        ("lass 2", {"leave": 2}),
        ("lasse 2 Armeen zurück", {"leave": 2}),
        ("leave 2 behind", {"leave": 2}),
        ("all but 2", {"leave": 2}),
        ("alle bis auf 2", {"leave": 2}),
    ],
)
def test_p_2_how_many_armies_go_or_stay_behind(amount: str, says: dict[str, Any]) -> None:
    plan = read(f"Kampf B: Anhalt -> Altmark {amount}")
    assert plan["moves"] == {"combat_b": [{"to": "altmark", **says}]}


@pytest.mark.parametrize(
    ("condition", "when"),
    [
        ("; if held by B", {"held_by": "B"}),
        (" if held by b", {"held_by": "B"}),
        ("; if B holds it", {"held_by": "B"}),
        ("; only if it belongs to player C", {"held_by": "C"}),
        ("; wenn gehalten von B", {"held_by": "B"}),
        (" falls Gegner", {"held_by": "enemy"}),
        ("; wenn von Spieler D gehalten", {"held_by": "D"}),
        ("; wenn es mir gehört", {"held_by": "own"}),
        (" (if neutral)", {"held_by": "neutral"}),
        ("; own", {"held_by": "own"}),
        ("; höchstens 2", {"at_most": 2}),
        (", at most 2", {"at_most": 2}),
        ("; if up to 2 armies", {"at_most": 2}),
        ("; if <= 2 and >= 1", {"at_most": 2, "at_least": 1}),
        ("; wenn genau 2 Armeen", {"at_most": 2, "at_least": 2}),
        (
            "; if held by enemy, at least 1 and at most 2",
            {"held_by": "enemy", "at_most": 2, "at_least": 1},
        ),
        (";", None),
    ],
)
def test_p_2_conditions_ask_who_holds_the_target_and_how_strongly(
    condition: str, when: dict[str, Any] | None
) -> None:
    order: dict[str, Any] = {"to": "altmark", "armies": 3}
    if when:
        order["when"] = when
    assert read(f"combat A: Anhalt -> Altmark 3{condition}")["moves"] == {"combat_a": [order]}


@pytest.mark.parametrize(
    "line", ["combat A: Anhalt stay", "Kampf A: Anhalt bleibt", "combat a: Anhalt -> stay"]
)
def test_p_2_armies_may_be_told_to_stay(line: str) -> None:
    assert read(line) == {"boxes": {"combat_a": "anhalt"}, "moves": {"combat_a": [{"stay": True}]}}


def test_p_2_a_source_alone_leaves_the_move_open() -> None:
    assert read("combat A: Anhalt") == {"boxes": {"combat_a": "anhalt"}}


def test_p_2_the_source_may_be_said_once_for_all_moves() -> None:
    text = "combat A: Anhalt\ncombat A: -> Altmark 3\ncombat A: stay"
    assert read(text) == {
        "boxes": {"combat_a": "anhalt"},
        "moves": {"combat_a": [{"to": "altmark", "armies": 3}, {"stay": True}]},
    }


def test_p_3_a_further_line_goes_on_with_the_ranking_of_revolts() -> None:
    text = "revolts: Anhalt, Lausitz\nAufstände: Mark und Köln\nrevolts: Anhalt, Lausitz"
    assert read(text) == {"revolt_order": ["anhalt", "lausitz", "mark", "koeln"]}


def test_the_same_line_twice_is_fine() -> None:
    assert read(f"{ENGLISH}\n{GERMAN}") == EXAMPLE


def test_what_a_mail_quotes_is_nobodys_order() -> None:
    text = "taxes: Köln\n> build palace: Böhmen\n > bid: 3\n>> church: Trier\n"
    assert parse_orders(text).plan == {"boxes": {"collect_taxes": "koeln"}}
    assert parse_orders(text).problems == ()


@pytest.mark.parametrize(
    "line",
    [
        *("rest: coin", "Rest: Münze", "the rest = -", "coin on the rest: coin"),
        *("rest: coins", "Rest: Münzen", "rest: blank cards"),
    ],
)
def test_coin_on_the_rest_is_an_order(line: str) -> None:
    read = parse_orders(f"taxes: Köln\n{line}")
    assert not read.problems
    assert read.plan == {"boxes": {"collect_taxes": "koeln"}, "rest": "coin"}
    assert format_orders(read.plan, "en") == "taxes: Köln\nrest:  coin"
    assert format_orders(read.plan, "de") == "Steuern: Köln\nRest:    Münze"


def test_nothing_but_coins_lies_on_the_rest() -> None:
    (problem,) = parse_orders("rest: Köln").problems
    assert problem.code == "only_blank"
    assert "Accepted: “rest: coin”." in problem.describe("en", EXAMPLES)
    assert "Möglich: „Rest: Münze“." in problem.describe("de", EXAMPLES)


@pytest.mark.parametrize("written", ["best: coin", "crew: Köln"])
def test_no_order_is_guessed_from_half_its_letters(written: str) -> None:
    (problem,) = parse_orders(written).problems
    meant = problem.as_problem("en", EXAMPLES).data["meant"]
    assert "revolt_order" not in meant
