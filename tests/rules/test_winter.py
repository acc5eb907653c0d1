"""Winter, the second year, the end of the game, and players who have lost everything."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.core import Json
from engine.simulate import play
from engine.simulate import table as simulated_table
from engine.wallenstein.board import EVENTS, counties_in_play
from engine.wallenstein.rules import RULES_2010
from engine.wallenstein.winter import final_result
from tests.rules.table import KEY, Table, facts, kinds, lay

COUNTIES = counties_in_play(3)
SEASONS = ["spring", "summer", "autumn", "winter"]


@cache
def whole_game(players: int, number: int) -> tuple[Json, ...]:
    """Every fact of a game between bots that plan at random."""
    return tuple(facts(play(simulated_table(KEY, players, 9), number).entries))


@pytest.fixture(params=[(3, 1), (4, 2), (5, 3)], ids=lambda at: f"{at[0]} players")
def game(request: pytest.FixtureRequest) -> tuple[Json, ...]:
    return whole_game(*request.param)


def of(happened: Any, kind: str) -> list[Json]:
    return [fact for fact in happened if fact["kind"] == kind]


# W-W1 to W-W3


def test_w_w1_every_grain_loss_is_the_one_printed_on_the_card() -> None:
    printed = {
        "trade_support_5": 5,
        "trade_support_7": 7,
        "militant_peasants_3": 3,
        "palace_guards_2": 2,
        "palace_guards_6": 6,
        "church_peace_3": 3,
        "tax_ceiling_0": 0,
        "tax_floor_2": 2,
        "church_peace_4": 4,
        "grain_floor_3": 3,
        "grain_ceiling_4": 4,
        "supply_problems_1": 1,
    }
    assert {card.id: card.grain_loss for card in EVENTS.values()} == printed


def test_w_w1_the_fourth_card_is_the_one_nobody_drew(game: tuple[Json, ...]) -> None:
    drawn = [fact["draw"]["drawn"][0] for fact in of(game, "event_drawn")]
    opened = [fact["draw"]["drawn"] for fact in of(game, "events_revealed")]
    lost = [fact["card"] for fact in of(game, "grain_lost")]
    assert sorted([*drawn[:3], lost[0]]) == sorted(opened[0])
    assert sorted([*drawn[3:], lost[1]]) == sorted(opened[1])


TABLE = {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3), 7: (3, 3)}


@pytest.mark.parametrize("short", range(1, 46))
def test_w_w2_the_table(short: int) -> None:
    row = RULES_2010.shortage(short)
    assert (row.counties, row.extra_peasants) == TABLE[min(short, 7)]


@pytest.mark.parametrize("counties", range(1, 12))
def test_w_w3_the_revolting_counties_are_drawn_from_all_county_cards(counties: int) -> None:
    owned = {name: {"owner": "A", "armies": 2} for name in COUNTIES[:counties]}
    scenario = {"season": "autumn", "counties": owned, "money": {"A": 0}}
    drawn_at_all: Counter[str] = Counter()
    for seed in range(25):
        table = Table(3, seed, scenario=scenario)
        quiet = {"moves": {}, "positions": [1]}
        happened = table.go({"A": lay(table.decision(), bid=0, standing=quiet)})
        if not of(happened, "revolts_drawn"):
            assert of(happened, "grain_collected")
            continue
        (drawn,) = of(happened, "revolts_drawn")
        row = TABLE[min(drawn["unfed"], 7)]
        assert len(set(drawn["draw"]["drawn"])) == min(row[0], len(drawn["draw"]["from"]))
        assert set(drawn["draw"]["drawn"]) <= set(drawn["draw"]["from"]) <= set(owned)
        drawn_at_all.update(drawn["draw"]["drawn"])
    assert len(drawn_at_all) >= min(counties, 9)


@given(st.integers(1, 45), st.integers(0, 45))
def test_w_w3_there_are_always_as_many_counties_as_must_revolt(counties: int, grain: int) -> None:
    short = counties - grain
    if short > 0:
        assert RULES_2010.shortage(short).counties <= counties


# W-W4, W-W5


def test_w_w4_two_winters_are_scored(game: tuple[Json, ...]) -> None:
    scored = of(game, "winter_scored")
    assert len(scored) == 2
    (ended,) = of(game, "game_ended")
    for entry in ended["ranking"]:
        totals = [fact["scores"][entry["seat"]]["total"] for fact in scored]
        assert entry["points"] == sum(totals)


def test_w_w5_two_years_of_four_seasons(game: tuple[Json, ...]) -> None:
    began = [(fact["year"], fact["season"]) for fact in of(game, "season_began")]
    assert began == [(year, season) for year in (1, 2) for season in SEASONS]
    assert kinds(game)[-1] == "game_ended"


def test_w_w5_the_second_year_has_four_events_not_yet_used(game: tuple[Json, ...]) -> None:
    first, second = (fact["draw"] for fact in of(game, "events_revealed"))
    assert sorted(first["from"]) == sorted(EVENTS)
    assert sorted(second["from"]) == sorted(set(EVENTS) - set(first["drawn"]))
    assert len(set(second["drawn"])) == 4
    assert not set(first["drawn"]) & set(second["drawn"])


def test_w_w5_the_year_ends_between_scoring_and_the_new_events(game: tuple[Json, ...]) -> None:
    milestones = ("winter_scored", "year_ended", "events_revealed", "game_ended")
    assert [kind for kind in kinds(game) if kind in milestones] == [
        "events_revealed",
        "winter_scored",
        "year_ended",
        "events_revealed",
        "winter_scored",
        "game_ended",
    ]


def test_w_w5_grain_and_markers_go_and_the_rest_stays() -> None:
    table = Table(4, 3)
    for _ in range(3):
        before = table.state
        happened = table.go()
    (ended,) = of(happened, "year_ended")
    assert ended["year"] == 1
    state = table.state
    assert (state.season.year, state.season.name) == (2, "spring")
    assert any(county.revolt for county in before.counties.values())
    assert all(county.revolt == 0 for county in state.counties.values())
    assert all(player.grain == 0 for player in state.players.values())
    (scored,) = of(happened, "winter_scored")
    for seat, player in state.players.items():
        assert player.points == scored["scores"][seat]["total"] > 0
        assert player.supply < 62
    assert len(state.events.open) == 4
    assert len(state.events.unseen) == 4


def test_w_w5_after_the_second_winter_nothing_is_asked_any_more() -> None:
    table = Table(3)
    while not table.game.finished:
        table.go()
    assert table.waiting == []
    assert table.state.result is not None
    assert (table.state.season.year, table.state.season.name) == (2, "winter")
    with pytest.raises(ValueError, match="over"):
        table.advance()
    assert table.view(None)["finished"] is True


# W-W6


@pytest.mark.parametrize(
    ("results", "winners", "places"),
    [
        ({"A": (9, 0), "B": (8, 9), "C": (7, 9)}, ["A"], {"A": 1, "B": 2, "C": 3}),
        ({"A": (9, 1), "B": (9, 2), "C": (9, 0)}, ["B"], {"B": 1, "A": 2, "C": 3}),
        ({"A": (9, 2), "B": (9, 2), "C": (9, 2)}, ["A", "B", "C"], {"A": 1, "B": 1, "C": 1}),
        ({"A": (8, 3), "B": (9, 2), "C": (8, 3)}, ["B"], {"B": 1, "A": 2, "C": 2}),
        ({"A": (0, 0), "B": (0, 0), "C": (0, 1)}, ["C"], {"C": 1, "A": 2, "B": 2}),
    ],
)
def test_w_w6_points_then_thalers_then_shared(
    results: dict[str, tuple[int, int]], winners: list[str], places: dict[str, int]
) -> None:
    state = Table(3).state
    players = {
        seat: state.players[seat].but(points=points, money=money)
        for seat, (points, money) in results.items()
    }
    ended = final_result(state.but(players=players))
    assert ended.winners == winners
    assert {entry["seat"]: entry["place"] for entry in ended.ranking} == places


# W-W7


def without_c(seed: int = 0, **changes: Any) -> Table:
    counties = {
        "lausitz": {"owner": "A", "armies": 3},
        "trier": {"owner": "B", "armies": 3},
    }
    return Table(3, seed, scenario={"counties": counties, **changes}, choices="ask")


def test_w_w7_a_player_without_counties_plans_nothing() -> None:
    table = without_c()
    assert [decision.seat for decision in table.waiting] == ["A", "B"]
    assert table.view("C")["decisions"] == []


def test_w_w7_and_is_not_asked_for_a_position_either() -> None:
    for seed in range(6):
        table = without_c(seed)
        table.go({d.seat: lay(d, bid=None) for d in table.waiting})
        while table.waiting[0].kind == "position":
            assert table.decision().seat != "C"
            table.go()
        taken = {fact["seat"] for fact in table.facts("position_taken")}
        assert taken == {"A", "B", "C"}


def test_w_w7_and_bids_no_card_at_all() -> None:
    table = without_c()
    happened = table.go({d.seat: lay(d, bid=0) for d in table.waiting})
    (revealed,) = of(happened, "bids_revealed")
    assert revealed["bids"] == {"A": 0, "B": 0, "C": None}
    assert revealed["choosing"][2] == "C"


def test_w_w7_a_player_who_loses_the_last_county_is_asked_no_more_and_is_ranked() -> None:
    scenario = {
        "season": "autumn",
        "year": 2,
        "counties": {
            "lausitz": {"owner": "A", "armies": 1},
            "kursachsen": {"owner": "B", "armies": 40},
            "trier": {"owner": "C", "armies": 1},
        },
        "grain": {"B": 9, "C": 9},
        "points": {"A": 30, "B": 10, "C": 20},
    }
    table = Table(3, 2, scenario=scenario)
    moves = {"combat_a": [{"to": "lausitz", "armies": 39}]}
    b = table.waiting[1]
    happened = table.go({"B": lay(b, combat_a="kursachsen", standing={"moves": moves})})
    assert [f["owner"] for f in of(happened, "battle_decided")] == ["B"]
    assert table.game.finished
    (ended,) = of(happened, "game_ended")
    assert [entry["seat"] for entry in ended["ranking"]] == ["A", "C", "B"]
    assert ended["winners"] == ["A"]


def test_w_w7_a_board_without_any_owner_runs_to_the_end_by_itself() -> None:
    table = Table(3, scenario={"counties": {}, "points": {"B": 1}})
    assert table.game.finished
    happened = facts(table.entries)
    assert kinds(happened)[-1] == "game_ended"
    assert table.state.result is not None
    assert table.state.result.winners == ("B",)
