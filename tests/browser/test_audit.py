"""A sceptic's browser: throws again what the page tells of, and says so when it is not true."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.devices.tower import DEFAULT_TOWER, TOWERS, throw
from engine.kernel.chance import links, step_key, stream
from games import access
from games.models import Game, User
from games.services.tables.forks import game_fork
from games.trust.audit import audit
from games.web import trust
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import go_by_more
from tests.service.tables import NOBODY, person
from tests.web.told import played

AUDIT = Path(__file__).resolve().parents[2] / "docs" / "audit.md"
HOLDS = ".checked.success"
BROKEN = ".checked.error"


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return played(anna, bert, seasons=2)


def address(game: Game) -> str:
    return f"/games/{game.pk}/audit/"


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_every_throw_is_checked_at_a_touch(game: Game, visit: Visit, phone: bool) -> None:
    window = visit(phone=phone)
    page = window.open(address(game))
    buttons = page.get_by_role("button", name=re.compile("Check this throw"))
    buttons.first.click()
    first = page.locator(HOLDS).first
    expect(first).to_contain_text("It is right")
    first.locator("summary").click()
    rows = first.locator("tbody tr")
    shown = page.locator(".audit-throws li").first.locator(".stream code").first.inner_text()
    expect(rows.first).to_contain_text(shown)
    page.get_by_role("button", name="Check all of them").click()
    page.wait_for_function(
        "([holds, all]) => document.querySelectorAll(holds).length === all",
        arg=[HOLDS, buttons.count()],
    )
    assert page.locator(BROKEN).count() == 0
    assert window.violations() == []
    page.emulate_media(color_scheme="dark")
    assert window.violations("color-contrast") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("lie", "verdict"),
    [
        ("fell", "It is wrong"),
        ("digests", "It is wrong"),
        ("link", "do not lead back"),
        ("link and all before", "do not lead back"),
        ("lodged", "left other cubes"),
        ("tray", "left other cubes"),
    ],
)
def test_a_page_that_lies_is_found_out(game: Game, visit: Visit, lie: str, verdict: str) -> None:
    page = told_wrong(visit(), address(game), lambda data: _last_wrong(data, lie))
    page.get_by_role("button", name=re.compile("Check this throw")).last.click()
    expect(page.locator(".checked.say")).to_be_visible()
    expect(page.locator(BROKEN)).to_contain_text(verdict)


@pytest.mark.parametrize(
    ("lie", "verdict"), [("lodged", "left other cubes"), ("before", "does not say what the throw")]
)
@pytest.mark.parametrize("by", ["player", "page"])
def test_a_lie_is_found_out_where_the_throw_before_is_not_shown(
    game: Game, visit: Visit, monkeypatch: pytest.MonkeyPatch, by: str, lie: str, verdict: str
) -> None:
    monkeypatch.setattr(trust, "ON_A_PAGE", 2)
    where, seq = _begins_apart(game, by)

    def wrong(data: dict[str, Any]) -> None:
        record = data["throws"][str(seq)]
        if lie == "lodged":
            _lodged_wrong(data, record)
        else:
            data["before"] = []

    page = told_wrong(visit(), where, wrong)
    page.locator(f'[data-check="{seq}"]').click()
    expect(page.locator(".checked.say")).to_contain_text(verdict)
    assert page.locator(HOLDS).count() == 0


@pytest.mark.parametrize("by", ["player", "page"])
def test_an_honest_page_holds_where_the_throw_before_is_not_shown(
    game: Game, visit: Visit, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr(trust, "ON_A_PAGE", 2)
    page = visit().open(_begins_apart(game, by)[0])
    page.locator("[data-check-all]").click()
    page.wait_for_function(
        "() => document.querySelectorAll('.checked.say').length"
        " === document.querySelectorAll('[data-check]').length"
    )
    assert page.locator(BROKEN).count() == 0
    assert page.locator(HOLDS).count() >= 1


def _begins_apart(game: Game, by: str) -> tuple[str, int]:
    """A page that does not show the throw before one of its own, and the entry of that one."""
    report = audit(access.viewer(game, NOBODY), "en")
    if by == "page":
        return f"{address(game)}?page=2", report.throws[2].seq
    for seat in ("A", "B"):
        own = report.of(seat)
        numbers = {0} | {thrown.number for thrown in own}
        for thrown in own:
            if thrown.number - 1 not in numbers:
                return f"{address(game)}?player={seat}&at={thrown.seq}", thrown.seq
    raise AssertionError("every throw follows one about the same player")


def told_wrong(window: Visitor, where: str, wrong: Callable[[dict[str, Any]], object]) -> Page:
    """A page whose numbers were changed on the way."""

    def tell_lies(route: Any) -> None:
        answer = route.fetch()
        text = re.sub(
            r'(<script id="audit-data" type="application/json">)(.*?)(</script>)',
            lambda match: match[1] + _changed(match[2], wrong) + match[3],
            answer.text(),
        )
        route.fulfill(response=answer, body=text)

    window.page.route(f"**{where}", tell_lies)
    return window.open(where)


def _changed(text: str, wrong: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(text)
    wrong(data)
    return json.dumps(data)


def _lodged_wrong(data: dict[str, Any], record: dict[str, Any]) -> None:
    """Other cubes in the tower, and what falls then."""
    record["lodged"] = {"A": 1, **record["lodged"], "B": record["lodged"].get("B", 0) + 1}
    step = data["steps"][str(record["step"])]
    record["fell"] = _fallen(step, record, data["links"][record["step"] - 1])


def _last_wrong(data: dict[str, Any], lie: str) -> None:
    """One small lie about the last throw."""
    record = data["throws"][max(data["throws"], key=int)]
    step = data["steps"][str(record["step"])]
    if lie == "fell":
        colour = next(iter(record["fell"]))
        record["fell"][colour] += 1
    elif lie == "digests":
        step["digests"][0] = next(
            digest
            for digest in map("{:064x}".format, range(99))
            if _falls_otherwise({**step, "link": data["links"][record["step"] - 1]}, record, digest)
        )
    elif lie == "link":
        data["links"][record["step"] - 1] = "00" * 32
    elif lie == "link and all before":
        # A chain of its own, each link of which hashes to the one before.
        forged = [link.hex() for link in links(b"\0" * 32, len(data["links"]))]
        data["links"] = forged[1:]
        data["steps"] = {n: {**s, "before": forged[int(n) - 1]} for n, s in data["steps"].items()}
        record["fell"] = _fallen(step, record, forged[record["step"]])
    elif lie == "lodged":
        _lodged_wrong(data, record)
    else:
        colour = next(iter(record["thrown"]))
        record["tray"]["before"] = {
            **record["tray"]["before"],
            colour: record["thrown"][colour] + 1,
        }


def _fallen(step: dict[str, Any], record: dict[str, Any], link: str) -> dict[str, int]:
    """What a page would say that forges a throw with all that it rests on."""
    key = step_key(bytes.fromhex(link), step["game"], step["step"], step["digests"])
    source = stream(key, record["stream"])
    return dict(throw(TOWERS[DEFAULT_TOWER], source, record["thrown"], record["lodged"]))


def _falls_otherwise(step: dict[str, Any], record: dict[str, Any], digest: str) -> bool:
    """Whether the throw would show that one of the digests is another one."""
    digests = [digest, *step["digests"][1:]]
    key = step_key(bytes.fromhex(step["link"]), step["game"], step["step"], digests)
    source = stream(key, record["stream"])
    fell = throw(TOWERS[DEFAULT_TOWER], source, record["thrown"], record["lodged"])
    return dict(fell) != record["fell"]


def test_the_browser_computes_what_the_audit_page_says(game: Game, visit: Visit) -> None:
    page = visit().open(address(game))
    sections = AUDIT.read_text("utf-8").split("\n### ")
    given: dict[str, dict[str, str]] = {}
    for section in sections:
        blocks = re.findall(r"^```text\n(.*?)^```", section, re.M | re.S)
        pairs = [
            re.split(r"\s+= ", line, maxsplit=1) for block in blocks for line in block.splitlines()
        ]
        given[section.splitlines()[0]] = {p[0]: p[1] for p in pairs if len(p) == 2}
    step, throw = given["Step keys"], given["Throws"]
    result = page.evaluate(
        """async ([step, told, tower]) => {
            const { thrown } = await import("/static/boards/tower/js/tower.js");
            return thrown(step, told, tower);
        }""",
        [
            {
                "link": step["link"],
                "game": step["game"],
                "step": int(step["step"]),
                "digests": json.loads(step["digests"]),
            },
            {
                "stream": throw["name"],
                "thrown": json.loads(throw["thrown"]),
                "lodged": json.loads(throw["lodged"]),
            },
            {"lodge": [2, 5], "stay": [93, 100]},
        ],
    )
    assert result["key"] == step["key"] == throw["key"]
    assert (result["lodges"], result["loosened"]) == (throw["lodges"], throw["loosened"])
    words = [throw[name].split() for name in ("A", "B", "B inside", "peasants inside")]
    assert [fate["word"] for fate in result["fates"]] == [word for part in words for word in part]
    assert result["fell"] == json.loads(throw["fell"])


def test_a_repair_is_shown_to_everybody_who_opens_either_game(
    game: Game, anna: User, visit: Visit
) -> None:
    staff = person("staff", is_staff=True)
    fork = game_fork(person=staff, game_id=game.pk, step=2, why="A revolt was counted twice.")
    window = visit(phone=True)
    page = window.open(f"/games/{game.pk}/referee/")
    assert window.violations() == []
    page.locator(".acts").get_by_role("link", name=f"Go to game {fork.pk}").click()
    page.wait_for_url(f"**/games/{fork.pk}/")
    go_by_more(page, "Referee")
    page.wait_for_url(f"**/games/{fork.pk}/referee/")
    expect(page.locator(".acts")).to_contain_text("A revolt was counted twice.")
    window.sign_in(staff)
    page = window.open(f"/games/{fork.pk}/referee/")
    page.get_by_text("Fork the game").click()
    assert window.violations() == []


def test_without_a_script_the_page_says_all_it_knows(game: Game, visit: Visit) -> None:
    page = visit(javascript=False).open(address(game))
    assert page.locator(".audit-throws > li").count() >= 1
    assert page.get_by_role("button", name=re.compile("Check")).count() == 0
    page.select_option("#player", "A")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**player=A**")
