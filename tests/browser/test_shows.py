"""What is played while one looks is shown: a replay that runs by itself, to be skipped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, User
from tests.browser.conftest import Visit
from tests.service.tables import answer, started
from tests.web.told import line_of, played

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])


def at_table(page: Page) -> None:
    """Wait for a table that listens: what happens now is heard."""
    expect(page.locator("#now-heading")).to_be_visible()
    page.wait_for_load_state("load")


@WIDTHS
@pytest.mark.usefixtures("worker")
def test_a_season_is_played_before_my_eyes(visit: Visit, anna: User, phone: bool) -> None:
    game = started(anna)
    window = visit(phone=phone, shows=True, hurried=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    at_table(page)
    answer(game, anna)
    page.wait_for_url(re.compile(r"/replay/\?watch=1$"))
    # It runs by itself, from stop to stop, to the end of the season.
    spring = line_of(game).chapters[1]
    expect(page.get_by_role("link", name="Read the report", exact=True)).to_be_visible()
    expect(page.locator("[data-where]")).to_contain_text(f"Event {spring.last} of")
    expect(page.locator("[data-skip]")).to_be_hidden()
    assert window.violations() == []
    page.locator("[data-onward]").click()
    page.wait_for_url(re.compile("/report/1/$"))
    expect(page.locator("[data-onward]")).to_have_text("Make your plan (Summer of year 1) →")
    # Back at the table nothing is shown twice, and nothing is left to read.
    page = window.open(f"/games/{game.pk}/")
    at_table(page)
    expect(page.locator(".unread")).to_have_count(0)
    expect(page).to_have_url(re.compile(rf"/games/{game.pk}/$"))


@pytest.mark.usefixtures("worker")
def test_a_show_is_skipped_and_comes_no_second_time(visit: Visit, anna: User) -> None:
    game = started(anna)
    window = visit(shows=True)
    window.sign_in(anna)
    at_table(window.open(f"/games/{game.pk}/"))
    answer(game, anna)
    page = window.page
    page.wait_for_url(re.compile(r"watch=1$"))
    page.get_by_role("link", name="Table", exact=True).click()
    at_table(page)
    expect(page.locator(".unread")).to_be_visible()
    page.reload()
    at_table(page)
    expect(page.locator(".unread")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/games/{game.pk}/$"))


@pytest.mark.usefixtures("worker")
def test_where_nothing_should_move_the_report_is_opened(visit: Visit, anna: User) -> None:
    game = started(anna)
    window = visit(shows=True, reduced_motion="reduce")
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    at_table(page)
    answer(game, anna)
    page.wait_for_url(re.compile("/report/1/$"))
    # The show itself stands still until somebody presses Play.
    page = window.open(f"/games/{game.pk}/replay/?watch=1")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("[data-skip]")).to_have_text("Skip")


@pytest.mark.usefixtures("worker")
def test_whoever_wants_no_shows_has_the_card(visit: Visit, anna: User) -> None:
    game = played(anna)
    window = visit(shows=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/replay/?watch=1")
    switch = page.get_by_label("Show me what happened as soon as it is played")
    expect(switch).to_be_checked()
    switch.uncheck()
    page = window.open(f"/games/{game.pk}/")
    at_table(page)
    expect(page.locator(".unread")).to_contain_text("Spring of year 1")
    answer(game, anna)
    expect(page.locator(".unread")).to_contain_text("Summer of year 1")
    expect(page).to_have_url(re.compile(rf"/games/{game.pk}/$"))


@WIDTHS
def test_somebody_who_steps_takes_over(visit: Visit, anna: User, phone: bool) -> None:
    game = played(anna)
    page = visit(phone=phone).open(f"/games/{game.pk}/replay/?watch=game")
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    expect(page.get_by_role("link", name="Skip", exact=True)).to_be_visible()
    slider = page.locator("[data-slider]").bounding_box()
    page.get_by_role("link", name="Next event").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("[data-skip]")).to_be_hidden()
    expect(page.get_by_role("link", name="Read the report", exact=True)).to_be_visible()
    # The way out becomes another one, and what is beside it stays as it was.
    over = page.locator("[data-slider]").bounding_box()
    assert slider is not None
    assert over is not None
    assert (over["x"], over["width"]) == (slider["x"], slider["width"])
    assert over["width"] >= 90


@WIDTHS
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_the_card_leads_on_and_can_be_put_away(
    visit: Visit, anna: User, phone: bool, javascript: bool
) -> None:
    game: Game = played(anna)
    window = visit(phone=phone, javascript=javascript)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    card = page.locator(".unread")
    expect(card).to_be_visible()
    if javascript:
        assert window.violations() == []
    page.get_by_role("link", name="Watch", exact=True).click()
    page.wait_for_url(re.compile("watch=1$"))
    expect(page.locator("[data-told]")).not_to_be_empty()
    page = window.open(f"/games/{game.pk}/")
    card.get_by_role("button", name="Dismiss").click()
    expect(card).to_have_count(0)
    page = window.open(f"/games/{game.pk}/")
    expect(page.locator("#now-heading")).to_be_visible()
    expect(card).to_have_count(0)


@WIDTHS
def test_the_points_of_a_winter_are_counted_where_one_looks(
    visit: Visit, anna: User, phone: bool
) -> None:
    game = played(anna, seasons=3)
    line = line_of(game)
    scored = next(m.seq for m in line.moments if m.entry.kind == "winter_scored")
    points = sorted(line.shown(line.position(scored))["points"].values(), reverse=True)
    window = visit(phone=phone, hurried=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/replay/?watch=4&at={scored - 1}")
    sheet = page.locator(".score-sheet")
    expect(sheet).to_be_in_viewport(ratio=1)
    expect(sheet.locator("[data-count]")).to_have_text([str(number) for number in points])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for total in sheet.locator(".score-total").all():
        expect(total).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-onward]")).to_be_visible()
    # Where nothing should move they are simply there.
    still = visit(phone=phone, reduced_motion="reduce")
    page = still.open(f"/games/{game.pk}/replay/?at={scored}")
    expect(page.locator("[data-count]")).to_have_text([str(number) for number in points])
    assert still.violations() == []
