"""Advice on a plan, by the rules' own numbers; and the odds of its attacks."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.kernel.core import Json
from engine.wallenstein.board import ACTIONS, COUNTIES, EVENTS
from engine.wallenstein.choices import targets
from engine.wallenstein.edition_2002.rules import RULES_2002
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.favor_words import favor_effect
from engine.wallenstein.emperors_court.hall import PART, court
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.rules import RULES_2010 as RULES
from engine.wallenstein.state import State, TowerCubes
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.larder import larder_sentence
from games.boards.wallenstein.turn.advice import Budget, Plans, advise
from games.boards.wallenstein.turn.advice_text import budget_sentence, sentence
from games.boards.wallenstein.turn.battles import USUAL, attack_odds, fronts, odds_of, revolt_odds
from games.boards.wallenstein.turn.expansion_advice import PlansAtCourt
from games.boards.wallenstein_2002.advice import Plans2002
from games.boards.wallenstein_2002.board import BOARD_2002
from tests.play.tables import Of, new_table, set_table


@pytest.fixture
def state() -> State:
    """The first spring of three, with cards in a known order and no event that touches income."""
    table = new_table(3, "default", "orders", "advice")
    table.advance()
    quiet = tuple(c for c, card in EVENTS.items() if card.kind == "church_peace")
    spring: State = table.game.state
    order = ("collect_taxes", "build_palace", "deploy_5", "combat_a", "collect_grain")
    return spring.but(events=spring.events.but(open=quiet)).with_season(actions=order)


def at_court() -> State:
    table = new_table(3, "default", "orders", "advice", expansions=("emperors_court",))
    table.advance()
    spring: State = table.game.state
    return spring


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
    spent = RULES.deployments["deploy_5"].price + RULES.prices["palace"]
    assert budget.outlay == (spent, spent)


def test_the_budget_adds_up(state: State) -> None:
    taxed, built = own(state), own(state, 1)
    plan = boxes(collect_taxes=taxed, build_palace=built) | {"bid": 2}
    budget = Plans(state, RULES, "A", plan).budget()
    assert (budget.bid, budget.outlay) == (2, (RULES.prices["palace"],) * 2)
    assert budget.taxes == (COUNTIES[taxed].tax, COUNTIES[taxed].tax)
    left = budget.start - 2 - RULES.prices["palace"] + COUNTIES[taxed].tax
    assert budget.left == (left, left)


def test_an_event_that_may_come_widens_the_taxes(state: State) -> None:
    taxed = max(state.owned("A"), key=lambda name: COUNTIES[name].tax)
    floor = next(c for c, card in EVENTS.items() if card.kind == "tax_floor")
    may = state.but(events=state.events.but(open=(*state.events.open, floor)))
    low, high = Plans(may, RULES, "A", boxes(collect_taxes=taxed)).income("collect_taxes")
    assert low == COUNTIES[taxed].tax
    assert high == max(low, EVENTS[floor].effect.tax_least)


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


def test_e_7_with_an_empty_supply_armies_may_still_move() -> None:
    table = set_table(Of(3, "default", "orders", "wallenstein-2002"), "advice")
    table.advance()
    full: State = table.game.state
    bare = full.with_player("A", supply=-full.players["A"].supply)
    home, near = next(
        (home, near)
        for home in full.owned("A")
        for near in targets(full, "A", home, "deploy_1_move")
        if full.counties[home].armies > 1
    )
    alone = bare.with_county(home, armies=1)
    moving = {"deploy_1_move": [{"to": near, "armies": 1}]}

    def told(state: State, **plan: Any) -> list[str]:
        plans = Plans2002(state, RULES_2002, "A", boxes(deploy_1_move=home) | plan)
        advice = [one for one in advise(plans) if one.where == "boxes.deploy_1_move"]
        assert all(sentence(one) for one in advice)
        return [one.code for one in advice]

    assert told(full) == []
    assert told(bare, moves=moving) == ["only_move"]
    assert told(bare) == told(full, place=False) == ["fee_for_nothing"]
    assert told(full, place=False, moves=moving) == []
    assert told(alone, moves=moving) == ["no_armies_left"]
    asked = bare.but(options={**bare.options, "choices": "ask"})
    assert told(asked) == ["only_move"]
    plans = Plans2002(bare, RULES_2002, "A", boxes(deploy_1_move=home))
    assert plans.budget().outlay[0] == RULES_2002.deployments["deploy_1_move"].price
    assert "(house value)" in larder_sentence(plans.larder())


def first_edition(*events: str) -> State:
    """The first spring of 2002, with these events face up."""
    table = set_table(Of(3, "default", "orders", "wallenstein-2002"), "advice")
    table.advance()
    spring: State = table.game.state
    return spring.but(events=spring.events.but(open=events))


def event_2002(kind: str, county: str) -> str:
    """A card of a kind that holds in a county."""
    region = COUNTIES[county].region
    return next(
        card
        for card, event in RULES_2002.events.items()
        if event.kind == kind and event.region in (region, None)
    )


def test_e_8_an_event_that_makes_armies_dearer_is_reckoned_with() -> None:
    county = own(first_edition())
    state = first_edition(event_2002("supply_problems", county), "church_peace_3")
    plan = boxes(deploy_5=county)

    def told(money: int) -> list[str]:
        paying = state.with_player("A", money=money - state.players["A"].money)
        return [sentence(one) for one in advise(Plans2002(paying, RULES_2002, "A", plan))]

    assert told(4) == []
    assert told(3) == ["This costs 3–4. You may have only 3 by then, as the cards fall."]
    assert told(2) == ["This costs 3–4, and you will have at most 2."]
    budget = Plans2002(state, RULES_2002, "A", plan).budget()
    assert budget.outlay == (3, 4)
    assert budget.left == (budget.start - 4, budget.start - 3)


def test_e_8_an_event_that_makes_trading_posts_free_is_reckoned_with() -> None:
    county = own(first_edition())
    subsidy = event_2002("trade_subsidy", county)
    plan = boxes(build_trading_post=county)

    def told(*events: str) -> list[str]:
        state = first_edition(*events)
        poor = state.with_player("A", money=-state.players["A"].money)
        return [one.code for one in advise(Plans2002(poor, RULES_2002, "A", plan))]

    assert told("church_peace_3") == ["no_money"]
    assert told("church_peace_3", subsidy) == ["perhaps_no_money"]
    assert told(subsidy) == []


def test_e_8_militant_peasants_may_join_a_revolt() -> None:
    county = own(first_edition())
    state = first_edition(event_2002("militant_peasants", county), "church_peace_3")
    uneasy = state.with_county(county, revolt=1)
    plans = Plans2002(uneasy, RULES_2002, "A", boxes(collect_taxes=county))
    assert plans.rebels(county) == (1, 2)
    decision = plan_decision(uneasy, "A")
    plan = boxes(collect_taxes=county)
    remarks = BOARD_2002.turn.remarks(uneasy, decision, plan, [], "en", USUAL)
    (advice,) = remarks.advice["boxes.collect_taxes"]
    assert f"{COUNTIES[county].name} is in unrest: 1–2 peasants will rise" in advice
    held = re.search(r"put down in (\d+)–(\d+) of 100 cases", advice)
    assert held
    assert int(held[1]) < int(held[2])


def test_p_7_a_favor_that_could_be_used_wants_a_county() -> None:
    state = at_court()
    home = own(state)

    def told(*wishes: Any) -> list[str]:
        remarks = advise(PlansAtCourt(state, state.rules, "A", {"favors": list(wishes)}))
        return [one.where for one in remarks if one.code == "favor_finds_county"]

    # Nobody has a revolt marker yet, so the fourth card is kept for later.
    assert told({"favor": 16}, {"favor": 12}, {"favor": 4}) == ["favors.1"]
    assert told({"favor": 12, "counties": [home]}, {"favor": 7, "counties": []}) == ["favors.1"]
    assert told(12, {"favor": "12"}, {"favor": 99}, {"favor": []}) == []
    wishes = {"favors": [{"favor": 12}]}
    (advice,) = PlansAtCourt(state, state.rules, "A", wishes).of_edition()
    first = next(name for name, county in state.counties.items() if county.owner in ("A", None))
    effect = favor_effect(Voice.of("en", {}), FAVORS[12])
    assert "free of charge" in effect
    assert sentence(advice) == (
        f"You name no county for favour card 12 ({effect}): "
        f"it will be used in {COUNTIES[first].name}, the first county on the map where it can be."
    )
    before = state.but(rules=replace(state.rules, favors_find_a_county=False))
    (advice,) = PlansAtCourt(before, before.rules, "A", wishes).of_edition()
    assert sentence(advice) == f"Favour card 12 ({effect}) has no effect unless you name a county."


def test_k_4_a_box_of_the_court_that_would_do_nothing_is_named() -> None:
    state = at_court()
    home, other = own(state), own(state, 1)
    position = state.with_county(home, armies=3).with_county(other, armies=9)
    full = court(position).but(supply={"A": 7, "B": 7, "C": 7})
    position = position.with_part(PART, full).but(tower=TowerCubes({}, {"A": 2}))

    def told(state: State, **laid: str) -> dict[str, str]:
        plans = PlansAtCourt(state, state.rules, "A", {"boxes": laid, "favors": []})
        return {one.where: sentence(one) for one in plans.of_edition()}

    name = COUNTIES[home].name
    assert told(position, convert_3=home) == {
        "boxes.convert_3": f"{name} has too few armies: this takes 3, and one must stay."
    }
    assert told(position, convert_2=home, convert_3=other) == {}
    assert told(position, convert_2="tower", convert_1="coin") == {}
    assert told(position, convert_2="tower", convert_1="tower") == {
        "boxes.convert_1": "Too few of your armies are in the tray for this (0 of 1)."
    }
    assert list(told(position, convert_3="tower")) == ["boxes.convert_3"]
    few = position.with_part(PART, full.but(supply={"A": 4, "B": 7, "C": 7}))
    assert told(few, convert_3=other, convert_2="tower") == {
        "boxes.convert_2": "Too few courtiers are left for this (1 of 2)."
    }
    assert told(position, convert_3="atlantis", convert_2=state.owned("B")[0]) == {}


def test_k_3_a_county_sent_to_court_is_not_idle() -> None:
    state = at_court()

    def free(plan: Json) -> int:
        advice = advise(PlansAtCourt(state, state.rules, "A", plan))
        return next(one.data["counties"] for one in advice if one.code == "idle")

    idle = free(boxes(collect_taxes="coin"))
    assert free(boxes(collect_taxes="coin", convert_2=own(state))) == idle - 1


def test_k_8_what_one_action_must_not_attack_the_other_still_may() -> None:
    state = at_court()

    def attacked(*against: str) -> set[str | None]:
        part = court(state).but(protected={"B": against})
        battles = fronts(state.with_part(PART, part), RULES, "A")
        return {front.owner for front in battles}

    assert "B" in attacked() & attacked("combat_a") & attacked("combat_b")
    assert "B" not in attacked("combat_a", "combat_b")


def test_collecting_again_from_a_county_in_unrest_is_a_risk(state: State) -> None:
    county = own(state)
    uneasy = state.with_county(county, revolt=2)
    plan = boxes(collect_grain=county)
    assert codes(state, plan) == {}
    assert codes(uneasy, plan)["boxes.collect_grain"] == "revolt"
    assert 0 < revolt_odds(uneasy, "A", county) < 100
    worse = uneasy.with_county(county, revolt=6)
    assert revolt_odds(worse, "A", county) < revolt_odds(uneasy, "A", county)


@pytest.mark.parametrize(("armies", "words"), [(1, "1 army,"), (3, "3 armies,")])
def test_a_revolt_is_told_with_as_many_armies_as_there_are(
    state: State, armies: int, words: str
) -> None:
    county = own(state)
    uneasy = state.with_county(county, revolt=1, armies=armies)
    plans = Plans(uneasy, RULES, "A", boxes(collect_grain=county))
    (risk,) = [one for one in advise(plans) if one.code == "revolt"]
    assert f"1 peasant will rise against {words}" in sentence(
        replace(risk, data={**risk.data, "held": (50, 50)})
    )


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


def waiting_for(state: State, holder: str, **more: Any) -> tuple[State, Json]:
    """A march of three into a county of nobody's that waits until somebody holds it."""
    home, target = next(
        (home, name)
        for home in state.owned("A")
        for name, whose in targets(state, "A", home, "combat_a").items()
        if whose == "neutral"
    )
    order = {"to": target, "armies": 2, "when": {"held_by": holder, **more}}
    plan = boxes(combat_a=home) | {"moves": {"combat_a": [order, {"stay": True}]}}
    return state.with_county(home, armies=5), plan


