"""The page of a table that is played: for every viewer, in every state, and without a secret."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

from engine.wallenstein.board import COUNTIES, REGIONS, counties_in_play
from games import access
from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.table import WallensteinTable
from games.models import Game, User
from games.names import names_of
from games.read import selectors
from games.services.play.deadlines import game_pause
from games.services.play.turns import answer_submit, draft_save
from games.web.requests import game_named
from tests.service.conftest import anna, bert, cora, nothing_folded
from tests.service.tables import (
    NOBODY,
    again,
    answer,
    play_out,
    some_answer,
    started,
    waiting,
)

__all__ = ["anna", "bert", "cora", "nothing_folded"]

TABLE = WallensteinTable(EDITION_2010)
HOURS = {"kind": "hours", "hours": 48}


def page(game: Game, reader: User | None = None, query: str = "", status: int = 200) -> str:
    """What somebody sees of a table."""
    client = Client()
    if reader:
        client.force_login(reader)
    shown = client.get(f"/games/{game.pk}/{query}")
    assert shown.status_code == status
    return shown.content.decode()


def text_of(html: str) -> str:
    """The words of a page, in one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_player_is_called_to_plan_and_then_knows_to_be_ready(anna: User, bert: User) -> None:
    game = started(anna, bert, schedule=HOURS)
    asked = page(game, anna)
    assert f'href="/games/{game.pk}/turn/{waiting(game).id}/"' in asked
    assert "It is your turn" in asked
    assert "Make your plan" in asked
    answer(game, anna)
    ready = text_of(page(game, anna))
    assert "You are ready" in ready
    assert "Change or take back your answer" in ready
    assert "anna (you) ready" in ready
    assert "bert planning" in ready
    assert "The game is waiting for bert." in ready
    assert "anna ready" in text_of(page(game, bert))


def test_a_saved_draft_is_called_by_how_much_of_it_is_empty(anna: User, bert: User) -> None:
    game = started(anna, bert, players=5)
    question = waiting(game)
    whole = some_answer(game, question)
    laid = list(whole["boxes"])

    def call(boxes: int, reader: User = anna) -> str:
        draft = whole | {"boxes": dict.fromkeys(laid) | dict(list(whole["boxes"].items())[:boxes])}
        draft_save(person=anna, game_id=game.pk, decision=question.id, answer=draft)
        return text_of(page(game, reader))

    filled = sum(card is not None for card in whole["boxes"].values())
    assert filled == len(laid) == 10
    assert call(4).count("Continue: 6 boxes empty") == 2
    assert "Continue: 1 box empty" in call(9)
    assert "Finish your draft" in call(10)
    assert "Resume" not in call(4, bert)
    assert "Make your plan" not in text_of(page(game, anna))
    assert "Weiter: noch 6 Felder leer" in text_of(_german(game, anna))
    answer(game, anna)
    assert "Resume" not in text_of(page(game, anna))


def test_the_call_to_act_is_there_a_second_time_for_small_screens(anna: User, bert: User) -> None:
    game = started(anna, bert)

    def call(reader: User | None) -> tuple[bool, str]:
        opening, _end, inside = page(game, reader).partition('id="call"')[2].partition(">")
        return "hidden" in opening, inside.partition("</div>")[0]

    hidden, words = call(anna)
    assert not hidden
    assert f'href="/games/{game.pk}/turn/{waiting(game).id}/"' in words
    assert call(None)[0]
    answer(game, anna)
    assert call(anna)[0]


@pytest.mark.parametrize("name", ["", "cora"])
def test_onlookers_see_the_table_and_are_asked_nothing(
    anna: User, bert: User, cora: User, name: str
) -> None:
    game = started(anna, bert, schedule=HOURS)
    seen = page(game, cora if name else None)
    assert "Waiting" in text_of(seen)
    assert "/turn/" not in seen
    assert seen.count('class="county ') == len(COUNTIES)
    for region, called in REGIONS.items():
        assert f'<span class="tint {region}"></span>{called}</li>' in seen


def test_closed_tables_open_to_those_who_hold_the_invitation(anna: User, cora: User) -> None:
    game = started(anna, visibility="invited")
    assert game.invite not in page(game, cora, status=404)
    assert "Prague" not in page(game, None, "?invite=guess", status=404)
    shown = page(game, cora, f"?invite={game.invite}")
    for link in ("replay", "charts", "chat", "referee"):
        assert f'href="/games/{game.pk}/{link}/?invite={game.invite}"' in shown
    assert f'href="?invite={game.invite}&amp;county=altmark#county"' in shown
    assert f'data-places="/games/{game.pk}/places/?invite={game.invite}"' in shown


