"""What pages say of a position: differences in words, cards as orders, symbols that exist."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from engine.kernel.core import Event, Json
from engine.kernel.game import decode
from engine.wallenstein.action_events import ActionPassed, ArmiesMoved, TaxesCollected
from engine.wallenstein.battle_events import AttackMade
from engine.wallenstein.board import ACTIONS
from engine.wallenstein.events import BidsRevealed
from engine.wallenstein.plan import COIN
from games.boards import board_of
from games.boards.wallenstein.board import BOARD_2010
from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.map.part import MAP
from games.boards.wallenstein.story import STANDING
from tests.play.tables import Of, set_table, table_name
from tests.text.fact_examples import PHASES

STORY = BOARD_2010.story
NAMES = {"A": "Anna", "B": "Bert"}
HELD = {"owner": "A", "armies": 3, "buildings": ["palace"], "revolt": 1}


def table(**counties: Json) -> Json:
    return {"in_play": ["anhalt", "boehmen", "mark"], "counties": counties}


def told(before: Json, after: Json, language: str = "en") -> dict[str, str]:
    changes = MAP.changes(before, after, language, NAMES)
    return {change.name: change.text for change in changes}


def test_what_differs_in_a_county_is_said_and_nothing_else() -> None:
    grown = {**HELD, "armies": 5, "buildings": ["palace", "church"], "revolt": 2}
    before, after = table(boehmen=HELD, mark=HELD), table(boehmen=grown, mark=HELD)
    assert told(before, after) == {
        "Böhmen": "Anna 3 → Anna 5, new: church, revolt markers: 1 → 2",
    }


def test_a_county_may_fall_and_be_taken() -> None:
    taken = {"owner": "B", "armies": 2, "buildings": [], "revolt": 0}
    assert told(table(mark=HELD), table(anhalt=taken)) == {
        "Anhalt": "neutral → Bert 2",
        "Mark": "Anna 3 → neutral, lost: palace, revolt markers: 1 → 0",
    }


def test_more_armies_are_no_great_change() -> None:
    before = table(anhalt=HELD, boehmen=HELD, mark=HELD)
    after = table(
        anhalt={**HELD, "armies": 5}, boehmen={**HELD, "revolt": 2}, mark={**HELD, "owner": "B"}
    )
    changes = MAP.changes(before, after, "en", NAMES)
    assert {change.name: (change.is_taken, change.is_other) for change in changes} == {
        "Anhalt": (False, False),
        "Böhmen": (False, True),
        "Mark": (True, False),
    }


def test_cards_turned_up_read_as_orders() -> None:
    events: list[Event] = [
        BidsRevealed({"A": 2, "B": "mark"}, {"A": 2}, [], ["A", "B"]),
        TaxesCollected("A", "collect_taxes", "boehmen", 5),
        ActionPassed("B", "collect_taxes", "coin"),
        AttackMade("A", "combat_a", "anhalt", "mark", 3, "B", 2, {}),
        ArmiesMoved("A", "combat_b", "mark", "anhalt", 1),
    ]
    plans, words = STORY.revealed_plans(events, "en"), EDITION_2010.text
    parsed, problems = words.parse("plan", plans["A"], "en")
    assert problems == []
    assert parsed == {
        "boxes": {"collect_taxes": "boehmen", "combat_a": "anhalt", "combat_b": "mark"},
        "bid": 2,
    }
    assert words.parse("plan", plans["B"], "en")[0] == {
        "boxes": {"collect_taxes": "coin"},
        "bid": "mark",
    }


@pytest.mark.parametrize(
    "of",
    [
        Of(3, "default", "orders", "wallenstein-2002"),
        Of(3, "default", "orders", expansions=("emperors_court", "landsknechte")),
    ],
    ids=table_name,
)
def test_a_season_turns_up_every_card_that_was_laid(of: Of) -> None:
    """K-3, K-4, E-2: all ten boxes, the bid, and of the court what can be sent from."""
    table = set_table(of, "cards")
    table.advance()
    table.answer_all("cards")
    game = table.game
    laid = {decision.seat: game.sealed[decision.id].answer or {} for decision in game.decisions}
    events = [decode(game.ruleset, entry) for entry in table.advance()]
    look, words = board_of(of.ruleset).story, game.ruleset.text()
    for seat, text in look.revealed_plans(events, "en").items():
        plan = laid.pop(seat)
        of_court = {box for box in plan["boxes"] if box not in ACTIONS}
        idle = {box for box in of_court if plan["boxes"][box] == COIN}
        shown, problems = words.parse("plan", text, "en")
        assert problems == []
        assert shown["boxes"] == {b: card for b, card in plan["boxes"].items() if b not in idle}
        assert shown.get("bid") == plan.get("bid")
        assert len(of_court) == 3 * ("emperors_court" in of.expansions)
    assert laid == {}


def test_every_symbol_is_in_the_sprite() -> None:
    sprite = render_to_string("web/symbols.html", {"board": BOARD_2010})
    named = [STORY.symbol_of(name) for name in (*ACTIONS, *PHASES)]
    named += [figure.symbol for figure in STANDING if figure.symbol]
    assert [symbol for symbol in named if f'<symbol id="{symbol}"' not in sprite] == []
