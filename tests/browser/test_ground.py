"""What every page stands on: language, keyboard, policy."""

from __future__ import annotations

from games.models import User
from tests.browser.conftest import Visit


def test_the_language_is_switched_and_kept(visit: Visit, anna: User) -> None:
    window = visit()
    page = window.sign_in(anna)
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_load_state()
    assert page.locator("html").get_attribute("lang") == "de"
    assert User.objects.get(pk=anna.pk).language == "de"


def test_the_first_tab_stop_leads_past_the_navigation(visit: Visit) -> None:
    page = visit().open("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.url.endswith("#main")
