"""Choices after the plan: asked only where orders leave them open, answered years later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.bots.uniform import Uniform
from engine.chance import stream
from engine.core import Decision, Json
from engine.wallenstein.board import ACTIONS
from tests.rules.table import Table, kinds, lay

FRONT: Json = {
    "counties": {
        "lausitz": {"owner": "A", "armies": 5},
        "mittelmark": {"owner": "A", "armies": 2},
        "kursachsen": {"owner": "B", "armies": 2},
        "trier": {"owner": "C", "armies": 2},
    },
    "money": {"A": 1, "B": 0, "C": 0},
    "tiles": ["six_armies", "extra_grain", "extra_thaler", "extra_defender", "extra_attacker"],
}
HELD = {"positions": [1, 2, 3]}


def first(*actions: str) -> list[str]:
    return [*actions, *(action for action in ACTIONS if action not in actions)]


def front(choices: str = "ask", seed: int = 0, players: int = 3, **changes: Any) -> Table:
    return Table(players, seed, scenario={**FRONT, **changes}, choices=choices)


def planned(
    table: Table, standing: Mapping[str, Json] | None = None, **boxes: Mapping[str, str]
) -> list[Json]:
    """Send plans with these boxes and standing orders by seat, a position for all, and move on."""
    plans = {}
    for decision in table.waiting:
        orders = (standing or {}).get(decision.seat, HELD)
        plans[decision.seat] = lay(decision, standing=orders, **boxes.get(decision.seat, {}))
    return table.go(plans)


def codes(table: Table, answer: Any) -> list[tuple[str, str]]:
    found = table.ruleset.problems(table.state, table.asked(), answer)
    assert all("accepted" in problem.data for problem in found)
    return [(problem.where, problem.code) for problem in found]


def replied(table: Table, answer: Any) -> list[Json]:
    table.answer(table.asked(), answer)
    return table.advance()


def taken(table: Table) -> dict[str, int]:
    return {fact["seat"]: fact["position"] for fact in table.facts("position_taken")}


# P-1: position and tile


def test_p_1_an_orders_game_never_asks() -> None:
    table = front("orders")
    happened = planned(table, {"A": {}, "B": {}, "C": {}})
    assert "choice_asked" not in kinds(happened)
    assert list(taken(table).values()) == [1, 2, 3]


def test_p_1_asked_in_the_order_of_choosing_with_what_is_free() -> None:
    table = front()
    bids = {"A": 0, "B": None, "C": "trier"}
    plans = {d.seat: lay(d, bid=bids[d.seat]) for d in table.waiting}
    happened = table.go(plans)
    assert kinds(happened)[-1] == "choice_asked"
    decision = table.asked()
    assert decision == Decision(
        "1.spring.position.C",
        "C",
        "position",
        {
            "positions": [1, 2, 3, 4, 5],
            "tiles": {
                "1": "six_armies",
                "2": "extra_grain",
                "3": "extra_thaler",
                "4": "extra_defender",
                "5": "extra_attacker",
            },
        },
    )
    shown = table.view("C")
    assert shown["bids"] == {"A": 0, "B": None, "C": "trier"}
    assert shown["event"] is not None
    replied(table, {"position": 4})
    assert table.asked().id == "1.spring.position.A"
    assert table.asked().options["positions"] == [1, 2, 3, 5]
    assert "4" not in table.asked().options["tiles"]
    assert table.view("A")["positions"] == {"C": 4}
    replied(table, {"position": 5})
    assert table.asked().id == "1.spring.position.B"
    replied(table, {"position": 1})
    assert taken(table) == {"B": 1, "C": 4, "A": 5}


def test_p_1_a_ranking_answers_before_the_question() -> None:
    table = front()
    happened = planned(table)
    assert "position" not in [f["choice"] for f in happened if f["kind"] == "choice_asked"]


def test_p_1_a_ranking_whose_positions_are_all_taken_leads_to_the_question() -> None:
    table = front()
    bids: dict[str, Any] = {"A": "lausitz", "B": 0, "C": None}
    rankings = {"A": [2], "B": [2], "C": [2, 3]}
    plans = {
        d.seat: lay(d, bid=bids[d.seat], standing={"positions": rankings[d.seat]})
        for d in table.waiting
    }
    table.go(plans)
    assert table.asked().id == "1.spring.position.B"
    assert table.asked().options["positions"] == [1, 3, 4, 5]
    replied(table, {"position": 1})
    assert taken(table) == {"A": 2, "B": 1, "C": 3}


def test_p_1_the_last_position_of_five_needs_no_question() -> None:
    seats = {"A": "lausitz", "B": "mark", "C": "trier", "D": "baden", "E": "koeln"}
    counties = {name: {"owner": seat, "armies": 1} for seat, name in seats.items()}
    table = front(players=5, counties=counties)
    table.go({d.seat: lay(d) for d in table.waiting})
    asked = []
    while table.waiting and table.waiting[0].kind == "position":
        asked.append(table.asked().seat)
        replied(table, {"position": max(table.asked().options["positions"])})
    assert len(asked) == 4
    (last,) = set(seats) - set(asked)
    assert table.facts("position_taken")[-1]["seat"] == last
    assert table.facts("position_taken")[-1]["position"] == 1


def test_p_1_a_silent_seat_gets_the_lowest_free_position() -> None:
    table = front()
    table.go({d.seat: lay(d) for d in table.waiting})
    for position in (1, 2, 3):
        decision = table.asked()
        assert table.ruleset.default(table.state, decision) == {"position": position}
        replied(table, {"position": position})


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, ("answer", "wrong_keys")),
        ({}, ("answer", "wrong_keys")),
        ({"position": 2, "tile": "extra_grain"}, ("answer", "wrong_keys")),
        ({"position": 1}, ("position", "no_such_position")),
        ({"position": 6}, ("position", "no_such_position")),
        ({"position": 2.0}, ("position", "no_such_position")),
        ({"position": True}, ("position", "no_such_position")),
        ({"position": "2"}, ("position", "no_such_position")),
        ({"position": [2]}, ("position", "no_such_position")),
    ],
)
def test_p_1_a_position_that_cannot_be_taken(answer: Any, problem: tuple[str, str]) -> None:
    table = front()
    table.go({d.seat: lay(d) for d in table.waiting})
    replied(table, {"position": 1})
    assert codes(table, answer) == [problem]


# P-2: movements


def test_p_2_an_orders_game_never_asks() -> None:
    table = front("orders")
    happened = planned(table, A={"combat_a": "lausitz"})
    assert "choice_asked" not in kinds(happened)
    (declined,) = [fact for fact in happened if fact["kind"] == "march_declined"]
    assert (declined["seat"], declined["action"]) == ("A", "combat_a")


def test_p_2_asked_with_everything_that_is_possible() -> None:
    table = front()
    happened = planned(table, A={"combat_a": "lausitz"})
    assert kinds(happened)[-1] == "choice_asked"
    assert table.asked() == Decision(
        "1.spring.combat_a.A",
        "A",
        "move",
        {
            "action": "combat_a",
            "origin": "lausitz",
            "targets": {
                "boehmen": "neutral",
                "kursachsen": "enemy",
                "mittelmark": "own",
                "neumark": "neutral",
                "schlesien": "neutral",
            },
            "most": 4,
            "seats": ["A", "B", "C"],
        },
    )


def test_p_2_only_the_seat_asked_sees_the_options() -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    decision = table.asked()
    assert [d["options"] for d in table.view("A")["decisions"]] == [decision.options]
    for other in ("B", "C", None):
        assert table.view(other)["decisions"] == []
        assert table.view(other)["waiting"] == [
            {"id": "1.spring.combat_a.A", "seat": "A", "kind": "move"}
        ]


@pytest.mark.parametrize(
    ("orders", "kind"),
    [
        ([{"stay": True}], "march_declined"),
        ([], "march_declined"),
        ([{"to": "mittelmark", "armies": 2}], "armies_moved"),
        ([{"to": "kursachsen", "armies": 9}, {"stay": True}], "march_declined"),
        ([{"to": "kursachsen", "armies": 9}, {"to": "kursachsen", "leave": 1}], "attack_made"),
    ],
)
def test_p_2_orders_that_settle_it_are_not_asked_about(orders: list[Json], kind: str) -> None:
    table = front()
    standing = {"A": {**HELD, "moves": {"combat_a": orders}}}
    happened = planned(table, standing, A={"combat_a": "lausitz"})
    assert "choice_asked" not in kinds(happened)
    assert kind in kinds(happened)


@pytest.mark.parametrize(
    "orders",
    [
        [{"to": "kursachsen", "armies": 9}],
        [{"to": "kursachsen", "armies": 1, "when": {"held_by": "neutral"}}],
        [{"to": "mittelmark", "armies": 1, "when": {"at_least": 3}}],
    ],
)
def test_p_2_orders_none_of_which_is_possible_lead_to_the_question(orders: list[Json]) -> None:
    table = front()
    standing = {"A": {**HELD, "moves": {"combat_a": orders}}}
    planned(table, standing, A={"combat_a": "lausitz"})
    assert table.asked().id == "1.spring.combat_a.A"


def test_p_2_not_asked_where_nothing_can_move() -> None:
    table = front(counties={"lausitz": {"owner": "A", "armies": 1}})
    happened = planned(table, A={"combat_a": "lausitz"})
    assert "choice_asked" not in kinds(happened)
    reasons = [f["reason"] for f in happened if f["kind"] == "action_skipped"]
    assert reasons == ["one_army_must_stay"]


def test_p_2_not_asked_about_a_card_that_was_lost() -> None:
    counties = {"lausitz": {"owner": "A", "armies": 2}, "boehmen": {"owner": "B", "armies": 40}}
    table = front(counties=counties, actions=first("combat_a", "combat_b"))
    moves = {"combat_a": [{"to": "lausitz", "armies": 39}]}
    standing: dict[str, Json] = {"A": HELD, "B": {**HELD, "moves": moves}}
    happened = planned(table, standing, A={"combat_b": "lausitz"}, B={"combat_a": "boehmen"})
    assert "choice_asked" not in kinds(happened)
    assert [f["owner"] for f in happened if f["kind"] == "battle_decided"] == ["B"]


def test_p_2_after_the_answer_the_season_goes_on() -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    happened = replied(table, {"orders": [{"to": "mittelmark", "armies": 3}]})
    assert kinds(happened)[0] == "armies_moved"
    assert table.state.counties["mittelmark"].armies == 5
    assert table.state.counties["lausitz"].armies == 2
    assert table.state.season.name == "summer"


def test_p_2_an_attack_can_be_answered() -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    happened = replied(table, {"orders": [{"to": "kursachsen", "armies": "all"}]})
    assert kinds(happened)[:3] == ["attack_made", "tower_thrown", "battle_decided"]
    assert happened[0]["armies"] == 4


@pytest.mark.parametrize("answer", [{"orders": []}, {"orders": [{"stay": True}]}])
def test_p_2_staying_can_be_answered(answer: Json) -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    happened = replied(table, answer)
    assert kinds(happened)[0] == "march_declined"
    assert table.state.counties["lausitz"].armies == 5


def test_p_2_a_silent_seat_stays() -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    default = table.ruleset.default(table.state, table.asked())
    assert default == {"orders": [{"stay": True}]}


def test_p_2_deploy_and_move_asks_after_the_army_is_placed() -> None:
    table = front()
    happened = planned(table, A={"deploy_1_move": "mittelmark"})
    assert kinds(happened)[-2:] == ["armies_deployed", "choice_asked"]
    decision = table.asked()
    assert decision.id == "1.spring.deploy_1_move.A"
    assert decision.options["targets"] == {"lausitz": "own"}
    assert decision.options["most"] == 2
    happened = replied(table, {"orders": [{"to": "lausitz", "armies": 2}]})
    assert kinds(happened)[0] == "armies_moved"
    assert table.state.counties["lausitz"].armies == 7
    assert table.state.players["A"].money == 0
    assert len(table.facts("armies_deployed")) == 1


def test_p_2_deploy_and_move_does_not_ask_without_an_own_neighbour() -> None:
    table = front(counties={"lausitz": {"owner": "A", "armies": 3}})
    happened = planned(table, A={"deploy_1_move": "lausitz"})
    assert "armies_deployed" in kinds(happened)
    assert "choice_asked" not in kinds(happened)


@pytest.mark.parametrize("action", ["deploy_5", "deploy_3"])
def test_p_2_a_deployment_without_movement_asks_nothing(action: str) -> None:
    table = front(money={"A": 3, "B": 0, "C": 0})
    standing = {"A": {**HELD, "moves": {"combat_a": [{"stay": True}]}}}
    happened = planned(table, standing, A={"combat_a": "lausitz", action: "mittelmark"})
    assert "armies_deployed" in kinds(happened)
    assert "choice_asked" not in kinds(happened)


def test_p_2_every_seat_acts_once_however_often_the_season_stops() -> None:
    table = front(actions=first("combat_a", "deploy_1_move", "combat_b"))
    planned(
        table,
        A={"combat_a": "lausitz", "deploy_1_move": "mittelmark"},
        B={"combat_a": "kursachsen"},
        C={"combat_b": "trier"},
    )
    asked = []
    while table.waiting[0].kind == "move":
        asked.append(table.asked().id)
        replied(table, {"orders": [{"stay": True}]})
        table.reopen()
    order = sorted(taken(table), key=taken(table).__getitem__)
    assert asked == [
        *(f"1.spring.combat_a.{seat}" for seat in order if seat != "C"),
        "1.spring.deploy_1_move.A",
        "1.spring.combat_b.C",
    ]
    happened = [e for e in table.entries if "action" in e.payload and "seat" in e.payload]
    done = [(e.payload["seat"], e.payload["action"]) for e in happened]
    assert done.count(("A", "deploy_1_move")) == 2  # placed, then stayed
    done.remove(("A", "deploy_1_move"))
    assert sorted(done) == sorted((seat, action) for seat in "ABC" for action in ACTIONS)


def test_p_2_church_peace_is_not_among_the_targets() -> None:
    churches = {**FRONT["counties"], "kursachsen": {"owner": "B", "buildings": ["church"]}}
    for seed in range(20):
        table = front(seed=seed, counties=churches, event="church_peace_3")
        planned(table, A={"combat_a": "lausitz"})
        if table.state.event == "church_peace":
            break
    assert table.state.event == "church_peace"
    assert "kursachsen" not in table.asked().options["targets"]
    attack = {"orders": [{"to": "kursachsen", "armies": 1}]}
    assert codes(table, attack) == [("orders.0.to", "not_adjacent")]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, ("answer", "wrong_keys")),
        ({"order": []}, ("answer", "wrong_keys")),
        ({"orders": {}}, ("orders", "not_a_list")),
        ({"orders": [{"to": "trier", "armies": 1}]}, ("orders.0.to", "not_adjacent")),
        ({"orders": [{"to": "kursachsen", "armies": 5}]}, ("orders.0", "too_many_armies")),
        ({"orders": [{"to": "kursachsen", "leave": 5}]}, ("orders.0", "too_many_armies")),
        ({"orders": [{"to": "kursachsen"}]}, ("orders.0", "armies_or_leave")),
        (
            {"orders": [{"to": "kursachsen", "armies": 1.0}]},
            ("orders.0.armies", "not_a_number_of_armies"),
        ),
        ({"orders": [{"stay": True, "to": "kursachsen"}]}, ("orders.0", "stay_alone")),
    ],
)
def test_p_2_a_movement_that_cannot_be_made(answer: Any, problem: tuple[str, str]) -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    assert codes(table, answer) == [problem]


# P-3: the order of winter revolts

HUNGRY = {
    "altmark": {"owner": "A", "armies": 2},
    "neumark": {"owner": "A", "armies": 6},
    "lausitz": {"owner": "A", "armies": 4},
    "trier": {"owner": "B", "armies": 5},
    "koeln": {"owner": "B", "armies": 3},
    "mark": {"owner": "B", "armies": 1},
}


def hungry(seed: int = 0, choices: str = "ask") -> Table:
    scenario = {"season": "autumn", "counties": HUNGRY, "money": {"A": 0, "B": 0}}
    return Table(3, seed, scenario=scenario, choices=choices)


def starved(table: Table, **rankings: list[str]) -> list[Json]:
    """Autumn without an action: the cards lie where nobody can pay for them."""
    plans = {}
    for d in table.waiting:
        standing: Json = {"positions": [1] if d.seat == "A" else [2, 3]}
        if d.seat in rankings:
            standing["revolt_order"] = rankings[d.seat]
        plans[d.seat] = lay(d, bid=0 if d.seat == "A" else None, standing=standing)
    return table.go(plans)


def test_p_3_an_orders_game_never_asks() -> None:
    happened = starved(hungry(choices="orders"))
    assert "choice_asked" not in kinds(happened)
    ordered = [fact["counties"] for fact in happened if fact["kind"] == "revolts_ordered"]
    armies = [[HUNGRY[name]["armies"] for name in counties] for counties in ordered]
    assert len(armies) == 2
    assert all(row == sorted(row, reverse=True) for row in armies)  # type: ignore[type-var]


def test_p_3_asked_with_the_counties_drawn_and_the_peasants_on_top() -> None:
    table = hungry()
    happened = starved(table)
    assert kinds(happened)[-2:] == ["revolts_drawn", "choice_asked"]
    drawn = happened[-2]
    assert (drawn["seat"], drawn["unfed"]) == ("A", 3)
    assert table.asked() == Decision(
        "1.winter.revolt_order.A",
        "A",
        "revolt_order",
        {"counties": drawn["draw"]["drawn"], "extra_peasants": 2},
    )


def test_p_3_the_answer_is_the_order() -> None:
    table = hungry()
    starved(table)
    drawn = table.asked().options["counties"]
    wanted = drawn[::-1]
    happened = replied(table, {"revolt_order": wanted})
    assert happened[0] == {"kind": "revolts_ordered", "seat": "A", "counties": wanted}
    fought = [fact["county"] for fact in happened if fact["kind"] == "revolt_broke_out"]
    assert fought[:2] == wanted
    assert table.asked().seat == "B"  # and is drawn only once for everybody
    table.go()
    assert [fact["seat"] for fact in table.facts("revolts_drawn")] == ["A", "B"]
    autumn_order = sorted(taken(table), key=taken(table).__getitem__)
    assert [fact["seat"] for fact in table.facts("player_wintered")] == autumn_order


@pytest.mark.parametrize("seed", range(4))
def test_p_3_a_ranking_that_names_all_but_one_settles_it(seed: int) -> None:
    table = hungry(seed)
    happened = starved(table, A=["lausitz", "altmark"], B=["mark", "koeln", "trier"])
    assert "choice_asked" not in kinds(happened)
    for fact in happened:
        if fact["kind"] == "revolts_ordered" and fact["seat"] == "A":
            ranking = ["lausitz", "altmark", "neumark"]
            assert fact["counties"] == sorted(fact["counties"], key=ranking.index)


def test_p_3_a_ranking_that_names_none_of_them_leads_to_the_question() -> None:
    table = hungry()
    starved(table, A=["trier"])
    assert table.asked().id == "1.winter.revolt_order.A"


def test_p_3_a_single_revolt_is_not_asked_about() -> None:
    scenario = {"season": "autumn", "counties": {"lausitz": HUNGRY["lausitz"]}}
    table = Table(3, scenario=scenario, choices="ask")
    happened = starved(table)
    assert "revolts_drawn" in kinds(happened)
    assert "choice_asked" not in kinds(happened)


def test_p_3_a_silent_seat_takes_most_armies_first() -> None:
    table = hungry()
    starved(table)
    default = table.ruleset.default(table.state, table.asked())["revolt_order"]
    armies = [HUNGRY[name]["armies"] for name in default]
    assert armies == sorted(armies, reverse=True)  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (None, "wrong_keys"),
        ({"counties": []}, "wrong_keys"),
        ({"revolt_order": "lausitz"}, "not_a_list"),
        ({"revolt_order": ["trier"]}, "no_such_county"),
    ],
)
def test_p_3_an_order_that_cannot_be(answer: Any, code: str) -> None:
    table = hungry()
    starved(table)
    assert [found for _, found in codes(table, answer)] == [code]


def test_p_3_a_county_named_twice() -> None:
    table = hungry()
    starved(table)
    twice = [table.asked().options["counties"][0]] * 2
    assert codes(table, {"revolt_order": twice}) == [("revolt_order.1", "ranked_twice")]


# Years and restarts later


def test_p_1_p_2_p_3_a_season_goes_on_from_bytes_as_if_nothing_had_happened() -> None:
    def season(reopen: bool) -> Table:
        table = hungry(3)
        table.go({d.seat: lay(d, bid=None, combat_a="altmark") for d in table.waiting[:1]})
        pauses = []
        while table.state.season.name != "spring":
            pauses.append(table.asked().kind)
            if reopen:
                table.reopen()
            table.go()
        assert set(pauses) == {"position", "move", "revolt_order"}
        return table

    straight, broken = season(reopen=False), season(reopen=True)
    assert broken.game.head == straight.game.head
    assert broken.state == straight.state
    assert [e.to_json() for e in broken.entries] == [e.to_json() for e in straight.entries]


def test_p_2_an_answer_given_before_the_restart_counts_after_it() -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    table.answer(table.asked(), {"orders": [{"to": "mittelmark", "armies": 1}]})
    assert table.waiting == []
    table.reopen()
    assert table.waiting == []
    happened = table.advance()
    assert kinds(happened)[0] == "armies_moved"


def test_p_2_a_plan_made_before_the_restart_counts_after_it() -> None:
    table = front(actions=first("combat_a", "combat_b"))
    moves = {"combat_b": [{"to": "lausitz", "armies": 1}]}
    standing = {"A": {**HELD, "moves": moves}}
    planned(table, standing, A={"combat_a": "lausitz", "combat_b": "mittelmark"})
    assert table.asked().id == "1.spring.combat_a.A"
    table.reopen()
    happened = replied(table, {"orders": []})
    assert "armies_moved" in kinds(happened)
    assert table.state.counties["lausitz"].armies == 6


@pytest.mark.parametrize("players", [3, 5])
def test_p_6_a_whole_game_by_questions_survives_restarts(players: int) -> None:
    def whole(reopen: bool) -> Table:
        table = Table(players, 42, line_up="draft", choices="ask")
        pauses = 0
        while not table.game.finished:
            for decision in table.waiting:
                source = stream(bytes(32), decision.id)
                answer = Uniform().answer(table.state, decision, source)
                if decision.kind == "plan":
                    answer = without_orders(answer)
                table.answer(decision, answer)
            pauses += 1
            if reopen and pauses % 12 == 0:
                table.reopen()
            table.advance()
        return table

    straight, broken = whole(reopen=False), whole(reopen=True)
    assert straight.state.result is not None
    assert broken.state == straight.state
    assert broken.game.head == straight.game.head


def without_orders(plan: Json) -> Json:
    return {"boxes": plan["boxes"], "bid": plan["bid"]}
