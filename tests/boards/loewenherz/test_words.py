"""The table, the story and the letters of Löwenherz."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.kernel.core import Event, Json
from engine.loewenherz.cards import CARDS
from engine.loewenherz.events import DomainArose, DomainGrew, MonopolyLost, MonopolyWon
from engine.registry import newest
from games.boards import board_of
from games.boards.in_short import Passage
from games.boards.loewenherz.cards import heaped
from games.boards.loewenherz.scoring import scored
from games.boards.loewenherz.table import LoewenherzTable, own_hand
from games.boards.loewenherz.text_grid import text_grid
from games.mail.plain import as_text
from games.read.score_sheet import score_sheet
from tests.boards.loewenherz.positions import (
    KEY,
    NAMES,
    position,
    realm,
    shown_to,
    walk_of,
    whole_game,
)

BOARD = board_of(KEY)
TABLE = LoewenherzTable(newest(KEY).text())
WIDEST = 72
TEMPLATES = ("players", "market", "played")


def drawn(view: Json, language: str) -> str:
    """Everything around the board, as the page draws it."""
    table = TABLE.table(view, language, NAMES)
    parts = (f"boards/loewenherz/{name}.html" for name in TEMPLATES)
    hand = "".join(
        render_to_string("boards/loewenherz/card.html", {"card": card}) for card in table.own_hand
    )
    return hand + "".join(render_to_string(part, {"table": table}) for part in parts)


def test_the_table_counts_what_lies_there() -> None:
    with override("en"):
        table = TABLE.table(position(), "en", NAMES)
    anna, bert = table.players
    assert (anna.name, anna.points, anna.goal, anna.progress) == ("Anna", 6, 50, 12)
    assert [(one.castle, one.points, one.knights, one.allies) for one in anna.domains] == [
        ("a2", 6, 1, ("g7",))
    ]
    assert anna.domains[0].sentence == "6 points, 1 knight, allied with g7"
    assert (bert.income, bert.mines) == (0, ())
    assert table.neutral is not None
    assert table.neutral.knights == 14
    assert (table.deck, table.next_card, table.market) == (60, "A", [])


@pytest.mark.parametrize("players", [2, 3])
def test_only_the_holder_is_shown_a_hand(players: int) -> None:
    """H-20: the names of a rival's cards that nobody has seen are nowhere on a page."""
    seen_own = 0
    for stop in walk_of(players):
        public = stop.view(None)
        hidden = {
            handle: card.secret.answer
            for handle, card in stop.table.game.dealt.items()
            if card.secret and any(handle in hand for hand in public["hands"].values())
        }
        for seat in "AB":
            table = TABLE.table(shown_to(stop, seat), "en", NAMES)
            own = public["hands"][seat]
            assert all(card.handle in own for card in table.own_hand)
            assert all(hidden[card.handle] == card.name for card in table.own_hand)
            seen_own += len(table.own_hand)
            if stop.table.game.finished:
                continue
            for player in table.players:
                open_cards = [public["open"].get(handle) for handle in public["hands"][player.seat]]
                assert [card.name if card else None for card in player.hand] == open_cards
        assert TABLE.table(public, "en", NAMES).own_hand == ()
        if stop.table.game.step > 40:
            break
    assert seen_own > 20


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_step_is_shown_on_the_table_and_by_mail(language: str) -> None:
    for number, stop in enumerate(walk_of(3)):
        if number % 5 and not stop.table.game.finished:
            continue
        for seat in ("A", None):
            view = stop.view(seat)
            with override(language):
                page = drawn(view, language)
                text = as_text(list(BOARD.letters.position(view, seat, language, NAMES)))
            assert all(NAMES[one] in page and NAMES[one] in text for one in view["points"])
            assert max(map(len, text.splitlines())) <= WIDEST
    assert view["finished"]


