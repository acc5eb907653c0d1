"""The turn form in several windows: nothing newer is lost, and nothing looks sealed that is not."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.kernel.core import Json
from games.boards.wallenstein.turn.fields import to_fields
from games.log import store
from games.models import Game, User
from games.read import selectors
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.service.tables import again, answer, kinds, started, waiting
from tests.web.test_turn_form import (
    PLAN,
    annas_view,
    check,
    checked,
    page_of,
    path,
    plan_of,
    post,
    seen_in,
    selected,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def test_lines_that_cannot_be_read_are_named_in_words(annas: Client, game: Game) -> None:
    page = page_of(post(annas, game, "read", plan_of(game), orders="Hokus: Pokus"))
    assert "Hokus" in page.partition('id="unread"')[2].partition("</div>")[0]
    summary = page.partition('id="summary"')[2].partition("</div>")[0]
    assert '<a href="#unread">1 line cannot be read.</a>' in summary, "what has the focus"
    assert "Problem(" not in page


def test_an_old_window_does_not_take_back_over_a_newer_draft(
    annas: Client, game: Game, anna: User
) -> None:
    plan = plan_of(game)
    post(annas, game, "ready", plan)
    seen = seen_in(annas.get(path(game)))
    newer = {**plan, "bid": None}
    draft_save(person=anna, game_id=game.pk, decision=PLAN, answer=newer)
    late = post(annas, game, "back", plan, seen=seen)
    assert late.status_code == 409
    assert "in another window" in page_of(late)
    assert PLAN in store.load(again(game)).sealed
    assert selectors.draft_of(annas_view(game), PLAN) == newer
    assert "answer_withdrawn" not in kinds(game)


def test_what_is_changed_after_sealing_does_not_look_sealed(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    post(annas, game, "ready", plan)
    fields = {**to_fields("plan", plan), "kind": "plan"}
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
    plan: Json = plan_of(game)
    assert post(annas, game, "ready", plan).headers["Location"] == path(game)
    answer(game, bert)
    last = post(annas, game, "ready", plan)
    assert last.headers["Location"] == f"/games/{game.pk}/"


def test_boxes_that_are_merely_empty_are_named_in_one_line(annas: Client, game: Game) -> None:
    nothing: Json = {"boxes": {}, "bid": None}
    page = page_of(checked(annas, game, "ready", nothing))
    summary = page.partition('id="summary"')[2].partition("</div>")[0]
    assert summary.count("<li>") == 1
    actions = selectors.board(annas_view(game))["actions"]
    assert f'href="#f-boxes-{actions[0]}"' in summary, "the first of them on the page"
    assert page.count(">Still empty.</li>") == len(waiting(game).options["boxes"]) + 1
    assert summary.partition("</a>")[0].endswith(", Bid")
    assert "autofocus" in summary
    again_open = page_of(annas.get(path(game)))
    assert "Still empty" not in again_open, "nobody has asked for a check"
    number = len(waiting(game).options["boxes"]) + 1
    assert f'href="#f-boxes-{actions[0]}">{number} still empty</a>' in again_open
    reply = check(annas, game, {"seen": seen_in(annas.get(path(game)))}).json()
    assert reply["missing"] == {"text": f"{number} still empty", "field": f"f-boxes-{actions[0]}"}
    assert [line["field"] for line in reply["summary"]] == [f"f-boxes-{actions[0]}"]
    assert "Thalers left" in reply["sums"][0]


def test_a_legal_plan_is_told_with_what_to_think_about(annas: Client, game: Game) -> None:
    plan = plan_of(game)
    advised = check(annas, game, to_fields("plan", plan) | {"seen": seen_in(annas.get(path(game)))})
    counsel = advised.json()["counsel"]
    assert counsel
    page = page_of(checked(annas, game, "check", plan))
    legal = page.partition('id="legal"')[2].partition("</div>\n</div>")[0]
    assert "legal and saved" in legal
    for one in counsel:
        assert f'<a href="#{one["field"]}">' in legal
        assert f'id="{one["field"]}"' in page
        assert one["text"] in legal


def test_a_form_sent_twice_is_not_another_windows(annas: Client, game: Game) -> None:
    plan, seen = plan_of(game), seen_in(annas.get(path(game)))
    for _time in range(2):
        response = post(annas, game, "read", plan, seen=seen, orders="Hokus: Pokus")
        assert response.status_code == 422
        assert "in another window" not in page_of(response)
        assert "Hokus: Pokus" in page_of(response)


def test_the_form_says_how_much_time_is_left_and_tells_of_counties(anna: User) -> None:
    game = started(anna, schedule={"kind": "hours", "hours": 30})
    client = Client()
    client.force_login(anna)
    page = page_of(client.get(path(game)))
    assert "data-time-left=" in page
    assert f'data-places="/games/{game.pk}/places/"' in page


def test_a_script_may_ask_whether_a_question_is_open_and_saves_nothing(
    annas: Client, game: Game, anna: User, bert: User
) -> None:
    fields = {**to_fields("plan", plan_of(game)), "kind": "plan", "asked": "yes"}
    assert check(annas, game, fields).json()["code"] == "open"
    assert selectors.draft_of(annas_view(game), PLAN) is None
    answer(game, anna, "another")
    answer(game, bert)
    game_advance(game_id=game.pk)
    response = check(annas, game, fields)
    assert response.status_code == 200
    assert (response.json()["code"], response.json()["counted"]) == ("over", False)
