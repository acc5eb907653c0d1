"""Every page of the site, found by the resolver itself: nobody is shut out, nothing sticks out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from django.test import Client

from games.models import ApiToken, ChatMessage, Game, User
from games.services.advance import game_advance, mark_trouble
from games.services.deadlines import game_pause
from games.services.invitations import game_cancel
from games.services.talk import chat_post
from games.tokens import token_create
from games.web.referee import DEEDS
from games.web.rules import PAGES
from tests.browser.conftest import Visit, Visitor
from tests.service.tables import again, answer, lobby, play_out, started, waiting
from tests.web.addresses import routes
from tests.web.told import played

# Not made here: the pages of Django's admin and of the browser for the API.
FOREIGN = ("/admin/", "/api/")


@dataclass(frozen=True)
class Tables:
    """Games in every state."""

    fresh: Game
    planned: Game
    over: Game
    others: Sequence[Game]


@pytest.fixture
def tables(anna: User, bert: User) -> Tables:
    fresh = lobby(anna, bots=1, visibility="unlisted")
    planned = played(anna, bert, seasons=2, schedule={"kind": "hours"})
    chat_post(person=bert, game_id=planned.pk, channel="players", text="Good luck!")
    token_create(user=anna, name="script", scopes=["read"])
    asking = started(anna, options={"choices": "ask"})
    answer(asking, anna)
    game_advance(game_id=asking.pk)
    draft = started(anna, options={"line_up": "draft", "choices": "ask"})
    paused, stuck, left = started(anna, bert), started(anna), lobby(anna)
    game_pause(person=anna, game_id=paused.pk, why="Holidays")
    mark_trouble(game_id=stuck.pk, problem=ValueError())
    game_cancel(person=anna, game_id=left.pk)
    over = play_out(started(anna), anna)
    return Tables(fresh, planned, over, [again(g) for g in (asking, draft, paused, stuck, left)])


def pages(game: Game | None, reader: User | None) -> Iterator[str]:
    """Every address at which somebody gets a page, with this game where one is wanted."""
    known: dict[str, Sequence[object]] = {
        "game": [game.pk] if game else [],
        "decision": [d.decision for d in game.open_decisions.all()] if game else [],
        "letter": "AB",
        "step": [game.step - 1, 0] if game and game.step else [],
        "channel": ["players", "spectators"],
        "message": list(ChatMessage.objects.values_list("pk", flat=True)),
        "deed": list(DEEDS),
        "page": [] if game or reader else list(PAGES),
        "token": list(ApiToken.objects.values_list("pk", flat=True)),
        "demo.token": ["forged"],
        "player": [person.player_uid for person in User.objects.all()],
        **{name: [1] for name in ("absence", "hook", "pk")},
        **{name: ["a1"] for name in ("key", "uidb36")},
        **{name: ["1"] for name in ("url", "app_label", "content_type_id", "object_id")},
    }
    client = Client()
    if reader:
        client.force_login(reader, "django.contrib.auth.backends.ModelBackend")
    for route in routes():
        if game and "game" not in route.wants:
            continue
        for address in route.filled(known):
            if not address.startswith((*FOREIGN, "/live/stream/")):
                found = client.get(address)
                if found.status_code == 200 and b"<html" in found.getvalue():
                    yield address


def faults(window: Visitor, address: str, by_night: bool = True) -> list[str]:
    """What is wrong with a page, by day and by night."""
    page = window.open(address)
    found = window.violations()
    if by_night:
        page.emulate_media(color_scheme="dark")
        found += [f"by night: {told}" for told in window.violations("color-contrast")]
        page.emulate_media(color_scheme="light")
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("scrolls sideways")
    return found


@pytest.mark.timeout(300)
@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_no_page_shuts_anybody_out(visit: Visit, tables: Tables, anna: User, phone: bool) -> None:
    window = visit(phone=phone)
    found = {address: faults(window, address, phone) for address in pages(None, None)}
    strangers = len(found)
    window.sign_in(anna)
    mine = [*pages(None, anna)]
    for game in (tables.fresh, tables.planned, tables.over):
        mine += pages(game, anna)
    for game in tables.others:
        mine += [a for a in pages(game, anna) if "/turn/" in a or a == f"/games/{game.pk}/"]
    found |= {f"{address} of mine": faults(window, address, phone) for address in mine}
    assert {address: told for address, told in found.items() if told} == {}
    assert strangers > 15
    assert len(mine) > 45


def test_nor_does_a_page_that_says_no(visit: Visit, anna: User, bert: User) -> None:
    window = visit(phone=True)
    window.expected = ["status of 403", "status of 404", "status of 410"]
    planned, closed = started(anna, bert), lobby(anna, visibility="unlisted")
    window.sign_in(bert)
    refusing = (
        "/nowhere/",
        f"/games/{closed.pk}/",
        f"/games/{planned.pk}/turn/{waiting(planned).id}/",
        f"/games/{planned.pk}/turn/1.winter.plan.B/",
        f"/games/{planned.pk}/report/99/",
    )
    assert {address: told for address in refusing if (told := faults(window, address))} == {}
