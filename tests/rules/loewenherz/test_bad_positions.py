"""Scenarios of Löwenherz that cannot be played: each is refused with the place and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.scenarios import BadScenario
from engine.loewenherz.ruleset import Loewenherz
from engine.loewenherz.scenario import play_scenario

Json = dict[str, Any]
MEADOWS = ["." * 12] * 12
SALE = {"seat": "A", "card": "A:borders-2", "do": "sell"}
# Four castles of each seat, in a column of its own; and the same without the last of them.
ALL_CASTLES = {
    seat: [f"{column}{row}" for row in (1, 4, 7, 10)]
    for seat, column in zip("ABC", "adg", strict=True)
}
ONE_TO_COME = {**ALL_CASTLES, "C": ALL_CASTLES["C"][:3]}
LAST_CASTLE = {"seat": "C", "castle": "k12", "knight": "l12"}
# Just enough for three hands.
NINE = [*["A:borders-2"] * 3, *["A:borders-1"] * 2, *["A:borders-3"] * 2, *["A:knights-1"] * 2]
FINE: Json = {
    "board": MEADOWS,
    "castles": {"A": ["b2"], "B": ["l12"], "C": ["l1"]},
    "hands": {"A": ["A:borders-2"]},
    "turn": "A",
    "answers": [SALE],
}


def refusal(**changes: Any) -> str:
    with pytest.raises(BadScenario) as problem:
        play_scenario(Loewenherz(), {}, {**FINE, **changes})
    message = str(problem.value)
    assert "\n" not in message
    return message


def test_the_position_itself_can_be_played() -> None:
    assert play_scenario(Loewenherz(), {}, FINE)["state"]["money"]["A"] == 10


BAD: list[tuple[Json, str]] = [
    ({"weather": "fine"}, "scenario: 'weather' is not known here"),
    ({"seats": ["A"]}, "seats: 1 seats cannot play this"),
    ({"seats": ["A", "B", "B"]}, "seats: a seat stands twice"),
    ({"seats": ["A", "B", "F"]}, "seats: 'F' is not known here"),
    ({"phase": "winter"}, "phase: 'winter' is not known here"),
    ({"board": MEADOWS[1:]}, "board: 11 rows, not 12"),
    ({"board": ["." * 11, *MEADOWS[1:]]}, "board.0: not 12 signs"),
    ({"board": ["." * 11 + "X", *MEADOWS[1:]]}, "board.0: 'X' is not known here"),
    ({"castles": {"A": ["b2", "b4", "b6", "b8", "b10"]}}, "castles.A: 5 are too many, there are 4"),
    ({"castles": {"A": ["z2"]}}, "castles.A: 'z2' is no square"),
    ({"castles": {"A": [["b2"]]}}, "castles.A: ['b2'] is no square"),
    ({"castles": {"neutral": ["b2"]}}, "castles: 'neutral' is not known here"),
    ({"castles": {"A": ["b2"], "B": ["b2"]}}, "castles.B: two figures stand on b2"),
    ({"castles": {"A": ["a1"]}, "board": ["F" + "." * 11, *MEADOWS[1:]]}, "castles.A: a1 is F"),
    ({"knights": {"A": ["a1"]}, "board": ["V" + "." * 11, *MEADOWS[1:]]}, "knights.A: a1 is V"),
    ({"knights": {"A": ["b2"]}}, "knights.A: two figures stand on b2"),
    (
        {"knights": {"A": [f"{c}{r}" for r in (5, 6) for c in "abcdefgh"]}},
        "knights.A: 16 are too many, there are 15",
    ),
    ({"borders": ["b2|b4"]}, "borders: 'b2|b4' is no side between two squares"),
    ({"borders": [7]}, "borders: 7 is no side between two squares"),
    ({"borders": ["b2|b3", "b3|b2"]}, "borders: b3|b2 stands there twice"),
    (
        {"borders": [f"{c}{r}|{c}{r + 1}" for r in range(3, 12) for c in "abcdefghijkl"]},
        "borders: 108 are too many, there are 100",
    ),
    ({"alliances": [["b2"]]}, "alliances.0: an alliance has two castles"),
    ({"alliances": [["b2", "c3"]]}, "alliances.0: no castle stands on c3"),
    ({"alliances": [["b2", "l1"], ["l1", "b2"]]}, "alliances.1: these are allied already"),
    ({"castles": {"A": ["b2", "l1"]}, "alliances": [["b2", "l1"]]}, "both castles are of one"),
    ({"money": {"A": -1}}, "money.A: -1 is not a whole number from 0 to 100000"),
    ({"money": {"A": 100_001}}, "money.A: 100001 is not a whole number from 0 to 100000"),
    ({"money": {"D": 1}}, "money: 'D' is not known here"),
    ({"points": {"A": 1.5}}, "points.A: 1.5 is not a whole number from 0 to 100000"),
    ({"points": {"A": True}}, "points.A: True is not a whole number from 0 to 100000"),
    ({"hands": {"A": ["A:borders-9"]}}, "hands.A: 'A:borders-9' is not known here"),
    ({"hands": {"A": ["A:borders-2"] * 4}}, "hands.A: 4 cards are more than 3"),
    ({"market": ["D:deserter", "D:deserter"]}, "cards: D:deserter stands 2 times, there are 1"),
    ({"deck": "all"}, "deck: 'all' is not a list"),
    ({"turn": "D"}, "turn: 'D' is not known here"),
    ({"until": "winter_end"}, "until: 'winter_end' is neither"),
    ({"until": 0}, "until: 0 is neither"),
    ({"until": True}, "until: True is neither"),
    ({"answers": []}, "answers.0: missing: A must answer turn"),
    ({"answers": ["sell"]}, "answers.0: 'sell' is not an object"),
    ({"answers": [{"card": "A:borders-2"}]}, 'answers.0: "seat" is missing'),
    ({"answers": [{**SALE, "seat": "B"}]}, "answers.0: B is not asked here, A must answer turn"),
    ({"answers": [SALE, SALE]}, "answers.1: nobody is asked for this any more"),
    ({"answers": [{"seat": "A", "knight": "b3"}]}, "answers.0.answer: "),
    ({"hands": {}}, "hands: nobody has a card"),
    ({"phase": "castles", "castles": {"B": ["b2"]}, "hands": {}}, "hands: there are none while"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=lambda value: str(value)[:50])
def test_a_bad_position_is_refused(changes: Json, message: str) -> None:
    assert message in refusal(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"castles": {"B": ["b2"]}}, "castles: they are placed in seat order, one by one"),
        ({"castles": {"A": ["b2"]}, "turn": "A"}, "turn: 'A' is not known here; accepted: B"),
        ({"answers": [{"seat": "A", "castle": "b2"}]}, "answers.0.answer: "),
        ({"castles": ALL_CASTLES}, "phase: all castles stand, so it is play"),
        (
            {"castles": ONE_TO_COME, "answers": [LAST_CASTLE], "deck": []},
            "deck: 0 cards are too few, 9 are dealt after the castles",
        ),
        (
            {"castles": ONE_TO_COME, "answers": [LAST_CASTLE], "deck": NINE[1:]},
            "deck: 8 cards are too few, 9 are dealt after the castles",
        ),
    ],
)
def test_a_bad_set_up_is_refused(changes: Json, message: str) -> None:
    with pytest.raises(BadScenario) as problem:
        play_scenario(Loewenherz(), {}, {"board": MEADOWS, "phase": "castles", **changes})
    assert message in str(problem.value)


def test_h_18_a_deck_that_the_hands_use_up_is_empty_before_the_first_turn() -> None:
    begun = {key: value for key, value in FINE.items() if key != "hands"}
    played = play_scenario(Loewenherz(), {}, {**begun, "deck": NINE})
    assert [fact["kind"] for fact in played["events"]] == ["turn_began", "card_sold"]
    left = {seat: len(hand) for seat, hand in played["state"]["hands"].items()}
    assert left == {"A": 2, "B": 3, "C": 3}


def test_h_18_a_deck_that_is_used_up_after_the_castles_is_not_dealt_from_again() -> None:
    sale = {"seat": "C", "card": NINE[-1], "do": "sell"}
    scenario = {"board": MEADOWS, "phase": "castles", "castles": ONE_TO_COME, "deck": NINE}
    played = play_scenario(
        Loewenherz(), {}, {**scenario, "answers": [LAST_CASTLE, sale], "until": 2}
    )
    kinds = [fact["kind"] for fact in played["events"]]
    assert kinds == [
        *("castle_placed", *["card_dealt"] * 9, "round_began"),
        *("turn_began", "deck_emptied", "card_sold"),
    ]
    assert played["state"]["deck"] == 0
