"""Löwenherz in its own words: players by name and shield, piles, and questions in letters."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils.translation import override

from engine.bots.loewenherz.vagabond import Vagabond
from engine.kernel.core import Decision, Problem
from engine.loewenherz.cards import CARDS
from engine.loewenherz.state import Realm
from engine.loewenherz.view import view
from engine.loewenherz.words.names import card_name
from engine.loewenherz.words.notation import NOTATION
from engine.text.lexicon import language_of
from engine.text.voice import COLOURS
from games.boards import board_of
from games.boards.loewenherz.cards import CardPicture
from tests.rules.loewenherz.tables import RULES, RichTable, begun

BOARD = board_of(RULES.key)
NAMES = {"A": "Anna", "B": "Bert", "C": "Cora", "D": "Dora"}
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
ASKS = {
    "en": {
        "turn": "Choose a card, and play or sell it.",
        "give_up": " wins a deserter for the domain ",
        "orders": "Orders for your next turn: ",
        "ranking": "If somebody wins a deserter from you, ",
    },
    "de": {
        "turn": "Wähl eine Karte und spiel oder verkauf sie.",
        "give_up": " gewinnt ",
        "orders": "Befehle für deinen nächsten Zug",
        "ranking": "Gewinnt jemand einen Überläufer von dir",
    },
}


def questions(steps: int) -> Iterator[tuple[RichTable, Decision]]:
    """What is asked in the middle of a game of four, with the position it is asked in."""
    table = begun(RichTable("ABCD", "own words"))
    for _ in range(steps):
        for decision in RULES.decisions(table.state):
            yield table, table.known(decision)
        table.step()


def outlooks(language: str) -> Iterator[tuple[Realm, Decision, list[list[dict[str, str]]], str]]:
    """What turns bring, as the page draws it and in words alone."""
    bot = Vagabond()
    for table, decision in questions(60):
        if decision.kind == "turn":
            answer = bot.answer(table.state, decision, table.luck)
            with override(language):
                remarks = BOARD.turn.remarks(
                    table.state, decision, answer, (), language, None, names=NAMES
                )
            lines = remarks.tips["outlook"]["lines"]
            yield table.state, decision, lines, "\n".join(remarks.sums)


@LANGUAGES
def test_what_a_turn_brings_names_players_with_their_shields(language: str) -> None:
    rivals = 0
    for _state, decision, lines, words in outlooks(language):
        shields = [part for line in lines for part in line if "seat" in part]
        assert all(part["name"] == NAMES[part["seat"]] for part in shields)
        # The reader is “you”.
        assert decision.seat not in [part["seat"] for part in shields]
        # Mail has the same in words.
        spoken = ["".join(part.get("name") or part["words"] for part in line) for line in lines]
        assert "\n".join(spoken) == words
        assert words.replace("\n", "").isprintable()
        assert not any(COLOURS[seat][language_of(language)] in words for seat in NAMES)
        rivals += bool(shields)
    assert rivals > 3


def test_a_refusal_names_the_player_whose_figures_are_in_the_way() -> None:
    table, decision = next((t, one) for t, one in questions(20) if one.kind == "turn")
    data = {"side": "c4|d4", "colour": "C", "rule": "H-11"}
    problem = Problem("borders.0", "parts_figures", data)
    answer = {"card": "card 1", "do": "play", "action": "borders", "borders": ["c4|d4"]}
    remarks = BOARD.turn.remarks(
        table.state, decision, answer, [problem], "en", None, names={**NAMES, "C": "Cora & co"}
    )
    (text,) = remarks.problems["borders.0"]
    assert "two figures of Cora & co (H-11)" in text


@LANGUAGES
def test_letters_ask_in_the_words_of_the_form(language: str) -> None:
    kinds = set()
    for table, decision in questions(60):
        with override(language):
            heading, asks = BOARD.letters.question(view(table.state), decision, language, NAMES)
        assert heading
        assert ASKS[language][decision.kind] in asks
        kinds.add(decision.kind)
    assert {"turn", "orders", "ranking"} <= kinds


@LANGUAGES
def test_the_letter_of_a_pile_is_never_alone(language: str) -> None:
    pile = {"en": "pile", "de": "Stapel"}[language]
    for name, card in CARDS.items():
        with override(language):
            sentence = CardPicture(name).sentence
        for words in (sentence, card_name(name, language_of(language))):
            assert f"({pile} {card.letter}" in words


@LANGUAGES
def test_orders_to_fill_in_are_comments_whose_examples_can_be_sealed(language: str) -> None:
    kinds = set()
    for table, decision in questions(60):
        if decision.kind not in ("turn", "give_up"):
            continue
        with override(language):
            sheet = BOARD.letters.template(view(table.state), decision, language)
            brief = BOARD.letters.template(view(table.state), decision, language, brief=True)
        assert all(line.startswith("#") for line in sheet.splitlines())
        assert len(brief) <= len(sheet)
        assert "Price: " not in sheet
        intro = {"en": "# For example, without the “#”:", "de": "# Zum Beispiel, ohne das „#“:"}
        alternative = {"en": "# or:", "de": "# oder:"}[language]
        example = sheet.partition(intro[language])[2].partition("\n#\n")[0]
        for text in example.split(alternative):
            orders = text.replace("# ", "")
            answer, unread = NOTATION.parse(decision.kind, orders, language, decision.options)
            assert not unread, orders
            assert RULES.problems(table.state, decision, answer) == [], orders
        kinds.add(decision.kind)
    assert "turn" in kinds
