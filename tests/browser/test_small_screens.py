"""Small things that a small screen pushes out of their place."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from games.models import User
from tests.browser.conftest import Visit
from tests.service.tables import started
from tests.web.told import played


def box(part: Locator) -> Any:
    """Where something is, since it is somewhere."""
    place = part.bounding_box()
    assert place is not None
    return place


def test_what_is_due_and_what_to_do_stand_in_lines_of_their_own(visit: Visit, anna: User) -> None:
    started(anna, schedule={"kind": "hours", "hours": 48})
    page = visit(phone=True).sign_in(anna)
    due = box(page.locator(".game-line-side", has_text="until").locator(".soft").last)
    plan = box(page.locator(".game-line .button"))
    assert plan["y"] >= due["y"] + due["height"]
    assert plan["width"] > 300


def test_counts_stay_beside_what_they_count(visit: Visit, anna: User) -> None:
    game = started(anna, players=5)
    page = visit(phone=True).open(f"/games/{game.pk}/")
    for built in page.locator(".built > span").all():
        assert box(built)["height"] < 1.5 * box(built.locator("svg"))["height"]


def test_the_language_that_is_spoken_stands_out(visit: Visit, anna: User) -> None:
    page = visit(phone=True).sign_in(anna)
    for spoken, other in (("en", "de"), ("de", "en")):
        weights = [
            page.locator(f".foot button[lang={code}]").evaluate(
                "it => getComputedStyle(it).fontWeight"
            )
            for code in (spoken, other)
        ]
        assert int(weights[0]) > int(weights[1])
        page.locator(f".foot button[lang={other}]").click()
        expect(page.locator("html")).to_have_attribute("lang", other)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_numbers_of_luck_have_room_on_a_phone(
    visit: Visit, anna: User, bert: User, language: str
) -> None:
    game = played(anna, bert, seasons=2)
    page = visit(phone=True, locale=language).open(f"/games/{game.pk}/luck/")
    tables = page.locator(".measures")
    expect(tables.first).to_be_visible()
    cut = "all => all.filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)"
    assert page.locator(".scroll").evaluate_all(cut) == []
    assert tables.locator("th, td").evaluate_all(cut) == []
    # No heading of a number is torn apart.
    for heading in tables.first.locator("thead th").all():
        assert box(heading)["height"] < 45


def test_a_switch_that_is_off_says_why(visit: Visit, anna: User) -> None:
    game = started(anna)
    path = f"/games/{game.pk}/replay/"
    calm = visit(reduced_motion="reduce").open(path)
    expect(calm.get_by_text("this device asks for less motion")).to_be_visible()
    lively = visit(reduced_motion="no-preference").open(path)
    expect(lively.get_by_label("Animate the cubes")).to_be_enabled()
    expect(lively.get_by_text("this device asks for less motion")).to_be_hidden()