@pytest.mark.parametrize(
    ("holder", "words"),
    [
        ("own", "Only if {county} is yours: as things stand nobody marches."),
        ("enemy", "Only if a rival holds {county}: as things stand nobody marches."),
        ("B", "Not as {county} is now: as things stand nobody marches."),
    ],
)
def test_p_2_an_order_that_waits_for_what_is_not_so_is_named_and_has_no_odds(
    state: State, holder: str, words: str
) -> None:
    strong, plan = waiting_for(state, holder)
    (one,) = [one for one in advise(Plans(strong, RULES, "A", plan)) if one.code == "unmet"]
    (order, _stay) = plan["moves"]["combat_a"]
    assert one.where == "moves.combat_a.0"
    assert sentence(one) == words.format(county=COUNTIES[order["to"]].name)
    decision = plan_decision(strong, "A")
    assert attack_odds(strong, RULES, decision, plan) == []
    met = {**plan, "moves": {"combat_a": [{**order, "when": {"held_by": "neutral"}}]}}
    assert "moves.combat_a.0" not in codes(strong, met)
    assert len(attack_odds(strong, RULES, decision, met)) == 1


def test_p_2_a_second_choice_that_can_be_made_keeps_the_first_from_being_named(
    state: State,
) -> None:
    strong, plan = waiting_for(state, "neutral", at_least=1)
    order = plan["moves"]["combat_a"][0]
    assert codes(strong, plan) == {"moves.combat_a.0": "unmet"}
    plan["moves"]["combat_a"].insert(1, {"to": order["to"], "armies": 1})
    assert codes(strong, plan) == {}


