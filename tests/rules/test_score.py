"""W-W4: what a winter is worth, and the same sum while the year goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.core import Json
from engine.kernel.game import Position, continued, new_game, view
from engine.simulate import play, table
from engine.wallenstein.board import COUNTIES, REGIONS
from engine.wallenstein.score import Contest, contests, winter_scores
from engine.wallenstein.state import State
from engine.wallenstein.view import counties_in
from tests.rules.table import KEY, Table

FIRST = "wallenstein-2002"
COURT = {"emperors_court": "on", "landsknechte": "on"}
GAMES: list[tuple[str, int, dict[str, str], str]] = [
    (KEY, 3, {}, "random"),
    (KEY, 4, {"line_up": "draft"}, "marshal"),
    (KEY, 5, {"choices": "ask"}, "marshal"),
    (KEY, 5, COURT, "marshal"),
    (FIRST, 3, {}, "random"),
    (FIRST, 5, {}, "marshal"),
]


def moments(
    key: str, players: int, options: dict[str, str], bot: str
) -> Iterator[tuple[Position, Json]]:
    """Every position of a game between bots, and the fact that came of it."""
    played = play(table(key, players, 4, options, [bot]), 1)
    game = new_game(played.game.ruleset, played.game.header)
    for entry in played.entries:
        yield game, {"kind": entry.kind, **entry.payload}
        game = continued(game, [entry])


@pytest.mark.parametrize("of", GAMES, ids=lambda of: f"{of[0][-4:]}-{of[1]}-{len(of[2])}-{of[3]}")
def test_w_w4_the_sum_before_scoring_is_what_scoring_gives(of: Any) -> None:
    scored = 0
    for game, fact in moments(*of):
        if fact["kind"] != "winter_scored":
            continue
        scored += 1
        shown = view(game, None)
        assert of_view(game, shown) == fact["scores"]
        assert counted(shown) == {
            seat: (score["counties"], score["buildings"], bonus(score))
            for seat, score in fact["scores"].items()
        }
        for seat in game.state.seats:
            assert of_view(game, view(game, seat)) == fact["scores"]
    assert scored == 2


def of_view(game: Position, shown: Json) -> Json:
    """The sum as anybody can make it from what they see."""
    prizes = game.state.rules.majorities
    return winter_scores(list(shown["money"]), counties_in(shown), prizes)


def bonus(score: Json) -> int:
    """Points for majorities."""
    return sum(item["points"] for item in score["majorities"])


def counted(shown: Json) -> dict[str, tuple[int, int, int]]:
    """The same figures by hand, from what lies on the table and the rule book."""
    prizes = {"palace": 3, "church": 2, "trading_post": 1}
    won = dict.fromkeys(shown["money"], 0)
    for region in REGIONS:
        here = [c for name, c in shown["counties"].items() if COUNTIES[name].region == region]
        for building, prize in prizes.items():
            owners = [c["owner"] for c in here if building in c["buildings"]]
            most = max(map(owners.count, owners), default=0)
            leaders = {seat for seat in owners if owners.count(seat) == most}
            for seat in leaders:
                won[seat] += prize if len(leaders) == 1 else prize - 1
    own = {
        seat: [c for c in shown["counties"].values() if c["owner"] == seat]
        for seat in shown["money"]
    }
    return {
        seat: (len(counties), sum(len(c["buildings"]) for c in counties), won[seat])
        for seat, counties in own.items()
    }


def built(**by_county: str) -> State:
    """A position with the buildings a test names, as `county="A palace church"`."""
    counties = {}
    for county, words in by_county.items():
        owner, *buildings = words.split()
        counties[county] = {"owner": owner, "armies": 1, "buildings": buildings}
    return Table(3, scenario={"counties": counties}).state


def leads(state: State, region: str, building: str, **prizes: int) -> tuple[tuple[str, ...], int]:
    """Who leads there, and for how much."""
    contest = next(
        one for one in fought(state, **prizes) if (one.region, one.building) == (region, building)
    )
    return contest.leaders, contest.share


def fought(state: State, **prizes: int) -> list[Contest]:
    """Every contest, by the prizes of the game or others."""
    return contests(state.seats, state.counties, {**state.rules.majorities, **prizes})


def totals(state: State) -> dict[str, int]:
    """Everybody's points."""
    scores = winter_scores(state.seats, state.counties, state.rules.majorities)
    return {seat: score["total"] for seat, score in scores.items()}


def test_w_w4_the_most_of_a_kind_brings_its_points_and_a_tie_one_less() -> None:
    state = built(
        altmark="A palace church",
        mittelmark="A palace trading_post",
        mecklenburg="B palace church",
        vorpommern="C trading_post",
    )
    assert leads(state, "brandenburg", "palace") == (("A",), 3)
    assert leads(state, "brandenburg", "church") == (("A", "B"), 1)
    assert leads(state, "brandenburg", "trading_post") == (("A", "C"), 0)
    assert totals(state) == {"A": 10, "B": 4, "C": 2}


def test_w_w4_no_building_no_majority() -> None:
    state = built(altmark="A")
    assert all(contest.leaders == () for contest in fought(state))
    assert all(contest.points("A") == 0 for contest in fought(state))
    assert totals(state) == {"A": 1, "B": 0, "C": 0}


def test_w_w4_what_is_at_stake_is_what_the_rules_of_the_game_say() -> None:
    state = built(altmark="A palace", mecklenburg="B palace")
    assert leads(state, "brandenburg", "palace", palace=7) == (("A", "B"), 6)
    assert {(one.prize, one.tied_prize) for one in fought(state, palace=7)} == {
        (7, 6),
        (2, 1),
        (1, 0),
    }
