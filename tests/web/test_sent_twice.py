"""A form sent twice, as by a double click without a script: done once, and never called lost."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.boards.wallenstein.turn.fields import to_fields
from games.log import store
from games.models import ChatMessage, Game, User
from games.read import selectors
from games.services.play import turns
from games.services.play.advance import game_advance
from games.services.play.extensions import extension_propose
from tests.service.tables import again, answer, kinds, lobby, started
from tests.web.pages import Reader
from tests.web.test_turn_form import PLAN, annas_view, check, page_of, path, plan_of, post, seen_in
from tests.web.test_wizard import filled_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def mark_in(page: str) -> str:
    mark = re.search(r'name="once" value="([^"]+)"', page)
    assert mark is not None
    return mark[1]


def test_a_message_sent_twice_is_said_once(anna: User, game: Game) -> None:
    reader, address = Reader(anna), f"/games/{game.pk}/chat/players/"
    form = {"text": "Hello", "once": mark_in(reader.get(address))}
    for _time in range(2):
        assert "Hello" in reader.post(address, form)
    assert ChatMessage.objects.count() == 1
    # Come back to and changed, the same form says something else.
    reader.post(address, {**form, "text": "Hello again"})
    # And the same words on a new page are meant.
    reader.post(address, {**form, "once": mark_in(reader.get(address))})
    texts = ChatMessage.objects.order_by("pk").values_list("text", flat=True)
    assert list(texts) == ["Hello", "Hello again", "Hello"]


def test_a_refused_message_can_be_sent_again_by_the_same_form(anna: User, game: Game) -> None:
    reader, address = Reader(anna), f"/games/{game.pk}/chat/players/"
    form = {"text": " ", "once": mark_in(reader.get(address))}
    for _time in range(2):
        assert "Write something first" in reader.post(address, form, status=422)
    reader.post(address, {**form, "text": "Hello"})
    assert ChatMessage.objects.get().text == "Hello"


@pytest.mark.parametrize("mark", ["", "x", "ü" * 20, "a" * 500])
def test_a_mark_that_is_none_of_ours_does_no_harm(anna: User, game: Game, mark: str) -> None:
    for _time in range(2):
        Reader(anna).post(f"/games/{game.pk}/chat/players/", {"text": "Hello", "once": mark})
    assert ChatMessage.objects.count() == 2


def test_marks_of_one_player_are_nothing_to_another(anna: User, bert: User, game: Game) -> None:
    address = f"/games/{game.pk}/chat/players/"
    form = {"text": "Hello", "once": mark_in(Reader(anna).get(address))}
    for player in (anna, bert):
        Reader(player).post(address, form)
    assert ChatMessage.objects.count() == 2


def test_one_table_is_made_of_a_form_sent_twice(anna: User) -> None:
    reader = Reader(anna)
    sent = filled_in(anna, once=mark_in(reader.get("/tables/new/")))
    pages = [reader.post("/tables/new/", sent) for _time in range(2)]
    table = Game.objects.get()
    assert all(f"/games/{table.pk}/leave/" in page for page in pages)
    reader.post("/tables/new/", {**sent, "name": "Another"})
    assert Game.objects.count() == 2


def test_more_time_is_given_once_by_a_form_sent_twice(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule={"kind": "hours", "hours": 48})
    reader, address = Reader(anna), f"/games/{game.pk}/referee/"
    before = again(game).deadline
    sent = {"hours": "24", "why": "a wedding", "once": mark_in(reader.get(address))}
    for _time in range(2):
        assert "It is in the log" in reader.post(f"{address}extend/", sent)
    after = again(game).deadline
    assert before is not None
    assert after is not None
    assert after - before == timedelta(hours=24)
    # A new page means it.
    reader.post(f"{address}extend/", {**sent, "once": mark_in(reader.get(address))})
    assert again(game).deadline == after + timedelta(hours=24)


@pytest.mark.parametrize("deed", ["propose", "pause", "substitute", "resign"])
def test_the_second_click_on_a_deed_is_told_that_it_is_done(
    anna: User, bert: User, cora: User, deed: str
) -> None:
    game = started(anna, bert, schedule={"kind": "hours", "hours": 48}, visibility="public")
    reader, address = Reader(anna), f"/games/{game.pk}/referee/"
    mark = mark_in(reader.get(address))
    sent = {"hours": "24", "why": "a wedding", "player": cora.username, "sure": "yes", "once": mark}
    reader.post(f"{address}{deed}/", sent)
    before = kinds(game)
    assert "It is in the log" in reader.post(f"{address}{deed}/", sent)
    assert kinds(game) == before


@pytest.mark.parametrize("vote", [{"vote": "yes"}, {"vote": "no", "why": "we leave"}])
def test_the_second_click_on_a_vote_is_told_that_it_is_done(
    anna: User, bert: User, vote: dict[str, str]
) -> None:
    game = started(anna, bert, schedule={"kind": "hours", "hours": 48})
    extension_propose(person=bert, game_id=game.pk, hours=5, why="a wedding")
    reader, address = Reader(anna), f"/games/{game.pk}/referee/"
    sent = {**vote, "once": mark_in(reader.get(address))}
    for _time in range(2):
        assert "It is in the log" in reader.post(f"{address}vote/", sent)
    assert kinds(game).count("extension_voted") == 1


def test_who_sits_already_has_sat_down(anna: User, bert: User) -> None:
    table = lobby(anna, bots=1)
    for _time in range(2):
        assert "You have a seat at the table." in Reader(bert).post(f"/games/{table.pk}/join/")
    assert table.seats.filter(user=bert).count() == 1


def test_a_game_is_begun_once_and_by_its_host(anna: User, bert: User) -> None:
    table = lobby(anna, visibility="public")
    for _time in range(2):
        assert "The game has begun." in Reader(anna).post(f"/games/{table.pk}/start/")
    assert kinds(table).count("seat_taken") == 3
    assert "has begun" not in Reader(bert).post(f"/games/{table.pk}/start/", status=409)


def taken_back(client: Client, game: Game, plan: Any, seen: str) -> str:
    post(client, game, "back", plan, seen=seen)
    return page_of(client.get(path(game)))


def test_what_is_taken_back_twice_is_taken_back(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    post(annas, game, "ready", plan)
    seen = seen_in(annas.get(path(game)))
    for _time in range(2):
        assert "Taken back." in taken_back(annas, game, plan, seen)
    assert kinds(game).count("answer_withdrawn") == 1
    assert selectors.draft_of(annas_view(game), PLAN) is not None


def test_what_an_older_window_takes_back_is_kept_or_asked_about(
    annas: Client, game: Game, anna: User
) -> None:
    plan = plan_of(game)
    post(annas, game, "ready", plan)
    seen = seen_in(annas.get(path(game)))
    turns.answer_withdraw(person=anna, game_id=game.pk, decision=PLAN)
    late = post(annas, game, "back", {**plan, "bid": None}, seen=seen)
    assert late.status_code == 409
    assert "in another window" in page_of(late)


def resolved_after(annas: Client, game: Game, bert: User, plan: Any) -> dict[str, str]:
    """The fields of a form that sealed the last answer of its season."""
    answer(game, bert)
    seen = seen_in(annas.get(path(game)))
    fields = {**to_fields("plan", plan), "kind": "plan", "act": "ready", "seen": seen}
    assert annas.post(path(game), fields).status_code == 302
    game_advance(game_id=game.pk)
    assert store.load(again(game)).decision(PLAN) is None
    return fields


def test_the_second_click_on_ready_is_told_that_the_plan_counted(
    annas: Client, game: Game, bert: User
) -> None:
    fields = resolved_after(annas, game, bert, plan_of(game))
    late = annas.post(path(game), fields)
    assert late.status_code == 410
    assert "It was sealed in time, and it counted." in page_of(late)
    assert "not sent" not in page_of(late)
    assert check(annas, game, fields).json()["counted"] is True
    other = annas.post(path(game), {**fields, "bid": "4" if fields["bid"] != "4" else "3"})
    assert "It was not sent." in page_of(other)
    assert "counted" not in page_of(other)
    nonsense = annas.post(path(game), {**fields, "kind": "nonsense"})
    assert "counted" not in page_of(nonsense)


def test_a_second_click_that_meets_the_resolution_is_told_the_same(
    annas: Client, game: Game, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(game, bert)
    plan, real = plan_of(game), turns.answer_submit

    def overtaken_by_the_first(**asked: Any) -> Any:
        real(**asked)
        game_advance(game_id=game.pk)
        return real(**asked)

    monkeypatch.setattr(turns, "answer_submit", overtaken_by_the_first)
    late = post(annas, game, "ready", plan)
    assert late.status_code == 410
    assert "It was sealed in time, and it counted." in page_of(late)


def test_a_draft_that_meets_the_resolution_is_told_of_it(
    annas: Client, game: Game, anna: User, bert: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, seen, real = plan_of(game), seen_in(annas.get(path(game))), turns.draft_save

    def too_late(**asked: Any) -> Any:
        answer(game, anna, "another")
        answer(game, bert)
        game_advance(game_id=game.pk)
        return real(**asked)

    monkeypatch.setattr(turns, "draft_save", too_late)
    response = check(annas, game, {**to_fields("plan", plan), "kind": "plan", "seen": seen})
    assert (response.status_code, response.json()["code"]) == (410, "over")
    assert response.json()["counted"] is False


def test_nobody_finds_out_by_trying_what_a_rival_has_sealed(
    annas: Client, game: Game, bert: User
) -> None:
    fields = resolved_after(annas, game, bert, plan_of(game))
    rival = Client()
    rival.force_login(bert)
    tried = rival.post(path(game), fields)
    assert "counted" not in page_of(tried)
    assert check(rival, game, fields).json().get("counted") is not True
