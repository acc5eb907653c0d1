"""The replay: each frame right by itself, and the frames for the script add up to the same."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from engine.kernel.core import Json
from games.models import Game, User
from games.services.play.advance import game_advance
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import answer, play_out, started
from tests.web.told import line_of, played, reader

__all__ = ["anna", "bert", "nothing_folded"]

CANARY = "ca" * 32


def frame(game: Game, at: int, user: User | None = None) -> str:
    response = reader(user).get(f"/games/{game.id}/replay/?at={at}")
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def season(game: Game, step: int, user: User | None = None) -> Any:
    response = reader(user).get(f"/games/{game.id}/replay/frames/{step}/")
    assert response.status_code == 200
    return response.json()


def cells(page: str) -> dict[tuple[str, str], str]:
    figures = re.findall(r'<td data-figure="(\w+)" data-colour="(\w+)">(\d*)</td>', page)
    return {(figure, colour): value for figure, colour, value in figures}


def test_a_frame_shows_the_position_at_its_event(anna: User) -> None:
    game = played(anna)
    line = line_of(game)
    spring = line.chapters[1]
    for at in (spring.first, spring.first + 20, spring.last):
        shown = line.shown(line.position(at))
        page = frame(game, at)
        assert f"Event {at} of {line.last}" in page
        has = cells(page)
        for seat in "ABC":
            assert has["money", seat] == str(shown["money"][seat])
            assert has["points", seat] == str(shown["points"][seat])
            assert has["lodged", seat] == str(shown["tower"]["lodged"].get(seat, 0))
        assert has["tray", "peasants"] == str(shown["tower"]["tray"].get("peasants", 0))
        assert has["money", "peasants"] == ""
        owners = dict(re.findall(r'data-county="(\w+)"[^>]*? data-owner="(\w)"', page))
        assert owners == {name: county["owner"] for name, county in shown["counties"].items()}


def test_links_step_through_the_game_without_a_script(anna: User) -> None:
    game = played(anna)
    last = line_of(game).last
    goals = {
        1: {"first": 1, "previous": 1, "next": 2, "last": last},
        30: {"first": 1, "previous": 29, "next": 31, "last": last},
        last: {"first": 1, "previous": last - 1, "next": last, "last": last},
    }
    for at, wanted in goals.items():
        links = re.findall(r'data-go="(\w+)" href="\?at=(\d+)"', frame(game, at))
        assert {way: int(seq) for way, seq in links} == wanted
    for chapter in line_of(game).chapters:
        assert f'href="?at={chapter.first}" data-chapter="{chapter.number}"' in frame(game, 1)


def test_the_frames_of_a_season_add_up_to_its_end(anna: User) -> None:
    game = played(anna, seasons=3)
    line = line_of(game)
    for chapter in line.chapters:
        data = season(game, chapter.number)
        assert (data["first"], data["last"]) == (chapter.first, chapter.last)
        assert [one["seq"] for one in data["frames"]] == list(
            range(chapter.first, chapter.last + 1)
        )
        counties: Json = dict(data["start"]["places"])
        standing: Json = dict(data["start"]["standing"])
        for one in data["frames"]:
            counties |= one["changes"]
            standing |= one["standing"]
        shown = line.shown(line.position(chapter.last))
        owned = {name: county for name, county in counties.items() if county["owner"]}
        assert owned.keys() == shown["counties"].keys()
        for name, county in shown["counties"].items():
            assert owned[name]["armies"] == county["armies"]
            built = [building for _x, _y, building in owned[name]["sites"] if building]
            assert built == county["buildings"]
            assert len(owned[name]["markers"]) == min(county["revolt"], 3)
        assert standing["money"] == shown["money"]
        assert standing["grain"] == shown["grain"]
        tray = {colour: count for colour, count in standing["tray"].items() if count}
        assert tray == shown["tower"]["tray"]


def test_only_what_changes_is_sent(anna: User) -> None:
    game = played(anna)
    frames = {one["seq"]: one for one in season(game, 1)["frames"]}
    line = line_of(game)
    for moment in line.of(line.chapters[1]):
        one = frames[moment.seq]
        if moment.entry.kind == "taxes_collected":
            assert one["changes"] == {}
            assert set(one["standing"]) == {"money"}
            assert one["place"] == moment.entry.payload["county"]
        if moment.entry.kind in ("answer_sealed", "phase_began"):
            assert (one["changes"], one["standing"], one["small"]) == ({}, {}, True)


def test_a_throw_is_drawn_with_its_frame_and_with_its_verdict(anna: User) -> None:
    game = played(anna)
    line = line_of(game)
    drawn = {
        one["seq"] for one in season(game, 0)["frames"] + season(game, 1)["frames"] if one["throw"]
    }
    thrown = {m.seq for m in line.moments if m.entry.kind == "tower_thrown"}
    assert drawn == thrown | {seq + 1 for seq in thrown}
    frames = {one["seq"]: one for one in season(game, 1)["frames"]}
    decided = {m.seq: m.entry for m in line.moments if m.entry.kind == "battle_decided"}
    assert decided
    for seq, battle in decided.items():
        here = battle.payload["county"], battle.payload["origin"]
        for at in (seq - 1, seq):
            assert (frames[at]["place"], frames[at]["origin"]) == here
    at = min(thrown)
    assert '<figure class="throw"' in frame(game, at)
    assert '<figure class="throw"' not in frame(game, at - 1)


@pytest.mark.parametrize("finished", [False, True], ids=["running", "finished"])
def test_a_replay_keeps_what_was_secret_then(anna: User, bert: User, finished: bool) -> None:
    game = started(anna, bert)
    answer(game, anna)
    _receipt, plan = answer(game, bert, salt=CANARY)
    game_advance(game_id=game.id)
    if finished:
        play_out(game, anna, bert)
    whole = line_of(game).start.ruleset.text().format("plan", plan, "en")
    for somebody in (anna, None):
        line = line_of(game, somebody)
        sent = json.dumps(season(game, 1, somebody))
        assert CANARY not in sent
        assert json.dumps(plan["positions"]) not in sent
        page = frame(game, line.chapters[1].last, somebody)
        assert CANARY not in page
        assert not any(order in page for order in whole.splitlines() if "->" in order)


def test_without_an_event_the_replay_begins_with_the_newest_season(anna: User) -> None:
    game = played(anna)
    page = html.unescape(reader().get(f"/games/{game.id}/replay/").content.decode())
    assert f'data-at="{line_of(game).chapters[1].first}"' in page


@pytest.mark.parametrize("at", ["0", "-1", "x", "99999", "1" * 40, "²", "1.5"])
def test_an_event_that_is_not_there_is_said_so(anna: User, at: str) -> None:
    game = started(anna)
    response = reader().get(f"/games/{game.id}/replay/", {"at": at})
    assert response.status_code == 404
    assert "This game has no such event yet" in response.content.decode()


@pytest.mark.parametrize("step", ["7", "999999999999999999"])
def test_frames_of_a_season_that_is_not_there_are_not_found(anna: User, step: str) -> None:
    game = started(anna)
    assert reader().get(f"/games/{game.id}/replay/frames/{step}/").status_code == 404


def test_the_replay_speaks_german(bert: User) -> None:
    bert.language = "de"
    bert.save()
    game = started(bert)
    assert "Der Frühling des Jahres 1 beginnt." in frame(
        game, line_of(game).chapters[1].first, bert
    )
    assert season(game, 1, bert)["title"] == "Frühling des Jahres 1"
