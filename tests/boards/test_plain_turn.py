"""Whatever is posted to the plain form: it never raises and loses nothing that was typed."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Problem
from games.boards.board import Board
from games.boards.plain import plain_board
from games.boards.plain.questions import UNREAD
from games.boards.remarks import Remarks
from tests.boards.walks import NAMES, Stop, ruleset_named, walk
from tests.contract.toys.registered import HIGH_CARD, PRESS

BOARD = plain_board(PRESS)
WALLENSTEIN = "wallenstein-2010"
# As JSON none of these is a choice that a form of ours offers.
GARBAGE = (
    *("", "roll", "{}", "[]", "[1]", '{"choice":1}', "nan", "NaN", "Infinity", "1.0", "1e3"),
    *(" 1", "1 ", "01", "-0", '"\\u0041"', '"\\ud800"', "9" * 400, "9" * 5000, "[" * 3000),
    *("9007199254740993", '"' + "a" * 2000 + '"', "\x00", '"', "null ", "tru", "\ud800"),
)


@pytest.mark.parametrize("value", GARBAGE, ids=range(len(GARBAGE)))
def test_what_no_form_says_is_no_answer(value: str) -> None:
    assert BOARD.turn.answer("press", {"choice": value}) == {}


@given(st.dictionaries(st.sampled_from(("choice", "text", "orders", "kind")), st.text()), st.text())
def test_no_post_raises(posted: dict[str, str], kind: str) -> None:
    for board in (BOARD, plain_board(HIGH_CARD)):
        for asked in (kind, "press", "play"):
            answer = board.turn.answer(asked, posted)
            canonical(answer)
            assert board.turn.same(asked, answer, answer)
            assert isinstance(board.turn.as_text(asked, answer, "de"), str)


@given(st.one_of(st.integers(-(2**53), 2**53), st.booleans(), st.none(), st.text(max_size=50)))
def test_numbers_texts_and_truth_stay_apart(choice: Any) -> None:
    answer = BOARD.turn.answer("press", {"choice": canonical(choice).decode()})
    assert canonical(answer) == canonical({"choice": choice})


def test_one_is_not_true_and_not_a_text() -> None:
    answers = [BOARD.turn.answer("press", {"choice": value}) for value in ("1", '"1"', "true")]
    assert [type(answer["choice"]) for answer in answers] == [int, str, bool]
    same = [[BOARD.turn.same("press", one, other) for one in answers] for other in answers]
    assert same == [[True, False, False], [False, True, False], [False, False, True]]
    # A text that would be read as the number is not given out for it.
    assert [BOARD.turn.as_text("press", answer, "en") for answer in answers[:2]] == [
        "choice: 1",
        "",
    ]


def test_nothing_chosen_is_missing_and_no_fault_while_one_plans() -> None:
    _stop, decision = first_question("toy-press")
    problems = PRESS.problems(None, decision, {})
    with override("en"):
        remarks = BOARD.turn.remarks(None, decision, {}, problems, "en", None)
        missing = remarks.missing
    assert missing == {"text": "1 still empty", "field": "f-choice"}
    assert remarks.problems == {"choice": ["Still empty."]}
    assert remarks.while_planning().problems == {}
    assert remarks.while_planning().summary == []


def test_a_choice_that_is_not_offered_is_refused_in_words() -> None:
    stop, decision = first_question("toy-press")
    answer = BOARD.turn.answer("press", {"choice": '"stop"'})
    problems = PRESS.problems(stop.table.game.state, decision, answer)
    remarks = BOARD.turn.remarks(None, decision, answer, problems, "en", None)
    assert remarks.problems == {"choice": ["Accepted: roll."]}
    assert remarks.summary == [{"text": "Accepted: roll.", "field": "f-choice"}]
    form = BOARD.turn.form(stop.view("A"), decision, answer, remarks, "en", NAMES, {})
    assert [button["checked"] for button in form["choices"]] == [False]


def wallenstein() -> tuple[Board, Stop, Decision]:
    """A question that no list of choices answers."""
    stop, decision = first_question(WALLENSTEIN)
    return plain_board(ruleset_named(WALLENSTEIN)), stop, decision


def first_question(key: str) -> tuple[Stop, Decision]:
    return next((stop, stop.decisions[0]) for stop in walk(key) if stop.decisions)


def test_a_text_with_a_line_nobody_can_read_is_kept_and_never_legal() -> None:
    board, stop, decision = wallenstein()
    text = "take: pile\ngruop: 5\n# a remark\n"
    with override("en"):
        answer = board.turn.answer(decision.kind, {"text": text})
        state, ruleset = stop.table.game.state, stop.table.game.ruleset
        problems = ruleset.problems(state, decision, answer)
        remarks = board.turn.remarks(state, decision, answer, problems, "en", None)
        form = board.turn.form(
            stop.view(decision.seat), decision, answer, remarks, "en", NAMES, {"choices": "ask"}
        )
    assert answer == {UNREAD: text}
    assert problems
    assert form["text"] == board.turn.as_text(decision.kind, answer, "en") == text
    (problem,) = remarks.problems["text"]
    assert "gruop" in problem
    assert "group" in problem


def test_a_text_everybody_can_read_is_the_answer_itself() -> None:
    board, stop, decision = wallenstein()
    with override("de"):
        answer = board.turn.answer(decision.kind, {"text": "# so\nnimm: Stapel\nGruppe: 5"})
        text = board.turn.as_text(decision.kind, answer, "de")
        assert board.turn.answer(decision.kind, {"text": text}) == answer
        form = board.turn.form(stop.view("A"), decision, answer, Remarks(), "de", NAMES, {})
    assert answer["group"] == 5
    assert form["text"] == text
    assert form["choices"] == []


def test_a_template_sent_back_says_nothing() -> None:
    board, stop, decision = wallenstein()
    with override("en"):
        template = board.letters.template(stop.view(decision.seat), decision, "en")
        assert board.turn.answer(decision.kind, {"text": template}) == {}
    assert "# take:" in template.splitlines()


def test_an_answer_that_no_text_says_is_told_above_the_orders() -> None:
    board, stop, decision = wallenstein()
    answer = {"card": ["something new"]}
    shown = stop.view(decision.seat)
    with override("en"):
        assert board.turn.as_text(decision.kind, answer, "en") == ""
        form = board.turn.form(shown, decision, answer, Remarks(), "en", NAMES, {})
        template = board.letters.template(shown, decision, "en")
        assert board.turn.answer(decision.kind, {"text": form["text"]}) == {}
    comment, _blank, orders = form["text"].partition("\n#\n")
    assert comment.replace("\n# ", " ").removeprefix("# ") == (
        "Your answer cannot be written as orders. It is: card: something new"
    )
    assert orders == template


def test_text_is_laid_over_an_answer() -> None:
    answer = {"boxes": {"a": 1, "b": 2}, "bid": 3, UNREAD: "?"}
    read = {"boxes": {"b": 4}, "positions": [1]}
    assert BOARD.turn.merged("plan", answer, read) == {
        "boxes": {"a": 1, "b": 4},
        "bid": 3,
        "positions": [1],
    }


def test_a_rule_that_is_broken_is_told_once() -> None:
    _stop, decision = first_question("toy-press")
    problem = Problem("choice", "not_offered", {"accepted": ["roll"]})
    remarks = BOARD.turn.remarks(None, decision, {"choice": 7}, [problem, problem], "de", None)
    assert remarks.problems == {"choice": ["Möglich ist: roll."]}
