"""The turn form of Löwenherz: answers as fields both ways, bad input, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.loewenherz.vagabond import Vagabond
from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json
from engine.loewenherz.cards import CARDS
from engine.loewenherz.view import view
from games.boards import board_of
from games.boards.remarks import Remarks
from tests.rules.loewenherz.tables import RULES, RichTable, begun
from tests.text.loewenherz.random_games import random_game

TURN = board_of(RULES.key).turn
NAMES = {"A": "anna", "B": "bert & <b>co</b>", "C": "cora", "D": "dora"}
GARBAGE = ("", " ", "z9", "c4", "c4|z9", "c4 d4 e4", "{}", "[]", "\x00", "\ud800", "9" * 500, "ß|ü")
FIELDS = (
    *("card", "deed", "borders.0", "borders.2", "knights.1", "squares.0", "expand.domain"),
    *("deserter.domain", "deserter.against", "deserter.knight", "alliance.domain", "give_up"),
    *("alliance.against", "refill.0", "refill.7", "castle.at", "knight.at", "rank.0", "rank.3"),
    *("order.0.card", "order.0.deed", "order.1.deed", "order.0.borders.1", "order.7.squares.0"),
    *("order.0.if.0.what", "order.0.if.0.of", "order.0.if.2.than", "order.x.card", "order.1."),
)
CHEAP = next(name for name, card in CARDS.items() if card.price == 1)
KINDS = ("turn", "castle", "give_up", "orders", "ranking")


def asked(seats: str, name: str, steps: int) -> Iterator[tuple[RichTable, Decision]]:
    """The questions of a game in the middle, each with the position it is asked in."""
    table = begun(RichTable(seats, name))
    for _ in range(steps):
        if table.state.winners:
            return
        for decision in RULES.decisions(table.state):
            yield table, table.known(decision)
        table.step()


def castle_question(seats: str) -> Decision:
    """Where the first castle may stand."""
    table = RichTable(seats, "castles")
    state = table.state.but(stage="castles", land=table.state.land.but(castles={}, knights={}))
    return RULES.decisions(state)[0]


def filled(decision: Decision, answer: Any, position: Json) -> Json:
    """The form with an answer in it."""
    return TURN.form(position, decision, answer, Remarks(), "en", NAMES, {})


@pytest.mark.parametrize("seats", ["AB", "ABC", "ABCD"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_random_answers_go_through_the_fields_and_come_back(seats: str, language: str) -> None:
    bot, kinds = Vagabond(), set[str]()
    with override(language):
        for table, decision in asked(seats, f"fields {seats}", 40):
            ask = bot.volunteer if decision.optional else bot.answer
            answer = ask(table.state, decision, table.luck)
            if answer is None:
                continue
            again = TURN.answer(decision.kind, TURN.fields(decision.kind, answer))
            assert TURN.same(decision.kind, again, answer)
            assert canonical(again) == canonical(answer)
            assert RULES.problems(table.state, decision, again) == []
            kinds.add(answer.get("action") or answer.get("do") or decision.kind)
    assert {"sell", "knights", "orders"} <= kinds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_answer_of_a_whole_game_goes_through_the_fields(players: int) -> None:
    kinds = set[str]()
    for decision, answer in random_game(players).answers:
        if decision.kind in ("turn", "castle", "give_up"):
            again = TURN.answer(decision.kind, TURN.fields(decision.kind, answer))
            assert canonical(again) == canonical(answer)
            kinds.add(answer.get("action") or answer.get("do") or decision.kind)
    assert {"castle", "sell", "knights"} <= kinds


@pytest.mark.parametrize("kind", KINDS)
@given(
    posted=st.dictionaries(st.sampled_from(FIELDS), st.one_of(st.sampled_from(GARBAGE), st.text()))
)
def test_no_post_raises(kind: str, posted: dict[str, str]) -> None:
    answer = TURN.answer(kind, posted)
    canonical(answer)
    assert TURN.same(kind, answer, answer)
    assert isinstance(TURN.as_text(kind, answer, "de"), str)
    assert TURN.answer(kind, TURN.fields(kind, answer)) == answer


def first_turn(seats: str = "ABC") -> tuple[RichTable, Decision]:
    return next((t, d) for t, d in asked(seats, "bad input", 20) if d.kind == "turn")


@pytest.mark.parametrize(
    "deed", ["borders", "knights", "expand", "deserter", "alliance", "sell", "fly"]
)
@pytest.mark.parametrize("place", ["z9", "c4|z9", "a1", "a1|l12", "", "<b>", "c4,d4"])
def test_bad_places_are_told_in_words_beside_their_fields_and_kept(deed: str, place: str) -> None:
    table, decision = first_turn("AB")
    posted = {"card": decision.options["hand"][0], "deed": deed, "refill.1": place}
    posted |= dict.fromkeys(FIELDS[2:14], place)
    for language in ("de", "en"):
        with override(language):
            answer = TURN.answer("turn", posted)
            problems = RULES.problems(table.state, decision, answer)
            remarks = TURN.remarks(table.state, decision, answer, problems, language, None, posted)
            form = TURN.form(view(table.state), decision, answer, remarks, language, NAMES, {})
        assert problems or deed == "sell"
        assert bool(remarks.problems) == bool(problems)
        names = {name for name in posted if name in remarks.problems}
        assert names or not problems or not place
        assert all(
            text and "{" not in text for texts in remarks.problems.values() for text in texts
        )
        assert len(remarks.summary) >= bool(problems)
        # Blank rows close up; everything else is as it was typed, or as the game writes it.
        assert TURN.answer("turn", {f.name: f.value for f in shown_fields(form)}) == answer


def shown_fields(form: Json) -> Iterator[Any]:
    """Every field of the form of a turn."""
    yield from (form["card"], form["deed"], *form["refills"])
    for part in form["parts"]:
        yield from part.fields


@pytest.mark.parametrize("wrong", [None, 7, "x", [], ["c4"], {}, {"a": 1}, "c4", [[]], [None]])
@pytest.mark.parametrize("key", ["card", "do", "action", "borders", "domain", "knight", "refill"])
def test_an_answer_no_form_would_give_is_shown_all_the_same(key: str, wrong: Any) -> None:
    """A program may have saved it as a draft; whoever opens the form then can mend it."""
    table, decision = first_turn("AB")
    for action in ("borders", "expand", "deserter", "alliance"):
        sane = {"card": decision.options["hand"][0], "do": "play", "action": action, "borders": []}
        for answer in ({**sane, key: wrong}, {key: wrong}, wrong):
            problems = RULES.problems(table.state, decision, answer)
            remarks = TURN.remarks(table.state, decision, answer, problems, "de", None)
            form = TURN.form(view(table.state), decision, answer, remarks, "de", NAMES, {})
            assert remarks.summary
            assert form["problems"] == remarks.summary


def test_rows_left_blank_are_no_entries_and_problems_stand_beside_the_right_one() -> None:
    table, decision = first_turn()
    posted = {"card": decision.options["hand"][0], "deed": "borders", "borders.2": "q7"}
    posted |= {"refill.0": "", "refill.2": "nothing"}
    answer = TURN.answer("turn", posted)
    assert answer["borders"] == ["q7"]
    assert answer["refill"] == ["nothing"]
    known = {**decision.options["known"], decision.options["hand"][0]: "A:borders-2"}
    asks = Decision(decision.id, decision.seat, "turn", {**decision.options, "known": known})
    problems = RULES.problems(table.state, asks, answer)
    remarks = TURN.remarks(table.state, asks, answer, problems, "en", None, posted)
    assert {"borders.2", "refill.2"} <= remarks.problems.keys()


def test_places_without_an_action_are_not_lost() -> None:
    table, decision = first_turn()
    answer = TURN.answer("turn", {"borders.1": "C4 D4", "expand.domain": "h9", "refill.0": "deck"})
    assert answer == {"borders": ["c4|d4"], "domain": "h9", "refill": ["deck"]}
    problems = RULES.problems(table.state, decision, answer)
    with override("en"):
        remarks = TURN.remarks(table.state, decision, answer, problems, "en", None)
        assert remarks.missing == {"text": "2 still empty", "field": "f-card"}
    assert list(remarks.empty) == ["card", "deed"]
    assert remarks.while_planning().problems == {}
    fields = TURN.fields("turn", answer)
    assert fields["borders.0"] == "c4|d4"
    assert TURN.answer("turn", fields) == answer


@pytest.mark.parametrize("written", ["D4|C4", "d4 c4", "c4-d4", " c4/d4 ", "C4 D4"])
def test_sides_are_read_as_people_write_them(written: str) -> None:
    answer = TURN.answer("turn", {"card": "card 1", "deed": "borders", "borders.0": written})
    assert answer == {"card": "card 1", "do": "play", "action": "borders", "borders": ["c4|d4"]}


@pytest.mark.parametrize("seats", ["AB", "ABC"])
def test_a_castle_is_two_fields(seats: str) -> None:
    decision = castle_question(seats)
    castle, knights = next(iter(decision.options["squares"].items()))
    answer = TURN.answer("castle", {"castle.at": castle.upper(), "knight.at": f" {knights[0]} "})
    assert answer == {"castle": castle, "knight": knights[0]}
    assert TURN.answer("castle", TURN.fields("castle", answer)) == answer
    assert TURN.answer("castle", {"castle.at": castle}) == {"castle": castle}


def test_what_a_turn_brings_is_what_it_brought() -> None:
    """The points and ducats that the form promises are those that the rules then give."""
    bot, points = Vagabond(), 0
    for seats in ("AB", "ABC", "ABCD"):
        for table, decision in asked(seats, f"outlook {seats}", 60):
            if decision.kind != "turn":
                continue
            answer = bot.answer(table.state, decision, table.luck)
            with override("en"):
                remarks = TURN.remarks(table.state, decision, answer, (), "en", None)
            assert remarks.problems == {}
            turn = RULES.resolve(
                table.state, {**table.answers, decision.id: answer}, table.chance()
            )
            after = turn.state
            has = f"{after.points[decision.seat]} point"
            # Income of the next turn is no part of this one; with two the same seat may not go on.
            if after.winners:
                continue
            assert any(has in line for line in remarks.sums), (remarks.sums, has)
            points += after.points[decision.seat] != table.state.points[decision.seat]
    assert points > 5


PRICED = {"en": ("too dear: you have 1", "Too dear"), "de": ("zu teuer: du hast 1", "Zu teuer")}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("places", [None, [], "first"], ids=["none yet", "empty", "placed"])
def test_a_card_that_cannot_be_paid_for_is_refused_at_once(language: str, places: Any) -> None:
    table, decision = first_turn("AB")
    poor = table.state.but(money={**table.state.money, decision.seat: 1})
    hand, cheap = decision.options["hand"][:2]
    known = {**decision.options["known"], hand: "A:borders-3", cheap: CHEAP}
    asks = Decision(
        decision.id, decision.seat, "turn", {**decision.options, "known": known, "money": 1}
    )
    answer: Json = {"card": hand, "do": "play", "action": "borders"}
    if places is not None:
        answer["borders"] = places and asks.options["borders"]["sides"][:1]
    with override(language):
        problems = RULES.problems(poor, asks, answer)
        remarks = TURN.remarks(poor, asks, answer, problems, language, None).while_planning()
        form = TURN.form(view(poor), asks, answer, remarks, language, NAMES, {})
        sale = {"card": hand, "do": "sell"}
        sold = TURN.remarks(poor, asks, sale, RULES.problems(poor, asks, sale), language, None)
    assert problems[0].code == "too_dear"
    assert len(remarks.problems["card"]) == 1
    (line,) = remarks.sums
    mark, begins = PRICED[language]
    assert line.startswith(begins)
    assert [line["field"] for line in remarks.summary] == ["f-card"]
    marks = {choice.value: choice.too_dear for choice in form["card"].choices}
    assert marks[hand] == mark
    assert marks[cheap] == ""
    assert sold.problems == {}
    assert len(sold.sums) == 2


def test_a_refill_is_asked_for_only_where_there_is_something_to_choose() -> None:
    table, decision = first_turn("AB")
    rows = {}
    for market in ([], ["A:borders-2"], ["A:borders-2", "A:borders-2", "A:borders-3"]):
        options = {**decision.options, "market": market, "refill": True}
        form = filled(
            Decision(decision.id, decision.seat, "turn", options), None, view(table.state)
        )
        assert form["refilled"]
        rows[len(market)] = len(form["refills"])
    assert rows == {0: 0, 1: 1, 3: 2}
    # A wish of a draft is shown wherever it came from.
    options = {**decision.options, "market": [], "refill": True}
    asks = Decision(decision.id, decision.seat, "turn", options)
    (kept,) = filled(asks, {"refill": ["deck"]}, view(table.state))["refills"]
    assert kept.value == "deck"


def test_each_step_says_where_the_next_may_go() -> None:
    for table, decision in asked("ABC", "next", 30):
        if decision.kind != "turn":
            continue
        hand = decision.options["hand"][0]
        known = {**decision.options["known"], hand: "A:borders-3"}
        asks = Decision(decision.id, decision.seat, "turn", {**decision.options, "known": known})
        first, *_rest = asks.options["borders"]["sides"]
        answer = {"card": hand, "do": "play", "action": "borders", "borders": [first]}
        shown = TURN.remarks(table.state, asks, answer, (), "en", None).tips["outlook"]
        assert shown["left"] == 2
        assert first in shown["borders"]
        second = shown["next"]["sides"][-1]
        assert second != first
        assert RULES.problems(table.state, asks, {**answer, "borders": [first, second]}) == []


def test_only_ones_own_hand_stands_in_the_form() -> None:
    table, decision = first_turn()
    form = filled(decision, None, view(table.state))
    own = set(decision.options["hand"])
    others = {h for s, hand in table.state.hands.items() if s != decision.seat for h in hand}
    assert {choice.value for choice in form["card"].choices} == own
    shown = canonical(form["data"]).decode() + render_to_string(
        "boards/loewenherz/turn/field.html", {"field": form["card"]}
    )
    assert not any(f'"{handle}"' in shown for handle in others)


@pytest.mark.parametrize("name", ["castle3.A", "17.turn.B", "17.give_up.A", "4.orders2.C", "", "x"])
def test_kinds_are_read_from_ids(name: str) -> None:
    kinds = {"castle3.A": "castle", "17.turn.B": "turn", "17.give_up.A": "give_up"}
    assert TURN.kind_of(name) == {**kinds, "4.orders2.C": "orders"}.get(name, "")
