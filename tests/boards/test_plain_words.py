"""What the plain board calls things, what it tells of a game, and what it must not tell."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.kernel.core import Decision, NamesTerms
from engine.kernel.game import Position, view
from engine.kernel.log import Secret
from games.boards.chapters import PLAIN
from games.boards.plain import plain_board
from games.boards.plain.table import PlainTable
from games.boards.plain.terms import Terms
from games.boards.remarks import Remarks
from games.mail.plain import as_text
from tests.boards.walks import NAMES, ruleset_named, walk
from tests.contract.tables import halfway
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
def test_a_toy_is_worded_in_both_languages(toy: Any) -> None:
    wording = plain_board(toy).wording
    titles = []
    for language in ("de", "en"):
        with override(language):
            titles.append(str(wording.title))
            assert "6" in str(wording.about)
            assert [str(bot.name) for bot in wording.bots.values()] in (["Zufall"], ["Chance"])
    assert len(set(titles)) == 2
    assert wording.chapters is PLAIN
    assert wording.rulebook is None
    assert not wording.options


def test_a_ruleset_without_terms_is_worded_by_its_keys() -> None:
    ruleset = ruleset_named("wallenstein-2002")
    assert not isinstance(ruleset.text(), NamesTerms)
    with override("en"):
        wording = plain_board(ruleset).wording
        assert str(wording.title) == "Wallenstein 2002"
        line_up = wording.options["line_up"]
        assert str(line_up.name) == "Line up"
        assert {str(value.name) for value in line_up.values.values()} == {"default", "draft"}
        assert set(wording.bots) == {"random", "recruit", "marshal", "generalissimo"}


def test_values_are_said_in_words() -> None:
    face_down = [f"card {number}" for number in (1, 3, 8, 9)]
    terms = Terms(PRESS.text(), "de", NAMES, {"card 1": 7, "card 2": {"pot": 3}}, face_down)
    with override("de"):
        assert terms.say("A") == "anna"
        assert terms.say(["A", "roll", 1, None]) == "anna, würfeln, 1, –"
        assert terms.say([True, False]) == "ja, nein"
        assert terms.say("some_thing") == "some thing"
        assert terms.say(["card 1", "card 2", "card 3"]) == "7, Topf: 3, 1 verdeckte Karte"
        assert terms.say(["card 8", "card 9"]) == "2 verdeckte Karten"
        assert terms.say("card 8") == "verdeckte Karte"
        assert terms.say("field 3") == "field 3"
        assert terms.say({}) == terms.say([]) == terms.say("") == "–"


def test_what_everybody_has_is_a_table_and_the_rest_a_list() -> None:
    tables = PlainTable(ruleset_named("wallenstein-2010"))
    stop = list(walk("wallenstein-2010"))[-1]
    with override("en"):
        table = tables.table(stop.view(None), "en", NAMES)
        page = render_to_string("boards/plain/board.html", {"table": table})
    by_name = {content.name: content for content in table.contents}
    assert "Points" not in by_name
    assert "Winners" not in by_name
    players, counties = by_name["What they have"].grid, by_name["Counties"].grid
    assert players is not None
    assert counties is not None
    assert players.columns[:2] == ("Money", "Grain")
    assert [row.seat for row in players.rows] == ["A", "B", "C"]
    assert counties.columns[:2] == ("Owner", "Armies")
    assert counties.rows[0].cells[0].text in NAMES.values()
    assert counties.rows[0].cells[1].is_number
    assert page.count("<table") >= 2
    assert table.players[0].won


def test_a_report_has_a_paragraph_for_each_chapter_and_no_journal() -> None:
    story = plain_board(HIGH_CARD).story
    events = [event for stop in walk("toy-high-card") for event in stop.events]
    paragraphs = list(story.paragraphs(events, "en", NAMES))
    assert [paragraph.chapter for paragraph in paragraphs] == [
        "",
        *(f"Round {n}" for n in range(1, 5)),
    ]
    assert paragraphs[0].lines[0].text == "Everybody boasts."
    assert paragraphs[-1].lines[-1].text.startswith("The winner: ")
    behind = [
        event for paragraph in paragraphs for line in paragraph.lines for event in line.events
    ]
    assert [event for event in events if not story.is_small(event)] == behind
    assert story.chapter_mark("2", "en") == ("2", "")
    with override("de"):
        assert story.chapter_mark("", "de") == ("Start", "")
    assert plain_board(ruleset_named("wallenstein-2010")).story.chapter_mark("1.spring", "en") == (
        "Spring",
        "",
    )


def test_figures_are_the_numbers_of_every_seat() -> None:
    keys = [figure.key for figure in plain_board(ruleset_named("wallenstein-2010")).story.figures]
    assert keys == ["points", "money", "grain"]
    assert [str(figure.title) for figure in plain_board(PRESS).story.figures] == ["Points"]


def test_six_players_have_six_colours_in_a_letter() -> None:
    names = {seat: f"player {seat}" for seat in "ABCDEF"}
    shown = view(halfway(PRESS, 6, 2).game, None)
    rows = plain_board(PRESS).letters.standing(shown, "en", names).rows
    assert [row.sign for row in rows] == list("ABCDEF")
    assert len({row.colour for row in rows}) == 6


def everything(position: Position) -> str:
    """All that the plain board makes of what A may know."""
    board, seen = plain_board(HIGH_CARD), position.seen_by("A")
    shown = view(seen, "A")
    table = board.table.table(shown, "en", NAMES)
    pages = [str(render_to_string("boards/plain/board.html", {"table": table}))]
    pages.append(as_text(list(board.letters.position(shown, "A", "en", NAMES))))
    for decision in seen.decisions:
        if decision.seat == "A":
            pages.append(board.letters.template(shown, decision, "en"))
            form = board.turn.form(shown, decision, None, Remarks(), "en", NAMES, {})
            pages.append(repr(form))
    return "".join(pages)


def test_twins_that_differ_in_a_rivals_hand_look_alike() -> None:
    position = halfway(HIGH_CARD, 3, 2).game

    def twin(seat: str) -> Position:
        dealt = {
            handle: card.but(secret=Secret("00" * 32, 77)) if card.seat == seat else card
            for handle, card in position.dealt.items()
        }
        return position.but(dealt=dealt)

    with override("en"):
        shown = everything(position)
        assert everything(twin("B")) == shown
        assert "77" not in shown
        assert "77" in everything(twin("A"))


def test_cards_that_look_alike_are_told_apart_by_their_handles() -> None:
    known = {"card 1": 7, "card 2": 7}
    choices = ["card 1", "card 2", "card 9", "field 3", "B", "roll"]
    options = {"choices": choices, "known": known}
    decision = Decision("1.play.A", "A", "play", options)
    shown = {**view(halfway(HIGH_CARD, 3, 2).game, "A"), "face_down": ["card 1", "card 9"]}
    with override("en"):
        form = plain_board(HIGH_CARD).turn.form(shown, decision, None, Remarks(), "en", NAMES, {})
    assert [(one["label"], one["word"] if one["is_card"] else "") for one in form["choices"]] == [
        ("7", "card 1"),
        ("7", "card 2"),
        ("hidden card", "card 9"),
        ("field 3", ""),
        (NAMES["B"], ""),
        ("roll", ""),
    ]


def test_a_hand_is_known_to_its_seat_when_nothing_is_asked() -> None:
    position = halfway(HIGH_CARD, 3, 2).game
    cards = {handle: position.known[handle] for handle in position.state.hands["A"]}
    assert view(position, "A")["known"] == view(position.seen_by("A"), "A")["known"] == cards
    assert view(position.seen_by("B"), "A")["known"] == {}
    assert "known" not in view(position, None)
    assert "known" not in view(halfway(PRESS, 3, 2).game, "A")


def test_everybody_is_told_which_cards_lie_face_down() -> None:
    position = halfway(HIGH_CARD, 3, 2).game
    handles = [handle for handle, card in position.dealt.items() if not card.shown]
    assert 0 < len(handles) < len(position.dealt)
    for seat in ("A", "B", None):
        assert view(position.seen_by(seat), seat)["face_down"] == handles
    assert "face_down" not in view(halfway(PRESS, 3, 2).game, "A")
