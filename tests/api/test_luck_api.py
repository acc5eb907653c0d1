"""Odds, luck, the tower and the archive for programs."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest

from games.log import store
from games.models import Game
from games.services.house.tower_stats import throws_count
from tests.api.requests import content, refused, started_game
from tests.service.tables import play_out

pytestmark = pytest.mark.django_db


def test_odds_are_those_of_ones_own_seat_or_of_the_one_that_is_named(anna, bela, nobody):
    game = started_game(anna, bela)
    mine = bela.get(f"games/{game}/odds/").json()
    assert mine["seat"] == "B"
    assert mine["seq"] == Game.objects.get(pk=game).seq
    assert mine == nobody.get(f"games/{game}/odds/?seat=B").json()
    assert nobody.get(f"games/{game}/odds/").json()["seat"] == "A"
    state = store.load(Game.objects.get(pk=game)).state
    assert mine["battles"]
    for battle in mine["battles"]:
        assert state.counties[battle["origin"]].owner == "B"
        assert state.counties[battle["county"]].owner == battle["defender"] != "B"
        assert battle["win"] + battle["tie"] + battle["loss"] == 100
    refused(nobody.get(f"games/{game}/odds/?seat=Z"), 404, "no_such_seat")


def test_luck_and_the_tower_as_numbers(anna, nobody):
    game = Game.objects.get(pk=started_game(anna))
    play_out(game, anna.user)
    throws_count()
    players = nobody.get(f"games/{game.pk}/luck/").json()["players"]
    assert [player["seat"] for player in players] == ["A", "B", "C"]
    for player in players:
        battles = player["battles"]
        assert battles["of"] == len(player["fights"])
        assert battles["count"] == sum(fight["result"] == "won" for fight in player["fights"])
        assert battles["low"] <= battles["expected"] + 1
        assert battles["expected"] <= battles["high"] + 1
    (tower,) = nobody.get("tower/").json()["towers"]
    thrown = [e for e in store.public_entries_of(game) if e.kind == "tower_thrown"]
    assert tower["throws"] == len(thrown)
    assert [check["key"] for check in tower["checks"]] == ["colour", "size", "spread", "runs"]
    assert sum(row["tries"] for row in tower["checks"][0]["rows"]) == tower["cubes"]


def test_the_archive_is_there_when_the_game_is_over(anna, nobody):
    game = Game.objects.get(pk=started_game(anna))
    refused(nobody.get(f"games/{game.pk}/archive/"), 409, "not_over")
    play_out(game, anna.user)
    answer = nobody.get(f"games/{game.pk}/archive/")
    assert answer["Content-Type"] == "application/zip"
    assert f'filename="wallenstein-{game.pk}.zip"' in answer["Content-Disposition"]
    names = ZipFile(BytesIO(content(answer))).namelist()
    assert f"wallenstein-{game.pk}/game.wlog.jsonl" in names
