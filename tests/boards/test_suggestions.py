"""What a bot suggests: legal in every game, explained for every box, and drawn from no secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from engine.bots import adviser_named, bot_named
from engine.bots.wallenstein.marshal import Marshal
from engine.devices.tower import DEFAULT_TOWER, TOWERS
from engine.kernel.chance import Stream, stream
from engine.kernel.core import Decision, Json
from engine.registry import newest
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.edition_2002.rules import RULES_2002
from engine.wallenstein.state import State
from engine.wallenstein.words.declension import GERMAN
from engine.wallenstein.words.names import county_name
from games.boards import board_of
from games.boards.board import GuideStep
from games.boards.bots import adviser
from games.boards.wallenstein.larder import larder_sentence
from games.boards.wallenstein.turn.battles import revolt_odds
from games.boards.wallenstein.turn.part import WallensteinTurn
from games.boards.wallenstein.turn.reasons import Reasons
from games.read.suggestions import suggestion
from tests.contract.toys.registered import PRESS
from tests.play.tables import PLANNED, TABLES, Of, Table, random_answer, set_table, table_name

TOWER = TOWERS[DEFAULT_TOWER]
FIRST_EDITION = "wallenstein-2002"
EXPANDED = Of(4, "default", "orders", "wallenstein-2010", ("emperors_court", "landsknechte"))


def planning(of: Of, seasons: int = 0) -> tuple[Table, Decision]:
    """A table at which A is asked for a plan, after some seasons of random play."""
    table = set_table(of, "suggestions")
    table.advance()
    while True:
        plans = [one for one in table.game.waiting if one.kind == "plan" and one.seat == "A"]
        if plans and not seasons:
            return table, plans[0]
        seasons -= len(plans)
        table.play_step("suggestions")


def luck(secret: bytes = bytes(32)) -> Stream:
    return stream(secret, "a suggestion")


def steps(table: Table, decision: Decision, answer: Json, language: str) -> list[GuideStep]:
    turn = board_of(table.game.ruleset.key).turn
    names = {"B": "Berta", "C": "Carl"}
    with translation.override(language):
        guide = turn.guide(table.game.state, decision, answer, language, names, TOWER)
    return list(guide)


@pytest.mark.parametrize("of", PLANNED, ids=table_name)
def test_every_plan_can_be_suggested_and_is_explained_in_both_languages(of: Of) -> None:
    table, decision = planning(of, seasons=1)
    turn, ruleset = board_of(of.ruleset).turn, table.game.ruleset
    answer = suggestion(table.game, decision, luck())
    assert answer is not None
    assert ruleset.problems(table.game.state, decision, answer) == []
    english, german = (steps(table, decision, answer, one) for one in ("en", "de"))
    left_empty = decision.options.get("left_empty", ())
    boxes = {f"boxes.{box}" for box in decision.options["boxes"] if box not in left_empty}
    assert boxes <= {step.name for step in english}
    for one, other in zip(english, german, strict=True):
        assert one.fields == other.fields
        for mine, theirs in ((one.does, other.does), (one.title, other.title)):
            assert mine
            assert mine != theirs or one.name == "bonus"
        assert one.choice
        assert one.reason or one.name in ("positions", "favors", "bonus")
        assert not one.reason or one.reason != other.reason
        assert [*map(bool, one.risks)] == [*map(bool, other.risks)]
    # Taken step after step it is the same plan, whatever else the form may ask.
    fields = {name: value for step in english for name, value in step.fields.items()}
    rebuilt = turn.answer("plan", fields)
    assert ruleset.problems(table.game.state, decision, rebuilt) == []
    assert rebuilt["boxes"] == {box: answer["boxes"].get(box) for box in rebuilt["boxes"]}


def choices(of: Of) -> Iterator[tuple[Table, Decision]]:
    """Every question of a random game that is no plan, when it is put."""
    table = set_table(of, "suggested choices")
    table.advance()
    while not table.game.finished:
        for one in table.game.waiting:
            if one.kind != "plan" and not one.optional:
                yield table, one
        table.play_step("suggested choices", terse=True)


@pytest.mark.parametrize(
    ("of", "kinds"),
    [
        (Of(3, "draft", "orders"), {"draft"}),
        (Of(3, "draft", "ask"), {"draft_pick", "draft_group", "position", "move", "revolt_order"}),
        (EXPANDED._replace(choices="ask"), {"favor"}),
        (Of(3, "default", "ask", expansions=("landsknechte",)), {"bonus"}),
        (Of(5, "default", "ask", FIRST_EDITION), {"empty_boxes", "defence", "move"}),
    ],
    ids=["draft", "asked", "court", "landsknechte", "2002"],
)
def test_every_choice_can_be_suggested_and_is_explained_in_both_languages(
    of: Of, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if of.ruleset == FIRST_EDITION:
        # Without blank cards everybody has too few cards from the start.
        monkeypatch.setattr(newest(FIRST_EDITION), "rules", replace(RULES_2002, blanks=0))
    turn, explained = board_of(of.ruleset).turn, dict.fromkeys(kinds, 0)
    for table, decision in choices(of):
        ruleset, state = table.game.ruleset, table.game.state
        answer = suggestion(table.game, decision, luck())
        assert answer is not None
        assert ruleset.problems(state, decision, answer) == []
        english, german = (steps(table, decision, answer, one) for one in ("en", "de"))
        assert english
        for one, other in zip(english, german, strict=True):
            assert one.choice
            assert one.reason
            assert one.reason != other.reason
            assert one.name == other.name
        # The form says it as it was suggested, and its fields are those that are explained.
        fields = turn.fields(decision.kind, answer)
        again = turn.answer(decision.kind, fields)
        assert turn.same(decision.kind, again, answer)
        assert ruleset.problems(state, decision, again) == []
        assert all(fields[name] == value for step in english for name, value in step.fields.items())
        explained[decision.kind] = explained.get(decision.kind, 0) + 1
        if all(explained[kind] > 1 for kind in kinds):
            return
    assert all(explained.values()), explained


def test_a_march_is_suggested_with_its_odds() -> None:
    reasons = []
    for table, decision in choices(Of(3, "default", "ask")):
        if decision.kind == "move":
            answer = suggestion(table.game, decision, luck())
            assert answer is not None
            reasons += [step.reason for step in steps(table, decision, answer, "en")]
    attacks = [reason for reason in reasons if "of 100 cases" in reason]
    assert attacks
    assert "No march is worth its risk, as things stand." in reasons


def test_a_ranking_is_suggested_no_longer_than_a_person_would_write_it() -> None:
    table, decision = next(choices(Of(3, "draft", "orders")))
    answer = suggestion(table.game, decision, luck())
    assert answer is not None
    assert len(answer["counties"]) == 12
    assert answer["groups"] == sorted(decision.options["groups"], reverse=True)
    counties = steps(table, decision, answer, "en")[0]
    assert counties.choice.count(" › ") == 4
    assert counties.anchor == "f-counties-0"


@pytest.mark.parametrize("of", [TABLES[0], EXPANDED], ids=["2010", "expansions"])
def test_a_rivals_sealed_plan_changes_nothing(of: Of) -> None:
    table, decision = planning(of)
    rival = next(one for one in table.game.waiting if one.seat == "B")
    explained = []
    for flavour in ("one", "another"):
        twin = table.twin()
        twin.seal(rival.id, random_answer(twin.game, rival, flavour))
        answer = suggestion(twin.game, decision, luck())
        assert answer is not None
        explained.append((answer, steps(twin, decision, answer, "en")))
    assert explained[0] == explained[1]
    sealed = [random_answer(table.game, rival, flavour) for flavour in ("one", "another")]
    assert sealed[0] != sealed[1]


def test_a_suggestion_is_no_longer_than_a_person_would_write_it() -> None:
    table, decision = planning(EXPANDED, seasons=1)
    answer = suggestion(table.game, decision, luck())
    assert answer is not None
    assert all(len(orders) == 1 for orders in answer["moves"].values())
    assert all(len(wish.get("counties", ())) <= 3 for wish in answer["favors"])


def reason_for(table: Table, state: State, decision: Decision, plan: Json, box: str) -> str:
    turn = board_of(table.game.ruleset.key).turn
    guide = turn.guide(state, decision, plan, "en", {"B": "Berta"}, TOWER)
    return next(step.reason for step in guide if step.name == f"boxes.{box}")


def test_what_cannot_be_paid_is_left_out_for_that() -> None:
    table, decision = planning(TABLES[0])
    state = table.game.state
    plan = {"boxes": dict.fromkeys(decision.options["boxes"], "coin"), "bid": 0, "moves": {}}
    assert reason_for(table, state, decision, plan, "build_palace") == (
        f"That saves 3 Thalers: {state.players['A'].money} left after the season."
    )
    poor = state.with_player("A", money=2 - state.players["A"].money)
    assert reason_for(table, poor, decision, plan, "build_palace") == (
        "You cannot afford it: it costs 3 Thalers."
    )


def test_a_county_that_stands_still_is_in_use_nowhere() -> None:
    table, decision = planning(TABLES[0])
    state, own = table.game.state, list(decision.options["counties"])
    others = [
        box
        for box in decision.options["boxes"]
        if box not in ("combat_a", "combat_b", "build_palace")
    ]
    *laid_out, bid = own
    boxes = dict(zip(["combat_a", *others], laid_out, strict=True))
    laid = {"build_palace": "coin", **boxes}
    target = next(iter(decision.options["counties"][boxes["combat_a"]]))
    march = {"to": target, "armies": 1}
    for orders, reason in (
        ([march], "All your counties are in use elsewhere."),
        ([], "That saves 3 Thalers: "),
    ):
        plan = {"boxes": laid, "bid": bid, "moves": {"combat_a": orders}}
        rich = state.with_player("A", money=40)
        assert reason_for(table, rich, decision, plan, "build_palace").startswith(reason)


# What says that nothing happens, and not why.
IDLE = ("stay where they are", "is skipped", "stays empty", "bleiben, wo sie sind", "entfällt")


@pytest.mark.parametrize(
    "of", [TABLES[0], EXPANDED, Of(5, "default", "orders", FIRST_EDITION)], ids=table_name
)
def test_every_county_is_laid_for_a_purpose_and_every_coin_for_a_reason(of: Of) -> None:
    for seasons in range(4):
        table, decision = planning(of, seasons)
        state = table.game.state
        answer = suggestion(table.game, decision, luck())
        assert answer is not None
        coins = decision.options["coins"] - [*answer["boxes"].values()].count("coin")
        for box in ("combat_a", "combat_b"):
            if answer["boxes"][box] not in state.counties or state.rules.must_march:
                continue
            orders = [order for order in answer["moves"].get(box, ()) if "to" in order]
            assert orders or coins - (type(answer.get("bid")) is int) <= 0
            assert not orders or state.counties[answer["boxes"][box]].armies > 1
            for order in orders:
                target = state.counties[order["to"]]
                if target.owner == decision.seat:
                    near = [state.counties.get(name) for name in COUNTIES[order["to"]].neighbours]
                    assert any(
                        one
                        and one.owner not in (None, decision.seat)
                        and one.armies - 1 > target.armies
                        for one in near
                    )
        for language in ("en", "de"):
            for step in steps(table, decision, answer, language):
                assert not any(words in step.line for words in IDLE), step.line


def test_a_second_collection_says_who_may_rise_wherever_it_is_suggested() -> None:
    table, decision = planning(TABLES[0])
    county = next(iter(decision.options["counties"]))
    state = table.game.state.with_county(county, revolt=2, armies=1)
    boxes = dict.fromkeys(decision.options["boxes"], "coin") | {"collect_taxes": county}
    plan = {"boxes": boxes, "bid": 0, "moves": {}}
    held = revolt_odds(state, "A", county, TOWER)
    turn = board_of(TABLES[0].ruleset).turn
    with translation.override("en"):
        guide = turn.guide(state, decision, plan, "en", {}, TOWER)
    step = next(one for one in guide if one.name == "boxes.collect_taxes")
    warning = (
        f"2 peasants will rise against 1 army, put down in {held} of 100 cases. "
        "If not, the county is lost."
    )
    assert warning in step.line
    assert step.risks == step.warnings
    assert "No revolt marker" not in step.line


def test_grain_is_suggested_with_what_winter_leaves_of_it() -> None:
    table, decision = planning(TABLES[0])
    state, county = table.game.state, next(iter(decision.options["counties"]))
    boxes = dict.fromkeys(decision.options["boxes"], "coin")
    turn = board_of(TABLES[0].ruleset).turn
    assert isinstance(turn, WallensteinTurn)
    for grain, laid in ((0, county), (60, "coin")):
        plan = {"boxes": boxes | {"collect_grain": laid}, "bid": 0, "moves": {}}
        stocked = state.with_player("A", grain=grain)
        stock = turn.plans(stocked, stocked.rules, "A", plan).larder()
        assert stock.loss[1] > 0
        with translation.override("en"):
            sums = turn.remarks(stocked, decision, plan, [], "en", TOWER).sums
            assert larder_sentence(stock) in sums
            reason = reason_for(table, stocked, decision, plan, "collect_grain")
            assert larder_sentence(stock) in reason


def test_a_march_that_is_left_out_names_the_best_that_is_left() -> None:
    table, decision = planning(TABLES[0])
    near = decision.options["counties"]
    weak = table.game.state
    for name, county in weak.counties.items():
        weak = weak.with_county(name, armies=1) if county.owner else weak
    plan = {"boxes": dict.fromkeys(decision.options["boxes"], "coin"), "bid": 0, "moves": {}}
    assert reason_for(table, weak, decision, plan, "combat_a") == (
        "No other county of yours can attack anybody."
    )
    origin = next(one for one in near if len([name for name in near[one] if name not in near]) > 1)
    target, other = [name for name in near[origin] if name not in near][:2]
    few = weak.with_county(target, owner="B", armies=12).with_county(other, owner="B", armies=12)
    reason = reason_for(table, few.with_county(origin, armies=2), decision, plan, "combat_a")
    assert "The best attack left, " in reason
    many = few.with_county(origin, armies=30)
    reason = reason_for(table, many, decision, plan, "combat_a")
    assert f"leaves one army in {county_name(origin)}, next to 12 of Berta in " in reason
    alone = weak.with_county(origin, armies=30)
    reason = reason_for(table, alone, decision, plan, "combat_a")
    assert f"leaves one army alone in {county_name(origin)}." in reason
    laid = dict.fromkeys(decision.options["boxes"], "coin") | {"collect_taxes": origin}
    busy = {**plan, "boxes": laid}
    reason = reason_for(table, alone, decision, busy, "combat_a")
    assert f"but {county_name(origin)} is needed for: Collect taxes." in reason


def test_reasons_are_those_the_form_reckons_with() -> None:
    table, decision = planning(TABLES[0])
    turn, state = board_of(TABLES[0].ruleset).turn, table.game.state
    answer = suggestion(table.game, decision, luck())
    assert answer is not None
    remarks = turn.remarks(state, decision, answer, [], "en", TOWER)
    by_name = {step.name: step for step in steps(table, decision, answer, "en")}
    praised = [text for texts in remarks.advice.values() for text in texts if "the most" in text]
    built = [by_name[f"boxes.build_{kind}"] for kind in ("palace", "church", "trading_post")]
    assert praised
    assert all(any(text in step.reason for step in built) for text in praised)
    taxes = by_name["boxes.collect_taxes"]
    amount = remarks.tips["boxes.collect_taxes"]["text"].removeprefix("+")
    assert f"It pays {amount}." in taxes.reason
    coins = [box for box, card in answer["boxes"].items() if card == "coin"]
    assert coins
    assert all(not by_name[f"boxes.{box}"].risks for box in coins)
    assert all(not by_name[f"boxes.{box}"].places for box in coins)
    assert taxes.places == [answer["boxes"]["collect_taxes"]]


def test_german_reasons_decline_the_counties_they_name() -> None:
    table, decision = planning(TABLES[0])
    state, own = table.game.state, decision.options["counties"]
    turn = board_of(TABLES[0].ruleset).turn
    assert isinstance(turn, WallensteinTurn)
    plans = turn.plans(state, state.rules, "A", {})
    with translation.override("de"):
        reasons = Reasons(plans, {}, [], "de", {"B": "Berta"})
        for name in COUNTIES:
            clause = reasons._beside(name)
            rivals = [
                near
                for near in COUNTIES[name].neighbours
                if near in state.counties and state.counties[near].owner not in (None, "A")
            ]
            assert bool(clause) == bool(rivals)
            assert not clause or any(GERMAN[near].within in clause for near in rivals)
        # Into one's own county: what stands there then, and against whom.
        start, target = next(
            (one, near) for one in own for near in COUNTIES[one].neighbours if near in own
        )
        march = {"to": target, "armies": 1}
        plan = {"boxes": {"combat_a": start}, "moves": {"combat_a": [march]}}
        moved = turn.plans(state, state.rules, "A", plan)
        reason = Reasons(moved, plan, [], "de", {}).of("combat_a")
    after = state.counties[target].armies + 1
    assert f"1 Armee zieht {GERMAN[target].into}; dort stehen dann {after}." in reason


def test_a_game_without_a_board_of_its_own_tells_newcomers_nothing() -> None:
    board = board_of(PRESS.key)
    assert board.primer is None
    assert adviser(PRESS.key) == "random"
    assert board.turn.brief("press", {"choice": "roll"}) == {"choice": "roll"}
    asked = Decision("1.press1.A", "A", "press", {"choices": ["roll"]})
    assert board.turn.guide(None, asked, {"choice": "roll"}, "en", {}, None) == ()


def test_several_good_plans_are_possible_and_the_bot_itself_plays_as_ever() -> None:
    table, decision = planning(TABLES[0], seasons=1)
    secrets = [bytes([number]) * 32 for number in range(12)]
    plans = [suggestion(table.game, decision, luck(secret)) for secret in secrets]
    assert len({str(plan["boxes"]) for plan in plans if plan}) > 3
    # What a bot has its own whims for is laid down in the games that were played.
    assert Marshal().weights.whim == 128
    assert adviser_named(PRESS.key, "random") is bot_named(PRESS.key, "random")


def test_the_marshal_advises_in_both_editions() -> None:
    assert adviser("wallenstein-2010") == adviser("wallenstein-2002") == "marshal"
    assert board_of("wallenstein-2010").primer is board_of("wallenstein-2002").primer
