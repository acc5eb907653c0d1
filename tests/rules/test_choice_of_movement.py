"""A movement is asked for only where no standing order settles it (P-2)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Decision, Json
from engine.wallenstein.board import ACTIONS
from tests.rules.questions import FRONT, HELD, codes, first, front, planned, replied, taken
from tests.rules.table import kinds


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
    assert table.decision() == Decision(
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
    decision = table.decision()
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
    assert table.decision().id == "1.spring.combat_a.A"


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
    default = table.ruleset.default(table.state, table.decision())
    assert default == {"orders": [{"stay": True}]}


def test_p_2_deploy_and_move_asks_after_the_army_is_placed() -> None:
    table = front()
    happened = planned(table, A={"deploy_1_move": "mittelmark"})
    assert kinds(happened)[-2:] == ["armies_deployed", "choice_asked"]
    decision = table.decision()
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
        asked.append(table.decision().id)
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
        if table.state.effect("kursachsen").church_peace:
            break
    assert table.state.effect("kursachsen").church_peace
    assert "kursachsen" not in table.decision().options["targets"]
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
