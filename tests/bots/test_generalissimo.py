"""The generalissimo plays by the rules, the same way every time, and better than the marshal."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots import bot_named
from engine.bots.wallenstein.generalissimo import Generalissimo
from engine.bots.wallenstein.generalissimo.ideas import LEVY, Ideas
from engine.bots.wallenstein.generalissimo.judgement import PROSPECTS, advantage
from engine.bots.wallenstein.marshal import Marshal
from engine.kernel.core import Json
from engine.registry import checked_options, newest, ruleset_of
from engine.simulate import play, table
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.state import Result, State
from tests.bots.positions import RULESET, own, planning_positions, position, rival, stream

KEY, FIRST = "wallenstein-2010", "wallenstein-2002"
BOTH = {"emperors_court": "on", "landsknechte": "on"}
HOME = {"bremen": own(3), "holstein": own(3), "mecklenburg": own(3)}
FRONT = HOME | {"lueneburg": own(7), "altmark": own(6), "paderborn": rival(1, "palace", revolt=1)}


def answer(state: State, number: int = 0, key: str = KEY) -> Json:
    decision = plan_decision(state, "A")
    return bot_named(key, "generalissimo").answer(state, decision, stream(number))


@pytest.mark.parametrize(
    ("key", "players", "options"),
    [
        (KEY, 3, {}),
        (KEY, 4, {"line_up": "draft", "choices": "ask"}),
        (KEY, 5, {"line_up": "draft", **BOTH}),
        (KEY, 3, {"choices": "ask", **BOTH}),
        (FIRST, 3, {}),
        (FIRST, 4, {"line_up": "draft", "choices": "ask"}),
    ],
)
def test_every_answer_is_legal(key: str, players: int, options: dict[str, str]) -> None:
    # Sealing refuses an illegal answer, so a game that ends has none.
    bots = ["generalissimo", "marshal", *["random"] * (players - 2)]
    assert play(table(key, players, 4, options, bots), 0).game.finished


@pytest.mark.parametrize(
    ("key", "options"), [(KEY, {}), (KEY, BOTH), (KEY, {"line_up": "draft"}), (FIRST, {})]
)
def test_whatever_comes_to_its_mind_is_legal(key: str, options: dict[str, str]) -> None:
    # Positions that only chance brings about: few counties, no money, revolts everywhere.
    ruleset: Any = newest(key)
    at_table = table(key, 4, 11, options, ("random",))
    for number, state in enumerate(planning_positions(at_table, 0)):
        for decision in ruleset.decisions(state):
            ideas = Ideas(state, decision, stream(number))
            plans = list(ideas.openings())
            for _ in range(60):
                plans.append(ideas.variation(plans[-1]))
            wrong = [ruleset.problems(state, decision, plan) for plan in plans]
            assert not any(wrong)
            assert len({str(plan) for plan in plans}) > 5


def test_the_plan_hangs_on_the_stream_and_the_state_only() -> None:
    state = position(FRONT, season="summer")
    before = repr(state)
    assert answer(state) == answer(state)
    assert repr(state) == before


@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_an_idea_against_the_rules_gives_way_to_the_marshals_plan(
    choices: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position(FRONT, season="summer", choices=choices)
    decision = plan_decision(state, "A")
    monkeypatch.setattr(Generalissimo, "plan", lambda *_: {"boxes": {}, "bid": None})
    given = answer(state)
    assert given == Marshal().answer(state, decision, stream(0))
    assert RULESET.problems(state, decision, given) == []


def test_leaves_choices_for_later_where_the_game_asks() -> None:
    state = position(FRONT, season="summer", choices="ask")
    assert set(answer(state)) == {"boxes", "bid"}
    assert RULESET.problems(state, plan_decision(state, "A"), answer(state)) == []


def test_plays_by_the_rules_a_running_game_is_pinned_to() -> None:
    first = ruleset_of(KEY, 1)
    state = first.start(tuple("ABCDE"), checked_options(first, {}))
    laid = position(FRONT, season="summer")
    state = laid.but(rules=state.rules, options=state.options)
    assert first.problems(state, plan_decision(state, "A"), answer(state)) == []


def test_brings_fresh_armies_to_an_attack_of_the_same_season() -> None:
    state = position(FRONT, season="summer")
    decision = plan_decision(state, "A")
    ideas = Ideas(state, decision, stream(3))
    combined = []
    plan = next(iter(ideas.openings()))
    for _ in range(30):
        changed = ideas.reinforced_attack(plan)
        if changed == plan:
            continue
        assert RULESET.problems(state, decision, changed) == []
        camp = changed["moves"][LEVY][0]["to"]
        box = next(box for box in ("combat_a", "combat_b") if changed["boxes"][box] == camp)
        target = changed["moves"][box][0]
        combined.append((changed["boxes"][LEVY], camp, target["to"]))
        assert target["leave"] == 1
        assert state.counties[target["to"]].owner != "A"
    assert combined


def test_takes_an_easy_neutral_county_before_the_last_autumn() -> None:
    lands = {"augsburg": own(6), "steiermark": own(3), "koeln": own(3), "mark": own(3)}
    state = position(HOME | lands, season="spring")
    plan = answer(state)
    first = [orders[0] for box, orders in plan["moves"].items() if box != LEVY]
    targets = [order["to"] for order in first if "to" in order]
    assert any(state.counties[target].owner is None for target in targets)


def test_more_of_everything_is_an_advantage() -> None:
    state = position(FRONT, season="summer")
    here = advantage(state, "A")
    assert advantage(state.with_player("A", money=3), "A") > here
    assert advantage(state.with_county("altmark", armies=9), "A") > here
    assert advantage(state.with_county("bremen", buildings=("palace",)), "A") > here
    assert advantage(state.with_county("paderborn", armies=5), "A") < here
    assert advantage(state.with_player("B", points=9), "A") < here
    assert sorted(PROSPECTS) == [1, 2, 3, 4, 5]


def test_at_the_end_a_victory_counts() -> None:
    state = position(FRONT, year=2).with_player("A", points=30).with_player("B", points=29)
    won, lost = state.but(result=Result(("A",))), state.but(result=Result(("B",)))
    shared = state.but(result=Result(("A", "B")))
    assert advantage(won, "A") > advantage(shared, "A") > advantage(lost, "A")
