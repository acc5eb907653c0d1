"""Every page of the site, found by the resolver itself: nobody is shut out, nothing sticks out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import pytest
from django.test import Client
from playwright.sync_api import Page, ViewportSize, expect

from games import clock
from games.boards.rulebooks import rulebooks
from games.mail.links import off_link, turn_link
from games.models import ApiToken, ChatMessage, Game, OpenDecision, OutboxRow, User
from games.notify.destinations import browser_add
from games.services.people.tokens import token_create
from games.services.play.advance import game_advance, mark_trouble
from games.services.play.deadlines import game_pause
from games.services.tables.invitations import game_cancel
from games.services.tables.talk import chat_post
from games.web.referee import DEEDS
from tests.browser.axe import CONTRAST
from tests.browser.conftest import Visit, Visitor
from tests.service.browsers import Browser
from tests.service.tables import again, answer, lobby, play_out, started, waiting
from tests.web.addresses import routes
from tests.web.test_secrecy_pages import tutorial_scenes
from tests.web.told import played

FIRST_EDITION = "wallenstein-2002"
# Not made here: the pages of Django's admin and of the browser for the API.
FOREIGN = ("/admin/", "/api/")
# How Swagger nests its headings, buttons and regions is not ours to change.
SWAGGERS_OWN = {"heading-order", "nested-interactive", "region"}
# A page is the same page on a phone, narrower; and there its colours are looked at by night.
PHONE: ViewportSize = {"width": 390, "height": 844}


def fresh(anna: User, _bert: User) -> list[Game]:
    """A table that still waits for people."""
    return [lobby(anna, bots=1, visibility="unlisted")]


def planned(anna: User, bert: User) -> list[Game]:
    """A game under way, with both expansions, and what people have beside a game."""
    both = {"emperors_court": "on", "landsknechte": "on"}
    game = played(anna, bert, seasons=2, schedule={"kind": "hours"}, options=both)
    chat_post(person=bert, game_id=game.pk, channel="players", text="Good luck!")
    token_create(user=anna, name="script", scopes=["read"])
    for name in ("phone", "desk"):
        subscription = Browser(f"https://push.example/{name}").subscription
        browser_add(person=anna, name=name, subscription=subscription)
    return [game]


def over(anna: User, _bert: User) -> list[Game]:
    """A game that is over."""
    return [play_out(started(anna), anna)]


def stopped(anna: User, bert: User) -> list[Game]:
    """Games that ask something else than a plan, or rest."""
    asking = started(anna, ruleset=FIRST_EDITION, options={"choices": "ask"})
    answer(asking, anna)
    game_advance(game_id=asking.pk)
    draft = started(anna, options={"line_up": "draft", "choices": "ask"})
    paused, stuck, left = started(anna, bert), started(anna), lobby(anna)
    game_pause(person=anna, game_id=paused.pk, why="Holidays")
    mark_trouble(game_id=stuck.pk, problem=ValueError())
    game_cancel(person=anna, game_id=left.pk)
    return [again(game) for game in (asking, draft, paused, stuck, left)]


def _keys() -> Iterator[str]:
    """The keys to questions of Anna's, as letters carry them."""
    host = User.objects.get(username="anna")
    for asked in OpenDecision.objects.filter(seat="A", game__status=Game.Status.RUNNING)[:2]:
        link = turn_link(
            game=asked.game, decision=asked.decision, user=host, seat="A", written=clock.now()
        )
        yield link.split("/")[-2]


def _way_out() -> str:
    host = User.objects.get(username="anna")
    return off_link(user=host, kind="season_report").split("/")[-2]


def pages(game: Game | None, reader: User | None, only: Collection[str] = ()) -> Iterator[str]:
    """Every address at which somebody gets a page, with this game where one is wanted."""
    books = rulebooks()
    known: dict[str, Sequence[object]] = {
        "game": [game.pk] if game else [],
        "decision": [d.decision for d in game.open_decisions.all()] if game else [],
        "seat_key": "AB",
        # As the API calls it.
        "letter": "AB",
        "step": [game.step - 1, 0] if game and game.step else [],
        "channel": ["players", "spectators"],
        "message": list(ChatMessage.objects.values_list("pk", flat=True)),
        "deed": list(DEEDS),
        "kind": ["orders"],
        "book": [] if game or reader else list(books),
        "page": [page for book in books.values() for page in book.pages],
        **(tutorial_scenes() if not game and not reader else {"ruleset": [], "scene": []}),
        "token": list(ApiToken.objects.values_list("pk", flat=True)),
        "demo.token": ["forged"],
        "row": list(OutboxRow.objects.values_list("pk", flat=True)[:2]),
        "mail-off.token": [_way_out()],
        **{f"turn-link{way}.token": list(_keys()) for way in ("", "-check", "-places")},
        "player": [person.player_uid for person in User.objects.all()],
        **{name: [1] for name in ("absence", "destination", "hook", "pk")},
        **{name: ["a1"] for name in ("key", "uidb36")},
        **{name: ["1"] for name in ("url", "app_label", "content_type_id", "object_id")},
    }
    client = Client()
    if reader:
        client.force_login(reader, "django.contrib.auth.backends.ModelBackend")
    for route in routes():
        if (game and "game" not in route.wants) or (only and route.name not in only):
            continue
        for address in route.filled(known):
            if not address.startswith((*FOREIGN, "/live/stream/")):
                response = client.get(address)
                is_page = response.status_code == 200 and b"<html" in response.getvalue()
                if is_page and not response.has_header("Content-Disposition"):
                    yield address


