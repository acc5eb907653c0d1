"""Each season has a drawing of its own; games without drawings get none."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from engine.registry import RULESETS
from engine.wallenstein.board import COUNTIES
from games.boards import wording_of
from games.boards.palette import seat_colour
from games.boards.wallenstein.map.miniature import miniature
from games.models import User
from games.templatetags.common import chapter_picture
from tests.contract.toys.registered import TOYS, toys_known
from tests.service.tables import lobby, started

WALLENSTEIN = sorted({key for key, _version in RULESETS if key.startswith("wallenstein")})


@pytest.mark.parametrize("ruleset", WALLENSTEIN)
@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_every_season_is_drawn(ruleset: str, season: str) -> None:
    path = wording_of(ruleset).chapter_picture(f"2.{season}")
    assert finders.find(path)
    assert path in chapter_picture(ruleset, f"2.{season}")


@pytest.mark.parametrize("chapter", ["", "0.setup", "1.monsoon", "1.../../secret"])
def test_what_is_no_season_is_not_drawn(chapter: str) -> None:
    assert chapter_picture(WALLENSTEIN[0], chapter) == ""


def test_a_game_without_drawings_has_none() -> None:
    with toys_known():
        assert [chapter_picture(toy.key, "1.spring") for toy in TOYS] == ["", ""]


def test_the_season_is_seen_on_its_table_and_on_its_report(annas: Client, anna: User) -> None:
    game = started(anna)
    for address in (f"/games/{game.pk}/", f"/games/{game.pk}/report/1/"):
        page = annas.get(address).content.decode()
        assert re.findall(r"wallenstein/art/(\w+)", page) == ["spring"]


def test_a_game_in_a_list_shows_whose_land_it_is(annas: Client, anna: User) -> None:
    game = started(anna)
    (address,) = re.findall(
        r'<img class="miniature" src="([^"]+)"', annas.get("/").content.decode()
    )
    picture = annas.get(address)
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture["Cache-Control"] == "private, max-age=604800"
    fills = set(re.findall(r'fill="([^"]+)"', picture.content.decode()))
    assert {seat_colour(seat) for seat in "ABC"} <= fills
    assert seat_colour("D") not in fills
    # What is asked for under the number of another step is not kept.
    other = annas.get(f"/games/{game.pk}/map/{game.step + 1}.svg")
    assert other.content == picture.content
    assert other["Cache-Control"] == "private, max-age=0"


def test_the_small_map_is_for_those_who_may_see_the_game(annas: Client, anna: User) -> None:
    private = started(anna, visibility="invited")
    assert Client().get(f"/games/{private.pk}/map/1.svg").status_code == 404
    waiting = lobby(anna)
    assert annas.get(f"/games/{waiting.pk}/map/0.svg").status_code == 404


def test_the_small_map_is_small() -> None:
    view = {"counties": {}, "in_play": list(COUNTIES)}
    assert len(miniature(view)) < 8_000