def test_only_the_host_is_shown_the_invitation(anna: User, bert: User) -> None:
    game = started(anna, bert, visibility="unlisted")
    assert f"?invite={game.invite}" in page(game, anna)
    assert game.invite not in page(game, bert)


def test_the_deadline_is_told_in_the_readers_zone(anna: User) -> None:
    game = started(anna, schedule=HOURS)
    due = datetime(2031, 5, 4, 20, 30, tzinfo=UTC)
    Game.objects.filter(pk=game.pk).update(deadline=due)
    User.objects.filter(pk=anna.pk).update(time_zone="Asia/Tokyo")
    seen = page(game, User.objects.get(pk=anna.pk))
    assert 'datetime="2031-05-05T05:30:00+09:00"' in seen
    assert "Mon 5 May, 05:30" in seen
    Game.objects.filter(pk=game.pk).update(deadline=due - timedelta(days=9000))
    assert "time is up" in page(game, anna)
    Game.objects.filter(pk=game.pk).update(deadline=None)
    assert "There is no deadline" in page(game, anna)


def test_a_paused_and_a_troubled_game_say_so(anna: User) -> None:
    game = started(anna, schedule=HOURS)
    game_pause(person=anna, game_id=game.pk, why="holidays")
    paused = page(game, anna)
    assert "The game is paused" in paused
    assert f'href="/games/{game.pk}/referee/"' in paused
    assert f'href="/games/{game.pk}/turn/{waiting(game).id}/"' in paused
    Game.objects.filter(pk=game.pk).update(status="running", trouble="KeyError: secret detail")
    troubled = page(game, anna)
    assert "No answer is lost" in troubled
    assert "secret detail" not in troubled


def test_a_cancelled_game_keeps_its_board(anna: User) -> None:
    game = started(anna)
    Game.objects.filter(pk=game.pk).update(status="cancelled")
    seen = page(game, anna)
    assert "The game was cancelled" in seen
    assert "/turn/" not in seen


def test_a_finished_game_names_its_winners_and_the_final_table(anna: User) -> None:
    game = play_out(started(anna), anna)
    seen = text_of(page(game))
    scores = sorted(game.scores.values(), reverse=True)
    assert f"wins with {scores[0]} points." in seen
    assert "Final table" in seen
    shown = TABLE.table(selectors.board(access.viewer(again(game), NOBODY)), "en", {})
    assert [purse.points for purse in shown.players] == scores
    assert [purse.seat for purse in shown.players if purse.won] == list(game.winners)


def test_three_players_leave_eight_counties_out(anna: User) -> None:
    seen = page(started(anna))
    assert seen.count(": not in play.") == len(COUNTIES) - len(counties_in_play(3)) == 8
    assert "not in play with three players" in page(started(anna), None, "?county=bremen")


def test_the_display_of_a_season_is_told(anna: User) -> None:
    game = started(anna, players=5)
    shown = selectors.board(access.viewer(game, anna))
    seen = page(game, anna)
    words = text_of(seen)
    assert "Spring of year 1" in words
    assert seen.count('<li class="hidden">') == seen.count('<li class="open">') == 5
    assert words.count("in winter") >= 4
    owned = sum(county["owner"] == "A" for county in shown["counties"].values())
    assert f"0 of {owned}" in words
    for heap in TABLE.table(shown, "en", names_of(game)).lodged:
        assert f"{heap.name}: {heap.count}" in words
    german = text_of(_german(game, anna))
    assert "Frühling des Jahres 1" in german


def _german(game: Game, reader: User) -> str:
    User.objects.filter(pk=reader.pk).update(language="de")
    return page(game, User.objects.get(pk=reader.pk))


def test_actions_that_are_done_are_marked(anna: User) -> None:
    shown = selectors.board(access.viewer(started(anna), anna))
    shown |= {"phase": "actions", "actions_done": 2, "positions": {"B": 1}, "bids": {"B": 3}}
    laid = TABLE.table(shown, "en", {"B": "Bert"})
    assert [box.state for box in laid.actions] == [
        *["done", "done", "now", "open", "open"],
        *["hidden"] * 5,
    ]
    assert [place.seat for place in laid.places] == ["B", None, None, None, None]
    assert next(purse.bid for purse in laid.players if purse.seat == "B") == "3 Thalers"


