"""The board, the cards and what borders make of the land."""

from collections import Counter

import pytest

from engine.loewenherz.board import (
    BIT,
    CENTRE,
    HOUSE_TILES,
    QUARTERS,
    SHUFFLED,
    SIDES,
    SQUARES,
    TILES,
    beside,
    distance,
    laid,
    mask_of,
    rows_of,
    side_named,
    squares_in,
    terrain,
    turned,
)
from engine.loewenherz.cards import CARDS, FULL_DECK, PILES
from engine.loewenherz.land import NEUTRAL, Landscape

MEADOWS = "." * 144


def test_h_1_the_board_is_nine_tiles_with_the_centre_in_the_middle() -> None:
    board = laid(SHUFFLED, [1] * 9)
    rows = rows_of(board)
    assert [row[4:8] for row in rows[4:8]] == list(TILES[CENTRE])
    assert [row[:4] for row in rows[:4]] == list(TILES[SHUFFLED[0]])
    assert [row[8:] for row in rows[8:]] == list(TILES[SHUFFLED[-1]])


def test_h_1_tiles_are_turned_clockwise() -> None:
    assert turned(["ab", "cd"], 1) == ["ca", "db"]
    assert turned(["ab", "cd"], QUARTERS) == ["ab", "cd"]
    board = laid(SHUFFLED, [2, 1, 1, 1, 1, 1, 1, 1, 1])
    assert [row[:4] for row in rows_of(board)[:4]] == turned(TILES[SHUFFLED[0]], 1)


def test_h_1_every_way_of_laying_has_the_same_land() -> None:
    one = Counter(laid(SHUFFLED, [1] * 9))
    other = Counter(laid(SHUFFLED[::-1], [1, 2, 3, 4, 1, 2, 3, 4, 1]))
    assert one == other
    assert {sign: one[sign] for sign in "FVKGSCE"} == {
        "F": 48,
        "V": 16,
        "K": 1,
        **dict.fromkeys("GSCE", 4),
    }


def test_house_values_are_marked() -> None:
    assert frozenset(SHUFFLED) == HOUSE_TILES
    assert [name for name, card in CARDS.items() if card.house] == ["D:knights-2/expand-2"]


def test_h_2_there_are_sixty_cards_in_four_piles() -> None:
    assert {letter: len(pile) for letter, pile in PILES.items()} == dict.fromkeys("ABCD", 15)
    assert FULL_DECK == "A" * 15 + "B" * 15 + "C" * 15 + "D" * 15
    assert CARDS["A:knights-1/expand-1"].actions == {"knights": 1, "expand": 1}
    assert (CARDS["B:deserter"].price, CARDS["B:deserter"].sale) == (6, 4)


def test_a_side_may_be_named_from_either_of_its_squares() -> None:
    assert side_named("c4|d4") == side_named("d4|c4") == "c4|d4"
    assert side_named("c4|c5") == side_named("c5|c4") == "c4|c5"
    assert side_named("l1|a2") is None
    assert side_named("c4|e4") is None
    assert side_named("") is None
    assert len(SIDES) == 264


def test_squares_are_counted_row_by_row() -> None:
    assert SQUARES[:2] == ("a1", "b1")
    assert SQUARES[12] == "a2"
    assert squares_in(mask_of(["b2", "a1"])) == ["a1", "b2"]
    assert squares_in(beside(BIT["l1"])) == ["k1", "l2"]
    assert distance(0, 143) == 22


def test_h_12_land_is_worth_what_the_book_says() -> None:
    land = terrain("FVKGSCE." + "." * 136)
    assert land.worth(mask_of(["a1"])) == 1
    assert land.worth(mask_of(["a1", "b1", "c1", "d1", "h1"])) == 9
    assert land.mines(mask_of(["d1", "e1", "g1"])) == {"gold": 1, "silver": 1, "gems": 1}


def closed_corner(**castles: str) -> Landscape:
    return Landscape(MEADOWS, castles, {}, frozenset({"b1|c1", "b2|c2", "a2|a3", "b2|b3"}))


def test_h_12_an_area_with_exactly_one_castle_is_a_domain() -> None:
    land = closed_corner(a1="A", l12="B", l1="B")
    assert {c: squares_in(area) for c, area in land.unclaimed_domains().items()} == {
        "a1": ["a1", "b1", "a2", "b2"]
    }


def test_h_24_the_rest_of_the_board_with_one_castle_is_a_domain_too() -> None:
    arisen = closed_corner(a1="A", l12="B").unclaimed_domains()
    assert sorted(arisen) == ["a1", "l12"]
    assert arisen["l12"].bit_count() == 140


@pytest.mark.parametrize("second", ["b2", "a2"])
def test_h_24_an_area_with_two_castles_is_none(second: str) -> None:
    assert closed_corner(**{"a1": "A", second: "B"}).unclaimed_domains() == {}


def chained(*knights: str) -> Landscape:
    everything = (1 << 144) - 1
    return Landscape(MEADOWS, {"c4": "A"}, dict.fromkeys(knights, "A"), domains={"c4": everything})


def test_h_15_only_a_knight_at_the_end_of_a_chain_may_leave() -> None:
    assert chained("d4", "e4").removable("c4") == ["e4"]
    assert chained("d4").removable("c4") == ["d4"]
    assert chained().removable("c4") == []


def test_h_27_the_farthest_along_the_chain_leaves_first_then_board_order() -> None:
    assert chained("d4", "e4", "b4", "c3").removable("c4") == ["e4", "c3", "b4"]


def test_h_15_in_a_ring_any_knight_may_leave() -> None:
    ring = chained("d4", "d5", "c5")
    assert ring.removable("c4") == ["d5", "d4", "c5"]


def test_a_landscape_forgets_what_it_worked_out() -> None:
    land = closed_corner(a1="A", l12="B")
    assert land.area(BIT["a1"]).bit_count() == 4
    opened = land.but(borders=land.borders - {"b1|c1"})
    assert opened.area(BIT["a1"]).bit_count() == 144
    assert opened.but(castles={"a1": NEUTRAL}).figures == {NEUTRAL: 1}
