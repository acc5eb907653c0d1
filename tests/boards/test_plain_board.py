"""The plain board shows any game: at every step every part of it is built, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.kernel.canonical import canonical
from engine.kernel.core import Decision, Json
from games.boards.board import Board
from games.boards.plain import plain_board
from games.boards.plain.questions import UNREAD
from games.boards.plain.table import PlainTable
from games.boards.remarks import Remarks
from games.mail.plain import as_text
from tests.boards.walks import EVERY_KEY, LANGUAGES, NAMES, Stop, ruleset_named, walk
from tests.contract.toys.registered import TOYS

MARKUP = re.compile(r"<b>co</b>")
TOY_KEYS = [toy.key for toy in TOYS]


@pytest.mark.parametrize(
    "key",
    [
        *TOY_KEYS,
        *(pytest.param(key, marks=pytest.mark.slow) for key in EVERY_KEY if key not in TOY_KEYS),
    ],
)
def test_every_part_is_built_at_every_step(key: str) -> None:
    board = plain_board(ruleset_named(key))
    steps = 0
    for stop in walk(key):
        steps += 1
        for language in LANGUAGES if steps < 12 else LANGUAGES[:1]:
            with override(language):
                shown(board, stop, language)
    assert steps > 3
    assert stop.view(None)["finished"]


def shown(board: Board, stop: Stop, language: str) -> None:
    """Build and draw everything there is of a moment."""
    for seat in ("A", None):
        view = stop.view(seat)
        table = board.table.table(view, language, NAMES)
        assert table.title
        assert {player.seat: player.points for player in table.players} == view["points"]
        for template in (board.table.template, board.table.players_template):
            page = render_to_string(template, {"table": table})
            assert not MARKUP.search(page)
        text = as_text(list(board.letters.position(view, seat, language, NAMES)))
        assert all(name in text for name in NAMES.values())
        assert board.letters.decided_by(view, language, NAMES) == ""
        counted = board.story.counted(view)
        assert [figure.key for figure in board.story.figures] == list(counted)
        assert counted["points"] == view["points"]
        assert board.story.standing(view) == counted
        assert all(
            str(figure.title) for group in board.story.groups(view) for figure in group.figures
        )
    for decision in stop.decisions:
        asked(board, stop, decision, language)
    lines = [
        line
        for paragraph in board.story.paragraphs(stop.events, language, NAMES)
        for line in paragraph.lines
    ]
    assert all(line.text and line.events for line in lines)
    assert not board.story.revealed_plans(stop.events, language)


def asked(board: Board, stop: Stop, decision: Decision, language: str) -> None:
    """Put a question in every way, and answer it by its form and as text."""
    ruleset, state = stop.table.game.ruleset, stop.table.game.state
    view, words = stop.view(decision.seat), stop.table.game.ruleset.text()
    heading, sentence = board.letters.question(view, decision, language, NAMES)
    assert heading
    assert sentence
    assert board.turn.call(decision.kind)
    assert board.turn.is_plan(decision.kind)
    template = board.letters.template(view, decision, language)
    assert words.parse(decision.kind, template, language, decision.options) == ({}, [])
    default = ruleset.default(state, decision)
    for base in ({}, default):
        assert ruleset.problems(state, decision, {**base, UNREAD: "x"})
    text = board.turn.as_text(decision.kind, default, language)
    read = words.parse(decision.kind, text, language, decision.options)[0]
    assert board.turn.same(decision.kind, read, default) or decision.kind == "plan"
    for answer in (None, {}, default, {UNREAD: "x: <b>co</b>"}, ["no", 1.5], {"choice": [1.5]}):
        problems = ruleset.problems(state, decision, answer)
        remarks = board.turn.remarks(state, decision, answer, problems, language, None)
        assert bool(remarks.problems) == bool(problems)
        form = board.turn.form(view, decision, answer, remarks, language, NAMES, {})
        form_page = drawn(board, form, view, language)
        assert not MARKUP.search(form_page)
        assert form["text"]


def drawn(board: Board, form: Json, view: Json, language: str) -> str:
    """The fields of a form, without the page around them."""
    around = board.turn.beside(view, language, NAMES)["around"]()
    parts = [render_to_string("boards/plain/table.html", {"table": around})]
    parts.append(render_to_string("boards/plain/remarks.html", {"form": form}))
    return "".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TOY_KEYS)
def test_each_choice_goes_through_form_answer_and_text(key: str, language: str) -> None:
    board = plain_board(ruleset_named(key))
    kinds = set()
    for stop, decision in questions(key):
        kinds.add(decision.kind)
        with override(language):
            view = stop.view(decision.seat)
            form = board.turn.form(view, decision, None, Remarks(), language, NAMES, {})
            template = board.letters.template(view, decision, language).splitlines()
        values = [button["value"] for button in form["choices"]]
        assert len(set(values)) == len(decision.options["choices"])
        for button, choice in zip(form["choices"], decision.options["choices"], strict=True):
            answer = board.turn.answer(decision.kind, {"choice": button["value"]})
            assert canonical(answer) == canonical({"choice": choice})
            text = board.turn.as_text(decision.kind, answer, language)
            words = stop.table.game.ruleset.text()
            assert words.parse(decision.kind, text, language) == (answer, [])
            assert f"# {text}" in template
            again = board.turn.form(view, decision, answer, Remarks(), language, NAMES, {})
            assert [one["value"] for one in again["choices"] if one["checked"]] == [button["value"]]
    assert kinds == ({"press"} if key == "toy-press" else {"boast", "play", "next"})


def questions(key: str) -> Iterator[tuple[Stop, Decision]]:
    """Every question of a game."""
    for stop in walk(key):
        for decision in stop.decisions:
            yield stop, decision


def test_a_hand_is_shown_to_its_holder_by_its_faces() -> None:
    tables = PlainTable(ruleset_named("toy-high-card"))
    stop = next(stop for stop in walk("toy-high-card") if stop.view(None)["hands"]["A"])
    with override("en"):
        mine = tables.table(stop.view("A"), "en", NAMES).contents[0].grid
        anybodys = tables.table(stop.view(None), "en", NAMES).contents[0].grid
    faces = [stop.table.game.known[handle] for handle in stop.view("A")["hands"]["A"]]
    assert mine is not None
    assert anybodys is not None
    assert [row.cells[0].text for row in mine.rows] == [
        ", ".join(map(str, faces)),
        "4 hidden cards",
        "4 hidden cards",
    ]
    assert [row.cells[0].text for row in anybodys.rows] == ["4 hidden cards"] * 3
    assert mine.columns == ("Hand",)
