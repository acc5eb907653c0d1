"""Above the turn form: what everybody sees on the table, so that nobody plans from memory."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import cast

import pytest
from django.test import Client
from django.utils import translation

from engine.kernel.core import Json
from games import access
from games.boards import board_of
from games.boards.wallenstein.table import TablePicture
from games.models import Game, User
from games.names import names_of
from games.read import selectors
from games.services.play.advance import game_advance
from tests.bench.pages import _static_files
from tests.service.tables import again, answer, started, waiting
from tests.web.pages import Reader

pytestmark = pytest.mark.django_db
BOTH = {"emperors_court": "on", "landsknechte": "on"}
GAMES: list[tuple[str, Json]] = [
    ("wallenstein-2010", {}),
    ("wallenstein-2010", BOTH),
    ("wallenstein-2002", {}),
]
IDS = ["2010", "expansions", "2002"]


def table_of(game: Game, person: User, language: str) -> TablePicture:
    view = selectors.board(access.viewer(again(game), person))
    names = names_of(game, language)
    with translation.override(language):
        return cast(TablePicture, board_of(game.ruleset).table.table(view, language, names))


def strip_of(game: Game, person: User, language: str = "en") -> tuple[str, str]:
    """The line that is always in sight, and what unfolds below it."""
    page = Reader(person).get(f"/games/{game.pk}/turn/{waiting(game).id}/", language=language)
    strip = re.search(r'<details class="card strip".*?</details>', page, re.DOTALL)
    assert strip is not None
    # It lies above the map, and closed it pushes nothing away.
    assert page.index('id="strip"') < page.index('id="plan-map"')
    assert " open" not in strip[0].partition(">")[0]
    line, _summary, more = strip[0].partition("</summary>")
    return line, more


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("ruleset", "options"), GAMES, ids=IDS)
def test_events_tower_and_tray_are_on_the_turn_page(
    anna: User, ruleset: str, options: Json, language: str
) -> None:
    anna.language = language
    anna.save(update_fields=["language"])
    game = started(anna, ruleset=ruleset, options=options)
    answer(game, anna)
    game_advance(game_id=game.pk)
    table = table_of(game, anna, language)
    line, more = strip_of(game, anna, language)
    assert table.open_events
    for event in table.open_events:
        assert event.title in line
        assert event.title in more
        assert event.effect in more
    tower, _tray, tray = line.partition({"en": "Tray:", "de": "Schale:"}[language])
    for heaps, part in ((table.lodged, tower), (table.tray, tray)):
        for heap in heaps:
            assert f"{heap.name} </span>{heap.count}</span>" in part
        assert part.count("few") == len(heaps)
    for card in table.court.cards if table.court else ():
        assert card.effect in more
    for banner in table.banners:
        assert banner.following in more


@pytest.mark.parametrize(("ruleset", "options"), GAMES, ids=IDS)
def test_a_first_look_at_a_plan_stays_light(
    annas: Client, anna: User, ruleset: str, options: Json
) -> None:
    game = started(anna, players=5, ruleset=ruleset, options=options)
    page = annas.get(f"/games/{game.pk}/turn/{waiting(game).id}/").content
    parts = [page, *_static_files(unescape(page.decode()))]
    # Positions differ by half a kilobyte.
    assert sum(len(gzip.compress(part)) for part in parts) < 102_000


def test_in_mid_season_the_event_of_the_season_stands_first(anna: User) -> None:
    game = started(anna, options={"choices": "ask"})
    for _question in range(20):
        table = table_of(game, anna, "en")
        line, more = strip_of(game, anna)
        if table.event:
            assert table.event.title in line
            assert f"This season: {table.event.title}" in more
            return
        answer(game, anna)
        game_advance(game_id=game.pk)
    pytest.fail("nothing was asked in mid-season")
