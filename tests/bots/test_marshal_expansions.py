"""The marshal with Landsknechte and at the Emperor's court: by the rules, and not like a fool."""

from __future__ import annotations

from itertools import product

import pytest

from engine.bots.wallenstein.marshal.petition import Petition
from engine.bots.wallenstein.marshal.plan import Planner
from engine.bots.wallenstein.marshal.weights import WEIGHTS
from engine.kernel.core import Decision, Json
from engine.simulate import play, table
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.hall import PART, court, laid_out
from engine.wallenstein.landsknechte.banners import PILE
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.state import State, TowerCubes
from tests.bots.positions import MARSHAL, own, plan, position, rival, stream

COURT = ("emperors_court",)
BOTH = ("emperors_court", "landsknechte")
FOUR_REGIONS = {name: own(3) for name in ("altmark", "anhalt", "boehmen", "augsburg")}


def at_court(state: State, cards: list[int], **entrance: int) -> State:
    """The position with these cards on show and these courtiers waiting."""
    part = court(state).but(cards=laid_out(cards))
    for seat, number in entrance.items():
        part = part.moved("supply", "entrance", seat, number)
    return state.with_part(PART, part)


def petition(state: State) -> Petition:
    return Planner(state, "A", WEIGHTS).petition


@pytest.mark.parametrize(
    ("players", "choices", "expansions"),
    list(product((3, 4, 5), ("orders", "ask"), (("landsknechte",), COURT, BOTH))),
)
def test_every_answer_is_legal(players: int, choices: str, expansions: tuple[str, ...]) -> None:
    # Sealing refuses an illegal answer, so a game that ends has none.
    options = {"choices": choices, **dict.fromkeys(expansions, "on")}
    for bots in (("marshal",), ("marshal", *["random"] * (players - 1))):
        assert play(table("wallenstein-2010", players, 4, options, bots), 0).game.finished


def test_marshals_use_the_court() -> None:
    at_table = table("wallenstein-2010", 4, 3, {"emperors_court": "on"}, ("marshal",))
    facts = [entry.kind for number in range(3) for entry in play(at_table, number).entries]
    assert facts.count("favor_taken") > 20
    assert facts.count("courtiers_sent") > 5
    assert facts.count("favor_wasted") == 0


def test_a_marshal_among_dice_wins() -> None:
    options = dict.fromkeys(BOTH, "on")
    bots = ("marshal", "random", "random", "random")
    for number in range(3):
        summary = play(table("wallenstein-2010", 4, 2, options, bots), number).summary()
        assert summary["winners"] == ["A"]


def test_p_5_a_hungry_marshal_takes_grain_and_a_rich_one_the_point() -> None:
    options = {"card": 3, "bonuses": dict(PILE[3])}
    decision = Decision("1.autumn.bonus.A", "A", "bonus", options)
    rich = position(FOUR_REGIONS, money=60, grain=9, year=2, expansions=("landsknechte",))
    assert MARSHAL.answer(rich, decision, stream()) == {"bonus": "victory_points"}
    weak = {name: own(1) for name in FOUR_REGIONS}
    hungry = position(weak, money=60, grain=2, year=2, expansions=("landsknechte",))
    assert MARSHAL.answer(hungry, decision, stream()) == {"bonus": "grain"}


def test_p_5_the_ranking_is_written_where_a_bonus_is_due() -> None:
    state = position(FOUR_REGIONS, expansions=("landsknechte",))
    assert sorted(plan(state)["bonus"]) == sorted(PILE[1])
    few = {name: own(3) for name in ("altmark", "anhalt")}
    assert "bonus" not in plan(position(few, expansions=("landsknechte",)))


def test_p_5_more_points_are_wanted_more() -> None:
    state = at_court(position(FOUR_REGIONS, expansions=COURT), [6, 13, 19], A=7)
    assert [wish["favor"] for wish in plan(state)["favors"]] == [19, 13, 6]


def test_p_7_a_building_is_wished_for_where_it_may_stand() -> None:
    counties = {"anhalt": own(3, "palace"), "kursachsen": own(3), "lausitz": own(3, "palace")}
    state = at_court(position(counties, expansions=COURT), [21], A=4)
    (wish,) = plan(state)["favors"]
    assert wish == {"favor": 21, "counties": ["kursachsen"]}


def test_p_7_armies_go_to_a_county_that_may_be_had_for_nothing() -> None:
    state = at_court(position(FOUR_REGIONS, season="spring", expansions=COURT), [12], A=4)
    (wish,) = plan(state)["favors"]
    assert state.counties[wish["counties"][0]].owner is None


def test_what_has_no_use_is_not_wished_for() -> None:
    state = at_court(position(FOUR_REGIONS, expansions=COURT), [1], A=4)
    assert plan(state)["favors"] == []
    asked: Json = {"favors": plan_decision(state, "A").options["favors"], "courtiers": 4}
    decision = Decision("1.autumn.favor.A", "A", "favor", asked)
    assert MARSHAL.answer(state, decision, stream()) == {"favor": None}


def test_k_4_armies_are_sent_where_they_bring_a_card_within_reach() -> None:
    counties = {"bremen": own(9), "holstein": own(9), "mecklenburg": own(3)}
    state = position(counties, year=2, expansions=COURT)
    near = at_court(state, [2, 5, 19], A=3)
    assert petition(near).from_county("convert_1", "bremen") > 0
    assert petition(near).from_county("convert_3", "mecklenburg") == 0
    far = at_court(state, [2, 5, 19], A=7)
    assert petition(far).from_county("convert_1", "bremen") <= 0


def test_k_4_the_tray_is_asked_only_where_there_is_something() -> None:
    counties = {"bremen": own(9), "holstein": own(9)}
    empty = at_court(position(counties, year=2, expansions=COURT), [2, 5, 19], A=2)
    assert petition(empty).from_tray("convert_2") == 0
    full = empty.but(tower=TowerCubes({}, {"A": 5}))
    assert petition(full).from_tray("convert_2") > 0
    boxes = [plan(full, number)["boxes"] for number in range(4)]
    assert all("tower" in (laid["convert_2"], laid["convert_3"]) for laid in boxes)


def test_k_8_who_is_protected_is_not_attacked() -> None:
    counties = {"bremen": own(9), "osnabrueck": rival(1)}
    state = at_court(position(counties, choices="ask", expansions=COURT), [18])
    part = court(state).but(protected={"B": FAVORS[11].against}, cards={})
    state = state.with_part(PART, part).but(phase="actions")
    planner = Planner(state, "A", WEIGHTS)
    reached = {
        action: {march.target for march in planner.war.marches("bremen", 9, 1000, action)}
        for action in ("combat_a", "combat_b")
    }
    assert "osnabrueck" in reached["combat_a"]
    assert "osnabrueck" not in reached["combat_b"]
