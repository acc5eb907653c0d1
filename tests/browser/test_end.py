"""The end of a game on its table: a podium, the reader's place, and what comes next."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.models import Game, User
from tests.browser.conftest import Visit
from tests.service.tables import play_out, started

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])


@WIDTHS
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_the_end_is_on_the_first_screen(
    visit: Visit, anna: User, phone: bool, javascript: bool
) -> None:
    game = play_out(started(anna, players=5), anna)
    window = visit(phone=phone, javascript=javascript, color_scheme="dark" if phone else "light")
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    expect(page.locator(".podium")).to_be_in_viewport(ratio=1)
    expect(page.locator(".end .headline")).to_contain_text("points")
    expect(page.get_by_role("link", name="Watch the game in a minute")).to_be_visible()
    expect(page.locator(".sheet tbody tr")).to_have_count(5)
    if javascript:
        assert window.violations() == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Against bots one click is enough for the next game.
    page.get_by_role("button", name="Rematch with the same players").click()
    expect(page.locator("#now-heading")).to_have_text("It is your turn")
    new = Game.objects.get(rematch_of=game)
    expect(page).to_have_url(re.compile(rf"/games/{new.pk}/"))


def test_the_game_is_watched_in_a_minute(visit: Visit, anna: User) -> None:
    game = play_out(started(anna), anna)
    window = visit(hurried=True)
    window.sign_in(anna)
    page = window.open(f"/games/{game.pk}/")
    page.get_by_role("link", name="Watch the game in a minute").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    last = page.locator("[data-chapter]").last
    # It comes through every season by itself; the end is reached without a hand.
    expect(last).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-onward]")).to_be_visible()
