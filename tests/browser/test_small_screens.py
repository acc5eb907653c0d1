"""Small things that a small screen pushes out of their place."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from games.models import User
from tests.browser.conftest import Visit
from tests.browser.hands import served, until
from tests.service.tables import started, waiting
from tests.web.told import fought, line_of, played


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


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_ways_back_from_a_turn_are_in_sight(visit: Visit, anna: User, language: str) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    game = started(anna, schedule={"kind": "hours", "hours": 48})
    window = visit(phone=True)
    window.sign_in(anna)
    turn = f"/games/{game.pk}/turn/{waiting(game).id}/"
    page = window.open(turn)
    served(page)
    games = page.get_by_role("link", name="My games" if language == "en" else "Partien")
    table = page.get_by_role("link", name="Table" if language == "en" else "Tisch", exact=True)
    for way in (games, table):
        expect(way).to_be_in_viewport(ratio=1)
        assert box(way)["height"] >= 40
    # What the page is about stands beside the way, and all of it is in the bar.
    head, title, bar = (page.locator(name) for name in (".turn-head", ".turn-head h1", ".bar"))
    assert box(games)["x"] + box(games)["width"] <= box(head)["x"]
    assert box(title)["y"] >= 0
    assert box(title)["y"] + box(title)["height"] <= box(bar)["height"]
    assert window.violations() == []
    games.click()
    page.wait_for_url(f"{window.base}/")
    page = window.open(turn)
    served(page)
    table.click()
    page.wait_for_url(f"{window.base}/games/{game.pk}/")


@pytest.mark.parametrize("watch", ["", "watch=1&"], ids=["replay", "show"])
@pytest.mark.parametrize("size", [(390, 844), (375, 667), (768, 1024), (1280, 900)], ids=str)
def test_the_whole_map_of_a_replay_is_seen_beside_its_deck(
    visit: Visit, anna: User, size: tuple[int, int], watch: str
) -> None:
    phone = size[0] < 1000
    game = played(anna, players=5) if phone else fought(anna, players=5)
    moments = line_of(game).moments
    # The first throw, when the tower is filled, has the longest sentence of a game.
    kinds = ["tower_thrown"] if phone else ["battle_decided", "revolt_decided"]
    shown = next(moment for moment in moments if moment.entry.kind in kinds)
    window = visit(phone=phone, reduced_motion="reduce")
    window.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = window.open(f"/games/{game.pk}/replay/?{watch}at={shown.seq}")
    expect(page.locator("[data-play]")).to_be_visible()
    expect(page.locator("[data-stage] [data-throw]")).to_be_visible()
    sheet, deck = page.locator(".map-sheet"), page.locator(".deck")
    expect(sheet).to_be_in_viewport(ratio=0.99)
    expect(deck).to_be_in_viewport(ratio=0.99)
    if phone:
        # What is thrown may move the page first.
        until(lambda: box(sheet)["y"] + box(sheet)["height"] <= box(deck)["y"], page)
    else:
        # What was thrown, too, with what it came to.
        expect(page.locator("[data-throw] figcaption")).to_be_in_viewport(ratio=1)
    assert page.locator("[data-skip]").count() == bool(watch)
    assert window.violations() == []