def faults(window: Visitor, address: str) -> list[str]:
    """What is wrong with a page at a desk by day, or as narrow as a phone by night."""
    page = window.read_letter(address) if address.endswith("/looks/") else window.open(address)
    _unfold(page)
    problems = [*window.violations(), *_sideways(page)]
    size = page.viewport_size
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    problems += [*window.violations(CONTRAST), *_sideways(page)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(size or PHONE)
    return problems


def _unfold(page: Page) -> None:
    """Open what is folded away: it is part of the page, and of what must be legible."""
    # Where only one of them may be open at a time, all are here.
    page.evaluate(
        """() => {
          for (const one of document.querySelectorAll("details")) {
            one.removeAttribute("name");
            one.open = true;
          }
        }"""
    )


def _sideways(page: Page) -> list[str]:
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return ["scrolls sideways"] if page.evaluate(wide) else []


def test_no_page_shuts_a_stranger_out(visit: Visit, anna: User) -> None:
    window, seen = visit(), [*pages(None, None)]
    assert {address: wrong for address in seen if (wrong := faults(window, address))} == {}
    assert len(seen) > 15


def test_nor_any_page_that_is_about_no_game(visit: Visit, anna: User, bert: User) -> None:
    planned(anna, bert)
    stopped(anna, bert)
    window = visit()
    window.sign_in(anna)
    seen = [*pages(None, anna)]
    assert {address: wrong for address in seen if (wrong := faults(window, address))} == {}
    assert len(seen) > 24


@pytest.mark.parametrize(
    ("made", "only", "least", "language"),
    [
        (fresh, (), 2, "en"),
        (planned, (), 10, "en"),
        (over, (), 8, "de"),
        (stopped, ("table", "turn"), 6, "de"),
    ],
    ids=["fresh", "planned", "over", "stopped"],
)
def test_nor_any_page_of_a_game(
    visit: Visit,
    anna: User,
    bert: User,
    made: Callable[[User, User], list[Game]],
    only: tuple[str, ...],
    least: int,
    language: str,
) -> None:
    User.objects.filter(pk=anna.pk).update(language=language)
    seen = [address for game in made(anna, bert) for address in pages(game, anna, only=only)]
    window = visit()
    window.sign_in(anna)
    assert {address: wrong for address in seen if (wrong := faults(window, address))} == {}
    assert len(seen) >= least
    expect(window.page.locator("html")).to_have_attribute("lang", language)


def test_nor_a_stranger_who_looks_on(visit: Visit, anna: User, bert: User) -> None:
    hourly = {"kind": "hours"}
    game = played(
        anna, bert, seasons=1, schedule=hourly, visibility="public", ruleset=FIRST_EDITION
    )
    chat_post(person=bert, game_id=game.pk, channel="players", text="Good luck!")
    window = visit(locale="de-DE")
    seen = [*pages(game, None)]
    assert {address: wrong for address in seen if (wrong := faults(window, address))} == {}
    shown = {address.removeprefix(f"/games/{game.pk}/").partition("/")[0] for address in seen}
    assert shown >= {"", "report", "replay", "charts", "chat", "referee"}


def test_nor_does_a_page_that_says_no(visit: Visit, anna: User, bert: User) -> None:
    window = visit(phone=True)
    window.expected = ["status of 403", "status of 404", "status of 410"]
    running, closed = started(anna, bert), lobby(anna, visibility="unlisted")
    window.sign_in(bert)
    refusing = (
        "/nowhere/",
        f"/games/{closed.pk}/",
        f"/games/{running.pk}/turn/{waiting(running).id}/",
        f"/games/{running.pk}/turn/1.winter.plan.B/",
        f"/games/{running.pk}/report/99/",
    )
    assert {address: wrong for address in refusing if (wrong := faults(window, address))} == {}


def test_the_docs_of_the_api_open_under_the_policy_of_the_site(visit: Visit) -> None:
    window = visit()
    page = window.open("/api/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    rules = {fault.partition(":")[0] for fault in window.violations()}
    assert rules <= SWAGGERS_OWN
