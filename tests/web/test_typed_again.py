"""Nothing typed is lost beside the turn form, and every page can be left again."""

from __future__ import annotations

import re

import pytest

from games.models import ChatMessage, Game, GameNote, User
from games.read.talk import note_of
from tests.service.tables import lobby, started
from tests.web.pages import Reader

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("place", ["notes", "chat/players"])
def test_what_is_written_with_an_ended_session_is_kept(
    stranger: Reader, anna: User, place: str
) -> None:
    game = started(anna)
    address = f"/games/{game.pk}/{place}/"
    page = stranger.post(address, {"text": "bring\nmore grain", "edition": "0"}, status=401)
    assert "bring\nmore grain</textarea>" in page
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    stranger.client.force_login(anna)
    again = stranger.post(address, fields)
    assert "bring\nmore grain</textarea>" in again
    assert not GameNote.objects.exists()
    assert not ChatMessage.objects.exists()


def test_a_new_game_filled_in_with_an_ended_session_is_kept(stranger: Reader, anna: User) -> None:
    page = stranger.post("/tables/new/", {"name": "Prague", "weekdays": ["0", "1"]}, status=401)
    assert "name: Prague" in page
    assert page.count('name="weekdays"') == 2
    stranger.client.force_login(anna)
    assert "Prague" in stranger.post("/tables/new/", {"name": "Prague", "act": "show"}, status=422)
    assert not Game.objects.exists()


def test_what_a_script_put_into_a_form_is_not_handed_on(stranger: Reader, anna: User) -> None:
    game = started(anna)
    secret = {"text": "grain", "salt": "5a17" * 8, "asked": "some-question"}
    page = stranger.post(f"/games/{game.pk}/notes/", secret, status=401)
    assert "grain</textarea>" in page
    assert "5a17" not in page
    assert "some-question" not in page


def test_saving_the_same_note_twice_is_no_quarrel(anna: User) -> None:
    game = started(anna)
    reader, address = Reader(anna), f"/games/{game.pk}/notes/"
    for _ in range(2):
        assert "Saved at" in reader.post(address, {"text": "grain", "edition": "0"})
    assert note_of(game, anna) == ("grain", 1)
    sent = reader.client.post(address, {"text": "more grain", "edition": "1"})
    assert (sent.status_code, sent.headers["Location"]) == (302, address)


def test_the_language_can_be_changed_on_a_page_a_form_led_to(bert: User, anna: User) -> None:
    game = lobby(anna, visibility="unlisted")
    reader = Reader(bert)
    page = reader.post(f"/games/{game.pk}/start/", {"invite": game.invite}, status=404)
    back = f"/games/{game.pk}/?invite={game.invite}"
    assert f'name="next" value="{back}"' in page
    assert f'<a class="button" href="{back}">' in page
    assert ">Deutsch</button>" in page
    assert ">English</button>" in page