def test_a_card_of_our_making_is_marked_wherever_it_lies() -> None:
    house = next(name for name, card in CARDS.items() if card.house)
    view = {**position(), "market": [house, "A:borders-2", house]}
    with override("en"):
        page, text = (
            drawn(view, "en"),
            as_text(list(BOARD.letters.position(view, None, "en", NAMES))),
        )
        table = TABLE.table(view, "en", NAMES)
    assert [(card.name, card.copies) for card in table.market] == [(house, 2), ("A:borders-2", 1)]
    assert table.house_cards
    assert page.count("house value") == 2
    assert text.count("[house value]") == 1
    assert "our own making" in text
    assert heaped([]) == []
    assert house in BOARD.wording.house_values


def test_the_grid_of_a_letter_has_land_figures_and_borders() -> None:
    lines = text_grid(position()).splitlines()
    assert len(lines) == 26
    assert max(map(len, lines)) <= WIDEST
    assert lines[0] == "     a   b   c   d   e   f   g   h   i   j   k   l"
    assert lines[1] == "   " + "+---" * 12 + "+"
    assert lines[2] == " 1 | Fa  . | V   .   .   G   .   .   .   .   .   . |"
    assert lines[3] == "   +   +   +" + "   +" * 10
    assert lines[4] == " 2 |[A]  K | .   .   F   .   .   .   .   .   .   . |"
    assert lines[5] == "   +---+---+" + "   +" * 10
    assert lines[24].endswith(" .  [N]|")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_the_sheet_counts_is_what_everybody_has(players: int) -> None:
    views, events = whole_game(players)
    last = views[-1]
    (whole,) = BOARD.story.rounds(events, "en")
    sums = {seat: sum(item.get(seat, 0) for _title, item in whole.items) for seat in last["points"]}
    assert sums == last["points"]
    places = BOARD.story.places(events, last)
    assert {seat for seat, place in places.items() if place == 1} == set(last["winners"])
    assert all(points for event in events for _title, _seat, points in scored(event))


def test_figures_are_counted_on_the_board() -> None:
    counted = BOARD.story.counted(position())
    assert counted["domains"] == {"A": 1, "B": 1}
    assert counted["squares"] == {"A": 4, "B": 2}
    assert counted["knights"] == {"A": 1, "B": 1}
    assert [figure.key for figure in BOARD.story.figures] == list(counted)


def test_a_turn_stands_under_the_name_of_whose_it_is() -> None:
    _views, events = whole_game(3)
    paragraphs = list(BOARD.story.paragraphs(events, "en", NAMES))
    turns = [one for one in paragraphs if one.heading]
    assert {one.heading for one in turns} == {"Anna", "Bert", "Cora"}
    symbols = {BOARD.story.symbol_of(one.name) for one in turns}
    assert symbols >= {"action-sell", "action-borders", "action-knights"}
    told_anna = list(BOARD.story.paragraphs(events, "en", NAMES, "A"))
    own = [one.lines[0].text for one in told_anna if one.heading == "Anna"]
    assert own
    assert all(line.startswith("You ") for line in own)


def test_a_report_begins_with_who_gained_and_lost() -> None:
    state = realm()
    grown = DomainGrew("B", "g7", "a1", 1, [], [], "a2", "A", ["a1"], -1)
    lost = MonopolyLost("A", "gold", -5)
    after = state.but(points={"A": 0, "B": 1})
    with override("en"):
        short = BOARD.story.in_short(Passage([grown, lost], state, after), "A", "en", NAMES)
        outside = BOARD.story.in_short(Passage([grown, lost], state, after), None, "en", NAMES)
    assert short.headline == "Your points: -6, now 0 of 50. You fall to place 2, 1 behind."
    groups = {group.key: group.lines for group in short.groups}
    assert [(line.about, line.text, line.tone) for line in groups["land"]] == [
        ("a1", "you → Bert: +1 (lost: 1 square, -1)", "bad"),
        ("You, gold", "monopoly lost: -5", "bad"),
    ]
    assert [(line.about, line.text) for line in groups["scores"]] == [
        ("Bert", "0 → 1 (+1)"),
        ("You", "6 → 0 (-6)"),
    ]
    assert [(line.about, line.text) for line in groups["lead"]] == [
        ("Bert", "1 of 50 points; you are 2nd, 1 behind")
    ]
    assert outside.headline == "Bert expanded: +1, and leads with 1 of 50."


