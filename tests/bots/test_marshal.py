"""The marshal plays by the rules, the same way every time, and not like a fool."""

from __future__ import annotations

from itertools import product

import pytest

from engine.bots.wallenstein.marshal.cards import best_laid
from engine.bots.wallenstein.marshal.odds import battle_forecast, revolt_share
from engine.devices.tower import DEFAULT_TOWER, TOWERS
from engine.simulate import play, table
from engine.wallenstein.board import COUNTIES, PEASANTS
from engine.wallenstein.odds import against_neutral, against_player, revolt
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.state import TowerCubes, added
from tests.bots.positions import (
    MARSHAL,
    attacks,
    own,
    plan,
    planning_positions,
    plans,
    position,
    reseated,
    rival,
    stream,
)

# Far from everybody else: Bremen, Holstein and Mecklenburg border on nothing named below.
HOME = {"bremen": own(3), "holstein": own(3), "mecklenburg": own(3)}


@pytest.mark.parametrize(
    ("players", "line_up", "choices"),
    list(product((3, 4, 5), ("default", "draft"), ("orders", "ask"))),
)
def test_every_answer_is_legal(players: int, line_up: str, choices: str) -> None:
    # Sealing refuses an illegal answer, so a game that ends has none.
    options = {"line_up": line_up, "choices": choices}
    for bots in (("marshal",), ("marshal", *["random"] * (players - 1))):
        at_table = table("wallenstein-2010", players, 4, options, bots)
        assert play(at_table, 0).game.finished


def test_the_same_seed_gives_the_same_game() -> None:
    heads = {play(table("wallenstein-2010", 5, 8, {}, ("marshal",)), 0).game.head for _ in "ab"}
    assert len(heads) == 1


def test_the_plan_hangs_on_the_stream_and_the_state_only() -> None:
    state = position(HOME, season="spring")
    assert plan(state) == plan(state)
    assert len({str(answer) for answer in plans(state)}) > 1


def test_the_state_is_only_read() -> None:
    state = position(HOME | {"lueneburg": rival(2)})
    before = repr(state)
    plan(state)
    assert repr(state) == before


def test_no_seat_is_played_better_than_another() -> None:
    # Positions out of a real game, with all seats renamed: everybody plans what they would have.
    names = dict(zip("ABCDE", "CEBAD", strict=True))
    states = list(planning_positions(table("wallenstein-2010", 5, 6, {}, ("marshal",)), 0))
    assert len(states) == 6
    for state in states:
        for seat in state.seats:
            other = reseated(state, names)
            plan_here = MARSHAL.answer(state, plan_decision(state, seat), stream())
            plan_there = MARSHAL.answer(other, plan_decision(other, names[seat]), stream())
            assert plan_here == plan_there


@pytest.mark.parametrize("counties", range(1, 13))
def test_boxes_are_filled_with_any_number_of_counties(counties: int) -> None:
    names = list(COUNTIES)[:counties]
    for money in (0, 3, 30):
        plans(position({name: own(2) for name in names}, money=money), 2)


def test_best_laid_is_the_best_of_all() -> None:
    values = [[7, 5, 3, 0], [6, 1, -2, 0], [9, 8, 1, 0]]
    total = max(
        sum(row[column] for row, column in zip(values, columns, strict=True))
        for columns in product(range(4), repeat=3)
        if len(set(columns)) == 3
    )
    laid = best_laid(values)
    assert len(set(laid)) == 3
    assert sum(row[column] for row, column in zip(values, laid, strict=True)) == total


TOWER_CONTENTS = [
    TowerCubes(),
    TowerCubes({"A": 3, "B": 2, PEASANTS: 4}, {"B": 1, "C": 2}),
    TowerCubes({"A": 1, "C": 5}, {"A": 2, PEASANTS: 3}),
]


@pytest.mark.parametrize("inside", TOWER_CONTENTS)
@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (4, 2), (3, 5), (9, 1)])
@pytest.mark.parametrize("helped", [True, False])
def test_odds_are_those_of_the_engine(
    inside: TowerCubes, attack: int, defence: int, helped: bool
) -> None:
    tower = TOWERS[DEFAULT_TOWER]
    cubes = {"A": attack, "B": defence}
    battle = against_player("A", "B", peasants_help=helped)
    exact = battle.exact_shares(tower, added(cubes, inside.tray), inside.lodged)
    forecast = battle_forecast(inside, cubes, "A", "B", helped)
    assert forecast.win == pytest.approx(1000 * exact.win, abs=1)
    assert forecast.tie == pytest.approx(1000 * exact.tie, abs=1)

    thrown = added({"A": attack, PEASANTS: defence}, inside.tray)
    exact = against_neutral("A").exact_shares(tower, thrown, inside.lodged)
    forecast = battle_forecast(inside, {"A": attack, PEASANTS: defence}, "A", PEASANTS, False)
    assert forecast.win == pytest.approx(1000 * exact.win, abs=1)
    exact = revolt("A").exact_shares(tower, thrown, inside.lodged)
    assert revolt_share(inside, "A", attack, defence) == pytest.approx(1000 * exact.win, abs=1)


