"""A season's cards, tiles and events are drawn, public and returned in their time."""

from __future__ import annotations

import json

from engine.wallenstein.board import ACTIONS, EVENTS, TILES
from tests.rules.planning import A_3, B_3, codes, others, with_boxes
from tests.rules.table import Table, lay

# W-R1, W-R2


def test_w_r1_the_first_five_action_cards_are_public_at_once() -> None:
    orders = set()
    for seed in range(10):
        table = Table(3, seed)
        (revealed,) = table.facts("actions_revealed")
        for seat in ("A", "B", "C", None):
            shown = table.view(seat)["actions"]
            assert shown == revealed["draw"]["drawn"]
            assert len(set(shown)) == 5
            assert set(shown) < set(ACTIONS)
        orders.add(tuple(revealed["draw"]["drawn"]))
    assert len(orders) == 10


def test_w_r1_the_others_are_not_known_before_their_time() -> None:
    table = Table(3)
    hidden = set(ACTIONS) - set(table.view(None)["actions"])
    for entry in table.entries:
        if entry.kind == "actions_revealed":
            assert not hidden & set(entry.payload["draw"]["drawn"])


def test_w_r1_one_more_card_is_turned_up_after_each_of_the_first_five_actions() -> None:
    table = Table(4)
    shown = list(table.state.season.actions)
    ended = [fact for fact in table.go() if fact["kind"] == "action_ended"]
    for number, fact in enumerate(ended):
        assert fact["action"] == shown[number]
        if number < 5:
            (card,) = fact["draw"]["drawn"]
            assert set(fact["draw"]["from"]) == set(ACTIONS) - set(shown)
            shown.append(card)
        else:
            assert fact["draw"] is None
    assert sorted(shown) == sorted(ACTIONS)


def test_w_r1_while_the_season_waits_only_the_cards_turned_up_are_known() -> None:
    for before in (0, 1, 4):
        actions = others("combat_a")
        actions.insert(before, "combat_a")
        scenario = {"counties": {"lausitz": A_3}, "actions": actions}
        table = Table(3, scenario=scenario, choices="ask")
        plan = lay(table.decision(), combat_a="lausitz", standing={"positions": [1]})
        table.go({"A": plan})
        assert table.decision().kind == "move"
        assert len(table.view(None)["actions"]) == 5 + before
        assert table.view(None)["actions_done"] == before


def test_w_r2_five_tiles_are_shuffled_onto_the_positions_and_public() -> None:
    orders = set()
    for seed in range(10):
        table = Table(5, seed)
        for seat in ("A", "E", None):
            assert sorted(table.view(seat)["tiles"]) == sorted(TILES)
        orders.add(tuple(table.state.season.tiles))
    assert len(orders) > 5


# W-R5, W-R6


def test_w_r5_one_of_the_open_events_is_drawn_after_the_plans() -> None:
    drawn = set()
    for seed in range(30):
        table = Table(3, seed)
        opened = table.state.events.open
        assert table.state.season.event is None
        happened = table.go()
        kinds = [fact["kind"] for fact in happened]
        assert kinds.index("event_drawn") < kinds.index("bids_revealed")
        (fact,) = [fact for fact in happened if fact["kind"] == "event_drawn"]
        assert fact["draw"]["from"] == list(opened)
        (card,) = fact["draw"]["drawn"]
        drawn.add(opened.index(card))
    assert drawn == {0, 1, 2, 3}


def test_w_r5_four_three_two_events_and_the_last_is_for_winter() -> None:
    table = Table(3)
    first = list(table.state.events.open)
    for left in (4, 3, 2):
        assert len(table.state.events.open) == left
        table.go()
    drawn = [fact["draw"]["drawn"][0] for fact in table.facts("event_drawn")[:3]]
    (lost,) = table.facts("grain_lost")
    assert sorted([*drawn, lost["card"]]) == sorted(first)


def test_w_r6_equal_bids_are_drawn_at_random() -> None:
    orders = set()
    for seed in range(60):
        table = Table(3, seed)
        plans = {d.seat: lay(d, bid=2, standing={"positions": [1, 2, 3]}) for d in table.waiting}
        (revealed,) = [f for f in table.go(plans) if f["kind"] == "bids_revealed"]
        (draw,) = revealed["draws"]
        assert draw["from"] == ["A", "B", "C"]
        assert revealed["choosing"] == draw["drawn"]
        orders.add(tuple(draw["drawn"]))
    assert len(orders) == 6


