"""What a bot would say to a question that is no plan: laid into its form, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.registry import newest
from engine.wallenstein.edition_2002.rules import RULES_2002
from games.access import viewer
from games.models import Game, User
from games.read import selectors
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import served
from tests.service.tables import again, started, waiting
from tests.web.test_live_questions import asked_for

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])


def suggested(window: Visitor, game: Game, anna: User) -> Page:
    """The open question, after a press on the button."""
    window.sign_in(anna)
    asked = waiting(game)
    page = window.open(f"/games/{game.pk}/turn/{asked.id}/")
    served(page)
    expect(page.locator("#reasons")).to_be_hidden()
    page.get_by_role("button", name="Suggest an answer").click()
    expect(page.locator("#picked")).to_contain_text("This is what the Marshal bot would do. Change")
    expect(page.locator("#saved")).to_contain_text("Saved")
    turn = selectors.turn_of(viewer(again(game), anna), asked.id)
    assert turn is not None
    assert turn.problems(turn.draft) == []
    assert turn.sealed is None
    expect(page.get_by_role("link", name="Guide me")).to_have_count(0)
    return page


@WIDTHS
def test_a_ranking_for_the_line_up_is_suggested(visit: Visit, anna: User, phone: bool) -> None:
    window = visit(phone=phone)
    game = started(anna, options={"line_up": "draft"})
    page = suggested(window, game, anna)
    expect(page.locator("#reasons li:visible")).to_have_count(2)
    # A list that grew for it, with room for one more.
    rows = page.locator('[name^="counties."]')
    expect(rows).to_have_count(13)
    ranked = rows.evaluate_all("all => all.map((list) => list.value)")
    assert all(ranked[:12])
    assert not ranked[12]
    assert window.violations() == []


@WIDTHS
def test_a_card_of_the_draft_is_suggested_and_another_one_has_no_reason(
    visit: Visit, anna: User, phone: bool
) -> None:
    game = started(anna, options={"line_up": "draft", "choices": "ask"})
    asked_for(game, anna, "draft_pick")
    window = visit(phone=phone)
    page = suggested(window, game, anna)
    take = page.locator('[name="take"]')
    county = take.input_value()
    expect(page.locator(f'.county.target[data-county="{county}"]')).to_be_visible()
    lines = page.locator("#reasons li:visible")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Tax ")
    assert window.violations() == []
    offered = take.locator("option").evaluate_all("all => all.map((one) => one.value)")
    take.select_option(next(one for one in offered if one not in ("", county)))
    expect(lines).to_have_count(1)


def test_a_march_and_a_place_are_suggested(visit: Visit, anna: User) -> None:
    game = started(anna, options={"choices": "ask"})
    asked_for(game, anna, "position")
    page = suggested(visit(), game, anna)
    expect(page.locator("#reasons li")).to_contain_text("Its tile helps")
    asked_for(game, anna, "move")
    page = suggested(visit(), game, anna)
    expect(page.locator('[name="orders.0.to"]')).not_to_have_value("")
    expect(page.locator("#reasons li")).to_have_count(1)


def test_boxes_left_empty_are_ticked(
    visit: Visit, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest("wallenstein-2002"), "rules", replace(RULES_2002, blanks=0))
    game = started(anna, ruleset="wallenstein-2002")
    asked = asked_for(game, anna, "empty_boxes")
    window = visit()
    page = suggested(window, game, anna)
    ticked = page.locator('[name^="empty."]:checked')
    expect(ticked).to_have_count(asked.options["count"])
    expect(page.locator("#reasons li")).to_contain_text("these would bring the least")
    assert window.violations() == []