def test_does_not_collect_where_it_would_lose_the_revolt() -> None:
    # Wolfenbüttel has the highest tax and Lüneburg the most grain, but both are about to rise.
    lands = {"wolfenbuettel": own(1, "palace", revolt=2), "lueneburg": own(1, "church", revolt=2)}
    state = position(HOME | lands, money=2)
    for answer in plans(state):
        boxes = answer["boxes"]
        assert {boxes["collect_taxes"], boxes["collect_grain"]}.isdisjoint(lands)
        assert boxes["collect_taxes"] in HOME


def test_collects_where_the_garrison_is_strong_enough_for_the_revolt() -> None:
    state = position({"bremen": own(12, revolt=1), "wuerzburg": own(1, revolt=3)}, season="spring")
    for answer in plans(state):
        assert answer["boxes"]["collect_taxes"] != "wuerzburg"
        assert "bremen" in (answer["boxes"]["collect_taxes"], answer["boxes"]["collect_grain"])


def test_brings_in_grain_in_autumn_when_winter_would_be_hungry() -> None:
    lands = HOME | {"lueneburg": own(3, "church"), "altmark": own(3, "palace")}
    state = position(lands, year=2, grain=2, events=("trade_support_5", "palace_guards_2"))
    for answer in plans(state):
        assert answer["boxes"]["collect_grain"] in lands


def test_takes_a_weak_neighbour_with_good_odds() -> None:
    state = position(
        HOME | {"lueneburg": own(9), "paderborn": rival(1, "palace", "church", revolt=1)},
        season="summer",
        events=("tax_ceiling_0", "tax_floor_2", "grain_floor_3"),
    )
    for answer in plans(state):
        order = attacks(state, answer)["paderborn"]
        assert order["when"]["held_by"] == "enemy"
        assert 1 <= order["when"]["at_most"] < order["armies"]


def test_leaves_a_strong_neighbour_alone() -> None:
    state = position(HOME | {"lueneburg": own(3), "paderborn": rival(12, "palace")})
    for answer in plans(state):
        assert "paderborn" not in attacks(state, answer)


def test_takes_neutral_land_early() -> None:
    lands = HOME | {"augsburg": own(6), "steiermark": own(3), "koeln": own(3), "mark": own(3)}
    state = position(lands, season="spring")
    for answer in plans(state):
        assert any(state.counties[target].owner is None for target in attacks(state, answer))


def test_builds_a_palace_for_the_majority_when_rich() -> None:
    # In Brandenburg a second palace breaks the tie with B; in Österreich no city is free.
    full = own(4, "church", "palace")
    lands = {"bremen": own(4), "holstein": own(4, "palace")}
    lands |= dict.fromkeys(("kaernten", "niederoesterreich", "steiermark", "tirol"), full)
    state = position(lands | {"neumark": rival(2, "palace")}, money=20)
    for answer in plans(state):
        assert answer["boxes"]["build_palace"] == "bremen"


def test_does_not_leave_a_besieged_palace_to_one_army() -> None:
    lands = {"lueneburg": own(5, "palace"), "altmark": own(3), "bremen": own(3)}
    rivals = {"paderborn": rival(6), "osnabrueck": rival(1, "church", revolt=1, seat="C")}
    state = position(lands | rivals, season="summer")
    for answer in plans(state):
        for box, orders in answer["moves"].items():
            if answer["boxes"][box] == "lueneburg":
                placed = 1 if box == "deploy_1_move" else 0
                sent = [order["armies"] for order in orders if "to" in order]
                assert all(5 + placed - armies >= 2 for armies in sent)


def test_spends_what_is_left_in_the_last_autumn() -> None:
    lands = {"holstein": own(4), "konstanz": own(4), "koeln": own(4), "maehren": own(4)}
    state = position(lands, year=2, money=9, grain=9)
    for answer in plans(state):
        for box in ("build_palace", "build_church", "build_trading_post"):
            assert answer["boxes"][box] in lands


def test_does_not_plan_more_than_it_can_pay() -> None:
    late = ("build_palace", "build_church", "deploy_5", "deploy_3", "collect_taxes")
    state = position(HOME | {"konstanz": own(2), "koeln": own(2)}, money=3, actions=late)
    prices = {"build_palace": 3, "build_church": 2, "deploy_5": 3, "deploy_3": 2}
    for answer in plans(state):
        paid = [price for box, price in prices.items() if answer["boxes"][box] in state.counties]
        bid = answer["bid"] if isinstance(answer["bid"], int) else 0
        assert bid + sum(paid) <= 3


def test_leaves_choices_for_later_where_the_game_asks() -> None:
    assert set(plan(position(HOME, choices="ask"))) == {"boxes", "bid"}


def test_plans_no_march_in_an_orders_game_without_saying_when() -> None:
    state = position(HOME | {"lueneburg": own(6), "paderborn": rival(2)})
    for answer in plans(state):
        for orders in answer["moves"].values():
            assert orders[-1] == {"stay": True}
            assert all("held_by" in order["when"] for order in orders[:-1])


@pytest.mark.slow
def test_wins_far_more_than_its_share_against_random_players() -> None:
    games, won = 40, 0
    for number in range(games):
        bots = ["random"] * 5
        bots[number % 5] = "marshal"
        summary = play(table("wallenstein-2010", 5, 2, {}, bots), number).summary()
        won += summary["winners"] == ["ABCDE"[number % 5]]
    assert won >= games * 6 // 10
