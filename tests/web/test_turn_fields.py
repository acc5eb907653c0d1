"""An answer becomes fields of a form and the same answer again, whatever is asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.core import Decision, Json
from engine.registry import newest
from engine.wallenstein.board import ACTIONS, COINS, COUNTIES, MOVE_ACTIONS, POSITIONS
from engine.wallenstein.plan import COIN
from games.boards.wallenstein.turn.expansion_form import OWN_FIELDS
from games.boards.wallenstein.turn.fields import (
    KINDS,
    NO_FIELDS,
    field_of,
    rows,
    to_answer,
    to_fields,
)
from games.boards.wallenstein_2002.turn_form import OWN_FIELDS as FIRST_EDITION
from tests.play.tables import RULESET, Table, new_table, random_answer

TEXT = newest(RULESET).text()
NAMES = list(COUNTIES)

strengths = st.one_of(
    st.builds(lambda n: {"armies": n}, st.integers(1, 62)),
    st.just({"armies": "all"}),
    st.builds(lambda n: {"leave": n}, st.integers(1, 62)),
)
conditions = st.fixed_dictionaries(
    {},
    optional={
        "held_by": st.sampled_from(["own", "enemy", "neutral", *"ABCDE"]),
        "at_most": st.integers(0, 62),
        "at_least": st.integers(0, 62),
    },
)


@st.composite
def order_lists(draw: st.DrawFn) -> list[Json]:
    orders: list[Json] = []
    for _ in range(draw(st.integers(0, 4))):
        order = {"to": draw(st.sampled_from(NAMES)), **draw(strengths)}
        when = draw(conditions)
        orders.append({**order, "when": when} if when else order)
    if not orders or draw(st.booleans()):
        orders.append({"stay": True})
    return orders


rankings = st.lists(st.sampled_from(NAMES), unique=True, max_size=12)
cards = st.one_of(st.none(), st.just("coin"), st.sampled_from(NAMES))
plans = st.fixed_dictionaries(
    {
        "boxes": st.fixed_dictionaries(dict.fromkeys(ACTIONS, cards)),
        "bid": st.one_of(st.none(), st.sampled_from(COINS), st.sampled_from(NAMES)),
    },
    optional={
        "positions": st.lists(st.sampled_from(POSITIONS), unique=True, min_size=1),
        "revolt_order": st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=9),
        "moves": st.dictionaries(st.sampled_from(MOVE_ACTIONS), order_lists(), min_size=1),
    },
)


def _marching(plan: Json) -> Json:
    """Without orders beside coin cards, which a form does not send."""
    moves = {a: o for a, o in plan.pop("moves", {}).items() if plan["boxes"][a] != COIN}
    return {**plan, "moves": moves} if moves else plan


plans = plans.map(_marching)
groups = st.integers(1, 5)
ANSWERS = {
    "plan": plans,
    "draft": st.fixed_dictionaries({"counties": rankings, "groups": st.lists(groups, max_size=9)}),
    "draft_pick": st.fixed_dictionaries(
        {"take": st.sampled_from([*NAMES, "pile", "exchange"])}, optional={"group": groups}
    ),
    "draft_group": st.fixed_dictionaries({"group": groups}),
    "position": st.fixed_dictionaries({"position": st.sampled_from(POSITIONS)}),
    "move": st.fixed_dictionaries({"orders": order_lists()}),
    "revolt_order": st.fixed_dictionaries({"revolt_order": rankings}),
}
nonsense = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*ACTIONS[:3], "boxes", "moves", "to", "when"]), inner)
    ),
    max_leaves=8,
)


def test_every_kind_of_question_has_its_fields() -> None:
    assert set(ANSWERS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_an_answer_is_the_same_after_a_form(kind: str, data: st.DataObject) -> None:
    answer = data.draw(ANSWERS[kind])
    assert to_answer(kind, to_fields(kind, answer)) == answer


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize("choices", ["orders", "ask"])
def test_what_bots_say_means_the_same_after_a_form(players: int, choices: str) -> None:
    table, asked = new_table(players, "draft", choices, "forms"), set()
    table.advance()
    for _ in range(60):
        if table.game.finished:
            break
        for decision in table.game.waiting:
            asked.add(decision.kind)
            _means_the_same(table, decision)
        table.play_step("forms", terse=choices == "ask")
    expected = {"draft_pick", "plan", "position", "move"} if choices == "ask" else {"draft", "plan"}
    assert expected <= asked


def _means_the_same(table: Table, decision: Decision) -> None:
    answer = random_answer(table.game, decision, "forms")
    again = to_answer(decision.kind, to_fields(decision.kind, answer))
    assert TEXT.format(decision.kind, again, "en") == TEXT.format(decision.kind, answer, "en")
    assert not table.game.ruleset.problems(table.game.state, decision, again)


@pytest.mark.parametrize("kind", KINDS)
@given(posted=st.dictionaries(st.text(max_size=30), st.text(max_size=8)), data=st.data())
def test_an_altered_form_never_raises(kind: str, posted: dict[str, str], data: Any) -> None:
    honest = to_fields(kind, data.draw(ANSWERS[kind]))
    altered = {name: data.draw(st.text(max_size=6)) for name in honest} | posted
    answer = to_answer(kind, altered)
    # A form shows it with its empty rows left out; from then on it stays what it is.
    shown = to_answer(kind, to_fields(kind, answer))
    assert to_answer(kind, to_fields(kind, shown)) == shown


@pytest.mark.parametrize("kind", KINDS)
@given(answer=nonsense)
def test_a_broken_draft_still_makes_a_form(kind: str, answer: Any) -> None:
    fields = to_fields(kind, answer)
    assert all(isinstance(value, str) for value in fields.values())


def test_an_empty_list_of_orders_says_stay() -> None:
    plan: Json = {"boxes": dict.fromkeys(ACTIONS), "bid": None, "moves": {"combat_a": []}}
    answer = to_answer("plan", to_fields("plan", plan))
    assert answer["moves"] == {"combat_a": [{"stay": True}]}


def test_problems_find_their_field_over_blank_rows() -> None:
    posted = {
        "moves.combat_a.0.to": "",
        "moves.combat_a.0.amount": "all",
        "moves.combat_a.1.to": "anhalt",
        "moves.combat_a.1.amount": "armies",
        "moves.combat_a.1.number": "x",
        "positions.0": "",
        "positions.3": "2",
    }
    assert rows("moves.combat_a", posted) == [1]
    assert field_of("moves.combat_a.0.armies", posted) == "moves.combat_a.1.number"
    assert field_of("moves.combat_a.0.when.held_by", posted) == "moves.combat_a.1.held_by"
    assert field_of("moves.combat_a.0", posted) == "moves.combat_a.1.to"
    assert field_of("positions.0", posted) == "positions.3"
    assert field_of("positions.0") == "positions.0"
    assert field_of("boxes.deploy_5", posted) == "boxes.deploy_5"


def test_an_edition_fills_no_fields_of_another() -> None:
    answer = {"defend": {"anhalt": 2}, "place": True, "bonus": ["grain"], "armies": 3}
    plain, newer, older = (
        to_fields("plan", answer, own) for own in (NO_FIELDS, OWN_FIELDS, FIRST_EDITION)
    )
    assert newer.keys() - plain.keys() == {"bonus.0"}
    assert older.keys() - plain.keys() == {"defend.anhalt", "place"}
    assert to_fields("defence", answer, OWN_FIELDS) == {}
    assert to_fields("defence", answer, FIRST_EDITION) == {"armies": "3"}
