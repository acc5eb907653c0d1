"""Facts that cannot be told of the table are refused by whoever knows no answer."""

from dataclasses import replace

from engine.loewenherz.board import mask_of
from engine.loewenherz.events import (
    BorderPlaced,
    CardPlayed,
    CardSold,
    CastlePlaced,
    DeserterAsked,
    DomainArose,
    IncomePaid,
    KnightDeserted,
    KnightPlaced,
    TurnBegan,
)
from engine.loewenherz.land import Landscape
from engine.loewenherz.state import CASTLES, CHOOSE, PAUSE, Realm, castle_places, starting
from engine.loewenherz.view import view

SHOWN = {"handle": "card 1", "card": "A:borders-2", "salt": "0" * 64}


def table(**changes: object) -> Realm:
    """A turn of A, with a corner that lacks one border."""
    land = Landscape(
        "G" + "." * 143,
        {"b2": "A", "l12": "B", "l1": "C", "a12": "C"},
        {"b1": "A"},
        frozenset({"b1|c1", "b2|c2", "a2|a3"}),
    )
    hands = {"A": ("card 1", "card 2"), "B": ("card 3",), "C": ("card 4",)}
    begun = starting("ABC").but(land=land, hands=hands, seat="A", first="A", round=1, stage=PAUSE)
    return TurnBegan(1, "A", False).apply(begun.but(**changes))


def test_a_turn_belongs_to_the_next_seat() -> None:
    before = table().but(stage=PAUSE)
    assert TurnBegan(2, "B", False).fits(before)
    assert not TurnBegan(2, "C", False).fits(before)
    assert not TurnBegan(3, "B", False).fits(before)


def test_h_9_a_card_is_sold_for_what_it_says() -> None:
    sale = CardSold("A", "card 1", "A:borders-2", SHOWN, 3)
    assert sale.fits(table())
    assert not replace(sale, ducats=4).fits(table())
    assert not replace(sale, seat="B").fits(table())
    assert not replace(sale, handle="card 3").fits(table())
    assert not replace(sale, shown=None).fits(table())
    assert sale.apply(table()).market == {"card 1": "A:borders-2"}


def test_h_12_a_domain_that_has_arisen_comes_before_everything_else() -> None:
    played = CardPlayed("A", "card 1", "A:borders-2", SHOWN, "borders", 3)
    assert played.fits(table())
    placed = BorderPlaced("A", "b2|b3")
    assert placed.fits(played.apply(table()))
    closed = placed.apply(played.apply(table()))
    arose = DomainArose("b2", "A", ["a1", "b1", "a2", "b2"], 0, [], {"gold": 1})
    assert arose.fits(closed)
    assert not replace(arose, points=3).fits(closed)
    assert not replace(arose, squares=["a1"]).fits(closed)
    assert not replace(arose, landmarks={"gold": 2}).fits(closed)
    second = BorderPlaced("A", "g6|g7")
    assert not second.fits(closed)
    scored = arose.apply(closed)
    assert scored.land.domains == {"b2": mask_of(["a1", "b1", "a2", "b2"])}
    assert second.fits(scored)
    assert not BorderPlaced("A", "a1|b1").fits(scored)
    assert not BorderPlaced("A", "g6|g7").fits(second.apply(scored))


def test_h_15_the_new_knight_stands_where_the_victim_was_told() -> None:
    left, right = ["a1", "b1", "a2", "b2"], ["c1", "d1", "c2", "d2"]
    land = Landscape(
        "." * 144,
        {"b2": "A", "d2": "B"},
        {"b1": "A", "d1": "B", "c2": "B"},
        frozenset({"b1|c1", "b2|c2", "a2|a3", "b2|b3", "c2|c3", "d2|d3", "d1|e1", "d2|e2"}),
        {"b2": mask_of(left), "d2": mask_of(right)},
    )
    played = CardPlayed("A", "card 1", "B:deserter", None, "deserter", 6).apply(table(land=land))
    asked = DeserterAsked("B", "A", "b2", "d2", "a2", land.removable("d2"))
    assert asked.fits(played)
    deserted = KnightDeserted("B", "A", land.removable("d2")[0], "d2", "b2")
    there, elsewhere = KnightPlaced("A", "a2", 0), KnightPlaced("A", "a1", 0)
    assert deserted.fits(asked.apply(played))
    announced = deserted.apply(asked.apply(played))
    assert there.fits(announced)
    assert not elsewhere.fits(announced)
    # Where nobody was asked, nothing was announced.
    silent = deserted.apply(played)
    assert there.fits(silent)
    assert elsewhere.fits(silent)


def test_h_8_income_is_what_the_mines_give() -> None:
    land = table().land
    rich = table(land=land.but(domains={"b2": mask_of(["a1", "b1", "a2", "b2"])}))
    assert rich.stage != CHOOSE
    income = IncomePaid("A", {"gold": 1}, 1)
    assert income.fits(rich)
    assert not replace(income, ducats=2).fits(rich)
    assert income.apply(rich).money["A"] == 8
    assert not income.fits(income.apply(rich))


def test_h_4_castles_of_one_colour_keep_their_distance() -> None:
    laid = starting("ABC").but(land=Landscape("." * 144), stage=CASTLES)
    placed = CastlePlaced("A", "A", "a1", "a2")
    assert placed.fits(laid)
    assert not CastlePlaced("B", "B", "a1", "a2").fits(laid)
    least, places = castle_places(placed.apply(laid).land, "A")
    assert least == 7
    assert "d5" in places
    assert "d4" not in places
    assert "b1" in castle_places(placed.apply(laid).land, "B")[1]


def test_the_view_shows_handles_and_what_everybody_has_seen() -> None:
    shown = view(table(open={"card 3": "B:alliance"}))
    assert shown["hands"] == {"A": ["card 1", "card 2"], "B": ["card 3"], "C": ["card 4"]}
    assert shown["open"] == {"card 3": "B:alliance"}
    assert (shown["turn"], shown["phase"], shown["chapter"]) == ("A", "play", "1")
    assert shown["supply"] == {"borders": 97, "knights": {"A": 14, "B": 15, "C": 15}}