@pytest.mark.parametrize(
    ("language", "bids"),
    [
        ("en", ["bid: the card Köln", "bid: a tower card", "bid: 3 Thalers", "bid: no card"]),
        ("de", ["Gebot: die Karte Köln", "Gebot: eine Turmkarte", "Gebot: 3 Taler"]),
    ],
)
def test_bids_are_told_in_words(anna: User, language: str, bids: list[str]) -> None:
    """A county or a tower card may be a bid, and none is, where no card is left."""
    game = started(anna, players=5)
    shown = selectors.board(access.viewer(game, anna))
    shown |= {"positions": {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5}}
    shown |= {"bids": {"A": "koeln", "B": "tower", "C": 3, "D": None}}
    with override(language):
        laid = TABLE.table(shown, language, {})
        seen = text_of(render_to_string(TABLE.cards_template, {"table": laid, "ask": "?"}))
    assert [words for words in bids if words not in seen] == []
    assert seen.count({"en": "bid:", "de": "Gebot:"}[language]) == 4


def test_the_draft_shows_its_cards_and_groups(anna: User) -> None:
    game = started(anna, options={"line_up": "draft"})
    shown = selectors.board(access.viewer(game, anna))
    words = text_of(page(game, anna))
    assert "Before the first season" in words
    for county in shown["draft"]["face_up"]:
        assert COUNTIES[county].name in words.split("Cards on offer:")[1]
    assert "Make your choice" in words


def test_a_county_is_told_without_a_script(anna: User) -> None:
    game = started(anna, players=5)
    seen = page(game, None, "?county=holstein")
    panel = text_of(seen[seen.index('data-panel="holstein"') :].split("</section>")[0])
    for words in ("Holstein", "Brandenburg", "Tax 5", "Grain 3", "Kiel", "Lübeck", "Hamburg"):
        assert words in panel
    assert 'href="?county=bremen#county"' in seen
    assert '<use href="#land-holstein" class="chosen-mark"/>' in seen


@pytest.mark.parametrize("county", ["atlantis", "", "<script>", "%00", "holstein'--"])
def test_a_county_that_is_none_changes_nothing(anna: User, county: str) -> None:
    seen = page(started(anna), None, f"?county={county}")
    assert "Tap a county to read about it." in seen
    assert "data-panel" not in seen
    assert "<script>" not in seen


def test_all_counties_come_in_one_answer(anna: User, cora: User) -> None:
    game = started(anna, visibility="invited")
    strange = Client()
    strange.force_login(cora)
    assert strange.get(f"/games/{game.pk}/places/").status_code == 404
    panels = strange.get(f"/games/{game.pk}/places/?invite={game.invite}").content.decode()
    assert set(re.findall(r'data-panel="(\w+)"', panels)) == set(counties_in_play(3))


def test_a_rivals_plan_leaves_no_trace(anna: User, bert: User) -> None:
    """Whatever anna plans, bert and strangers read the same page."""
    game = started(anna, bert, players=5)
    question = waiting(game)
    plans, seen = [some_answer(game, question, flavour) for flavour in ("war", "peace")], []
    for plan, salt in zip(plans, ("ca" * 32, "fe" * 32), strict=True):
        answer_submit(person=anna, game_id=game.pk, decision=question.id, answer=plan, salt=salt)
        pages = [page(game, bert), page(game)]
        assert not any(salt in shown for shown in pages)
        seen.append([_without_the_moment(shown) for shown in pages])
    assert plans[0] != plans[1]
    assert seen[0] == seen[1]


def _without_the_moment(shown: str) -> str:
    """A page without the place in the log and the token of its forms, which differ each time."""
    return re.sub(r'(data-seq|data-pulse|value|hx-headers)=(".*?"|\'.*?\')', "", shown)


def test_a_game_comes_with_its_seats_and_everybody_on_them(
    anna: User, bert: User, cora: User, django_assert_num_queries: Any
) -> None:
    game = started(anna, bert)
    game.seats.filter(user=bert).update(substitute=cora)
    with django_assert_num_queries(2):
        row = game_named(game.pk)
        seats = [(seat.key, seat.user, seat.substitute) for seat in row.seats.all()]
        assert all(seat.game is row for seat in row.seats.all())
    assert seats == [("A", anna, None), ("B", bert, cora), ("C", None, None)]
