"""The map of the turn form: large enough to read, and nothing drawn over what is to be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine.wallenstein.board import COUNTIES
from games.models import User
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import served
from tests.service.tables import started, waiting


def planning(
    visit: Visit, anna: User, width: int = 1280, height: int = 900, *, javascript: bool = True
) -> Visitor:
    """A plan to be made in a window of some size."""
    game = started(anna, players=5)
    window = visit(phone=width < 600, javascript=javascript)
    window.page.set_viewport_size({"width": width, "height": height})
    window.sign_in(anna)
    window.open(f"/games/{game.pk}/turn/{waiting(game).id}/")
    return window


# Every text of a kind as it meets the eye: the size of its letters in pixels of the screen.
LETTERS = """kind => [...document.querySelectorAll(`.map-sheet ${kind}`)]
  .filter((text) => text.getClientRects().length)
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""


@pytest.mark.parametrize(
    ("width", "height", "names", "armies"),
    [(1280, 900, 8.5, 12), (1280, 720, 12, 14), (390, 844, 9, 10), (390, 664, 8, 9)],
)
def test_the_map_of_the_turn_form_can_be_read(
    visit: Visit, anna: User, width: int, height: int, names: float, armies: float
) -> None:
    page = planning(visit, anna, width, height).page
    shown = page.evaluate(LETTERS, ":is(.county > text, .shorts text)")
    assert len(shown) >= 45
    assert min(shown) >= names
    assert min(page.evaluate(LETTERS, ".badge text")) >= armies


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)])
def test_cards_lie_in_sight_beside_the_map(
    visit: Visit, anna: User, width: int, height: int
) -> None:
    page = planning(visit, anna, width, height).page
    page.locator(".plan").evaluate("it => it.scrollIntoView({ block: 'start' })")
    expect(page.locator(".map-sheet")).to_be_in_viewport(ratio=0.99)
    bar = page.locator(".turn-bar").bounding_box()
    assert bar is not None
    for card in page.locator(".county-card").all()[:4]:
        expect(card).to_be_in_viewport(ratio=1)
        box = card.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]


# Every possible march is ordered, one after the other: what do its words and its arrow lie on?
MARCHES = """() => {
  const { near } = JSON.parse(document.getElementById("turn-data").textContent);
  const put = (name, value) => {
    const input = document.querySelector(`[name="${name}"]`);
    input.value = value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const box = (one) => one.getBoundingClientRect();
  const met = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
  const read = document.querySelectorAll(".badge rect, .county > text, .shorts text");
  const badge = (county) => document.querySelector(`[data-county="${county}"] .badge rect`);
  const found = { marches: 0, struck: 0, covered: [], crossed: [] };
  for (const [home, neighbours] of Object.entries(near)) {
    put("boxes.combat_a", home);
    for (const away of neighbours) {
      put("moves.combat_a.0.to", away);
      found.marches += 1;
      const plate = box(document.querySelector(".arrow-plate"));
      const over = [...read].filter((one) => box(one).width && met(plate, box(one)));
      found.covered.push(...over.map((one) => `${home} ${away}: ${one.parentNode.textContent}`));
      const line = document.querySelector(".arrow-line");
      const start = line.getPointAtLength(0).matrixTransform(line.getScreenCTM());
      const from = box(badge(home));
      const beside = start.x < from.left || start.x > from.right;
      const spots = [0.2, 0.4, 0.6, 0.8, 1].map((part) =>
        line.getPointAtLength(part * line.getTotalLength()).matrixTransform(line.getScreenCTM()));
      const struck = [...read].some((one) => spots.some(({ x, y }) =>
        x > box(one).left && x < box(one).right && y > box(one).top && y < box(one).bottom));
      if (struck) found.struck += 1;
      const level = start.y > from.top && start.y < from.bottom;
      if (level && !beside) found.crossed.push(`${home} ${away}`);
    }
  }
  return found;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_arrows_and_their_words_leave_armies_and_names_to_be_read(
    visit: Visit, anna: User, width: int, height: int
) -> None:
    page = planning(visit, anna, width, height).page
    served(page)
    counts = page.evaluate(MARCHES)
    marches = counts.pop("marches")
    assert marches > 20
    # An arrow has to get through between names and armies, and mostly finds a way.
    struck = counts.pop("struck")
    assert struck <= marches * 0.25, struck
    assert counts == {"covered": [], "crossed": []}


def test_buttons_on_a_phones_map_lie_on_the_sea(visit: Visit, anna: User) -> None:
    anna.language = "de"
    anna.save()
    window = planning(visit, anna, 390, 844)
    page = window.page
    covered = page.evaluate(
        """() => {
          const box = (one) => one.getBoundingClientRect();
          const met = (one, other) =>
            one.left < other.right && other.left < one.right &&
            one.top < other.bottom && other.top < one.bottom;
          const buttons = [...document.querySelectorAll(".map-fold > summary, .map-tools button")];
          const read = [...document.querySelectorAll(".badge rect, .shorts text")];
          return buttons.flatMap((button) =>
            read.filter((one) => met(box(button), box(one))).map((one) => one.textContent));
        }"""
    )
    assert covered == []
    fold = page.locator(".map-fold > summary")
    assert fold.inner_text().strip() == "Landkarte"
    fold.click()
    expect(page.locator(".map-sheet")).to_be_hidden()
    assert window.violations() == []


# The widest words a list may show, beside what the list has room for: its arrow takes the rest.
CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll(".face > select")].flatMap((select) => {
    const style = getComputedStyle(select);
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - 24;
    const coin = [...select.options].find((option) => option.value === "coin");
    return coin && pen.measureText(coin.label).width > room ? [coin.label] : [];
  });
}"""


