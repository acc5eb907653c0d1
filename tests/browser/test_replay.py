"""The replay in a browser: step, play, link, keys, and calm where calm is wanted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game, User
from tests.browser.conftest import Visit
from tests.browser.hands import centre, until
from tests.web.told import fought, line_of


@pytest.fixture
def game(anna: User) -> Game:
    """A game with two seasons and a battle behind it."""
    return fought(anna, seasons=2)


def told(page: Page) -> str:
    return page.locator("[data-told]").inner_text()


def owners(page: Page) -> dict[str, str]:
    by_county: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.county[data-owner]')]"
        ".map((county) => [county.dataset.county, county.dataset.owner]))"
    )
    return by_county


def drawn(page: Page) -> dict[str, list[str]]:
    """What stands in each county: its owner, its parts, its armies, its words."""
    by_county: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.county')].map((county) => [
          county.dataset.county,
          [county.dataset.owner ?? '', county.getAttribute('aria-label'),
           [...county.querySelectorAll('text')].map((text) => text.textContent).join(' '),
           ...[...county.children].filter((part) => part.matches('use, circle, .badge'))
             .map((part) => [part.tagName, part.getAttribute('class'), part.getAttribute('href'),
               part.getAttribute('fill'), Number(part.getAttribute('x') ?? part.getAttribute('cx')),
               Number(part.getAttribute('y') ?? part.getAttribute('cy'))].join(' ')).sort()],
        ]))"""
    )
    return by_county


def figures(page: Page) -> list[str]:
    return page.locator("[data-figure]").all_inner_texts()


def at(page: Page, seq: int) -> None:
    """Wait until the page shows an event, drawn by its script: the server says it long before."""
    expect(page.locator("[data-slider][aria-valuetext]")).to_be_visible()
    expect(page.locator("[data-where]")).to_have_text(re.compile(rf"\b{seq} of "))


def past(page: Page, seq: int) -> None:
    """Wait until playing has gone on to an event, or further."""

    # Not by the address, which is brought in line when playing rests.
    def shown() -> bool:
        number = re.search("[0-9]+", page.locator("[data-where]").inner_text())
        return number is not None and int(number[0]) >= seq

    until(shown, page)


