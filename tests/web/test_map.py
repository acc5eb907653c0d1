"""The map: every county drawn once, nothing written over anything, everything also in words."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from engine.kernel.core import Json
from engine.wallenstein.board import COUNTIES, counties_in_play
from games.boards.wallenstein.map.atlas import atlas
from games.boards.wallenstein.map.lettering import (
    BADGE,
    BREAKS,
    OVERVIEW,
    REVOLTS,
    Box,
    letterings,
    shorts,
    sites,
    text_width,
)
from games.boards.wallenstein.map.picture import MapPicture, map_picture

BUILDINGS = ["palace", "church", "trading_post"]


def full_view(players: int = 5) -> Json:
    """A position in which everything stands that can stand."""
    seats = "ABCDE"[:players]
    return {
        "in_play": list(counties_in_play(players)),
        "money": dict.fromkeys(seats, 0),
        "counties": {
            county: {
                "owner": seats[number % players],
                "armies": 10 + number,
                "buildings": BUILDINGS[: len(COUNTIES[county].cities)],
                "revolt": number % 4,
            }
            for number, county in enumerate(counties_in_play(players))
            if number % 7
        },
    }


def drawn(picture: MapPicture, **given: str) -> str:
    """The map as it stands in a page."""
    return render_to_string("boards/wallenstein/map.html", {"map": picture, **given})


def boxes() -> list[tuple[str, Box]]:
    """Everything that is ever written or put on the map."""
    labels = []
    for county, letters in letterings().items():
        labels += [
            (f"name of {county}", letters.name),
            (f"armies of {county}", letters.badge),
            (f"revolt in {county}", letters.revolts),
        ]
    return [*labels, *((f"city {number}", city) for number, city in enumerate(sites()))]


def inside(county: str, x: float, y: float) -> bool:
    """Whether a point lies in a county, by the number of borders to its left."""
    corners, odd = atlas().lands[county].outline, False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def test_nothing_on_the_map_covers_anything_else() -> None:
    """Names, armies, revolt markers and cities of all counties keep apart."""
    clashes = [(a, b) for (a, one), (b, two) in combinations(boxes(), 2) if one.meets(two)]
    assert clashes == []


def test_nothing_covers_anything_where_the_whole_map_is_small() -> None:
    """Armies are drawn larger there and names are shortened; markers and cities stay in sight."""
    placed = [(f"city {number}", city) for number, city in enumerate(sites())]
    for county, letters in letterings().items():
        placed += [
            (f"short name of {county}", shorts()[county].box),
            (f"armies of {county}", letters.large),
            (f"revolt in {county}", letters.revolts),
        ]
    met = [(one, other) for (one, a), (other, b) in combinations(placed, 2) if a.meets(b)]
    assert met == []


def test_large_armies_are_as_large_as_the_style_sheet_draws_them() -> None:
    style = (Path(__file__).parents[2] / "games/static/boards/wallenstein/css/map.css").read_text(
        "utf-8"
    )
    width, height = OVERVIEW
    drawn_as = (
        f"x: {-width / 2:g}px; y: {-height / 2:g}px; width: {width:g}px; height: {height:g}px"
    )
    assert f".badge rect {{ {drawn_as}; }}" in style


def test_a_name_that_is_cut_short_lies_in_its_own_county() -> None:
    lands, names = atlas().lands, shorts()
    cut = {name: short for name, short in names.items() if short.text != COUNTIES[name].name}
    assert cut["mark"].text == "Mrk"
    for county, short in cut.items():
        xs, ys = zip(*lands[county].outline, strict=True)
        assert min(xs) < short.box.x - short.box.width / 2, county
        assert short.box.x + short.box.width / 2 < max(xs), county
        assert min(ys) < short.box.y - short.box.height / 2, county
        assert short.box.y + short.box.height / 2 < max(ys), county


def test_short_names_differ_and_fit_their_boxes() -> None:
    names = shorts()
    assert names.keys() == COUNTIES.keys()
    assert len({short.text for short in names.values()}) == len(names)
    for short in names.values():
        assert text_width(short.text, short.size) <= short.box.width
    picture = drawn(map_picture(full_view(), "en", {}))
    for short in names.values():
        assert f">{short.text}</text>" in picture


def test_everything_lies_within_its_county() -> None:
    """No name and no badge crosses a border."""
    for county, letters in letterings().items():
        for box in (letters.name, letters.badge, letters.revolts):
            corners = [
                (box.x + dx * box.width / 2, box.y + dy * box.height / 2)
                for dx in (-1, 0, 1)
                for dy in (-1, 1)
            ]
            assert all(inside(county, *corner) for corner in corners), county


def test_names_are_whole_and_fit_their_boxes() -> None:
    """A broken name is still the name of the county, and no line is wider than its box."""
    for county, letters in letterings().items():
        name = COUNTIES[county].name
        whole = "".join(letters.lines)
        assert whole in (name, name.replace(" ", "")) or whole.replace("-", "") == name, county
        assert max(text_width(line, letters.size) for line in letters.lines) <= letters.name.width
        assert letters.size >= 12
        assert (letters.badge.width, letters.badge.height) == BADGE
        assert (letters.revolts.width, letters.revolts.height) == REVOLTS
    assert set(BREAKS) <= set(COUNTIES)


def test_shared_borders_fit_together() -> None:
    """Simplified or not, two neighbours have the same points on their border."""
    points = {county: set(land.outline) for county, land in atlas().lands.items()}
    for county, card in COUNTIES.items():
        for neighbour in card.neighbours:
            assert len(points[county] & points[neighbour]) >= 2, (county, neighbour)


def test_path_data_leads_back_along_the_outline() -> None:
    """The short relative form means the same points, each at most half a step away."""
    for land in atlas().lands.values():
        start, steps = re.fullmatch(r"M(.+)l(.+)z", land.path).groups()  # type: ignore[union-attr] # fullmatch is the check
        x, y = (float(n) for n in re.findall(r"-?\d*\.?\d+", start))
        numbers = [float(n) for n in re.findall(r"-?\d*\.?\d+", steps)]
        walked = [(x, y)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = round(x + dx, 1), round(y + dy, 1)
            walked.append((x, y))
        assert walked == [pytest.approx(point, abs=0.5) for point in land.outline]


def test_every_county_is_drawn_with_what_stands_in_it() -> None:
    """Owner, armies, buildings and markers of the position, county by county."""
    view = full_view()
    for county in map_picture(view, "en", {}).counties:
        shown = view["counties"].get(county.ground.id)
        built = [site.building for site in county.sites if site.building]
        assert county.owner == (shown["owner"] if shown else None)
        assert built == (shown["buildings"] if shown else [])
        assert len(county.sites) == len(COUNTIES[county.ground.id].cities)
        assert len(county.markers) == (shown["revolt"] if shown else 0)


def test_counties_tell_themselves_in_words() -> None:
    """What the eye sees, the ear hears: with the players' names."""
    view = full_view()
    view["counties"]["bremen"] = {
        "owner": "A",
        "armies": 1,
        "buildings": ["palace"],
        "revolt": 2,
    }
    sentences = {
        county.ground.id: county.sentence
        for county in map_picture(view, "en", {"A": "Anna"}).counties
    }
    assert sentences["bremen"] == (
        "Bremen in Brandenburg: Anna, 1 army. Built: palace. 1 free city. 2 revolt markers."
    )
    assert sentences["altmark"] == "Altmark in Brandenburg: neutral. 2 free cities."


