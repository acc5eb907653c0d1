"""The board as it is drawn: squares in words, sides in place, nothing lost by a replay."""

from __future__ import annotations

import itertools
import re
from io import BytesIO

import pytest
from bs4 import BeautifulSoup
from django.template.loader import render_to_string
from django.utils.translation import override
from PIL import Image

from engine.loewenherz.board import INDEX, SIDES, SQUARES
from games.boards.loewenherz.map.part import MAP
from games.boards.loewenherz.map.picture import SIZE, Spot, board_picture, corner_of
from tests.boards.loewenherz.positions import NAMES, position, whole_game

STRETCH = re.compile(r"M(\d+) (\d+)h(\d+)v40h-\d+z")


def squares_under(path: str) -> set[str]:
    """The squares that a path of stretches covers."""
    corners = {corner_of(square): square for square in SQUARES}
    return {
        corners[Spot(int(x) + step, int(y))]
        for x, y, wide in STRETCH.findall(path)
        for step in range(0, int(wide), SIZE)
    }


def test_every_square_says_its_land_its_figure_and_its_domain() -> None:
    with override("en"):
        rows = board_picture(position(), "en", NAMES).rows
    words = {square.id: square.sentence for row in rows for square in row.squares}
    assert list(words) == list(SQUARES)
    assert words["a1"] == "a1, forest, knight of Anna, domain of Anna"
    assert words["a2"] == "a2, meadow, castle of Anna, domain of Anna"
    assert words["b2"] == "b2, royal city, domain of Anna"
    assert words["c1"] == "c1, village"
    assert words["f1"] == "f1, gold mine"
    assert words["l12"] == "l12, meadow, neutral castle"
    with override("de"):
        assert next(iter(MAP.places(position(), "de", NAMES))).squares[0].sentence == (
            "a1, Wald, Ritter von Anna, Gebiet von Anna"
        )


def test_lands_and_domains_cover_their_squares_and_no_others() -> None:
    picture = board_picture(position(), "en", NAMES)
    covered = {kind: squares_under(path) for kind, path in picture.lands.items()}
    assert sorted(square for squares in covered.values() for square in squares) == sorted(SQUARES)
    assert covered["forest"] == {"a1", "e2"}
    assert (covered["gold"], covered["gems"]) == ({"f1"}, {"d4"})
    assert squares_under(picture.domains["A"]) == {"a1", "a2", "b1", "b2"}
    assert squares_under(picture.domains["B"]) == {"g7", "g8"}


def test_the_page_has_every_square_as_a_cell_and_every_side_where_it_is_asked_for() -> None:
    picture = board_picture(position(), "en", NAMES)
    page = BeautifulSoup(
        render_to_string("boards/loewenherz/map.html", {"map": picture, "map_sides": True}),
        "html.parser",
    )
    cells = page.select("[role=grid] > [role=row] > [role=gridcell]")
    assert [cell["data-square"] for cell in cells] == list(SQUARES)
    assert [cell["tabindex"] for cell in cells].count("0") == 1
    assert {side["data-side"] for side in page.select("#sides [data-side]")} == set(SIDES)
    borders = {side["data-side"] for side in page.select("#bars [data-side]")}
    assert borders == {*position()["borders"], "edge"}
    assert {one["class"][-1] for one in page.select(".square .figure")} == {
        "s-A",
        "s-B",
        "s-neutral",
    }


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_redrawn_step_by_step_adds_up_to_the_board(players: int) -> None:
    views, _events = whole_game(players)
    drawn = MAP.drawn(views[0], "en", NAMES)
    for before, after in itertools.pairwise(views):
        drawn |= MAP.redrawn(before, after, "en", NAMES)
        assert {key: state for key, state in drawn.items() if state is not None} == MAP.drawn(
            after, "en", NAMES
        )
    assert views[-1]["borders"]


def test_events_happen_at_squares_and_sides() -> None:
    _views, events = whole_game(4)
    places = {event.kind: MAP.place_of(event) for event in events}
    assert {kind for kind, place in places.items() if place in SIDES} == {"border_placed"}
    at_squares = {kind for kind, place in places.items() if place in INDEX}
    assert at_squares >= {"castle_placed", "knight_placed"}
    assert all(place is None or place in SIDES or place in INDEX for place in places.values())
    origins = {MAP.origin_of(event) for event in events}
    assert origins <= {None, *SQUARES}


def test_changes_tell_who_holds_a_square_now() -> None:
    after = position()
    before = {**after, "domains": after["domains"][1:], "knights": {}}
    with override("en"):
        changed = {one.id: one for one in MAP.changes(before, after, "en", NAMES)}
    assert changed.keys() == {"a1", "a2", "b1", "b2", "g8", "l11"}
    assert changed["b1"].text == "unclaimed → domain of Anna"
    assert (changed["b1"].is_taken, changed["b1"].is_other) == (True, False)
    assert (changed["g8"].is_taken, changed["g8"].is_other) == (False, True)


def test_a_board_that_is_not_laid_yet_is_drawn_and_nothing_on_it_has_changed() -> None:
    before = {**position(), "board": [], "castles": {}, "knights": {}, "borders": [], "domains": []}
    with override("en"):
        assert next(iter(MAP.places(before, "en", NAMES))).squares[0].sentence == "a1, not laid yet"
        changed = MAP.changes(before, {**before, "board": position()["board"]}, "en", NAMES)
    assert changed == []


@pytest.mark.parametrize("view", [position(), whole_game(4)[0][-1]], ids=["by hand", "played"])
def test_letters_get_a_picture_and_lists_a_small_one(view: dict[str, object]) -> None:
    painted = MAP.painted(view, "en")
    with Image.open(BytesIO(painted.png())) as picture:
        assert picture.size[0] == 640
        assert picture.size[1] > 640
    assert MAP.miniature(view).startswith("<svg")
    assert len(MAP.miniature(view)) < 12_000


def test_the_specimen_is_a_board_with_everything_on_it() -> None:
    picture = MAP.specimen()
    page = render_to_string(MAP.specimen_template, {"specimen": picture})
    assert picture.domains.keys() == set("ABCD")
    assert picture.alliances
    assert 'tabindex="0"' not in page