def test_stepping_draws_what_the_server_would_draw(visit: Visit, game: Game) -> None:
    line = line_of(game)
    spring, summer = line.chapters[1], line.chapters[2]
    window, still = visit(), visit(javascript=False)
    page = window.open(f"/games/{game.id}/replay/?at={spring.last - 1}")
    at(page, spring.last - 1)
    for goal in (spring.last, summer.first):
        page.get_by_role("link", name="Next event").click()
        at(page, goal)
        expect(page).to_have_url(re.compile(rf"\?at={goal}$"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(summer.title)
    for goal in (summer.last - 4, summer.first + 40):
        page.locator("[data-slider]").fill(str(goal))
        at(page, goal)
        plain = still.open(f"/games/{game.id}/replay/?at={goal}")
        assert told(page) == told(plain)
        assert drawn(page) == drawn(plain)
        assert figures(page) == figures(plain)
    shown = line.shown(line.position(summer.first + 40))
    assert owners(page) == {name: c["owner"] for name, c in shown["counties"].items()}


def test_keys_step_and_play(visit: Visit, game: Game) -> None:
    summer = line_of(game).chapters[2]
    page = visit().open(f"/games/{game.id}/replay/?at={summer.first}")
    at(page, summer.first)
    page.keyboard.press("ArrowRight")
    at(page, summer.first + 1)
    page.keyboard.press("ArrowLeft")
    at(page, summer.first)
    page.keyboard.press("ArrowLeft")
    at(page, summer.first - 1)
    page.keyboard.press("Home")
    at(page, 1)
    page.keyboard.press("End")
    at(page, line_of(game).last)
    page.locator("[data-speed]").select_option("200")
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    past(page, 6)
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_playing_goes_on_after_a_lost_connection(visit: Visit, game: Game) -> None:
    spring = line_of(game).chapters[1]
    window = visit()
    window.expected.append("Failed to load resource")
    page = window.page

    def lose(route: Route) -> None:
        route.abort()

    page.route("**/replay/frames/2/", lose)
    window.open(f"/games/{game.id}/replay/?at={spring.last - 1}")
    at(page, spring.last - 1)
    page.locator("[data-speed]").select_option("200")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.unroute("**/replay/frames/2/", lose)
    past(page, spring.last + 3)
    expect(page.locator("[data-trouble]")).to_be_empty()


@pytest.mark.parametrize("height", [844, 664])
def test_a_phone_shows_the_throw_and_where_it_is_about(
    visit: Visit, game: Game, height: int
) -> None:
    battles = [m for m in line_of(game).moments if m.entry.kind == "battle_decided"]
    assert battles
    window = visit(phone=True)
    window.page.set_viewport_size({"width": 390, "height": height})
    for battle in battles:
        page = window.open(f"/games/{game.id}/replay/?at={battle.seq - 2}")
        at(page, battle.seq - 2)
        page.get_by_role("link", name="Next event").tap()
        at(page, battle.seq - 1)
        expect(page.locator(".throw")).to_be_in_viewport(ratio=1)
        thrown, deck = page.locator(".throw").bounding_box(), page.locator(".deck").bounding_box()
        assert thrown is not None
        assert deck is not None
        assert thrown["y"] + thrown["height"] <= deck["y"]
        expect(page.locator(".mark-here")).to_have_count(1)
        expect(page.locator(".mark-from")).to_have_count(1)
        _x, y = centre(page, battle.entry.payload["county"])
        assert 0 < y < deck["y"]
        assert not thrown["y"] < y < thrown["y"] + thrown["height"]


def test_playing_leaves_a_phones_reader_where_they_are(visit: Visit, game: Game) -> None:
    thrown = next(m.seq for m in line_of(game).moments if m.entry.kind == "tower_thrown")
    page = visit(phone=True).open(f"/games/{game.id}/replay/?at={thrown - 1}")
    at(page, thrown - 1)
    page.locator("[data-speed]").select_option("200")
    page.evaluate("document.activeElement.blur(), scrollTo(0, document.body.scrollHeight)")
    expect(page.locator(".map-sheet")).not_to_be_in_viewport()
    here = page.evaluate("scrollY")
    page.keyboard.press(" ")
    past(page, thrown)
    page.keyboard.press(" ")
    assert page.evaluate("scrollY") == pytest.approx(here, abs=60)
    expect(page.locator(".map-sheet")).not_to_be_in_viewport()


def test_a_throw_finds_its_place_anew_when_a_tablet_is_turned(visit: Visit, game: Game) -> None:
    battle = next(m for m in line_of(game).moments if m.entry.kind == "battle_decided")
    window = visit()
    window.page.set_viewport_size({"width": 800, "height": 1100})
    page = window.open(f"/games/{game.id}/replay/?at={battle.seq - 1}")
    at(page, battle.seq - 1)
    page.wait_for_function("() => document.querySelector('.throw').style.marginTop !== ''")
    page.set_viewport_size({"width": 1100, "height": 800})
    page.wait_for_function("() => document.querySelector('.throw').style.marginTop === ''")


def test_cubes_fall_unless_the_reader_wants_calm(visit: Visit, game: Game) -> None:
    thrown = next(m.seq for m in line_of(game).moments if m.entry.kind == "tower_thrown")
    path = f"/games/{game.id}/replay/?at={thrown - 1}"
    window = visit()
    page = window.open(path)
    at(page, thrown - 1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".throw")).to_have_class(re.compile("play"))
    page.get_by_label("Animate the cubes").uncheck()
    expect(page.locator(".throw")).not_to_have_class(re.compile("play"))
    expect(page).to_have_url(re.compile(rf"\?at={thrown}$"))
    page.reload()
    at(page, thrown)
    expect(page.get_by_label("Animate the cubes")).not_to_be_checked()
    expect(page.locator(".throw")).not_to_have_class(re.compile("play"))
    calm = visit(reduced_motion="reduce").open(path)
    at(calm, thrown - 1)
    calm.keyboard.press("ArrowRight")
    expect(calm.locator(".throw")).to_be_visible()
    expect(calm.locator(".throw")).not_to_have_class(re.compile("play"))
    expect(calm.get_by_label("Animate the cubes")).to_be_disabled()


# What a show says and draws in every picture while cubes fall.
WATCHED = """() => {
  const look = () => {
    const thrown = document.querySelector("[data-throw].play:not(.lies)");
    if (thrown) {
      window.falling ??= {};
      window.falling[document.querySelector("[data-where]").textContent] = [
        getComputedStyle(thrown.querySelector("figcaption")).visibility,
        Object.fromEntries([...document.querySelectorAll(".county[data-owner]")]
          .map((county) => [county.dataset.county, county.dataset.owner])),
      ];
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_what_a_throw_came_to_is_told_when_its_cubes_lie(visit: Visit, game: Game) -> None:
    line = line_of(game)
    fights = [m.seq for m in line.moments if m.entry.kind in ("battle_decided", "revolt_decided")]
    decided = fights[0]
    chapter = line.chapter_at(decided)
    window = visit()
    window.page.add_init_script(f"({WATCHED})()")
    page = window.open(f"/games/{game.id}/replay/?watch={chapter.number}&at={decided - 3}")
    past(page, decided)
    expect(page.locator("[data-throw] figcaption")).to_be_visible()
    before = line.shown(line.position(decided - 2))["counties"]
    owned = {name: county["owner"] for name, county in before.items()}
    # Until then the page shows who attacks or rises, and the counties as they were.
    ((where, (caption, seen)),) = page.evaluate("Object.entries(window.falling)")
    assert where == f"Event {decided - 2} of {line.last}"
    assert caption == "hidden"
    assert seen == owned


def test_a_report_leads_to_the_event_and_back(visit: Visit, game: Game) -> None:
    page = visit(phone=True).open(f"/games/{game.id}/report/2/")
    page.get_by_text("What happened, line by line").click()
    link = page.locator(".told .see:visible").nth(3)
    seq = int(re.sub(r".*=", "", link.get_attribute("href") or ""))
    link.click()
    at(page, seq)
    page.get_by_role("link", name="Read it in the report").click()
    expect(page.locator(f"#e{seq}")).to_be_in_viewport()
    page.locator(".map-switch").click()
    page.get_by_role("link", name="Before", exact=True).click()
    expect(page.get_by_role("heading", name="The map before")).to_be_visible()
    taken = (page.locator("#map-box").get_attribute("data-taken") or "").split()
    expect(page.locator(".mark-taken")).to_have_count(len(taken))


@pytest.mark.parametrize(
    ("phone", "scheme"), [(False, "dark"), (True, "light")], ids=["desk by night", "phone by day"]
)
def test_the_pages_are_accessible(visit: Visit, game: Game, phone: bool, scheme: str) -> None:
    window = visit(phone=phone, color_scheme=scheme, reduced_motion="reduce")
    thrown = [m.seq for m in line_of(game).moments if m.entry.kind == "tower_thrown"][-1]
    for path in (f"replay/?at={thrown}", "report/2/", "charts/"):
        page = window.open(f"/games/{game.id}/{path}")
        if path == "report/2/":
            page.evaluate(
                "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
            )
        assert window.violations() == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
