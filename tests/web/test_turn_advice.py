"""Advice on a plan, by the rules' own numbers; and the odds of its attacks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import Json
from engine.wallenstein.board import ACTIONS, COUNTIES, EVENTS
from engine.wallenstein.rules import RULES_2010 as RULES
from engine.wallenstein.state import State, Tower
from games.boards.wallenstein.advice import Plans, advise
from games.boards.wallenstein.advice_text import sentence
from games.boards.wallenstein.battles import attack_odds, odds_of, revolt_odds
from tests.play.tables import new_table


@pytest.fixture
def state() -> State:
    """The first spring of three, with cards in a known order and no event that touches income."""
    table = new_table(3, "default", "orders", "advice")
    table.advance()
    quiet = tuple(c for c, card in EVENTS.items() if card.kind == "church_peace")
    found: State = table.game.state
    order = ("collect_taxes", "build_palace", "deploy_5", "combat_a", "collect_grain")
    return found.but(events=found.events.but(open=quiet)).with_season(actions=order)


def own(state: State, place: int = 0) -> str:
    return state.owned("A")[place]


def codes(state: State, plan: Any) -> dict[str, str]:
    return {one.where: one.code for one in advise(Plans(state, RULES, "A", plan))}


def boxes(**laid: Any) -> Json:
    return {"boxes": {**dict.fromkeys(ACTIONS), **laid}, "bid": None}


def test_taxes_that_come_first_pay_for_what_comes_after(state: State) -> None:
    taxed = max(state.owned("A"), key=lambda name: COUNTIES[name].tax)
    other = next(name for name in state.owned("A") if name != taxed)
    poor = state.with_player("A", money=-state.players["A"].money)
    plan = boxes(deploy_5=other)
    assert codes(poor, plan)["boxes.deploy_5"] == "no_money"
    plan["boxes"]["collect_taxes"] = taxed
    assert "boxes.deploy_5" not in codes(poor, plan)
    late = poor.with_season(actions=("deploy_5", "collect_taxes", *state.season.actions[3:]))
    assert codes(late, plan)["boxes.deploy_5"] == "no_money"
    hidden = poor.with_season(actions=("build_palace", "combat_a", "combat_b"))
    assert codes(hidden, plan)["boxes.deploy_5"] == "perhaps_no_money"


def test_the_bid_is_paid_before_everything(state: State) -> None:
    price = RULES.deployments["deploy_5"].price
    exact = state.with_player("A", money=price - state.players["A"].money)
    plan = boxes(deploy_5=own(state))
    assert codes(exact, plan) == {}
    plan["bid"] = 1
    assert codes(exact, plan)["boxes.deploy_5"] == "no_money"
    plan["bid"] = own(state, 1)
    assert codes(exact, plan) == {}


def test_what_is_skipped_is_not_paid_for(state: State) -> None:
    taxed, first, second, third = state.owned("A")[:4]
    order = ("deploy_5", "build_church", "collect_taxes", "build_palace", "combat_a")
    rich = state.with_season(actions=order)
    exact = rich.with_player("A", money=3 - rich.players["A"].money)
    plan = boxes(deploy_5=first, build_church=second, collect_taxes=taxed, build_palace=third)
    assert COUNTIES[taxed].tax >= RULES.prices["palace"]
    assert codes(exact, plan) == {"boxes.build_church": "no_money"}
    budget = Plans(exact, RULES, "A", plan).budget()
    assert budget.outlay == RULES.deployments["deploy_5"].price + RULES.prices["palace"]


def test_the_budget_adds_up(state: State) -> None:
    taxed, built = own(state), own(state, 1)
    plan = boxes(collect_taxes=taxed, build_palace=built) | {"bid": 2}
    budget = Plans(state, RULES, "A", plan).budget()
    assert (budget.bid, budget.outlay) == (2, RULES.prices["palace"])
    assert budget.taxes == (COUNTIES[taxed].tax, COUNTIES[taxed].tax)
    left = budget.start - 2 - RULES.prices["palace"] + COUNTIES[taxed].tax
    assert budget.left == (left, left)


def test_an_event_that_may_come_widens_the_taxes(state: State) -> None:
    taxed = max(state.owned("A"), key=lambda name: COUNTIES[name].tax)
    floor = next(c for c, card in EVENTS.items() if card.kind == "tax_floor")
    may = state.but(events=state.events.but(open=(*state.events.open, floor)))
    low, high = Plans(may, RULES, "A", boxes(collect_taxes=taxed)).income("collect_taxes")
    assert low == COUNTIES[taxed].tax
    assert high == max(low, RULES.tax_floor)


def test_a_city_that_is_taken_or_has_the_building_is_named(state: State) -> None:
    county = min(state.owned("A"), key=lambda name: len(COUNTIES[name].cities))
    sites = len(COUNTIES[county].cities)
    assert 1 <= sites <= 2
    full = state.with_county(county, buildings=("church", "trading_post")[:sites])
    there = state.with_county(county, buildings=("palace",))
    plan = boxes(build_palace=county)
    assert codes(state, plan) == {}
    assert codes(full, plan)["boxes.build_palace"] == "no_free_city"
    assert codes(there, plan)["boxes.build_palace"] == "building_there"
    none = state.but(bank=state.bank.but(buildings={**state.bank.buildings, "palace": 0}))
    assert codes(none, plan)["boxes.build_palace"] == "no_tile_left"


def test_an_empty_supply_deploys_nobody(state: State) -> None:
    bare = state.with_player("A", supply=-state.players["A"].supply)
    assert codes(bare, boxes(deploy_3=own(state)))["boxes.deploy_3"] == "no_armies_left"


def test_collecting_again_from_a_county_in_unrest_is_a_risk(state: State) -> None:
    county = own(state)
    uneasy = state.with_county(county, revolt=2)
    plan = boxes(collect_grain=county)
    assert codes(state, plan) == {}
    assert codes(uneasy, plan)["boxes.collect_grain"] == "revolt"
    assert 0 < revolt_odds(uneasy, "A", county) < 100
    worse = uneasy.with_county(county, revolt=6)
    assert revolt_odds(worse, "A", county) < revolt_odds(uneasy, "A", county)


def test_one_army_cannot_march_and_nobody_marches_without_orders(state: State) -> None:
    county = own(state)
    alone = state.with_county(county, armies=1)
    plan = boxes(combat_a=county)
    assert codes(alone, plan)["boxes.combat_a"] == "one_army"
    strong = state.with_county(county, armies=4)
    assert codes(strong, plan)["boxes.combat_a"] == "no_orders"
    target = COUNTIES[county].neighbours[0]
    plan["moves"] = {"combat_a": [{"to": target, "armies": 3}]}
    assert codes(strong, plan) == {}
    plan["moves"]["combat_a"].append({"to": target, "armies": 4})
    assert codes(strong, plan) == {"moves.combat_a.1": "too_few_to_go"}


def test_grain_is_counted_before_winter(state: State) -> None:
    autumn = state.with_season(name="autumn")
    plan = boxes()
    assert "boxes.collect_grain" not in codes(state, plan), "there is time until autumn"
    assert codes(autumn, plan)["boxes.collect_grain"] == "hunger"
    need = len(state.owned("A"))
    loss = max(EVENTS[card].grain_loss for card in state.events.open)
    fed = autumn.with_player("A", grain=need + loss)
    assert "boxes.collect_grain" not in codes(fed, plan)
    assert Plans(fed, RULES, "A", plan).larder().short == 0


def test_coins_are_idle_only_while_counties_are_free(state: State) -> None:
    plan = boxes(combat_b="coin", deploy_3="coin")
    idle = next(one for one in advise(Plans(state, RULES, "A", plan)) if one.code == "idle")
    assert idle.data == {"boxes": 2, "counties": len(state.owned("A"))}
    few = state.but(
        counties={n: c for n, c in state.counties.items() if c.owner != "A" or n == own(state)}
    )
    plan["bid"] = own(state)
    assert "boxes" not in codes(few, plan)


@pytest.mark.parametrize(
    "plan", [None, [], {"boxes": 7, "moves": [], "bid": []}, {"moves": {"combat_a": [{"to": []}]}}]
)
def test_advice_on_nonsense_is_silence(state: State, plan: Any) -> None:
    assert advise(Plans(state, RULES, "A", plan)) == []


def test_every_piece_of_advice_has_its_sentence(state: State) -> None:
    county = own(state)
    bad = state.with_county(county, armies=1).with_season(name="autumn")
    for plan in (boxes(combat_a=county), boxes(combat_b="coin"), boxes(deploy_5=county)):
        for one in advise(Plans(bad.with_player("A", money=-99), RULES, "A", plan)):
            text = sentence(one)
            assert text.endswith(".")
            assert "%(" not in text


def test_odds_know_who_defends_and_what_lies_in_the_tower(state: State) -> None:
    rival = state.owned("B")[0]
    weak = odds_of(state, RULES, "A", "", rival, 2)
    strong = odds_of(state, RULES, "A", "", rival, 9)
    assert weak.win < strong.win
    assert weak.win + weak.tie + weak.loss == 100
    helped = state.but(tower=Tower({"A": 12}, {}))
    against = state.but(tower=Tower({"B": 12}, {}))
    assert (
        odds_of(helped, RULES, "A", "", rival, 4).win
        > odds_of(against, RULES, "A", "", rival, 4).win
    )
    restless = state.but(tower=Tower({}, {"peasants": 5}))
    assert (
        odds_of(restless.with_county(rival, revolt=1), RULES, "A", "", rival, 4).win
        > odds_of(restless, RULES, "A", "", rival, 4).win
    )


def test_only_attacks_have_odds(state: State) -> None:
    table = new_table(3, "default", "orders", "advice")
    table.advance()
    decision = next(d for d in table.game.decisions if d.seat == "A")
    origin = next(
        name
        for name, near in decision.options["counties"].items()
        if set(near) & set(state.owned("A")) and set(near) - set(state.owned("A"))
    )
    near = decision.options["counties"][origin]
    home = next(name for name in near if name in state.owned("A"))
    away = next(name for name in near if name not in state.owned("A"))
    orders = [{"to": home, "armies": "all"}, {"to": away, "leave": 1}, {"stay": True}]
    plan = boxes(combat_a=origin) | {"moves": {"combat_a": orders}}
    found = attack_odds(state, RULES, decision, plan)
    assert [(odds.where, odds.county) for odds in found] == [("moves.combat_a.1", away)]
    assert found[0].armies == state.counties[origin].armies - 1
