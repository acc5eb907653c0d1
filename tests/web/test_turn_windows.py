"""The turn form in several windows: nothing newer is lost, and nothing looks sealed that is not."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.core import Json
from games import selectors, store
from games.models import Game, User
from games.services.turns import draft_save
from tests.service.tables import again, answer, kinds, started
from tests.web.test_turn_form import (
    PLAN,
    annas_view,
    check,
    page_of,
    path,
    plan_of,
    post,
    seen_in,
    selected,
    to_fields,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def test_lines_that_cannot_be_read_are_named_in_words(annas: Client, game: Game) -> None:
    told = page_of(post(annas, game, "read", plan_of(game), orders="Hokus: Pokus"))
    assert "Hokus" in told.partition('id="unread"')[2].partition("</div>")[0]
    assert "Problem(" not in told


def test_an_old_window_does_not_take_back_over_a_newer_draft(
    annas: Client, game: Game, anna: User
) -> None:
    said = plan_of(game)
    post(annas, game, "ready", said)
    seen = seen_in(annas.get(path(game)))
    newer = {**said, "bid": None}
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=newer)
    late = post(annas, game, "back", said, seen=seen)
    assert late.status_code == 409
    assert "in another window" in page_of(late)
    assert PLAN in store.load(again(game)).sealed
    assert selectors.draft_of(annas_view(game), PLAN) == newer
    assert "answer_withdrawn" not in kinds(game)


def test_what_is_changed_after_sealing_does_not_look_sealed(annas: Client, game: Game) -> None:
    said = plan_of(game)
    post(annas, game, "ready", said)
    fields = {**to_fields("plan", said), "kind": "plan"}
    same = check(annas, game, {**fields, "seen": seen_in(annas.get(path(game)))}).json()
    assert same["changed"] is False
    assert same["message"].startswith("Saved ")
    other = check(annas, game, {**fields, "bid": "", "seen": same["seen"]}).json()
    assert other["changed"] is True
    assert "not sealed" in other["message"]
    page = page_of(annas.get(path(game)))
    assert "<strong data-when-changed>" in page
    assert "<strong data-when-same hidden>" in page
    assert "not sealed" in page
    assert selected(page, "bid") == ""


def test_the_last_to_be_ready_is_led_to_the_table(annas: Client, game: Game, bert: User) -> None:
    said: Json = plan_of(game)
    assert post(annas, game, "ready", said).headers["Location"] == path(game)
    answer(game, bert)
    last = post(annas, game, "ready", said)
    assert last.headers["Location"] == f"/games/{game.pk}/"