def test_with_three_players_eight_counties_are_visibly_out() -> None:
    """They are hatched, carry nothing, and say so."""
    picture = map_picture(full_view(3), "en", {})
    out = {county.ground.id for county in picture.counties if not county.in_play}
    assert out == {card.id for card in COUNTIES.values() if not card.in_three_player_game}
    page = drawn(picture)
    assert page.count("url(#out-of-play)") == len(out) == 8
    assert page.count(": not in play.") == 8


class Counties(HTMLParser):
    """The counties of a drawn map."""

    def __init__(self) -> None:
        super().__init__()
        self.counties: dict[str, tuple[str, dict[str, str | None]]] = {}
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if name := given.get("data-county"):
            self.counties[name] = (tag, given)
        if own := given.get("id"):
            self.ids.append(own)


@pytest.mark.parametrize("link", ["", "?county="])
def test_counties_can_be_reached_and_read(link: str) -> None:
    """Each is a button, or a link where a page wants links; each has words and a centre."""
    reader = Counties()
    reader.feed(drawn(map_picture(full_view(), "en", {}), county_link=link))
    assert set(reader.counties) == set(COUNTIES)
    assert len(reader.ids) == len(set(reader.ids))
    assert {"marks", "arrows"} < set(reader.ids)
    for county, (tag, given) in reader.counties.items():
        assert (given.get("aria-label") or "").startswith(COUNTIES[county].name)
        assert inside(county, float(given["data-x"] or 0), float(given["data-y"] or 0))
        if link:
            assert (tag, given["href"]) == ("a", f"?county={county}#county")
        else:
            assert (tag, given["tabindex"], given["role"]) == ("g", "0", "button")


def test_the_map_is_lean() -> None:
    """A full board stays far below what a phone would feel."""
    assert len(drawn(map_picture(full_view(), "en", {})).encode()) < 72_000
