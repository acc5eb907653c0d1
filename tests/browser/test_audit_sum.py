"""Checking all throws of a page at once: what came of it is told beside the button."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from games.models import Game, User
from tests.browser.conftest import Visit
from tests.web.told import played


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return played(anna, bert, seasons=1)


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_the_sum_of_all_checks_stands_beside_the_button(
    game: Game, visit: Visit, phone: bool
) -> None:
    window = visit(phone=phone)
    page = window.open(f"/games/{game.pk}/audit/")
    total = page.locator("#all-checked")
    # Readers of screens are told what appears in a region that was there before.
    expect(total).to_have_attribute("role", "status")
    expect(total).to_be_empty()
    page.locator("[data-check-all]").click()
    throws = page.locator("[data-check]").count()
    expect(total).to_have_text(f"All {throws} throws are right.")
    expect(total).to_be_in_viewport()
    assert window.violations() == []


def test_the_sum_leads_to_the_throws_that_do_not_hold(game: Game, visit: Visit) -> None:
    window = visit()
    path = f"/games/{game.pk}/audit/"

    def wrong(route: Route) -> None:
        answer = route.fetch()
        before, mark, rest = answer.text().partition(
            '<script id="audit-data" type="application/json">'
        )
        text, end, after = rest.partition("</script>")
        data: dict[str, Any] = json.loads(text)
        last = data["throws"][max(data["throws"], key=int)]
        last["fell"] = {"A": 99}
        route.fulfill(response=answer, body=before + mark + json.dumps(data) + end + after)

    window.page.route(window.base + path, wrong)
    page = window.open(path)
    page.locator("[data-check-all]").click()
    throws = page.locator("[data-check]").count()
    total = page.locator("#all-checked")
    expect(total).to_contain_text(f"{throws - 1} of {throws} throws are right. These are not:")
    total.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"#t\d+$"))
    expect(page.locator(".audit-throws li:target .checked.error")).to_be_in_viewport()