def test_an_opened_box_on_a_phone_shows_all_words_of_a_coin_card(visit: Visit, anna: User) -> None:
    anna.language = "de"
    anna.save()
    page = planning(visit, anna, 390, 844).page
    served(page)
    summaries = page.locator(".boxes .more > summary")
    for place in range(summaries.count()):
        summaries.nth(place).click()
        opened = page.locator(".box:has(> .more[open])")
        expect(opened).to_have_count(1)
        room = opened.locator(".face > select").bounding_box()
        assert room is not None
        assert room["width"] > 300


# Words of a card that reach over its edge, or lie under what opens it.
OVER = """() => [...document.querySelectorAll(".box .face")].flatMap((face) => {
  const { left } = face.parentElement.querySelector(".more > summary").getBoundingClientRect();
  return [...face.querySelectorAll("label, .said, .tip, .price")].flatMap((part) => {
    const words = document.createRange();
    words.selectNodeContents(part);
    const out = [...words.getClientRects()].some(({ right }) => right > left + 1);
    return out ? [part.textContent] : [];
  });
})"""


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("language", ["de", "en"])
def test_all_words_stand_on_their_cards(
    visit: Visit, anna: User, language: str, width: int
) -> None:
    anna.language = language
    anna.save()
    page = planning(visit, anna, width, 900 if width > 600 else 844).page
    served(page)
    # The longest names there are, in every box.
    page.locator("[data-said]").evaluate_all(
        "all => all.map((one) => one.append('Niederösterreich'))"
    )
    page.locator("[data-tip]").evaluate_all(
        "all => all.map((one) => one.append('→ Sächsische Lande, 100 %'))"
    )
    assert page.locator(".box [data-put]").count() > 9
    assert page.evaluate(OVER) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_with_a_card_in_hand_the_boxes_stay_as_tall_as_they_were(visit: Visit, anna: User) -> None:
    anna.language = "de"
    anna.save()
    page = planning(visit, anna, 390, 844).page
    served(page)
    boxes = page.locator("[data-box]")
    before = boxes.evaluate_all("all => all.map((box) => box.offsetHeight)")
    page.locator(".county-card").first.click()
    assert boxes.evaluate_all("all => all.map((box) => box.offsetHeight)") == before


def test_without_a_script_a_phone_leaves_no_room_for_buttons(visit: Visit, anna: User) -> None:
    anna.language = "de"
    anna.save()
    page = planning(visit, anna, 390, 844, javascript=False).page
    box = page.locator(".box").first.bounding_box()
    face = page.locator(".face > select").first.bounding_box()
    assert face is not None
    assert box is not None
    assert face["width"] > box["width"] * 0.85
    assert page.evaluate(CUT) == []
    # The map is a picture then: nothing on it is pointed at.
    land = page.locator(".county").first
    assert land.evaluate("it => getComputedStyle(it).pointerEvents") == "none"


# Where the words of a card stand in it, whatever the county is called.
CARDS = """names => {
  const name = document.querySelector("[data-hand] strong");
  const words = document.createRange();
  return names.map((text) => {
    name.textContent = text;
    words.selectNodeContents(name);
    const card = name.closest("button").getBoundingClientRect();
    const { left, right } = words.getBoundingClientRect();
    const lines = new Set([...words.getClientRects()].map((line) => line.top)).size;
    return { text, left: left - card.left, free: card.right - right, lines };
  });
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 900), (390, 844)])
def test_the_name_of_every_county_stands_whole_on_its_card(
    visit: Visit, anna: User, width: int, height: int
) -> None:
    page = planning(visit, anna, width, height).page
    served(page)
    names = page.evaluate(CARDS, [county.name for county in COUNTIES.values()])
    assert len({round(name["left"]) for name in names}) == 1
    assert [name["text"] for name in names if name["free"] < 0] == []
    # Only names of several words go on in the next line.
    broken = [name["text"] for name in names if name["lines"] > 1]
    assert [text for text in broken if " " not in text and "-" not in text] == []
