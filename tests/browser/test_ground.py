"""What every page stands on: language, keyboard, policy."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from games.models import User
from tests.browser.conftest import Visit


def test_the_language_is_switched_and_kept(visit: Visit, anna: User) -> None:
    window = visit()
    page = window.sign_in(anna)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert User.objects.get(pk=anna.pk).language == "de"


def test_the_first_tab_stop_leads_past_the_navigation(visit: Visit) -> None:
    page = visit().open("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
