"""Each season has a drawing of its own; games without drawings get none."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from engine.registry import RULESETS
from games.boards import wording_of
from games.models import User
from games.templatetags.common import chapter_picture
from tests.contract.toys.registered import TOYS, toys_known
from tests.service.tables import started

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


def test_the_season_is_seen_in_the_list_on_its_table_and_on_its_report(
    annas: Client, anna: User
) -> None:
    game = started(anna)
    seen = {
        address: re.findall(r"wallenstein/art/(\w+)", annas.get(address).content.decode())
        for address in ("/", f"/games/{game.pk}/", f"/games/{game.pk}/report/1/")
    }
    assert list(seen.values()) == [["spring"], ["spring"], ["spring"]]
