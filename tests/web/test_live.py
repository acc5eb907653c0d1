"""Pages hear that something happened, and only of what their reader may know."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.models import User
from games.read.change_feed import Watch, pulse_of, pulses_of
from games.services.play.advance import game_advance
from games.services.tables.lobby import game_join
from games.services.tables.talk import chat_post
from games.web import live
from games.web.places import Places, Reader
from tests.service.conftest import anna, bert, committed, log_guarded
from tests.service.tables import again, answer, lobby, person, started

__all__ = ["anna", "bert", "committed", "log_guarded"]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_pulse_changes_with_a_seat_taken_and_with_an_answer(anna: User, bert: User) -> None:
    waiting = lobby(anna, bots=1)
    before = pulses_of([waiting.pk])
    game_join(person=bert, game_id=waiting.pk)
    assert pulses_of([waiting.pk]) != before
    running = started(anna, bert)
    before = pulses_of([running.pk])
    answer(running, anna)
    assert pulses_of([running.pk]) != before
    # A page that was made now must not take the next look for news.
    for game in (waiting, running):
        assert pulses_of([game.pk]) == {game.pk: pulse_of(again(game))}


def test_a_closed_table_shows_no_pulse_to_outsiders(anna: User, bert: User) -> None:
    game = lobby(anna, visibility="invited")
    path = f"/live/pulse/?game={game.pk}"
    assert signed_in(bert).get(path).status_code == 404
    assert signed_in(bert).get("/live/stream/?game=" + game.pk).status_code == 404
    assert signed_in(anna).get(path).json() == pulses_of([game.pk])


@pytest.mark.parametrize("query", ["", "?" + "&".join(["game=b"] * 51)])
def test_too_few_or_too_many_games_are_refused(db: None, query: str) -> None:
    assert Client().get("/live/pulse/" + query).status_code == 409


@pytest.mark.parametrize("since", ["", "-1", "x", "9999999999"])
def test_news_since_nonsense_are_refused(anna: User, since: str) -> None:
    game = started(anna)
    refused = Client().get(f"/games/{game.pk}/news/?since={since}")
    assert refused.status_code == 409
    assert "number of a log entry" in refused.content.decode()


def test_news_name_who_is_ready_and_nobody_else(anna: User, bert: User) -> None:
    game = started(anna, bert)
    seq = game.seq
    answer(game, bert)
    news = signed_in(anna).get(f"/games/{game.pk}/news/?since={seq}").content.decode()
    assert "bert has sealed the plan" in news
    assert "bot" not in news


def test_news_of_a_step_say_that_the_game_has_moved_on(anna: User) -> None:
    game = started(anna)
    seq = game.seq
    answer(game, anna)
    game_advance(game_id=game.pk)
    news = signed_in(anna).get(f"/games/{game.pk}/news/?since={seq}").content.decode()
    assert "moved on" in news


def test_a_page_that_shows_the_news_itself_is_told_less(anna: User) -> None:
    game = started(anna)
    path = f"/games/{game.pk}/news/?since={game.seq}"
    client = signed_in(anna)
    assert "Something has changed" in client.get(path).content.decode()
    assert client.get(f"{path}&fresh=yes").content.decode().strip() == ""
    answer(game, anna)
    game_advance(game_id=game.pk)
    news = client.get(f"{path}&fresh=yes").content.decode()
    assert "This page shows it as it is now" in news
    assert f'href="/games/{game.pk}/report/"' in news
    assert "Show the table" not in news


def test_talk_has_a_pulse_of_its_own_for_those_who_may_hear_it(anna: User) -> None:
    game, cora = started(anna), person("cora")
    path = f"/live/pulse/?game={game.pk}&talk="
    client = signed_in(anna)
    before = client.get(path + "players").json()
    assert before == {game.pk: pulse_of(again(game)), f"{game.pk}/players": "0"}
    message = chat_post(person=anna, game_id=game.pk, channel="players", text="Hello")
    aside = chat_post(person=cora, game_id=game.pk, channel="spectators", text="Psst")
    assert client.get(path + "players").json()[f"{game.pk}/players"] == str(message.pk)
    heard = signed_in(cora).get(path + "spectators").json()
    assert heard[f"{game.pk}/spectators"] == str(aside.pk)
    assert client.get(path + "spectators").status_code == 403
    assert Client().get(path + "nonsense").status_code == 403


def test_a_stream_tells_of_an_answer_and_gives_its_place_back(
    committed: None, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "WATCH", Watch(every=0.05))
    monkeypatch.setattr(live, "PLACES", Places(1, each=1))
    game = started(anna, bert)
    stream: Any = signed_in(anna).get(f"/live/stream/?game={game.pk}")
    lines = iter(stream.streaming_content)
    first = _data(next(lines))
    assert first == pulses_of([game.pk])
    crowded = signed_in(bert).get(f"/live/stream/?game={game.pk}")
    assert crowded.status_code == 204
    answer(game, bert)
    assert _data(next(lines)) == pulses_of([game.pk]) != first
    stream.close()
    assert signed_in(bert).get(f"/live/stream/?game={game.pk}").status_code == 200


def test_nobody_takes_all_the_places_and_guests_leave_half_of_them() -> None:
    places = Places(4, each=2)
    anna, bert = Reader("1", is_guest=False), Reader("2", is_guest=False)
    here, there = Reader("192.0.2.1", is_guest=True), Reader("192.0.2.2", is_guest=True)
    assert [places.take(here), places.take(there), places.take(there)] == [True, True, False]
    assert [places.take(anna), places.take(anna), places.take(anna)] == [True, True, False]
    assert not places.take(bert)
    places.give_back(here)
    assert places.take(bert)
    assert not places.take(here)


def test_a_stream_takes_a_place_of_its_readers_own_address(
    committed: None, anna: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PROXIES = 1
    monkeypatch.setattr(live, "PLACES", Places(8, each=1))
    path = f"/live/stream/?game={started(anna).pk}"

    def asked(address: str, user: User | None = None) -> Any:
        client = signed_in(user) if user else Client()
        return client.get(path, headers={"X-Forwarded-For": address})

    # The proxy adds the last address; the ones before are anybody's invention.
    streams = [asked("192.0.2.1"), asked("192.0.2.9, 192.0.2.1"), asked("192.0.2.2")]
    streams += [asked("192.0.2.1", anna), asked("192.0.2.3", anna), asked("nonsense")]
    assert [stream.status_code for stream in streams] == [200, 204, 200, 200, 204, 200]
    for stream in streams:
        stream.close()
    assert asked("192.0.2.1").status_code == 200


def _data(event: bytes) -> dict[str, str]:
    name, data = event.decode().strip().split("\n")
    assert name == "event: pulse"
    read: dict[str, str] = json.loads(data.removeprefix("data: "))
    return read


def test_news_come_with_what_waits_for_the_reader(anna: User, bert: User) -> None:
    game, other = started(anna, bert, visibility="public"), started(anna)
    address = f"/games/{game.pk}/news/?since={game.seq}"
    answers = {"anna": signed_in(anna).get(address), "bert": signed_in(bert).get(address)}
    assert [(a["X-Waiting"], a["X-My-Turn"]) for a in answers.values()] == [
        ("2", "yes"),
        ("1", "yes"),
    ]
    answer(game, anna)
    after = signed_in(anna).get(address)
    assert (after["X-Waiting"], after["X-My-Turn"]) == ("1", "no")
    assert "X-Waiting" not in Client().get(address)
    assert other.pk != game.pk


def test_the_title_and_the_header_call_whoever_is_waited_for(anna: User, bert: User) -> None:
    game = started(anna, bert, visibility="public")
    table, chat = f"/games/{game.pk}/", f"/games/{game.pk}/chat/players/"
    for address in (table, chat, f"{table}report/", f"{table}turn/1.spring.plan.A/"):
        page = signed_in(anna).get(address, follow=True).content.decode()
        assert "<title>Your turn · " in page
        assert "data-number>1<" in page
    assert "<title>(1) My games" in signed_in(anna).get("/").content.decode()
    answer(game, anna)
    page = signed_in(anna).get(table).content.decode()
    assert "<title>Prague" in page
    assert "data-waiting hidden" in page
    assert "<title>Prague" in Client().get(table).content.decode()


def test_unread_talk_is_marked_on_its_tab_and_among_my_games(anna: User, bert: User) -> None:
    game = started(anna, bert)
    mark = '<span class="count">1<span class="only-read"> unread</span></span>'
    chat_post(person=bert, game_id=game.pk, channel="players", text="Hello")
    reader = signed_in(anna)
    for address in ("/", f"/games/{game.pk}/", f"/games/{game.pk}/notes/"):
        assert mark in reader.get(address).content.decode()
        assert mark not in signed_in(bert).get(address).content.decode()
    # An answer to a page that is open counts as read, too.
    assert mark not in reader.get(f"/games/{game.pk}/chat/players/").content.decode()
    assert mark not in reader.get(f"/games/{game.pk}/").content.decode()
    message = chat_post(person=bert, game_id=game.pk, channel="players", text="Again")
    assert mark in reader.get("/").content.decode()
    reader.get(f"/games/{game.pk}/chat/players/news/?after={message.pk - 1}")
    assert mark not in reader.get("/").content.decode()
