"""Answers made ready without a connection, sent when there is one: sealed, or nothing is done."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.boards.wallenstein.turn.fields import to_fields
from games.log import store
from games.models import Game, SavedDraft, User
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.service.tables import again, answer, payloads, some_answer, started, waiting
from tests.web.test_turn_form import PLAN, page_of, path, seen_in

pytestmark = pytest.mark.django_db
SALT = "5a" * 32


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def ready(game: Game, seen: str, **changes: str) -> dict[str, str]:
    """What a browser kept of a form, with the salt it drew."""
    fields = to_fields("plan", some_answer(game, waiting(game)))
    return {**fields, "kind": "plan", "act": "ready", "seen": seen, "salt": SALT, **changes}


def sent(client: Client, game: Game, form: dict[str, str]) -> Any:
    return client.post(path(game), form, headers={"accept": "application/json"})


def test_it_is_sealed_under_its_own_salt_and_the_receipt_is_shown(
    annas: Client, game: Game
) -> None:
    reply = sent(annas, game, ready(game, seen_in(annas.get(path(game))))).json()
    sealed = store.load(again(game)).sealed[PLAN]
    assert (reply["code"], reply["to"]) == ("sealed", path(game))
    assert sealed.digest in reply["message"]
    assert f"<code>{SALT}</code>" in page_of(annas.get(path(game)))
    assert payloads(game, "answer_sealed")[-1]["by"] == "seat"


def test_the_page_that_is_led_on_says_so(annas: Client, game: Game, bert: User) -> None:
    answer(game, bert)
    form = ready(game, seen_in(annas.get(path(game))), here="yes")
    reply = sent(annas, game, form).json()
    assert reply["to"] == f"/games/{game.pk}/"
    assert reply["message"] in annas.get(reply["to"]).content.decode()


@pytest.mark.parametrize("what", ["draft", "answer"])
def test_nothing_newer_is_overwritten(annas: Client, game: Game, anna: User, what: str) -> None:
    form = ready(game, seen_in(annas.get(path(game))))
    if what == "draft":
        other = some_answer(game, waiting(game), "other")
        draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=other)
    else:
        answer(game, anna, "other")
    before = payloads(game, "answer_sealed")
    reply = sent(annas, game, form)
    assert (reply.status_code, reply.json()["code"]) == (409, "overtaken")
    assert payloads(game, "answer_sealed") == before


def test_a_question_that_is_closed_says_so(
    annas: Client, game: Game, anna: User, bert: User
) -> None:
    form = ready(game, seen_in(annas.get(path(game))))
    for player in (anna, bert):
        answer(game, player)
    game_advance(game_id=game.pk)
    reply = sent(annas, game, form)
    assert (reply.status_code, reply.json()["code"]) == (410, "over")


def test_what_is_illegal_is_neither_sealed_nor_saved(annas: Client, game: Game) -> None:
    form = ready(game, seen_in(annas.get(path(game))), bid="")
    reply = sent(annas, game, form)
    assert reply.status_code == 422
    assert reply.json()["message"]
    assert PLAN not in store.load(again(game)).sealed
    assert not SavedDraft.objects.exists()


def test_nobody_else_can_send_it(game: Game, annas: Client, bert: User, cora: User) -> None:
    form = ready(game, seen_in(annas.get(path(game))))
    for reader, status in ((bert, 403), (cora, 403), (None, 401)):
        client = Client()
        if reader:
            client.force_login(reader)
        assert sent(client, game, form).status_code == status
    assert PLAN not in store.load(again(game)).sealed
