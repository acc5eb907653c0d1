"""A report at a desk: the map goes along beside the story, and nothing scrolls inside itself."""

from __future__ import annotations

from playwright.sync_api import expect

from games.models import User
from tests.browser.conftest import Visit
from tests.web.told import played


def test_the_report_scrolls_as_one_page(visit: Visit, anna: User, bert: User) -> None:
    game = played(anna, bert, seasons=1)
    window = visit()
    page = window.open(f"/games/{game.pk}/report/1/")
    side = page.locator(".telling-side")
    expect(side).to_have_css("overflow-y", "visible")
    page.get_by_role("heading", name="What was planned").click()
    for plan in page.locator("details.plan summary").all():
        plan.click()
    expect(page.locator("details.plan[open] pre").first).to_be_visible()
    # In the middle of the story the whole map is in sight, in a laptop's low window too.
    page.get_by_role("heading", name="What happened, line by line").click()
    parts = page.locator(".part")
    expect(parts.last).to_be_visible()
    for height in (900, 700):
        page.set_viewport_size({"width": 1280, "height": height})
        middle = parts.nth(parts.count() // 2)
        middle.evaluate("part => part.scrollIntoView({ block: 'start' })")
        expect(side).to_be_in_viewport(ratio=1)
    assert window.violations() == []
