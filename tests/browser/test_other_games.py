"""Games with both expansions and of 2002, played to the final table in a browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from engine.kernel.core import Decision
from games.log import store
from games.models import Game, User
from tests.browser.conftest import Visit
from tests.browser.hands import (
    lay_card,
    make_game,
    moved_on,
    plan_season,
    served,
    unfold,
    until_asked,
)
from tests.service.tables import again, kinds, some_answer, waiting

COURT = ("Favour cards", "Sending courtiers", "Audience with the Emperor", "Landsknechte")


def open_question(page: Page) -> None:
    """Go to what is asked, from the table."""
    page.locator("#now-heading ~ p a.button.primary").click()
    served(page)


def play_on_by_text(page: Page, game: Game) -> None:
    """Answer every question to the end of the game by orders pasted into the page."""
    while page.locator("#now-heading").inner_text() != "The game is over":
        asked = waiting(game)
        open_question(page)
        answer_by_text(page, game, asked)


def answer_by_text(page: Page, game: Game, asked: Decision, *, terse: bool = False) -> None:
    """Answer a question by orders pasted into its page."""
    words = store.load(again(game)).ruleset.text()
    page.locator(".text-orders > summary").click()
    page.fill("#orders", words.format(asked.kind, some_answer(game, asked, terse=terse), "en"))
    page.get_by_role("button", name="Put into the form").click()
    expect(page.locator("#unread")).to_have_count(0)
    moved_on(page)


def final_table(page: Page, game: Game) -> None:
    """The winners are shown, and nothing reaches over the edge."""
    assert again(game).status == Game.Status.FINISHED
    winners = page.locator(".now .seat.big")
    expect(winners).to_have_count(len(again(game).winners))
    assert winners.evaluate_all("all => all.map(s => s.dataset.seat)") == again(game).winners
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate(
        "document.documentElement.clientWidth"
    )


def strongest(game: Game, asked: Decision) -> str:
    """The county of one's own with most armies."""
    counties = store.load(again(game)).state.counties
    return max(asked.options["counties"], key=lambda name: counties[name].armies)


def read_report(page: Page) -> None:
    """Go to the report of the season, and wait for all of it."""
    page.get_by_role("link", name="Story", exact=True).click()
    page.wait_for_url(re.compile("/report/"))


def unfold_all(page: Page) -> None:
    """Open everything that is folded on a report."""
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")


def told_in(page: Page, heading: str) -> list[str]:
    """The lines of a part of the season report."""
    unfold_all(page)
    part = page.locator(".part", has=page.get_by_role("heading", name=heading, exact=True))
    return part.locator(".told p").all_inner_texts()


def own_plan(page: Page) -> str:
    """The plan of A in the season report."""
    plan = page.locator("details.plan", has=page.locator('.seat[data-seat="A"]'))
    unfold_all(page)
    return plan.locator("pre").inner_text()


def watch(page: Page, heading: str, words: str) -> None:
    """Follow the first line of a part into the replay, and read words of it there."""
    unfold_all(page)
    part = page.locator(".part", has=page.get_by_role("heading", name=heading, exact=True))
    part.locator("a.see").first.click()
    page.wait_for_url(re.compile("/replay/"))
    expect(page.locator("[data-told]")).to_contain_text(words)


def test_both_expansions_are_played_to_the_final_table(
    visit: Visit, worker: None, anna: User
) -> None:
    window = visit()
    page = window.sign_in(anna)
    make_game(page, emperors_court="on", landsknechte="on")
    until_asked(page)
    game = Game.objects.get()
    asked = waiting(game)
    court = page.locator("section", has=page.locator("#court-heading"))
    expect(court.locator(".favors li")).to_have_count(3)
    expect(court.locator(".halls .seat")).to_have_count(3)
    expect(page.locator("#banners-heading ~ ul li")).to_have_count(3)
    open_question(page)
    lay_card(page, strongest(game, asked), "boxes.convert_2")
    lay_card(page, "tower", "boxes.convert_1")
    lay_card(page, "tower", "boxes.convert_3")
    unfold(page, "Favours")
    for number, card in enumerate(asked.options["favors"]):
        page.locator(f'[name="favors.{number}"]').select_option(str(card["favor"]))
    unfold(page, "Landsknechte")
    page.locator('[name="bonus.0"]').select_option("grain")
    plan_season(page, by_map=1, phone=False)
    assert window.violations() == []
    moved_on(page)
    read_report(page)
    for heading in COURT:
        assert told_in(page, heading), heading
    plan = own_plan(page)
    assert re.search("convert 1: +tower", plan)
    assert re.search("bonus: +grain", plan)
    assert re.search(rf"favour: +{asked.options['favors'][0]['favor']}\b", plan)
    watch(page, "Favour cards", "The Emperor’s favour")
    expect(page.locator('[data-figure="entrance"][data-colour="A"]')).to_have_text(
        str(asked.options["courtiers"]["entrance"])
    )
    expect(page.locator('[data-figure="banner"][data-colour="A"]')).to_have_text("1")
    page.get_by_role("link", name="Table", exact=True).click()
    play_on_by_text(page, game)
    final_table(page, game)
    assert {"courtiers_sent", "court_closed", "bonus_taken", "piles_restored"} <= set(kinds(game))


def test_the_first_edition_is_played_to_the_final_table(
    visit: Visit, worker: None, anna: User
) -> None:
    window = visit()
    page = window.sign_in(anna)
    make_game(page, "wallenstein-2002")
    until_asked(page)
    game = Game.objects.get()
    asked = waiting(game)
    open_question(page)
    lay_card(page, "coin", "boxes.build_palace")
    page.get_by_text("How many defend").click()
    for county in asked.options["counties"]:
        page.fill(f'[name="defend.{county}"]', "1")
    page.locator('[name="place"]').select_option("no")
    plan_season(page, by_map=1, phone=False)
    assert window.violations() == []
    moved_on(page)
    read_report(page)
    words = store.load(again(game)).ruleset.text()
    plan, unread = words.parse("plan", own_plan(page), "en")
    assert unread == []
    assert plan["defend"] == dict.fromkeys(asked.options["counties"], 1)
    assert plan["place"] is False
    assert plan["boxes"]["build_palace"] == "coin"
    watch(page, "Player order", "order")
    page.get_by_role("link", name="Table", exact=True).click()
    play_on_by_text(page, game)
    final_table(page, game)
    assert {"order_drawn", "defence_chosen"} <= set(kinds(game))