@pytest.mark.parametrize(
    "when", ["neutral", {"held_by": ["own"]}, {"held_by": "own", "at_most": "three"}]
)
def test_a_condition_that_cannot_be_read_is_left_to_the_rules(state: State, when: Any) -> None:
    strong, plan = waiting_for(state, "own")
    plan["moves"]["combat_a"][0]["when"] = when
    assert codes(strong, plan) == {}
    assert len(attack_odds(strong, RULES, plan_decision(strong, "A"), plan)) == 1


def test_p_2_who_is_asked_or_must_march_is_told_so(state: State) -> None:
    strong, plan = waiting_for(state, "own")
    plan["moves"]["combat_a"].pop()
    asking = strong.but(options={**strong.options, "choices": "ask"})
    (one,) = [one for one in advise(Plans(asking, RULES, "A", plan)) if one.code == "unmet"]
    assert sentence(one).endswith("as things stand you will be asked where to march.")
    older = Plans(strong.but(rules=RULES_2002), RULES_2002, "A", plan)
    (one,) = [one for one in advise(older) if one.code == "unmet"]
    assert sentence(one).endswith("as things stand one army marches where it must.")


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
    helped = state.but(tower=TowerCubes({"A": 12}, {}))
    against = state.but(tower=TowerCubes({"B": 12}, {}))
    assert (
        odds_of(helped, RULES, "A", "", rival, 4).win
        > odds_of(against, RULES, "A", "", rival, 4).win
    )
    restless = state.but(tower=TowerCubes({}, {"peasants": 5}))
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
    too_many = {"to": away, "armies": state.counties[origin].armies}
    orders = [{"to": home, "armies": "all"}, {"to": away, "leave": 1}, too_many, {"stay": True}]
    plan = boxes(combat_a=origin) | {"moves": {"combat_a": orders}}
    all_odds = attack_odds(state, RULES, decision, plan)
    assert [(odds.where, odds.county) for odds in all_odds] == [("moves.combat_a.1", away)]
    assert all_odds[0].armies == state.counties[origin].armies - 1


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        (
            Budget(1, 0, (0, 0), (0, 0)),
            "You have 1 Thaler. Bid 0, spending 0, taxes +0: 1 Thaler left.",
        ),
        (
            Budget(2, 2, (0, 0), (0, 1)),
            "You have 2 Thalers. Bid 2, spending 0, taxes +0–1: 0–1 Thalers left.",
        ),
        (
            Budget(5, 0, (3, 4), (0, 1)),
            "You have 5 Thalers. Bid 0, spending 3–4, taxes +0–1: 1–3 Thalers left.",
        ),
    ],
)
def test_one_thaler_is_one_thaler(budget: Budget, words: str) -> None:
    assert budget_sentence(budget) == words
    assert budget_sentence(budget, bidding=False) == words.replace(f"Bid {budget.bid}, s", "S")
