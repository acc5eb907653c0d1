"""Emperor's Court as far as scenarios cannot show it: the first filling, questions, plans."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Decision, Json
from engine.registry import WALLENSTEIN_2010
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.hall import CONVERT, court
from tests.rules.table import From, Table, kinds

REALM: Json = {
    "counties": {
        "anhalt": {"owner": "A", "armies": 5},
        "kursachsen": {"owner": "A", "armies": 3, "revolt": 1},
        "koeln": {"owner": "B", "armies": 3},
    },
    "money": {"A": 9, "B": 9},
    "emperors_court": {"cards": [7, 12, 16], "entrance": {"A": 4, "B": 3}},
}


def table(scenario: Json | None = None, **options: str) -> Table:
    return Table(3, 0, scenario or REALM, From, emperors_court="on", **options)


def laid(decision: Decision, **parts: Any) -> Json:
    """A plan with these cards, and in the other boxes whatever means nothing."""
    boxes: dict[str, str | None] = dict(parts.pop("boxes", {}))
    spare = [name for name in decision.options["counties"] if name not in boxes.values()]
    idle = ["coin"] * 4 + ["tower"] * (3 - list(boxes.values()).count("tower")) + spare
    for box in (*CONVERT, *decision.options["boxes"]):
        if box not in boxes:
            boxes[box] = idle.pop(0) if idle else None
    return {"boxes": boxes, "bid": 0, "positions": [1, 2, 3, 4, 5], **parts}


def planned(at: Table, **parts: Any) -> list[Json]:
    """The season after these words of A; B wants nothing."""
    plans = {d.seat: laid(d, favors=[]) for d in at.waiting}
    decision = next(d for d in at.waiting if d.seat == "A")
    return at.go({**plans, "A": laid(decision, **parts)})


# K-1, K-2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_k_1_each_army_that_falls_out_sends_a_courtier(players: int) -> None:
    for seed in range(3):
        at = Table(players, seed, emperors_court="on")
        (cleared,), (arrived,) = at.facts("tray_cleared"), at.facts("courtiers_arrived")
        seats = at.state.seats
        assert arrived["courtiers"] == {seat: cleared["home"].get(seat, 0) for seat in seats}
        part = court(at.state)
        assert part.entrance == arrived["courtiers"]
        assert {seat: part.supply[seat] + part.entrance[seat] for seat in seats} == dict.fromkeys(
            seats, 7
        )
        assert sum(part.entrance.values()) > 0
        assert at.state.tower.tray == {}


def test_k_2_three_cards_a_season_and_none_twice() -> None:
    at = Table(4, 1, emperors_court="on")
    while not at.game.finished:
        at.go()
    drawn = [fact["draw"]["drawn"] for fact in at.facts("favors_laid")]
    assert [len(cards) for cards in drawn] == [3] * 6
    seen = [card for cards in drawn for card in cards]
    assert len(set(seen)) == 18
    assert set(seen) <= set(range(1, 22))


def test_k_2_the_cards_lie_open_after_the_tiles_and_before_the_plans() -> None:
    at = Table(3, 2, emperors_court="on")
    happened = kinds(at.facts("tiles_laid") + at.facts("favors_laid"))
    assert happened == ["tiles_laid", "favors_laid"]
    for viewer in ("A", "C", None):
        cards = at.view(viewer)["emperors_court"]["cards"]
        assert [card["courtiers"] for card in cards] == [4, 3, 2]
        numbers = [card["favor"] for card in cards]
        assert numbers == sorted(numbers, reverse=True)
        assert all(card["house_value"] == FAVORS[card["favor"]].house_value for card in cards)
    options = at.waiting[0].options
    assert [card["favor"] for card in options["favors"]] == numbers
    assert options["boxes"][-3:] == ["convert_3", "convert_2", "convert_1"]


def test_without_the_option_nothing_of_it_is_there() -> None:
    at = Table(3, 0)
    assert "emperors_court" not in at.view("A")
    decision = at.waiting[0]
    assert not {"favors", "cards", "courtiers"} & set(decision.options)
    plan = at.ruleset.default(at.state, decision)
    boxes = {**plan["boxes"], "convert_3": "coin", "combat_a": "tower"}
    wrong = at.ruleset.problems(at.state, decision, {**plan, "boxes": boxes, "favors": []})
    codes = {(problem.where, problem.code) for problem in wrong}
    assert ("favors", "unknown_key") in codes
    assert ("boxes.convert_3", "unknown_box") in codes
    assert ("boxes.combat_a", "no_such_county") in codes


# K-3, K-7


def wrong_with(at: Table, plan: Json) -> set[tuple[str, str]]:
    decision = at.waiting[0]
    problems = at.ruleset.problems(at.state, decision, plan)
    for problem in problems:
        for language in ("de", "en"):
            assert "_" not in at.ruleset.text().problem(problem, language)
    return {(problem.where, problem.code) for problem in problems}


def test_k_3_three_boxes_and_three_cards_more() -> None:
    at = table()
    decision = at.waiting[0]
    assert decision.options["cards"] == {"tower": 3}
    assert decision.options["empty"] == 13 + 1 - 2 - 5 - 3
    plan = laid(decision)
    assert wrong_with(at, plan) == set()
    assert list(plan["boxes"].values()).count("tower") == 3


def test_k_3_a_fourth_tower_card_is_too_many() -> None:
    at = table()
    boxes = dict.fromkeys(("convert_3", "convert_2", "convert_1", "combat_a"), "tower")
    plan = laid(at.waiting[0], boxes=boxes)
    assert ("boxes", "too_many_of_a_card") in wrong_with(at, plan)


def test_k_3_a_tower_card_may_be_bid() -> None:
    at = table()
    plan = laid(at.waiting[0], bid="tower")
    tower = next(box for box, card in plan["boxes"].items() if card == "tower")
    plan["boxes"][tower] = "coin"
    assert wrong_with(at, plan) == set()
    four = laid(at.waiting[0], bid="tower")
    assert ("boxes", "too_many_of_a_card") in wrong_with(at, four)


def test_k_3_a_box_stays_empty_only_when_no_card_is_left() -> None:
    at = table()
    plan = laid(at.waiting[0])
    tower = next(box for box, card in plan["boxes"].items() if card == "tower")
    plan["boxes"][tower] = None
    decision = at.waiting[0]
    problems = at.ruleset.problems(at.state, decision, plan)
    assert {problem.code for problem in problems} == {"empty_box"}
    assert all(problem.data["accepted"] == ["tower"] for problem in problems)


def test_k_7_a_county_is_laid_once() -> None:
    at = table()
    plan = laid(at.waiting[0], boxes={"convert_1": "anhalt", "collect_taxes": "anhalt"})
    assert {
        ("boxes.convert_1", "card_twice"),
        ("boxes.collect_taxes", "card_twice"),
    } <= wrong_with(at, plan)


@pytest.mark.parametrize("counties", [1, 3, 6, 9])
def test_the_default_plan_is_legal_and_sends_nobody(counties: int) -> None:
    names = list(Table(3, 0).state.counties)[:counties]
    scenario = {**REALM, "counties": {name: {"owner": "A", "armies": 4} for name in names}}
    at = table(scenario)
    at.go()
    assert at.facts("courtiers_sent") == []
    assert at.facts("favor_taken") == []


# K-5, K-8, P-5, P-7


def test_p_5_where_the_plan_is_silent_the_player_is_asked() -> None:
    at = table(choices="ask")
    happened = planned(at)
    assert kinds(happened)[-2:] == ["audience_began", "choice_asked"]
    decision = at.decision()
    assert (decision.seat, decision.kind) == ("A", "favor")
    offer = {card["favor"]: card for card in decision.options["favors"]}
    assert {number: card["courtiers"] for number, card in offer.items()} == {16: 4, 12: 3, 7: 2}
    assert set(offer[7]["counties"]) == {"anhalt", "kursachsen"}
    assert "koeln" not in offer[12]["counties"]
    assert "boehmen" in offer[12]["counties"]
    assert decision.options["courtiers"] == 4
    at.reopen()
    assert at.ruleset.default(at.state, decision) == {"favor": None}
    at.answer(decision, {"favor": {"favor": 12, "counties": ["boehmen"]}})
    happened = at.advance()
    assert kinds(happened)[:2] == ["favor_taken", "armies_granted"]
    assert kinds(happened).count("audience_began") == 1
    assert at.state.counties["boehmen"].owner == "A"
    assert "boehmen" in at.state.season.changed or at.state.season.name != "spring"


def test_p_5_an_answer_may_be_none() -> None:
    at = table(choices="ask")
    planned(at)
    at.answer(at.decision(), {"favor": None})
    happened = at.advance()
    assert happened[0] == {"kind": "favor_declined", "seat": "A"}
    assert court(at.state).entrance["A"] == 4


def test_p_5_who_holds_no_county_is_asked_too() -> None:
    at = table({**REALM, "emperors_court": {"cards": [4, 16], "entrance": {"C": 4}}}, choices="ask")
    planned(at, favors=[])
    decision = at.decision()
    assert (decision.seat, decision.kind) == ("C", "favor")
    # Without a marker the fourth card is kept, so no county is missing.
    assert at.ruleset.problems(at.state, decision, {"favor": {"favor": 4}}) == []
    at.answer(decision, {"favor": {"favor": 16}})
    assert kinds(at.advance())[:2] == ["favor_taken", "favor_gained"]


@pytest.mark.parametrize("wishes", [[], [{"favor": 16}]])
def test_p_5_who_has_said_what_they_want_is_not_asked(wishes: list[Json]) -> None:
    at = table(choices="ask")
    happened = planned(at, favors=wishes)
    assert "favor" not in [fact.get("choice") for fact in happened]
    taken = [fact["card"] for fact in happened if fact["kind"] == "favor_taken"]
    assert taken == [wish["favor"] for wish in wishes]


def test_p_5_who_wants_only_what_is_gone_is_asked() -> None:
    scenario = {**REALM, "emperors_court": {"cards": [7, 12, 16], "entrance": {"A": 4, "B": 5}}}
    at = table(scenario, choices="ask")
    plans = {d.seat: laid(d, favors=[{"favor": 16}]) for d in at.waiting if d.seat in ("A", "B")}
    at.go(plans)
    assert [fact["seat"] for fact in at.facts("favor_taken")] == ["B"]
    decision = at.decision()
    assert (decision.seat, decision.kind) == ("A", "favor")
    assert [card["favor"] for card in decision.options["favors"]] == [12, 7]


def test_p_5_who_wants_nothing_but_what_is_gone_is_not_asked() -> None:
    """The last wish may be for no card."""
    scenario = {**REALM, "emperors_court": {"cards": [7, 12, 16], "entrance": {"A": 4, "B": 5}}}
    at = table(scenario, choices="ask")
    wishes = [{"favor": 16}, {"none": True}]
    plans = {d.seat: laid(d, favors=wishes) for d in at.waiting if d.seat in ("A", "B")}
    happened = at.go(plans)
    assert "favor" not in [fact.get("choice") for fact in happened]
    assert [fact["seat"] for fact in at.facts("favor_taken")] == ["B"]
    assert [fact["seat"] for fact in at.facts("favor_declined")] == ["A"]


def test_p_7_a_wish_that_leaves_its_county_open_is_asked_about() -> None:
    at = table(choices="ask")
    planned(at, favors=[{"favor": 7}, {"none": True}])
    decision = at.decision()
    assert (decision.seat, decision.kind) == ("A", "favor")
    assert at.facts("favor_taken") == []
    at.reopen()
    at.answer(decision, {"favor": {"favor": 7, "counties": ["anhalt"]}})
    assert kinds(at.advance())[:2] == ["favor_taken", "building_granted"]


@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_p_7_a_list_of_no_counties_asks_nobody_and_takes_the_first(choices: str) -> None:
    at = table(choices=choices)
    happened = planned(at, favors=[{"favor": 7, "counties": []}])
    assert "favor" not in [fact.get("choice") for fact in happened]
    assert [fact["county"] for fact in at.facts("building_granted")] == ["anhalt"]
    assert not at.facts("favor_wasted")


def test_p_7_where_nobody_is_asked_a_wish_without_a_county_takes_the_first() -> None:
    at = table()
    planned(at, favors=[{"favor": 7}])
    assert [fact["county"] for fact in at.facts("building_granted")] == ["anhalt"]


@pytest.mark.parametrize(
    ("wishes", "where", "code"),
    [
        ([{"none": True}, {"favor": 16}], "favors.0", "no_card_last"),
        ([{"favor": 16}, {"none": False}], "favors.1", "no_card_last"),
        ([{"favor": 16, "none": True}], "favors.0", "no_card_last"),
        ("all", "favors", "not_a_list"),
        ([{"favor": 16}] * 61, "favors", "not_a_list"),
        (["16"], "favors.0", "not_an_object"),
        ([{"favor": 21}], "favors.0", "favor_not_on_offer"),
        ([{"favor": "16"}], "favors.0", "favor_not_on_offer"),
        ([{"favor": True}], "favors.0", "favor_not_on_offer"),
        ([{}], "favors.0", "favor_not_on_offer"),
        ([{"favor": 16}, {"favor": 7}, {"favor": 16}], "favors.2", "favor_twice"),
        ([{"favor": 16, "counties": ["anhalt"]}], "favors.0", "favor_without_target"),
        ([{"favor": 7, "counties": "anhalt"}], "favors.0.counties", "not_a_list"),
        ([{"favor": 7, "counties": ["koeln"]}], "favors.0.counties.0", "no_such_county"),
        ([{"favor": 12, "counties": ["koeln"]}], "favors.0.counties.0", "no_such_county"),
        ([{"favor": 7, "counties": ["anhalt"] * 2}], "favors.0.counties.1", "ranked_twice"),
        ([{"favor": 16, "cancel": False}], "favors.0", "nothing_to_cancel"),
        ([{"favor": 16, "tip": 1}], "favors.0.tip", "unknown_key"),
    ],
)
def test_p_5_wishes_that_make_no_sense_are_refused(wishes: Any, where: str, code: str) -> None:
    at = table()
    assert wrong_with(at, laid(at.waiting[0], favors=wishes)) == {(where, code)}


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (16, "not_an_object"),
        ({"favor": 3}, "favor_not_on_offer"),
        ({"favor": 7, "counties": ["boehmen"]}, "no_such_county"),
        ({"favor": 7}, "favor_needs_county"),
        ({"favor": 12, "counties": []}, "favor_needs_county"),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(wish: Any, code: str) -> None:
    at = table(choices="ask")
    planned(at)
    (wrong,) = at.ruleset.problems(at.state, at.decision(), {"favor": wish})
    assert wrong.code == code


def test_k_8_protection_is_for_one_season() -> None:
    scenario = {**REALM, "emperors_court": {"cards": [18], "entrance": {"A": 4}}}
    at = table(scenario)
    planned(at, favors=[{"favor": 18}])
    (granted,), (ended,) = at.facts("protection_granted"), at.facts("protection_ended")
    assert granted["seat"] == "A"
    assert ended == {"kind": "protection_ended"}
    assert at.view("B")["emperors_court"]["protected"] == {}


def test_k_8_a_card_that_is_kept_is_seen_by_everybody_and_stays_over_winter() -> None:
    counties = {"anhalt": {"owner": "A", "armies": 5}, "koeln": {"owner": "B", "armies": 3}}
    scenario = {"counties": counties, "emperors_court": {"cards": [4], "entrance": {"A": 4}}}
    at = table({**scenario, "season": "autumn"})
    planned(at, favors=[{"favor": 4}], boxes={"build_palace": "anhalt"})
    assert len(at.facts("ward_kept")) == 1
    assert at.state.season.year == 2
    for viewer in ("A", "B", None):
        assert at.view(viewer)["emperors_court"]["wards"] == {"A": 1}


def test_the_order_of_the_expansions() -> None:
    at = Table(3, 0, emperors_court="on", landsknechte="on")
    phases = [
        phase.name for phase in WALLENSTEIN_2010.timetable(at.state.options).of_stage["spring"]
    ]
    assert phases == [
        *("display", "favors", "plan", "event", "bids", "order"),
        *("landsknechte", "convert", "audience", "actions", "clean_up"),
    ]
