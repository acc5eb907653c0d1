"""The first page."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.views.defaults import bad_request, permission_denied, server_error

from games import clock
from games.boards.wallenstein.map.picture import grounds
from games.models import Game, Seat, User
from games.read import listings
from games.services.play.deadlines import game_pause
from games.services.tables.forks import game_fork
from tests.play.tables import RULESET
from tests.service.tables import answer, lobby, person, play_out, started, waiting
from tests.web.pages import Reader


def test_a_stranger_is_told_what_this_is_and_shown_one_way_in(stranger: Reader) -> None:
    page = stranger.get("/")
    assert "played over days instead of hours" in page
    assert page.count('class="button primary"') == 1
    assert 'href="/accounts/signup/"' in page
    for way in ("Play now against bots", "Watch a game", "Learn by playing"):
        assert way in page


def test_the_first_page_shows_the_real_map(stranger: Reader) -> None:
    page = stranger.get("/")
    printed = {line.text for ground in grounds() for line in ground.lines}
    shown = set(re.findall(r'<text x="\d+" y="\d+">([^<]+)</text>', page))
    assert printed <= shown
    assert "Hessen" not in shown


def test_the_first_page_and_all_it_needs_stays_under_100_kb(stranger: Reader) -> None:
    page = stranger.get("/")
    needed = {part.split('"')[0].split("?")[0] for part in page.split("/static/")[1:]}
    # A telephone asks for its icon when somebody puts the site on the home screen.
    files = [Path(str(find(name))) for name in needed if "apple-touch-icon" not in name]
    assert any("htmx" in name for name in needed)
    assert sum(file.stat().st_size for file in files) + len(page.encode()) < 100_000


def test_a_paused_game_waits_for_nobody_and_may_be_planned(anna: User, bert: User) -> None:
    asked, ready = started(anna, bert, name="To plan"), started(anna, bert, name="Planned")
    forked = started(anna, bert, name="Elsewhere")
    answer(ready, anna)
    for game in (asked, ready):
        game_pause(person=anna, game_id=game.pk, why="Holidays")
    game_fork(person=person("erik", is_staff=True), game_id=forked.pk, step=1, why="A fault")
    mine = listings.my_games(anna)
    assert {game.pk for game in mine.paused} == {asked.pk, ready.pk, forked.pk}
    assert mine.to_plan == {asked.pk}
    assert [game for game in mine.running if game.status == Game.Status.PAUSED] == []
    page = Reader(anna).get("/")
    paused = page[page.index('id="h-paused"') :]
    assert paused.count("You can still answer.") == 1
    assert f'href="/games/{asked.pk}/turn/{waiting(asked).id}/"' in paused
    assert "Waiting for others" not in page


def test_my_games_come_by_what_they_want_of_me(anna: User, bert: User) -> None:
    mine, theirs = started(anna, bert, name="Mine to answer"), started(anna, bert, name="Answered")
    answer(theirs, anna)
    table = lobby(anna, bots=1, name="Filling up")
    done = play_out(started(anna, name="Long over"), anna)
    sorted_games = listings.my_games(anna)
    assert [game.pk for game in sorted_games.waiting] == [mine.pk]
    assert [game.pk for game in sorted_games.running] == [theirs.pk]
    assert [game.pk for game in sorted_games.tables] == [table.pk]
    assert [game.pk for game in sorted_games.finished] == [done.pk]
    page = Reader(anna).get("/")
    order = [page.index(name) for name in ("Mine to answer", "Answered", "Filling up", "Long over")]
    assert order == sorted(order)
    assert page.index("<details") < page.index("Long over")
    assert "1 game is waiting for you" in page


def test_the_nearest_deadline_is_first_and_told_in_my_zone(
    anna: User, at: Callable[[datetime], None]
) -> None:
    anna.time_zone = "Asia/Tokyo"
    anna.save()
    at(datetime(2026, 3, 1, 12, tzinfo=UTC))
    started(anna, name="Slow", schedule={"kind": "hours", "hours": 72})
    started(anna, name="Quick", schedule={"kind": "hours", "hours": 24})
    page = Reader(anna).get("/")
    assert page.index("Quick") < page.index("Slow")
    assert "Mon 2 Mar, 21:00" in page
    assert "1\xa0day left" in page


def test_somebody_new_is_led_to_tables(anna: User) -> None:
    page = Reader(anna).get("/")
    assert "No games yet" in page
    assert 'href="/tables/new/"' in page
    assert 'action="/play/"' in page


def test_whoever_has_only_played_before_is_led_on_too(anna: User) -> None:
    play_out(started(anna, name="Long over"), anna)
    page = Reader(anna).get("/")
    assert "Nothing is going on" in page
    assert '<details class="past" open>' in page


@pytest.mark.parametrize("path", ["/", "/tables/", "/rules/"])
def test_the_language_can_be_switched_on_any_page(stranger: Reader, path: str) -> None:
    assert '<html lang="en">' in stranger.get(path)
    page = stranger.post("/language/", {"language": "de", "next": path})
    assert '<html lang="de">' in page


def test_an_address_nobody_knows_gets_a_page_in_words(stranger: Reader) -> None:
    page = stranger.get("/no/such/page/", status=404)
    assert "There is no page at this address" in page
    assert "Wallenstein by Post" in page


@pytest.mark.parametrize(
    ("view", "status", "words"),
    [
        (server_error, 500, "It is our fault, not yours."),
        (lambda request: bad_request(request, ValueError()), 400, "Nothing was changed."),
        (
            lambda request: permission_denied(request, PermissionDenied()),
            403,
            "This page is for somebody else.",
        ),
    ],
    ids=["fault", "unreadable", "forbidden"],
)
def test_bad_days_have_words_too(
    rf: RequestFactory, view: Callable[[HttpRequest], HttpResponse], status: int, words: str
) -> None:
    response = view(rf.get("/"))
    assert response.status_code == status
    assert words in response.content.decode()
    assert "style=" not in response.content.decode()


def test_languages_are_called_by_their_own_names(stranger: Reader) -> None:
    for language in ("de", "en"):
        page = stranger.get("/", language=language)
        assert ">Deutsch</button>" in page
        assert ">English</button>" in page


def test_finished_games_come_a_page_at_a_time(anna: User) -> None:
    over = Game.objects.bulk_create(
        Game(name=f"Old {n}.", ruleset=RULESET, version=1, tower="", players=3, status="finished")
        for n in range(listings.PAST + 1)
    )
    for number, game in enumerate(over):
        Game.objects.filter(pk=game.pk).update(finished_at=clock.now() + timedelta(hours=number))
    Seat.objects.bulk_create(Seat(game=game, key="A", user=anna) for game in over)
    ends = Game.objects.filter(pk=OuterRef("game")).values("finished_at")
    Seat.objects.update(ended_at=Subquery(ends))
    first, second = Reader(anna).get("/"), Reader(anna).get("/?page=2")
    assert "21 finished games" in first
    assert "Old 0." not in first
    assert "Old 20." in first
    assert "Old 0." in second
    assert "Old 20." not in second
    assert "page=2" in first


def test_a_game_says_whose_turn_it_is(anna: User, bert: User) -> None:
    game = started(anna, bert)
    assert "The game is waiting for anna, bert." in Reader(anna).get("/")
    answer(game, anna)
    assert "The game is waiting for bert." in Reader(anna).get("/")
    assert "Die Partie wartet auf bert." in Reader().get("/tables/?status=running", language="de")
    answer(game, bert)
    assert "The game is waiting for" not in Reader(anna).get("/")


def test_the_picture_is_described_in_the_language_of_its_reader(stranger: Reader) -> None:
    assert "The map of the game" in stranger.get("/")
    assert "The map of the game" not in stranger.get("/", language="de")
