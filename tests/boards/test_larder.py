"""W-W1, W-W2: grain against need, with what the event that is left over takes of it."""

from __future__ import annotations

import pytest
from django.utils import translation

from engine.wallenstein.board import EVENTS, EventCard
from games.boards.wallenstein.larder import Larder, larder, larder_cell, larder_sentence


def card(loss: int, place: int = 0) -> EventCard:
    """An event card that takes so much grain in winter."""
    return [one for one in EVENTS.values() if one.grain_loss == loss][place]


SMALL, LARGE = card(min(one.grain_loss for one in EVENTS.values() if one.grain_loss)), card(6)


def test_what_is_left_is_a_span_over_the_cards_that_may_be_left_over() -> None:
    stock = larder(14, 7, [SMALL, LARGE])
    assert stock.loss == (SMALL.grain_loss, 6)
    assert stock.left == (8, 14 - SMALL.grain_loss)
    assert (stock.short, stock.fed) == (0, True)
    assert larder(3, 2, [LARGE]).left == (0, 0), "nobody has less than nothing"


def test_the_card_whose_event_holds_is_not_left_over() -> None:
    stock = larder(0, 5, [SMALL, LARGE], {SMALL.id: 10, LARGE.id: 4})
    assert stock.grain == (4, 10)
    assert stock.left == (4 - SMALL.grain_loss, 10 - LARGE.grain_loss)
    assert larder(0, 5, [LARGE], {SMALL.id: 10}).left == (4, 4)


def test_without_cards_nothing_is_lost() -> None:
    assert larder(4, 6, []) == Larder((4, 4), (0, 0), (4, 4), 6)


@pytest.mark.parametrize(
    ("stock", "english", "german"),
    [
        (
            Larder((14, 14), (3, 6), (8, 11), 7),
            (
                "With this plan you have 14 grain. The last event takes 3–6 in winter and leaves "
                "8–11. That feeds your 7 counties."
            ),
            (
                "Mit diesem Plan hast du 14 Getreide. Im Winter kostet das letzte Ereignis 3–6, es "
                "bleiben 8–11. Das ernährt deine 7 Länder."
            ),
        ),
        (
            Larder((9, 9), (2, 5), (4, 7), 7),
            (
                "With this plan you have 9 grain. The last event takes 2–5 in winter and leaves "
                "4–7. That may just feed your 7 counties: at worst 3 are missing."
            ),
            (
                "Mit diesem Plan hast du 9 Getreide. Im Winter kostet das letzte Ereignis 2–5, es "
                "bleiben 4–7. Das ernährt vielleicht gerade deine 7 Länder: schlimmstenfalls "
                "fehlen 3."
            ),
        ),
        (
            Larder((2, 3), (0, 0), (2, 3), 7),
            (
                "With this plan you have 2–3 grain for winter. Your 7 counties need 7: at worst 5 "
                "are missing."
            ),
            (
                "Mit diesem Plan hast du 2–3 Getreide für den Winter. Deine 7 Länder brauchen 7: "
                "schlimmstenfalls fehlen 5."
            ),
        ),
        (
            Larder((5, 5), (4, 4), (1, 1), 1, house_loss=True),
            (
                "With this plan you have 5 grain. The last event takes 4 (house value) in winter "
                "and leaves 1. That feeds your 1 county."
            ),
            (
                "Mit diesem Plan hast du 5 Getreide. Im Winter kostet das letzte Ereignis 4 "
                "(Hauswert), es bleiben 1. Das ernährt dein Land."
            ),
        ),
    ],
    ids=["enough", "perhaps", "too little", "house value"],
)
def test_it_is_told_in_one_line(stock: Larder, english: str, german: str) -> None:
    with translation.override("en"):
        assert larder_sentence(stock) == english
    with translation.override("de"):
        assert larder_sentence(stock) == german


def test_a_table_shows_what_is_left_beside_what_there_is() -> None:
    with translation.override("en"):
        assert larder_cell(larder(14, 7, [LARGE])) == ("8 of 7", "now 14")
        assert larder_cell(larder(14, 7, [])) == ("14 of 7", "")
