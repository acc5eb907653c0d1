"""The verifier in the browser proves games of Löwenherz, and tells of lies what the file tells."""

from __future__ import annotations

from itertools import islice

import pytest
from playwright.sync_api import Page

from engine.kernel.log import write_log
from tests.browser.test_verify_page import by_the_page
from tests.contract.tables import file_of
from tests.trust.agreement import by_the_file
from tests.trust.lies_about_loewenherz import LIES
from tests.trust.loewenherz_games import LOEWENHERZ, PLAYERS, cuts, whole_game
from tests.trust.rich_loewenherz import RICH, rich_game, snapshot

# So many logs go into the browser at once.
SHEAF = 50


@pytest.mark.parametrize("players", PLAYERS)
def test_page_and_file_agree_on_honest_games(saved: Page, players: int) -> None:
    table = whole_game(players, f"page {players}")
    logs = [file_of(table.game, table.entries), *(log for _, log in cuts(table, 20))]
    reports = by_the_page(saved, logs)
    assert reports == [by_the_file(log) for log in logs]
    assert {report["verdict"] for report in reports} == {"OK"}
    assert [report["over"] for report in reports] == [True, *(False for _ in logs[1:])]


# Puts the page's program into positions and lets it follow games from there; what it holds then.
FOLLOW = """([name, games]) => games.map(({ seats, given, steps }) => {
  const at = new LogPosition(newReport());
  Object.assign(at, { seats, rules: TABLES.rulesets[name] });
  const course = new LoewenherzCourse(at);
  const { board, castles, knights, borders, domains, held, ...rest } = given;
  Object.assign(course, rest, { held: new Set(held.map((pair) => pair.join(" "))) });
  Object.assign(course.land, {
    signs: new Map([...board].map((sign, place) => [SQUARES[place], sign])),
    castles: new Map(Object.entries(castles)), knights: new Map(Object.entries(knights)),
    borders: new Set(borders),
    domains: new Map(Object.entries(domains).map(([castle, own]) => [castle, new Set(own)])),
  });
  for (const { decided, facts } of steps) {
    for (const decision of decided) at.decided.add(decision);
    for (const [kind, payload] of facts) course.afterChance(1, kind, payload);
  }
  const { land, points, money, hands } = course;
  return {
    points, money, hands, borders: [...land.borders].sort(),
    knights: Object.fromEntries(land.knights),
    domains: Object.fromEntries([...land.domains].map(([castle, own]) => [castle, inOrder(own)])),
  };
})"""


def test_the_page_follows_rich_games(saved: Page) -> None:
    games, ends = [], []
    for seats, name in RICH:
        state, steps = rich_game(seats, name)
        given, followed = snapshot(state), list(steps)
        followed_by = [{"decided": step.decided, "facts": step.facts} for step in followed]
        games.append({"seats": list(seats), "given": given, "steps": followed_by})
        ends.append(snapshot(followed[-1].state))
    held = saved.evaluate(FOLLOW, [LOEWENHERZ, games])
    assert held == [{key: end[key] for key in held[0]} for end in ends]


@pytest.mark.parametrize("about", LIES)
def test_page_and_file_agree_on_lies(saved: Page, about: str) -> None:
    # The file refuses all of them; every fourth is put to the page, too, some 245.
    lies = islice(LIES[about](), 0, None, 4)
    while sheaf := list(islice(lies, SHEAF)):
        logs = [b"".join(write_log(header, entries)) for _, header, entries in sheaf]
        reports = by_the_page(saved, logs)
        for (name, *_), log, report in zip(sheaf, logs, reports, strict=True):
            assert report == by_the_file(log), name