def test_w_r6_a_draw_among_equals_leaves_the_others_where_they_are() -> None:
    firsts = set()
    for seed in range(30):
        table = Table(4, seed)
        bids = {"A": 1, "B": 3, "C": 1, "D": 0}
        plans = {d.seat: lay(d, bid=bids[d.seat]) for d in table.waiting}
        (revealed,) = [f for f in table.go(plans) if f["kind"] == "bids_revealed"]
        assert revealed["choosing"][0] == "B"
        assert revealed["choosing"][3] == "D"
        firsts.add(revealed["choosing"][1])
    assert firsts == {"A", "C"}


# W-R7


def test_w_r7_a_card_is_revealed_when_it_is_played_and_not_before() -> None:
    scenario = {
        "counties": {"lausitz": A_3, "mark": A_3, "trier": B_3},
        "actions": ["collect_taxes", "combat_a", *others("collect_taxes", "combat_a")],
    }
    table = Table(3, scenario=scenario, choices="ask")
    a, b = table.waiting
    plans = {
        "A": lay(a, collect_taxes="lausitz", combat_b="mark", standing={"positions": [1]}),
        "B": lay(b, bid=1, combat_a="trier", standing={"positions": [2]}),
    }
    table.go(plans)
    assert table.decision().id == "1.spring.combat_a.B"
    payloads = json.dumps([entry.payload for entry in table.entries if entry.secret is None])
    assert "lausitz" in payloads  # taxes are collected
    assert '"mark"' not in payloads  # combat B is still to come
    for seat in ("B", "C", None):
        shown = table.view(seat)
        assert shown["bids"] == {"A": 0, "B": 1, "C": None}
        assert "plans" not in shown
        assert not any("boxes" in answer for answer in shown.get("answers", {}).values())


# W-R9, W-R10


def conquest(seed: int) -> Table:
    """B attacks Lausitz, where A stands alone, with overwhelming force."""
    scenario = {
        "counties": {
            "lausitz": {"owner": "A", "armies": 1},
            "mark": {"owner": "A", "armies": 1},
            "kursachsen": {"owner": "B", "armies": 40},
        },
        "actions": ["combat_a", *others("combat_a")],
    }
    table = Table(3, seed, scenario=scenario)
    a, b = table.waiting
    orders = {"combat_a": [{"to": "lausitz", "armies": 39}]}
    plans = {
        "A": lay(a, collect_taxes="lausitz", combat_b="mark"),
        "B": lay(b, combat_a="kursachsen", standing={"moves": orders}),
    }
    table.go(plans)
    return table


def test_w_r9_the_new_owner_plans_with_the_card_from_the_next_season_on() -> None:
    table = conquest(1)
    assert table.state.counties["lausitz"].owner == "B"
    (skipped,) = [f for f in table.facts("action_skipped") if f["county"] == "lausitz"]
    assert (skipped["seat"], skipped["reason"]) == ("A", "county_lost")
    assert table.state.season.changed == frozenset()
    a, b = table.waiting
    assert "lausitz" not in a.options["counties"]
    assert "lausitz" in b.options["counties"]
    happened = table.go({"B": lay(b, collect_taxes="lausitz")})
    taxed = [(f["seat"], f["county"]) for f in happened if f["kind"] == "taxes_collected"]
    assert ("B", "lausitz") in taxed


def test_w_r9_the_new_owner_cannot_have_planned_with_it_this_season() -> None:
    scenario = {"counties": {"lausitz": A_3, "kursachsen": B_3}}
    decision = Table(3, scenario=scenario).waiting[1]
    plan = with_boxes(lay(decision), collect_taxes="lausitz")
    assert ("boxes.collect_taxes", "not_your_county") in codes(decision, plan)


def test_w_r10_the_event_leaves_the_game_and_cards_and_tiles_come_back() -> None:
    table = Table(3, 5)
    for season in ("summer", "autumn"):
        used = [fact["draw"]["drawn"][0] for fact in table.facts("event_drawn")]
        happened = table.go()
        (card,) = [f["draw"]["drawn"][0] for f in happened if f["kind"] == "event_drawn"]
        assert card not in used
        assert table.state.season.name == season
        assert table.state.season.event is None
        assert card not in table.state.events.open + table.state.events.unseen
        assert sorted(table.state.season.tiles) == sorted(TILES)
        assert len(table.state.season.actions) == 5
        for decision in table.waiting:
            assert list(decision.options["counties"]) == table.state.owned(decision.seat)
            assert decision.options["coins"] == 5
    assert len(EVENTS) == 12


def test_w_r10_the_order_is_drawn_up_anew_each_season() -> None:
    table = Table(3)
    table.go()
    assert table.state.season.order == ()
    assert table.state.season.positions == {}
    assert table.view(None)["bids"] == {}
