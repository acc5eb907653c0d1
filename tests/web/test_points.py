"""What brings points: on the table, beside a plan, in winter's report, in the box of a building."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.utils.translation import override

from engine.devices.tower import tower_named
from engine.kernel.core import Json
from engine.wallenstein.board import ACTIONS, BUILDING_KINDS, COUNTIES, REGIONS
from engine.wallenstein.state import State
from engine.wallenstein.words.voice import Voice
from games import access
from games.boards.wallenstein.board import BOARD_2010
from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.points import PointsPicture, points_if_winter, points_picture
from games.boards.wallenstein.table import WallensteinTable
from games.boards.wallenstein.turn.advice import Plans
from games.boards.wallenstein.turn.majority_advice import promise_sentence, promises
from games.boards.wallenstein_2002.edition import EDITION_2002
from games.boards.wallenstein_2002.table import Table2002
from games.log import store
from games.models import Game, User
from games.read import selectors
from games.services.play.turns import answer_submit, draft_save
from tests.play.tables import new_table
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import NOBODY, again, payloads, play_out, some_answer, started, waiting
from tests.web.pages import Reader
from tests.web.told import line_of, played

__all__ = ["anna", "bert", "nothing_folded"]

PRIZES = EDITION_2010.rules.majorities
TABLES: dict[str, WallensteinTable] = {
    "wallenstein-2010": WallensteinTable(EDITION_2010),
    "wallenstein-2002": Table2002(EDITION_2002),
}
NAMES = {"A": "anna", "B": "bert", "C": "cora"}


def shown_of(game: Game) -> Json:
    return selectors.board(access.viewer(again(game), NOBODY))


def picture(shown: Json, language: str = "en") -> PointsPicture:
    return points_picture(shown, EDITION_2010.rules, Voice.of(language, NAMES))


def with_buildings(shown: Json, **by_county: str) -> Json:
    """The same view with the counties a test names, as `altmark="A palace"`, and no others."""
    counties = {}
    for county, words in by_county.items():
        owner, *buildings = words.split()
        counties[county] = {"owner": owner, "armies": 1, "buildings": buildings, "revolt": 0}
    return shown | {"counties": counties}


@pytest.mark.django_db
def test_w_w4_the_matrix_names_leader_margin_and_stake(anna: User) -> None:
    shown = with_buildings(
        shown_of(started(anna)),
        altmark="A palace",
        mittelmark="A palace church",
        mecklenburg="B palace church",
        vorpommern="C trading_post",
    )
    drawn = picture(shown)
    assert [(kind.name, kind.alone, kind.tied) for kind in drawn.kinds] == [
        ("Palaces", 3, 2),
        ("Churches", 2, 1),
        ("Trading posts", 1, 0),
    ]
    assert [row.id for row in drawn.regions] == list(REGIONS)
    palaces, churches, posts = drawn.regions[0].leads
    assert (palaces.leaders, palaces.points) == ((("A", "anna"),), 3)
    assert (palaces.count, palaces.behind) == (2, 1)
    assert (churches.seats, churches.points) == ("A B", 1)
    assert (churches.count, churches.behind) == (1, 1)
    assert (posts.seats, posts.points, posts.behind) == ("C", 1, 0)
    assert all(lead.leaders == () for row in drawn.regions[1:] for lead in row.leads)
    assert [line.seat for line in drawn.players] == ["A", "B", "C"]
    line = drawn.players[0]
    assert (line.counties, line.buildings, line.majorities, line.winter) == (2, 3, 4, 9)
    assert not line.fed


@pytest.mark.django_db
def test_w_w4_a_matrix_adds_up_to_what_the_players_get(anna: User, bert: User) -> None:
    shown = shown_of(played(anna, bert, players=4, seasons=2))
    drawn, scores = picture(shown), points_if_winter(shown, PRIZES)
    won = dict.fromkeys(shown["money"], 0)
    for row in drawn.regions:
        for lead in row.leads:
            for seat, _name in lead.leaders:
                won[seat] += lead.points
    assert {line.seat: line.majorities for line in drawn.players} == won
    assert {line.seat: line.winter for line in drawn.players} == {
        seat: score["total"] for seat, score in scores.items()
    }
    totals = [line.total for line in drawn.players]
    assert totals == sorted(totals, reverse=True)


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", list(TABLES))
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_table_tells_points_and_grain_to_players_and_strangers(
    anna: User, bert: User, ruleset: str, language: str
) -> None:
    anna.language = language
    anna.save()
    game = played(anna, bert, seasons=1, ruleset=ruleset)
    shown = shown_of(game)
    table = TABLES[ruleset]
    for reader in (Reader(anna), Reader()):
        page = reader.get(f"/games/{game.pk}/", language=language)
        card = page.partition('id="points"')[2].partition('id="cards"')[0]
        assert card.count('<th scope="row">') == len(REGIONS) + len(shown["money"])
        for purse in table.table(shown, "en", NAMES).players:
            assert f"<td><strong>+{purse.winter}</strong></td>" in card
            assert f'<td class="number">+{purse.winter}</td>' in page
            with override(language):
                assert f">{purse.grain_words.left}<" in card
                assert purse.grain_words.now in card
    assert 'data-mine="A"' in Reader(anna).get(f"/games/{game.pk}/")
    assert 'data-mine=""' in Reader().get(f"/games/{game.pk}/")


@pytest.mark.django_db
def test_after_the_end_it_is_the_last_winter_as_it_was_scored(anna: User) -> None:
    game = play_out(started(anna), anna)
    shown = shown_of(game)
    scored = payloads(game, "winter_scored")[-1]["scores"]
    assert points_if_winter(shown, PRIZES) == scored
    drawn = picture(shown)
    assert {line.seat: line.total for line in drawn.players} == shown["points"]
    page = Reader().get(f"/games/{game.pk}/")
    assert "The points of the last winter" in page
    assert "Points if winter came now" not in page


@pytest.mark.django_db
def test_nobody_leads_while_counties_are_handed_out(anna: User) -> None:
    game = started(anna, options={"line_up": "draft", "choices": "ask"})
    assert "What brings points" not in Reader(anna).get(f"/games/{game.pk}/")


@pytest.mark.django_db
def test_the_turn_form_shows_the_same_beside_the_boxes(anna: User, bert: User) -> None:
    game = played(anna, bert, seasons=1)
    table = Reader(anna).get(f"/games/{game.pk}/")
    turn = Reader(anna).get(f"/games/{game.pk}/turn/{waiting(game).id}/")
    cut = re.compile(r'<table class="purses majorities">.*?</table>', re.DOTALL)
    on_table, on_turn = cut.search(table), cut.search(turn)
    assert on_table
    assert on_turn
    assert on_table[0] == on_turn[0]


@pytest.mark.django_db
def test_the_report_of_a_winter_has_the_matrix_in_place_of_its_sentences(anna: User) -> None:
    game = played(anna, seasons=3)
    line = line_of(game)
    winter = next(c for c in line.chapters if c.title == "Winter of year 1")
    report = Reader().get(f"/games/{game.pk}/report/{winter.number}/")
    assert report.count('<table class="purses majorities">') == 1
    assert "Majorities: palaces" not in report
    (scored,) = payloads(game, "winter_scored")
    matrix = re.search(r'<table class="purses majorities">(.*?)</table>', report, re.DOTALL)
    assert matrix
    won = [
        (seat, item["points"])
        for region in REGIONS
        for building in BUILDING_KINDS
        for seat, score in scored["scores"].items()
        for item in score["majorities"]
        if (item["region"], item["building"]) == (region, building)
    ]
    cells = re.findall(
        r'<td data-lead="([A-E ]+)">.*?<strong>\+(\d)</strong>', matrix[1], re.DOTALL
    )
    assert [(s, int(points)) for seats, points in cells for s in seats.split()] == won
    for score in scored["scores"].values():
        assert f"{score['total']} points ({score['counties']} counties" in unescape(report)
    spring = Reader().get(f"/games/{game.pk}/report/1/")
    assert "majorities" not in spring


# What a building would bring, in its box.


@pytest.fixture
def state() -> State:
    """A first spring in which A is rich, and no event can forbid a building."""
    table = new_table(3, "default", "orders", "majorities")
    table.advance()
    spring: State = table.game.state
    return spring.with_player("A", money=20).but(events=spring.events.but(open=()))


def own_in_one_region(state: State) -> tuple[str, str]:
    """A county of A's with a free city, and one of a rival's in the same region."""
    return next(
        (mine, other)
        for mine in state.owned("A")
        for other in state.counties
        if state.counties[other].owner not in (None, "A")
        and COUNTIES[other].region == COUNTIES[mine].region
    )


def promised(state: State, language: str = "en", **laid: str) -> dict[str, str]:
    plan: Any = {"boxes": {**dict.fromkeys(ACTIONS), **laid}, "bid": None}
    plans = Plans(state, state.rules, "A", plan)
    with override(language):
        return {one.where: promise_sentence(one, language) for one in promises(plans)}


def test_w_w4_a_building_that_gives_a_majority_says_what_it_brings(state: State) -> None:
    mine, other = own_in_one_region(state)
    region = REGIONS[COUNTIES[mine].region]
    box = "boxes.build_palace"
    assert promised(state, build_palace=mine) == {
        box: f"This gives you the most palaces in {region}: +3."
    }
    tied = state.with_county(other, buildings=("palace",))
    assert promised(tied, build_palace=mine) == {
        box: f"This ties you for the most palaces in {region}: +2."
    }
    assert (
        "Damit teilst du dir die meisten Paläste in" in promised(tied, "de", build_palace=mine)[box]
    )
    dear = state.but(rules=replace(state.rules, majorities=dict.fromkeys(BUILDING_KINDS, 6)))
    assert promised(dear, build_palace=mine)[box].endswith(": +6.")


def test_w_w4_what_brings_no_majority_promises_none(state: State) -> None:
    mine, other = own_in_one_region(state)
    assert promised(state, collect_taxes=mine) == {}
    # A tie for trading posts is worth nothing.
    assert (
        promised(state.with_county(other, buildings=("trading_post",)), build_trading_post=mine)
        == {}
    )
    # Nor does a building bring anything that cannot be built.
    assert promised(state.with_county(mine, buildings=("palace",)), build_palace=mine) == {}
    broke = state.with_player("A", money=-state.players["A"].money)
    assert promised(broke, build_palace=mine) == {}


@pytest.mark.django_db
def test_the_promise_stands_in_its_box_and_is_no_warning(anna: User, bert: User) -> None:
    game = started(anna, bert)
    question = waiting(game)
    county = next(iter(question.options["counties"]))
    plan = {"boxes": {**dict.fromkeys(ACTIONS), "build_church": county}, "bid": 0}
    position = store.load(again(game))
    remarks = BOARD_2010.turn.remarks(
        position.state, question, plan, (), "en", tower_named(game.tower)
    )
    promise = f"This gives you the most churches in {REGIONS[COUNTIES[county].region]}: +2."
    assert remarks.advice["boxes.build_church"] == [promise]
    assert promise not in [line["text"] for line in remarks.counsel]
    draft_save(person=anna, game_id=game.pk, decision=question.id, answer=plan)
    assert promise in Reader(anna).get(f"/games/{game.pk}/turn/{question.id}/")
    for reader in (Reader(anna), Reader(bert), Reader()):
        assert promise not in reader.get(f"/games/{game.pk}/")


@pytest.mark.django_db
def test_no_plan_shows_through_the_points(anna: User, bert: User) -> None:
    """Whatever anna has sealed, everybody reads the same figures."""
    game = started(anna, bert)
    question = waiting(game)
    cards = set()
    for flavour in ("war", "peace"):
        plan = some_answer(game, question, flavour)
        answer_submit(person=anna, game_id=game.pk, decision=question.id, answer=plan)
        for reader in (Reader(anna), Reader(bert), Reader()):
            page = reader.get(f"/games/{game.pk}/")
            card = page.partition('id="points"')[2].partition('id="cards"')[0]
            cards.add(re.sub(r'data-mine="\w*"', "", card))
    assert len(cards) == 1
