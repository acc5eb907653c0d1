"""How much work the pages are, in figures: `python -m tests.browser.measure`.

Three games in their first spring are planned by a hand, at a desk and on a phone; then a season is
played by five people, and its report, its table and the mails about it are counted. To compare two
states of the site, run it in a checkout of each; but for the guide, it asks for nothing that the
pages before the planning mat lacked.
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.browser.measure_turn import guided, measured
from tests.browser.screenshots import seeded, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from games.models import Game, User

SIZES = {1280: 900, 390: 844}
EXPANSIONS = {"emperors_court": "on", "landsknechte": "on"}
GAMES: dict[str, dict[str, Any]] = {
    "2010": {},
    "both expansions": {"options": EXPANSIONS},
    "2002": {"ruleset": "wallenstein-2002"},
}
NAMES = ("anna", "bert", "cora", "dora", "emil")


def row(name: str, figures: Mapping[str, Any]) -> None:
    """A line of the table; its head is printed with the first one."""
    print(f"| {name} | " + " | ".join(str(figure) for figure in figures.values()) + " |")


def head(of: str, figures: Mapping[str, Any]) -> None:
    """The head of a table."""
    print(f"\n| {of} | " + " | ".join(figures) + " |")
    print("|---" * (len(figures) + 1) + "|")


def window(browser: Browser, cookies: list[Any], width: int) -> Page:
    """A page of a width, for somebody who has signed in."""
    phone = width < 600
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]}, is_mobile=phone, has_touch=phone
    )
    context.add_cookies(cookies)
    return context.new_page()


def plans_measured(
    browser: Browser, base: str, cookies: list[Any], addresses: Mapping[tuple[str, int], str]
) -> None:
    """What a plan takes, in every game at every size."""
    for number, ((name, width), address) in enumerate(addresses.items()):
        page = window(browser, cookies, width)
        answer = page.goto(base + address)
        assert answer is not None
        packed = len(gzip.compress(answer.body()))
        figures = {**measured(page, phone=width < 600), "packed": packed}
        if not number:
            head("Turn", figures)
        row(f"{name}, {width}", figures)
        page.context.close()


def guides_measured(
    browser: Browser, base: str, cookies: list[Any], addresses: Mapping[tuple[str, int], str]
) -> None:
    """From the link to a first legal plan along the guide, over whatever plan is laid already."""
    for number, ((name, width), address) in enumerate(addresses.items()):
        page = window(browser, cookies, width)
        figures = guided(page, base + address.partition("turn/")[0], phone=width < 600)
        if not number:
            head("Guide", figures)
        row(f"{name}, {width}", figures)
        page.context.close()


def pages_measured(browser: Browser, base: str, cookies: list[Any], game: Game) -> None:
    """How long the pages about a season are, in pixels and in screens."""
    for number, (name, width) in enumerate(product(("report/1/", ""), SIZES)):
        page = window(browser, cookies, width)
        page.goto(f"{base}/games/{game.pk}/{name}")
        page.wait_for_function("() => document.readyState === 'complete'")
        height = page.evaluate("document.documentElement.scrollHeight")
        figures = {"height": height, "screens": round(height / SIZES[width], 1)}
        if not number:
            head("Page", figures)
        row(f"{name or 'table'}, {width}", figures)
        page.context.close()


def season_played(people: list[User]) -> Game:
    """A game of five people after its first season, planned by the best bot of that time."""
    from engine.bots import bot_named  # noqa: PLC0415 as below
    from engine.kernel.chance import stream  # noqa: PLC0415
    from games.log import store  # noqa: PLC0415
    from games.services.play.advance import game_advance  # noqa: PLC0415
    from games.services.play.turns import answer_submit  # noqa: PLC0415
    from tests.service.tables import again, started, waiting  # noqa: PLC0415

    game = started(*people, players=len(people), name="A season")
    for seat, player in zip("ABCDE", people, strict=True):
        decision = waiting(game, seat)
        marshal = bot_named(game.ruleset, "marshal")
        state = store.load(again(game)).state
        plan = marshal.answer(state, decision, stream(bytes(32), decision.id))
        answer_submit(person=player, game_id=game.pk, decision=decision.id, answer=plan)
    game_advance(game_id=game.pk)
    return again(game)


def mails_counted(game: Game) -> None:
    """Which mails the players of a game got, from its beginning to the second plan."""
    from games.models import OutboxRow  # noqa: PLC0415

    kinds = Counter(OutboxRow.objects.filter(game=game).values_list("kind", flat=True))
    figures = {"all": sum(kinds.values()), "a player": sum(kinds.values()) / len(NAMES), **kinds}
    head("Mails", figures)
    row("start and first season, 5 players", figures)


def main() -> int:
    """Play, look, print."""
    with tempfile.TemporaryDirectory(prefix="wallenstein-measure-") as home, ExitStack() as held:
        os.environ["WALLENSTEIN_HOME"] = home
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        # Playwright runs a loop in this thread; Django would refuse its database beside one.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        import django  # noqa: PLC0415 the settings need the folder above

        django.setup()
        from django.conf import settings  # noqa: PLC0415
        from django.core.management import call_command  # noqa: PLC0415
        from django.test import Client  # noqa: PLC0415

        from tests.browser import chromium  # noqa: PLC0415
        from tests.service.tables import person, started, waiting  # noqa: PLC0415

        held.enter_context(seeded())
        call_command("migrate", verbosity=0)
        people = [person(name) for name in NAMES]
        anna, addresses = people[0], {}
        # A game for each size: what the first hand has laid is saved.
        for name, width in product(GAMES, SIZES):
            game = started(anna, players=5, name=name, **GAMES[name])
            addresses[name, width] = f"/games/{game.pk}/turn/{waiting(game).id}/"
        played = season_played(people)
        client = Client()
        client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
        base = held.enter_context(served())
        key = settings.SESSION_COOKIE_NAME
        cookies = [{"name": key, "value": client.cookies[key].value, "url": base}]
        playwright = held.enter_context(chromium.driver())
        browser = playwright.chromium.launch(
            executable_path=chromium.found(), args=chromium.arguments()
        )
        plans_measured(browser, base, cookies, addresses)
        guides_measured(browser, base, cookies, addresses)
        pages_measured(browser, base, cookies, played)
        mails_counted(played)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
