"""The demo at home: made once, found again, made anew when it has ended; a link for one time."""

from __future__ import annotations

import stat
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client

from games import clock
from games.models import Game, Seat, User
from games.ops import demo
from games.services.tables.demo import demo_ready
from tests.service.tables import again, open_seats, started

pytestmark = pytest.mark.django_db
WORDS, OTHER_WORDS = "open sesame", "shut sesame"


@pytest.fixture(autouse=True)
def home(settings, tmp_path: Path) -> Path:
    settings.HOME = tmp_path
    return tmp_path


def test_a_game_against_recruits_and_marshals_waits_for_the_first_plan() -> None:
    game = again(demo_ready(password=WORDS))
    assert game.status == Game.Status.RUNNING
    assert game.turn == "1.spring"
    assert open_seats(game) == ["A"]
    bots = Seat.objects.filter(game=game).exclude(bot="").values_list("bot", flat=True)
    assert list(bots) == ["recruit", "marshal"] * 2
    assert User.objects.get(username="demo").check_password(WORDS)


def test_it_is_made_once_and_again_when_it_has_ended() -> None:
    game = demo_ready(password=WORDS)
    assert demo_ready(password=None) == game
    person = User.objects.get(username="demo")
    assert person.check_password(WORDS)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert demo_ready(password=OTHER_WORDS) != game
    assert Game.objects.count() == 2
    person.refresh_from_db()
    assert person.check_password(OTHER_WORDS)


def test_further_games_leave_the_one_that_was_begun_first() -> None:
    game = demo_ready(password=WORDS)
    other = started(User.objects.get(username="demo"))
    assert demo_ready(password=None) == game
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert demo_ready(password=None) == other


def test_without_a_password_nobody_can_sign_in_with_one() -> None:
    demo_ready(password=None)
    assert not User.objects.get(username="demo").has_usable_password()


def test_the_password_is_made_once_and_is_nobody_elses(home: Path) -> None:
    password = demo.password_made(home)
    file = home / demo.PASSWORD_FILE
    assert password == file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert demo.password_made(home) is None


def test_the_link_signs_in_once(home: Path, client: Client) -> None:
    game = demo_ready(password=WORDS)
    link = demo.login_link(home)
    answer = client.get(link)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.id}/")
    assert client.session["_auth_user_id"] == str(User.objects.get(username="demo").pk)
    assert client.get(link).status_code == 302  # who is in already is led on
    used = Client().get(link)
    assert used.status_code == 410
    assert "This link was used or is too old" in used.content.decode()
    assert "/accounts/login/" in used.content.decode()


@pytest.mark.parametrize("token", ["x", "a:b:c", "IjEi:1xSoh3:aaaa"])
def test_a_forged_link_opens_nothing_and_uses_nothing_up(
    home: Path, client: Client, token: str
) -> None:
    demo_ready(password=WORDS)
    link = demo.login_link(home)
    assert client.get(f"/demo/{token}/").status_code == 410
    assert client.get(link).status_code == 302


def test_an_old_link_and_one_of_an_earlier_start_open_nothing(home: Path, client: Client) -> None:
    demo_ready(password=WORDS)
    earlier, link = demo.login_link(home), demo.login_link(home)
    with time_machine.travel(clock.now() + demo.GOOD_FOR + timedelta(seconds=2)):
        assert client.get(link).status_code == 410
    assert client.get(earlier).status_code == 410
    assert "_auth_user_id" not in client.session


def test_the_link_is_for_this_machine_and_for_home(home: Path, client: Client, settings) -> None:
    demo_ready(password=WORDS)
    link = demo.login_link(home)
    assert client.get(link, REMOTE_ADDR="192.0.2.7").status_code == 404
    settings.PRODUCTION = True
    assert client.get(link).status_code == 404
    settings.PRODUCTION = False
    assert client.post(link).status_code == 405
    assert client.get(link).status_code == 302
