"""What editions and expansions ask in mid-season, answered by its own form in a browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.kernel.core import Decision, Json
from engine.registry import newest
from engine.wallenstein.edition_2002.rules import RULES_2002
from games.models import Game, User
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import make_game, moved_on, until_asked
from tests.browser.test_other_games import answer_by_text, open_question
from tests.service.tables import payloads, waiting

FIRST_EDITION = "wallenstein-2002"
MOST_QUESTIONS = 60

Fill = Callable[[Page, Decision], Json]


def answer_by_forms(window: Visitor, game: Game, fills: Mapping[str, Fill]) -> dict[str, Json]:
    """Play until each kind of question was answered by its form once, and say what was said."""
    page, answers = window.page, dict[str, Json]()
    for _ in range(MOST_QUESTIONS):
        asked = waiting(game)
        open_question(page)
        if asked.kind in fills and asked.kind not in answers:
            answers[asked.kind] = fills[asked.kind](page, asked)
            assert window.violations() == []
            moved_on(page)
        else:
            answer_by_text(page, game, asked, terse=True)
        if answers.keys() == fills.keys():
            break
    assert answers.keys() == fills.keys()
    return answers


def take_a_favor(page: Page, asked: Decision) -> Json:
    """The first card on offer, in the first county it can be used in."""
    card = asked.options["favors"][0]
    page.locator('[name="favor"]').select_option(str(card["favor"]))
    county = page.locator('[name="favor.counties.0"]')
    if not card["counties"]:
        return {"card": card["favor"], "county": None}
    expect(county).to_be_visible()
    county.select_option(card["counties"][0])
    return {"card": card["favor"], "county": card["counties"][0]}


def take_a_bonus(page: Page, asked: Decision) -> Json:
    """The last of what the card has, which is not what the form begins with."""
    bonus = list(asked.options["bonuses"])[-1]
    field = page.locator('[name="bonus"]')
    expect(field).not_to_have_value(bonus)
    field.select_option(bonus)
    # Nothing of it lies on the map.
    expect(page.locator("main")).not_to_contain_text("You may choose on the map")
    return {"bonus": bonus}


def hold_back(page: Page, asked: Decision) -> Json:
    """Let nobody fight, where the form would let everybody."""
    field = page.locator('[name="armies"]')
    expect(field).to_have_value(str(asked.options["most"]))
    field.fill("0")
    return {"county": asked.options["county"], "held_back": asked.options["most"]}


def leave_empty(page: Page, asked: Decision) -> Json:
    """As many boxes as there are cards too few, from the end."""
    boxes = asked.options["boxes"][-asked.options["count"] :]
    for box in boxes:
        page.locator(f'[name="empty.{box}"]').check()
    return {"boxes": boxes}


def test_p_5_an_audience_and_a_bonus_are_answered_by_their_forms(
    visit: Visit, worker: None, anna: User
) -> None:
    window = visit()
    page = window.sign_in(anna)
    make_game(page, emperors_court="on", landsknechte="on", choices="ask")
    until_asked(page)
    game = Game.objects.get()
    answers = answer_by_forms(window, game, {"favor": take_a_favor, "bonus": take_a_bonus})
    taken = [fact["card"] for fact in payloads(game, "favor_taken") if fact["seat"] == "A"]
    assert taken[0] == answers["favor"]["card"]
    bonuses = [fact["bonus"] for fact in payloads(game, "bonus_taken") if fact["seat"] == "A"]
    assert answers["bonus"]["bonus"] in bonuses


def test_e_2_e_3_empty_boxes_and_a_defence_are_answered_by_their_forms(
    visit: Visit, worker: None, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without blank cards everybody has too few cards from the start."""
    monkeypatch.setattr(newest(FIRST_EDITION), "rules", replace(RULES_2002, blanks=0))
    window = visit()
    page = window.sign_in(anna)
    make_game(page, FIRST_EDITION, choices="ask")
    until_asked(page)
    game = Game.objects.get()
    answers = answer_by_forms(window, game, {"empty_boxes": leave_empty, "defence": hold_back})
    left = next(fact for fact in payloads(game, "boxes_left_empty") if fact["seat"] == "A")
    assert left["boxes"] == answers["empty_boxes"]["boxes"]
    chosen = [
        {"county": fact["county"], "held_back": fact["held_back"]}
        for fact in payloads(game, "defence_chosen")
        if fact["seat"] == "A"
    ]
    assert answers["defence"] in chosen
