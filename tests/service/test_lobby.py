"""The lobby: who may make, see, join, leave and start a table."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from games import access
from games.errors import NotAllowed, NotFound, Refused
from games.models import Game, LogEntry, OpenDecision, Seat, User
from games.read import selectors
from games.services.post.delivery import deliver_due
from games.services.tables.lobby import game_create, game_join, game_leave, game_start, seat_set
from tests.play.tables import RULESET
from tests.service.tables import NOBODY, again, answer, lobby, started

pytestmark = pytest.mark.django_db


def seats(game: Game) -> dict[str, str]:
    """Who sits where: a name, a bot in brackets, or nobody."""
    return {
        seat.key: seat.user.username if seat.user else f"({seat.bot})" if seat.bot else ""
        for seat in game.seats.select_related("user")
    }


def test_the_host_sits_first_and_bots_last(anna: User) -> None:
    game = lobby(anna, players=4, bots=1)
    assert seats(game) == {"A": "anna", "B": "", "C": "", "D": "(random)"}
    assert game.status == Game.Status.LOBBY
    assert game.options == {
        "line_up": "default",
        "choices": "orders",
        "emperors_court": "off",
        "landsknechte": "off",
    }


@pytest.mark.parametrize(
    ("choice", "code", "words"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset", "wallenstein-2010"),
        ({"options": {"dice": "six"}}, "bad_option", "no option 'dice'"),
        ({"options": {"choices": "maybe"}}, "bad_option", "orders, ask"),
        ({"players": 2}, "bad_players", "for 3, 4, 5 players"),
        ({"players": 6}, "bad_players", "for 3, 4, 5 players"),
        ({"name": " \x00\n "}, "no_name", "needs a name"),
        ({"bots": ["deep blue"]}, "unknown_bot", "random, recruit, marshal"),
        ({"bots": ["random"] * 3}, "too_many_bots", "a seat left for you"),
        ({"schedule": {"kind": "weekly"}}, "bad_schedule", "kind: one of none, hours, daily"),
        ({"visibility": "hidden"}, "bad_visibility", "public, unlisted, invited"),
        ({"lateness": "shoot them"}, "bad_lateness", "wait, draft, default, stand_in"),
    ],
)
def test_a_bad_table_is_not_made(anna: User, choice: dict[str, Any], code: str, words: str) -> None:
    given: dict[str, Any] = {
        "name": "Prague",
        "ruleset": "wallenstein-2010",
        "players": 3,
        **choice,
    }
    with pytest.raises(Refused, match=words) as refusal:
        game_create(host=anna, **given)
    assert refusal.value.code == code
    assert not Game.objects.exists()


def test_a_name_is_one_line_that_every_database_takes(anna: User) -> None:
    assert lobby(anna, name="  Prague\x00\r\nBcc: all " + "x" * 100).name[:16] == "Prague Bcc: all "
    assert len(again(Game.objects.get()).name) <= 80


def test_people_sit_down_until_the_table_is_full(anna: User, bert: User, cora: User) -> None:
    game = lobby(anna, bots=1)
    assert game_join(person=bert, game_id=game.id).key == "B"
    with pytest.raises(Refused) as twice:
        game_join(person=bert, game_id=game.id)
    assert twice.value.code == "sits_already"
    with pytest.raises(Refused) as full:
        game_join(person=cora, game_id=game.id)
    assert full.value.code == "table_full"
    assert seats(game) == {"A": "anna", "B": "bert", "C": "(random)"}
    with pytest.raises(NotFound):
        game_join(person=cora, game_id="nowhere")


def test_a_game_starts_when_the_host_says_so_and_every_seat_is_taken(
    anna: User, bert: User
) -> None:
    game = lobby(anna, bots=1)
    with pytest.raises(Refused) as early:
        game_start(person=anna, game_id=game.id)
    assert early.value.code == "seats_free"
    game_join(person=bert, game_id=game.id)
    with pytest.raises(NotAllowed):
        game_start(person=bert, game_id=game.id)
    assert not LogEntry.objects.exists()
    running = game_start(person=anna, game_id=game.id)
    assert (running.status, running.step, running.turn) == (Game.Status.RUNNING, 1, "1.spring")
    assert running.started_at is not None
    for act in (
        lambda: game_start(person=anna, game_id=game.id),
        lambda: game_leave(person=bert, game_id=game.id),
        lambda: seat_set(person=anna, game_id=game.id, seat_key="B"),
    ):
        with pytest.raises(Refused) as late:
            act()
        assert late.value.code == "started_already"
    assert seats(game)["B"] == "bert"


def test_who_leaves_frees_the_seat(anna: User, bert: User, cora: User) -> None:
    game = lobby(anna, bots=1)
    game_join(person=bert, game_id=game.id)
    game_leave(person=bert, game_id=game.id)
    with pytest.raises(NotAllowed):
        game_leave(person=bert, game_id=game.id)
    assert game_join(person=cora, game_id=game.id).key == "B"


def test_when_the_host_leaves_the_next_player_is_host(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    game_join(person=bert, game_id=game.id)
    game_leave(person=anna, game_id=game.id)
    assert again(game).host == bert
    assert again(game).status == Game.Status.LOBBY
    game_leave(person=bert, game_id=game.id)
    assert again(game).status == Game.Status.CANCELLED
    with pytest.raises(Refused, match="cancelled"):
        game_join(person=anna, game_id=game.id)


def test_the_host_clears_seats_and_seats_bots(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    game_join(person=bert, game_id=game.id)
    with pytest.raises(NotAllowed):
        seat_set(person=bert, game_id=game.id, seat_key="C")
    seat_set(person=anna, game_id=game.id, seat_key="B")
    assert seats(game)["B"] == ""
    seat_set(person=anna, game_id=game.id, seat_key="B", bot="marshal")
    assert seats(game)["B"] == "(marshal)"
    for key, bot, code in (
        ("A", "", "host_sits_here"),
        ("B", "deep blue", "unknown_bot"),
        ("Z", "", "no_such_seat"),
    ):
        with pytest.raises(Refused) as refusal:
            seat_set(person=anna, game_id=game.id, seat_key=key, bot=bot)
        assert refusal.value.code == code


@pytest.mark.parametrize("visibility", ["unlisted", "invited"])
def test_a_table_that_is_not_public_looks_like_none_without_the_link(
    anna: User, bert: User, visibility: str
) -> None:
    game = lobby(anna, bots=1, visibility=visibility)
    for reader in (bert, NOBODY):
        with pytest.raises(NotFound) as hidden:
            access.viewer(game, reader)
        with pytest.raises(NotFound):
            access.viewer(game, reader, "wrong link")
        assert hidden.value.status == 404
        assert game not in selectors.games_visible_to(reader)
        assert access.viewer(game, reader, game.invite).seat_key is None
    with pytest.raises(NotFound):
        game_join(person=bert, game_id=game.id)
    game_join(person=bert, game_id=game.id, invite=game.invite)
    assert access.viewer(game, bert).seat_key == "B"
    assert list(selectors.games_visible_to(bert)) == [game]
    assert list(selectors.games_visible_to(anna)) == [game]


def test_anybody_sees_and_joins_a_public_table(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    assert list(selectors.games_visible_to(NOBODY)) == [game]
    viewer = access.viewer(game, NOBODY)
    assert (viewer.seat_key, viewer.is_host) == (None, False)
    assert access.viewer(game, anna).is_host
    game_join(person=bert, game_id=game.id)


def test_no_two_games_share_a_chain_of_chance(anna: User) -> None:
    games = [started(anna) for _ in range(2)]
    assert len({game.anchor for game in games}) == 2
    assert len({game.invite for game in games}) == 2


def test_whoever_has_sat_at_very_many_tables_is_told_which_wait(anna: User) -> None:
    old = Game.objects.bulk_create(
        Game(name="old", ruleset=RULESET, version=1, tower="", players=3, status="finished")
        for _ in range(1_100)
    )
    Seat.objects.bulk_create(Seat(game=game, key="A", user=anna) for game in old)
    OpenDecision.objects.create(game=old[0], decision="x", seat="A", kind="x")
    game = started(anna)
    assert list(selectors.games_waiting_for(anna)) == [game]
    answer(game, anna)
    assert list(selectors.games_waiting_for(anna)) == []


def test_whose_seat_the_host_gives_away_is_told_once(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    for _ in range(2):
        game_join(person=bert, game_id=game.id)
        seat_set(person=anna, game_id=game.id, seat_key="B")
    deliver_due()
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [
        ([bert.email], "You no longer have a seat at Prague")
    ]
