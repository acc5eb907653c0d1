"""Set-up: players, supplies, line-ups, the first filling of the tower, the first events."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.registry import checked_options, newest
from engine.simulate import table as simulated_table
from engine.wallenstein.board import COINS, COUNTIES, EVENTS, LINE_UPS, counties_in_play
from engine.wallenstein.plan import plan_problems
from engine.wallenstein.rules import RULES_2010
from tests.rules.table import KEY, Table, kinds, lay

RULESET = newest(KEY)
USUAL = checked_options(RULESET, {})
OUT_WITH_THREE = {
    "bremen",
    "holstein",
    "luettich",
    "burgund",
    "konstanz",
    "fuerstentum_bayern",
    "steiermark",
    "tirol",
}
# As the rulebook's supplement lists them; with three players B as the German text corrects it.
PRINTED_LINE_UPS = {
    3: {
        "A": "mark 5, osnabrueck 4, oberoesterreich 4, passau 3, trier 3, koeln 2,"
        " niederoesterreich 2, saechsische_lande 2, vogtland 2",
        "B": "strassburg 5, mittelmark 4, paderborn 4, baden 3, breisgau 3, lothringen 2,"
        " hessen_kassel 2, neumark 2, vorpommern 2",
        "C": "augsburg 5, boehmen 4, lueneburg 4, salzburg 3, wuerzburg 3, kaernten 2,"
        " lausitz 2, mecklenburg 2, schlesien 2",
    },
    4: {
        "A": "lueneburg 5, holstein 4, wuerttemberg 4, mecklenburg 3, wolfenbuettel 3, anhalt 2,"
        " baden 2, mittelmark 2",
        "B": "oberoesterreich 5, mark 4, schlesien 4, kaernten 3, tirol 3, trier 2, lausitz 2,"
        " niederoesterreich 2",
        "C": "zweibruecken 5, boehmen 4, paderborn 4, koeln 3, strassburg 3, hessen_darmstadt 2,"
        " lothringen 2, passau 2",
        "D": "augsburg 5, oberpfalz 4, osnabrueck 4, kursachsen 3, salzburg 3, bremen 2,"
        " fuerstentum_bayern 2, vogtland 2",
    },
    5: {
        "A": "mark 5, boehmen 4, schlesien 4, koeln 3, lausitz 3, maehren 2, vogtland 2",
        "B": "augsburg 5, mecklenburg 4, wuerzburg 4, bremen 3, hessen_darmstadt 3, holstein 2,"
        " regensburg 2",
        "C": "altmark 5, trier 4, neumark 4, luettich 3, kursachsen 3, anhalt 2, mittelmark 2",
        "D": "lothringen 5, zweibruecken 4, kaernten 4, baden 3, niederoesterreich 3, burgund 2,"
        " steiermark 2",
        "E": "paderborn 5, oberoesterreich 4, osnabrueck 4, salzburg 3, wolfenbuettel 3,"
        " hessen_kassel 2, passau 2",
    },
}


def printed(line: str) -> dict[str, int]:
    pairs = (entry.split() for entry in line.split(","))
    return {county: int(armies) for county, armies in pairs}


def test_w_s1_three_to_five_players() -> None:
    assert RULESET.seats == (3, 4, 5)


@pytest.mark.parametrize("players", [0, 2, 6])
def test_w_s1_no_other_number_of_players(players: int) -> None:
    with pytest.raises(ValueError, match="3, 4, 5 players"):
        simulated_table(KEY, players, 1)


def test_w_s1_with_three_players_eight_counties_are_out() -> None:
    in_play = counties_in_play(3)
    assert len(in_play) == 37
    assert set(COUNTIES) - set(in_play) == OUT_WITH_THREE
    assert set(Table(3).state.counties) == set(in_play)


@pytest.mark.parametrize("players", [4, 5])
def test_w_s1_with_more_players_all_45_counties_are_in(players: int) -> None:
    assert len(Table(players).state.counties) == 45


def test_w_s1_with_three_players_nobody_can_enter_or_attack_them() -> None:
    table = Table(3, scenario={"counties": {"osnabrueck": {"owner": "A", "armies": 4}}})
    (decision,) = table.waiting
    assert "bremen" in COUNTIES["osnabrueck"].neighbours
    assert decision.options["counties"] == {
        "osnabrueck": ["koeln", "lueneburg", "mark", "mecklenburg", "paderborn"]
    }
    orders = {"moves": {"combat_a": [{"to": "bremen", "armies": 1}]}}
    plan = lay(decision, combat_a="osnabrueck", standing=orders)
    (problem,) = plan_problems(RULES_2010, decision, plan)
    assert (problem.where, problem.code) == ("moves.combat_a.0.to", "not_adjacent")
    assert "bremen" not in problem.data["accepted"]


def test_w_s1_with_three_players_no_line_up_or_draft_holds_them() -> None:
    for placed in LINE_UPS[3].values():
        assert not set(placed) & OUT_WITH_THREE
    table = Table(3, line_up="draft")
    assert not set(table.waiting[0].options["counties"]) & OUT_WITH_THREE


@pytest.mark.parametrize(("players", "money"), [(3, 18), (4, 15), (5, 12)])
def test_w_s2_each_player_has_62_armies_and_the_start_money(players: int, money: int) -> None:
    state = RULESET.start(tuple("ABCDE"[:players]), USUAL)
    for player in state.players.values():
        assert player.supply == 62
        assert player.money == money
    after = Table(players).state
    for seat, player in after.players.items():
        on_board = sum(after.counties[name].armies for name in after.owned(seat))
        assert player.money == money
        assert player.supply + on_board + after.tower.lodged.get(seat, 0) == 62


def test_w_s2_coin_cards_0_to_4() -> None:
    (decision, *_) = Table(3).waiting
    assert COINS == (0, 1, 2, 3, 4)
    assert decision.options["bids"] == [0, 1, 2, 3, 4]
    assert decision.options["coins"] == 5


def test_w_s3_the_common_supplies() -> None:
    bank = RULESET.start(("A", "B", "C"), USUAL).bank
    assert bank.peasants == 20
    assert bank.buildings == {"palace": 28, "church": 26, "trading_post": 26}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_w_s4_the_default_line_up_is_the_printed_one(players: int) -> None:
    table = Table(players)
    expected = {seat: printed(line) for seat, line in PRINTED_LINE_UPS[players].items()}
    standing = {
        seat: {name: table.state.counties[name].armies for name in table.state.owned(seat)}
        for seat in table.state.seats
    }
    assert standing == expected
    assert kinds(table.facts("line_up_placed")) == ["line_up_placed"]
    assert table.facts("draft_opened") == []
    for county in table.state.counties.values():
        assert county.buildings == ()
        assert county.revolt == 0


def test_w_s4_the_line_up_is_chosen_when_the_game_is_made() -> None:
    assert RULESET.options["line_up"].values == ("default", "draft")
    assert Table(3).game.header.options["line_up"] == "default"
    drafting = Table(3, line_up="draft")
    assert drafting.facts("line_up_placed") == []
    assert all(county.owner is None for county in drafting.state.counties.values())
    with pytest.raises(ValueError, match="line_up"):
        Table(3, line_up="free")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_w_s6_seven_armies_each_and_ten_peasants_are_thrown_at_once(
    players: int, seed: int
) -> None:
    table = Table(players, seed)
    seats = table.state.seats
    cubes = {**dict.fromkeys(seats, 7), "peasants": 10}
    (gathered,) = table.facts("fill_gathered")
    (thrown,) = table.facts("tower_thrown")
    (cleared,) = table.facts("tray_cleared")
    assert gathered["cubes"] == cubes
    assert thrown["throw"]["thrown"] == cubes
    assert thrown["throw"]["lodged"] == {}
    assert sum(cubes.values()) == 7 * players + 10
    assert cleared["home"] == thrown["throw"]["fell"]
    fell = Counter(thrown["throw"]["fell"])
    inside = {colour: count - fell[colour] for colour, count in cubes.items()}
    lodged = {colour: count for colour, count in inside.items() if count}
    assert table.state.tower.lodged == lodged
    assert table.state.tower.tray == {}
    assert table.state.bank.peasants == 20 - inside["peasants"]
    for seat in seats:
        placed = sum(LINE_UPS[players][seat].values())
        assert table.state.players[seat].supply == 62 - placed - inside[seat]


def test_w_s6_31_cubes_with_three_players() -> None:
    (gathered,) = Table(3).facts("fill_gathered")
    assert sum(gathered["cubes"].values()) == 31


def test_w_s7_twelve_event_cards_four_of_them_open() -> None:
    seen = set()
    for seed in range(30):
        table = Table(3, seed)
        (revealed,) = table.facts("events_revealed")
        opened = revealed["draw"]["drawn"]
        assert sorted(revealed["draw"]["from"]) == sorted(EVENTS)
        assert len(opened) == len(set(opened)) == 4
        assert table.state.events.open == tuple(opened)
        assert set(table.state.events.unseen) == set(EVENTS) - set(opened)
        assert table.view(None)["open_events"] == opened
        seen |= set(opened)
    assert len(EVENTS) == 12
    assert seen == set(EVENTS)


def test_w_s7_grain_and_points_begin_at_0() -> None:
    for player in Table(4).state.players.values():
        assert (player.grain, player.points) == (0, 0)


def test_w_s7_the_first_season_is_spring_of_the_first_year() -> None:
    state = Table(3).state
    assert (state.season.year, state.season.name, state.phase) == (1, "spring", "plan")