HEADLINES = {
    "en": (
        "Bert has a new domain: +9, and leads with 9 of 50. You fall to place 2, 3 behind.",
        "Bert: +8, and leads with 8 of 50. You fall to place 2, 2 behind.",
        "Bert expanded: +1, now 1 of 50.",
        "Bert: -5, now -5 of 50.",
        "Your points: 6 of 50, as before.",
    ),
    "de": (
        "Bert hat ein neues Gebiet: +9 und führt mit 9 von 50. Du fällst auf Platz 2, 3 dahinter.",
        "Bert: +8 und führt mit 8 von 50. Du fällst auf Platz 2, 2 dahinter.",
        "Bert hat sich ausgedehnt: +1, jetzt 1 von 50.",
        "Bert: -5, jetzt -5 von 50.",
        "Deine Punkte: 6 von 50, wie zuvor.",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_headline_tells_what_a_rival_scored_before_it_says_as_before(language: str) -> None:
    state = realm()
    arose = DomainArose("g7", "B", ["g7", "g8"], 9, [], {})
    smaller = DomainArose("g7", "B", ["g7"], 3, [], {})
    grown = DomainGrew("B", "g7", "g9", 1, [], [], "", "", [], 0)
    won, lost = MonopolyWon("B", "gold", 5), MonopolyLost("B", "gold", -5)
    rounds: list[tuple[list[Event[Any]], int]] = [
        ([arose], 9),
        ([smaller, won], 8),
        ([grown], 1),
        ([lost], -5),
        ([], 0),
    ]
    with override(language):
        headlines = [
            BOARD.story.in_short(
                Passage(events, state, state.but(points={"A": 6, "B": points})),
                "A",
                language,
                NAMES,
            ).headline
            for events, points in rounds
        ]
        quiet = BOARD.story.in_short(Passage([], state, state), None, language, NAMES)
    assert headlines == list(HEADLINES[language])
    assert quiet.headline in ("No new domain arose.", "Kein neues Gebiet ist entstanden.")


def test_a_report_speaks_of_a_board_and_of_turns() -> None:
    wording = BOARD.wording
    with override("de"):
        heads = [str(one) for one in (wording.revealed, wording.map_before, wording.map_after)]
    assert heads == [
        "Die Züge, wie sie geschrieben wurden",
        "Das Spielbrett vorher",
        "Das Spielbrett nachher",
    ]


def test_who_is_asked_nothing_sees_their_own_hand_all_the_same() -> None:
    shown = {**position(), "decisions": [], "open": {"card 9": "B:alliance"}}
    shown["hands"] = {"A": ["card 4", "card 9"], "B": ["card 5"]}
    assert own_hand(shown) == ()
    cards = own_hand({**shown, "known": {"card 4": "A:borders-2"}})
    assert [(card.handle, card.seen) for card in cards] == [("card 4", False), ("card 9", True)]


@pytest.mark.parametrize("players", [2, 3])
def test_whatever_scores_is_counted_for_everybody(players: int) -> None:
    """Few events of this game score for all: the others gain nothing by them, and have a line."""
    state, counted = newest(KEY).start("ABCD"[:players], {}), 0
    for event in whole_game(players)[1]:
        state = event.apply(state)
        shown = newest(KEY).view(state, None)
        names = {seat: seat for seat in shown["points"]}
        sheet = score_sheet(BOARD.story, event, shown, "en", names)
        if sheet is not None:
            counted += 1
            assert {line.seat: line.after for line in sheet.lines} == shown["points"]
            assert all(line.before + sum(line.items) == line.after for line in sheet.lines)
    assert counted
