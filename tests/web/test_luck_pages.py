"""Odds before, luck after, the tower on trial: pages made of what everybody may know."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from engine.devices.tower import TOWERS
from engine.wallenstein.board import EVENTS, PEASANTS
from engine.wallenstein.editions import Wallenstein
from engine.wallenstein.odds import against_neutral
from engine.wallenstein.state import State, TowerCubes, added
from engine.wallenstein.words.names import county_name
from games.access import Viewer
from games.boards.wallenstein.tower.throws import is_decided
from games.boards.wallenstein.turn.battles import fronts, odds_of, unrest
from games.log import store
from games.models import Game, TowerTally, User
from games.read.luck_queries import luck_of
from games.read.luck_text import hundred
from games.services.house.tower_stats import throws_count
from tests.luck.throwing import SIEVE, tally_of, throws
from tests.service.tables import again, lobby, play_out, started
from tests.web.pages import Reader
from tests.web.told import line_of, played

RULES = Wallenstein().rules


@pytest.fixture
def state(anna: User, bert: User) -> State:
    after_a_season: State = store.load(played(anna, bert, seasons=1)).state
    return after_a_season


def test_every_possible_battle_is_listed_with_every_number_of_armies(state: State) -> None:
    for seat in state.seats:
        battles = list(fronts(state, RULES, seat))
        for front in battles:
            assert state.counties[front.origin].owner == seat
            assert state.counties[front.county].owner == front.owner != seat
            free = state.counties[front.origin].armies - 1
            assert [odds.armies for odds in front.odds] == list(range(1, free + 1))
            assert front.best.armies == free
            assert all(odds.win + odds.tie + odds.loss == 100 for odds in front.odds)
        pairs = [(front.origin, front.county) for front in battles]
        assert len(pairs) == len(set(pairs))
    assert any(list(fronts(state, RULES, seat)) for seat in state.seats)


def test_odds_know_every_cube_that_is_sure_to_join(state: State) -> None:
    county = state.owned("B")[0]
    neutral = state.with_county(county, owner=None, armies=0, buildings=(), revolt=0)
    quiet = neutral.but(tower=TowerCubes({}, {})).with_season(event=None)
    thrown = added({"A": 4}, {PEASANTS: RULES.neutral_peasants})
    exact = against_neutral("A").exact_shares(TOWERS["sieve-1"], thrown, {})
    before = odds_of(quiet, RULES, "A", "", county, 4).win
    assert before == round(100 * exact.win)
    lodged, tray = {"A": 2, PEASANTS: 5}, {"A": 1, "B": 2}
    full = quiet.but(tower=TowerCubes(lodged, tray))
    joined = against_neutral("A").exact_shares(TOWERS["sieve-1"], added(thrown, tray), lodged)
    assert odds_of(full, RULES, "A", "", county, 4).win == round(100 * joined.win) != before
    for one in (TowerCubes(lodged, {}), TowerCubes({}, tray)):
        alone = odds_of(quiet.but(tower=one), RULES, "A", "", county, 4).win
        assert alone not in (before, round(100 * joined.win))
    hungry = replace(TOWERS["sieve-1"], lodge=(9, 10))
    assert odds_of(quiet, RULES, "A", "", county, 4, hungry).win != before
    card = next(name for name, event in EVENTS.items() if event.kind == "militant_peasants")
    assert odds_of(quiet.with_season(event=card), RULES, "A", "", county, 4).win < before


def test_unrest_is_told_where_there_is_any(state: State) -> None:
    county = state.owned("A")[0]
    assert county not in [one.county for one in unrest(state.with_county(county, revolt=0), "A")]
    uneasy = list(unrest(state.with_county(county, revolt=1), "A"))
    danger = next(one for one in uneasy if one.county == county)
    assert danger.peasants == 1
    assert 0 <= danger.held <= 100


def test_the_page_of_odds_is_about_ones_own_seat_and_about_others_if_asked(
    anna: User, bert: User, stranger: Reader
) -> None:
    game = played(anna, bert, seasons=1)
    state = store.load(game).state
    mine, his = Reader(anna).get(f"/games/{game.pk}/odds/"), Reader(bert)
    assert re.search(r'<option value="A" selected>anna', mine)
    assert re.search(r'<option value="B" selected>bert', his.get(f"/games/{game.pk}/odds/"))
    assert mine.count('class="front"') == len(list(fronts(state, RULES, "A")))
    other = stranger.get(f"/games/{game.pk}/odds/?player=B")
    assert other.count('class="front"') == len(list(fronts(state, RULES, "B")))
    assert "Win " in other
    assert '<option value="A" selected>' in stranger.get(f"/games/{game.pk}/odds/?player=Z")


def test_where_armies_may_stand_back_the_odds_say_so(anna: User) -> None:
    old, new = (started(anna, ruleset=f"wallenstein-{year}") for year in (2002, 2010))
    assert "a defender may hold armies back" in Reader(anna).get(f"/games/{old.pk}/odds/")
    assert "stand back" not in Reader(anna).get(f"/games/{new.pk}/odds/")


def test_the_luck_of_a_game_that_is_over(anna: User, bert: User, stranger: Reader) -> None:
    game = play_out(started(anna, bert, players=4), anna, bert)
    page, line = stranger.get(f"/games/{game.pk}/luck/"), line_of(game)
    for name in ("anna", "bert"):
        assert f'title="{name}"' in page
    assert page.count("Battles won") >= 4
    assert re.search(r"About average luck|Above the range|Below the range", page)
    chances = re.findall(r"Chance (.*?) %", page)
    assert chances
    fights = [
        hundred(stake.chance)
        for one in luck_of(Viewer(again(game), None, is_host=False)).fortunes
        for stake in one.stakes
    ]
    assert chances == fights
    # Each with the county it was about, and when.
    decided = {
        moment.seq: next(m for m in line.moments[moment.seq :] if is_decided(m.event)).entry.payload
        for moment in line.moments
        if moment.entry.kind == "tower_thrown"
    }
    named = re.findall(r'at=(\d+)#t\d+">(.*?)</a>', page)
    assert named
    for seq, name in named:
        chapter = line.chapter_at(int(seq)).title
        assert html.unescape(name) == f"{county_name(decided[int(seq)]['county'])}, {chapter}"
    thrown = [e.seq for e in store.public_entries_of(game) if e.kind == "tower_thrown"]
    linked = {int(seq) for seq in re.findall(rf"/games/{game.pk}/audit/\?at=(\d+)#t\1", page)}
    # All but the first, which fills the tower.
    assert linked == set(thrown[1:])


def test_before_the_first_battle_there_is_no_luck(anna: User, stranger: Reader) -> None:
    game = started(anna)
    page = stranger.get(f"/games/{game.pk}/luck/")
    assert page.count("No battle yet.") == 1
    assert '<svg class="chart plot"' not in page


@pytest.mark.parametrize("page", ["odds", "luck"])
def test_a_game_that_has_not_begun_or_is_hidden_shows_neither(
    anna: User, stranger: Reader, page: str
) -> None:
    waits = lobby(anna)
    assert "has not started" in Reader(anna).get(f"/games/{waits.pk}/{page}/", 409)
    hidden = started(anna, visibility="unlisted")
    stranger.get(f"/games/{hidden.pk}/{page}/", 404)
    assert "Prague" in stranger.get(f"/games/{hidden.pk}/{page}/?invite={hidden.invite}")


def test_the_tower_before_and_after_the_first_throw(anna: User, stranger: Reader) -> None:
    empty = stranger.get("/tower/")
    assert "There are 0 throws so far." in empty
    assert "chart plot" not in empty
    game = play_out(started(anna), anna)
    throws_count()
    page = stranger.get("/tower/")
    throws = TowerTally.objects.get().counts["throws"]
    assert f"{throws} throws" in page
    assert page.count("chart plot") == 4
    assert "Too few throws to say anything here." in page
    assert again(game).status == Game.Status.FINISHED


def test_the_tower_is_let_go_or_doubted_in_plain_words(stranger: Reader, db: None) -> None:
    honest = tally_of(throws(11, 3000))
    row = TowerTally.objects.create(tower="sieve-1", counts=honest.to_json())
    page = stranger.get("/tower/")
    assert "All checks pass" in page
    assert "3000 throws" in page
    assert re.search(r"Of a hundred honest towers, \d+ would stray at least so far\.", page)
    greedy = tally_of(throws(3, 3000, replace(SIEVE, lodge=(47, 100))))
    row.counts = greedy.to_json()
    row.save()
    doubted = stranger.get("/tower/")
    assert "do not fit the specification" in doubted
    assert "less than 1 would stray at least so far. That is more than chance" in doubted
    assert 'class="bar outside"' in doubted


def test_a_hundred_thousand_throws_make_the_page_no_longer(stranger: Reader, db: None) -> None:
    few, many = tally_of(throws(1, 500)), tally_of(throws(1, 500))
    for cell in many.cells.values():
        for what in ("throws", "thrown", "lodged", "fell"):
            setattr(cell, what, getattr(cell, what) * 200)
    many.throws *= 200
    row = TowerTally.objects.create(tower="sieve-1", counts=few.to_json())
    short = stranger.get("/tower/")
    row.counts = many.to_json()
    row.save()
    long = stranger.get("/tower/")
    assert "100000 throws" in long
    assert abs(len(long) - len(short)) < 500


def test_a_chance_is_never_rounded_to_certainty() -> None:
    assert [hundred(chance) for chance in (0.0, 0.001, 0.314, 0.999, 1.0)] == [
        "0",
        "less than 1",
        "31",
        "more than 99",
        "100",
    ]
