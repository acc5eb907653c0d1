"""The replay of a finished game from disk: no server, no complaint, everybody can use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Game, User
from games.trust.offline_replay import replay_page
from tests.browser.axe import CONTRAST, violations
from tests.browser.conftest import PATIENCE_MS
from tests.service.tables import play_out, started

Open = Callable[..., Page]


@pytest.fixture
def over(anna: User, bert: User) -> Game:
    return play_out(started(anna, bert), anna, bert)


@pytest.fixture
def saved(chrome: Browser, over: Game, tmp_path: Path) -> Iterator[Open]:
    """The page as somebody keeps it, opened from disk with the line cut."""
    kept = tmp_path / "replay.html"
    contexts = []
    asked: list[str] = []
    complaints: list[str] = []

    def opened(language: str = "en", width: int = 1280) -> Page:
        kept.write_text(replay_page(over, language), "utf-8")
        context = chrome.new_context(offline=True, viewport={"width": width, "height": 900})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        page.on("pageerror", lambda problem: complaints.append(str(problem)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.goto(kept.as_uri())
        # Only the script says so, when it has drawn an event for the first time.
        page.wait_for_selector("[data-slider][aria-valuetext]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert set(asked) == {kept.as_uri()}
    assert complaints == []


def at(page: Page, seq: int, last: int) -> None:
    page.wait_for_function(
        "([words]) => document.querySelector('[data-where]').textContent === words",
        arg=[f"Event {seq} of {last}"],
    )


def address_ends(page: Page, end: str) -> None:
    """Asked of the page itself: Playwright waits for a navigation, and a page that only rewrites
    the end of its address may have done so between the two."""
    page.wait_for_function("([end]) => location.hash === end", arg=[end])


def test_a_game_is_watched_from_disk(saved: Open, over: Game) -> None:
    page = saved()
    at(page, 1, over.seq)
    page.get_by_role("link", name="Next event").click()
    at(page, 2, over.seq)
    page.get_by_role("link", name="Last event").click()
    at(page, over.seq, over.seq)
    story = page.locator(f"#e{over.seq} p").text_content() or ""
    expect(page.locator("[data-told]")).to_have_text(story)
    owned = page.locator(".county[data-owner]").count()
    assert owned > 0
    page.locator("[data-chapter]").nth(1).click()
    expect(page.locator("[data-where]")).not_to_have_text(f"Event {over.seq} of {over.seq}")
    page.keyboard.press("End")
    at(page, over.seq, over.seq)
    expect(page.locator(".county[data-owner]")).to_have_count(owned)
    cells = page.locator('[data-figure="points"]').all_inner_texts()
    assert [int(text) for text in cells if text] == list(over.scores.values())


def test_the_place_is_kept_when_the_page_is_opened_again(saved: Open, over: Game) -> None:
    page = saved()
    page.get_by_role("link", name="Next event").click()
    at(page, 2, over.seq)
    page.get_by_role("link", name="Next event").click()
    address_ends(page, "#at-3")
    page.reload()
    at(page, 3, over.seq)
    page.get_by_role("link", name="Read it in the report").click()
    address_ends(page, "#e3")
    expect(page.locator("#e3")).to_be_visible()
    at(page, 3, over.seq)
    page.locator("#e5 a").click()
    at(page, 5, over.seq)


@pytest.mark.parametrize(("language", "width"), [("en", 390), ("de", 1280)])
def test_nobody_is_shut_out(saved: Open, language: str, width: int) -> None:
    page = saved(language, width)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(color_scheme="dark")
    assert violations(page, CONTRAST) == []
