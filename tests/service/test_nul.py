"""What no database can hold reaches none, wherever it stands."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.models import ChatMessage, Game, User
from games.services.tables.talk import chat_post
from games.web import live
from tests.service.tables import started
from tests.web.addresses import routes
from tests.web.test_secrecy_pages import known

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User) -> Game:
    return started(anna, visibility="invited")


@pytest.fixture
def annas(anna: User) -> Client:
    client = Client()
    client.force_login(anna, "django.contrib.auth.backends.ModelBackend")
    return client


ASKED = (
    "at",
    "county",
    "do",
    "game",
    "id",
    "invite",
    "next",
    "page",
    "player",
    "q",
    "since",
    "talk",
)


@pytest.mark.parametrize("is_staff", [False, True])
@pytest.mark.slow
def test_no_address_falls_over_it(
    game: Game,
    anna: User,
    bert: User,
    annas: Client,
    monkeypatch: pytest.MonkeyPatch,
    is_staff: bool,
) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=is_staff, is_superuser=is_staff)
    monkeypatch.setattr(live, "BEATS", 0)
    monkeypatch.setattr("django.db.connections.close_all", lambda: None)
    values = {name: list(some)[:1] for name, some in known(game).items()}
    asked = 0
    for route in routes():
        for address in route.filled(values):
            query = "&".join(f"{name}=a%00b" for name in ASKED)
            for tried in (f"{address}?{query}", f"{address}?game=%00", f"{address}%00/"):
                with transaction.atomic():
                    answer: Any = annas.get(tried)
                    # Without a worker nobody is ready, which is no fault of the address.
                    assert answer.status_code < 500 or "/health/" in tried, tried
                    answer.getvalue()
                    transaction.set_rollback(True)
                asked += 1
    assert asked > 300


def test_the_keys_of_rows_neither(game: Game, anna: User, annas: Client) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    assert annas.get(f"/admin/games/game/{game.pk}/change/").status_code == 200
    for page in ("change", "history", "delete"):
        assert annas.get(f"/admin/games/game/{game.pk}%00/{page}/").status_code == 404


def test_a_cookie_with_it_is_none(game: Game, annas: Client) -> None:
    key = annas.cookies["sessionid"].value
    assert Client(headers={"cookie": f'sessionid="{key}"'}).get("/me/").status_code == 200
    bad = Client(headers={"cookie": f'sessionid="{key}\\000"'}).get("/me/")
    assert (bad.status_code, bad["Location"]) == (302, "/accounts/login/?next=/me/")


def test_what_is_written_loses_it_or_is_kept_sealed(game: Game, annas: Client) -> None:
    posted = annas.post(f"/games/{game.pk}/chat/players/", {"text": "Good\0luck"})
    assert posted.status_code == 302
    assert ChatMessage.objects.get(game=game).text == "Good luck"
    noted = annas.post(f"/games/{game.pk}/notes/", {"text": "a\0b", "edition": "0"})
    assert noted.status_code == 302
    for field, address in (("bot", "seats/B/"), ("username", "invite/"), ("why", "referee/pause/")):
        assert annas.post(f"/games/{game.pk}/{address}", {field: "a\0b"}).status_code < 500


def test_only_what_could_be_a_game_is_looked_for(game: Game, anna: User, annas: Client) -> None:
    chat_post(person=anna, game_id=game.pk, channel="players", text="A word among us")
    for named in (f"{game.pk}/players", "x/y", "\0", "a\0b", "a" * 21, "ä", ""):
        asked: dict[str, Any] = {"game": named}
        assert Client().get("/live/pulse/", asked).json() == {}, named
        assert annas.get("/live/pulse/", {**asked, "talk": "players"}).json() == {}, named
        post = annas.get("/me/post/", asked)
        assert post.status_code == 200
        assert bool(post.context["notices"]) == (named == ""), named
