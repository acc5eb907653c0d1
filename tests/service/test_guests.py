"""Guests: invited by name, asked for a rematch, told when a table is given up."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from games import access
from games.errors import NotAllowed, NotFound, Refused
from games.models import Game, Invitation, OutboxRow, User
from games.read import selectors
from games.services.people.accounts import account_delete
from games.services.post.delivery import deliver_due
from games.services.tables.invitations import (
    game_cancel,
    game_rematch,
    invitation_revoke,
    player_invite,
)
from games.services.tables.lobby import game_join, game_start
from tests.service.tables import again, lobby, play_out, started

pytestmark = pytest.mark.django_db


def kinds_to(user: User) -> list[str]:
    return list(OutboxRow.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def occupants(game: Game) -> list[str]:
    seats = game.seats.select_related("user")
    return [seat.user.username if seat.user else seat.bot for seat in seats]


def test_whoever_is_invited_sees_the_table_and_sits_down_without_its_link(
    anna: User, bert: User, cora: User
) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    with pytest.raises(NotFound):
        access.viewer(game, bert)
    player_invite(person=anna, game_id=game.pk, username="bert")
    assert game in selectors.games_visible_to(bert)
    assert game in selectors.games_filtered(bert, invited=True)
    assert game not in selectors.games_visible_to(cora)
    assert kinds_to(bert) == ["invited"]
    assert game_join(person=bert, game_id=game.pk).key == "B"
    with pytest.raises(Refused, match="already has a seat at the table"):
        player_invite(person=anna, game_id=game.pk, username="bert")


def test_the_letter_names_the_table_and_not_its_secret_link(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    player_invite(person=anna, game_id=game.pk, username="bert")
    assert deliver_due() == 1
    assert mail.outbox[-1].subject == "You are invited to Prague"
    assert f"/games/{game.pk}/" in mail.outbox[-1].body
    assert game.invite not in mail.outbox[-1].body


def test_an_invitation_is_taken_back_or_declined_and_told_of_once(
    anna: User, bert: User, cora: User
) -> None:
    game = lobby(anna, bots=1, visibility="invited")
    for _ in range(2):
        player_invite(person=anna, game_id=game.pk, username="bert")
        player_invite(person=anna, game_id=game.pk, username="bert")
        assert Invitation.objects.count() == 1
        invitation_revoke(person=anna, game_id=game.pk, username="bert")
    assert kinds_to(bert) == ["invited"]
    with pytest.raises(NotFound):
        game_join(person=bert, game_id=game.pk)
    with pytest.raises(NotFound, match="not invited"):
        invitation_revoke(person=anna, game_id=game.pk, username="bert")
    player_invite(person=anna, game_id=game.pk, username="cora")
    with pytest.raises(NotAllowed):
        invitation_revoke(person=bert, game_id=game.pk, username="cora")
    invitation_revoke(person=cora, game_id=game.pk, username="cora")
    assert not Invitation.objects.exists()


def test_only_the_host_invites_and_only_people_there_are(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    with pytest.raises(NotAllowed):
        player_invite(person=bert, game_id=game.pk, username="bert")
    with pytest.raises(NotFound, match="no player of that name"):
        player_invite(person=anna, game_id=game.pk, username="nobody")
    account_delete(person=bert)
    with pytest.raises(NotFound, match="no player of that name"):
        player_invite(person=anna, game_id=game.pk, username=User.objects.get(pk=bert.pk).username)
    assert not Invitation.objects.exists()


def test_the_host_gives_a_table_up(anna: User, bert: User) -> None:
    game = lobby(anna, bots=1)
    game_join(person=bert, game_id=game.pk)
    with pytest.raises(NotAllowed):
        game_cancel(person=bert, game_id=game.pk)
    game_cancel(person=anna, game_id=game.pk)
    assert again(game).status == Game.Status.CANCELLED
    assert (kinds_to(anna), kinds_to(bert)) == ([], ["table_cancelled"])
    for late in (game_cancel, game_start):
        with pytest.raises(Refused, match="cancelled"):
            late(person=anna, game_id=game.pk)


def test_a_rematch_is_the_same_game_one_seat_further(anna: User, bert: User, cora: User) -> None:
    schedule = {"kind": "hours", "hours": 48}
    choices = {"options": {"choices": "ask"}, "schedule": schedule, "lateness": "default"}
    old = play_out(started(anna, bert, players=3, **choices), anna, bert)
    OutboxRow.objects.all().delete()
    new = game_rematch(person=bert, game_id=old.pk)
    for name in ("ruleset", "options", "schedule", "lateness", "players", "visibility"):
        assert getattr(new, name) == getattr(old, name), name
    assert new.name == f"{old.name}, rematch"
    assert new.rematch_of == old
    assert new.host == bert
    assert occupants(new) == ["random", "", "bert"]
    assert kinds_to(anna) == ["rematch"]
    assert game_rematch(person=anna, game_id=old.pk) == new
    assert Game.objects.count() == 2
    with pytest.raises(Refused, match="kept for players"):
        game_join(person=cora, game_id=new.pk)
    assert game_join(person=anna, game_id=new.pk).key == "B"
    assert game_start(person=bert, game_id=new.pk).status == Game.Status.RUNNING


def test_a_seat_that_is_not_wanted_any_more_is_open_to_all(
    anna: User, bert: User, cora: User
) -> None:
    old = play_out(started(anna, bert), anna, bert)
    new = game_rematch(person=anna, game_id=old.pk)
    invitation_revoke(person=bert, game_id=new.pk, username="bert")
    assert game_join(person=cora, game_id=new.pk).key == "C"


def test_a_rematch_is_for_those_who_played_a_game_that_is_over(
    anna: User, bert: User, cora: User
) -> None:
    running = started(anna)
    with pytest.raises(Refused, match="running"):
        game_rematch(person=anna, game_id=running.pk)
    old = play_out(started(anna, bert), anna, bert)
    with pytest.raises(NotAllowed):
        game_rematch(person=cora, game_id=old.pk)
    account_delete(person=bert)
    new = game_rematch(person=anna, game_id=old.pk)
    assert not new.invitations.exists()
    assert occupants(new) == ["random", "anna", ""]
    game_cancel(person=anna, game_id=new.pk)
    assert game_rematch(person=anna, game_id=old.pk) != new


def test_a_table_invites_so_many_a_day(anna: User, bert: User, cora: User, settings: Any) -> None:
    settings.MOST_LETTERS = 1
    game = lobby(anna)
    player_invite(person=anna, game_id=game.id, username="bert")
    invitation_revoke(person=anna, game_id=game.id, username="bert")
    with pytest.raises(Refused) as refusal:
        player_invite(person=anna, game_id=game.id, username="cora")
    assert refusal.value.code == "too_many_letters"
    assert not game.invitations.exists()
    player_invite(person=anna, game_id=lobby(anna).id, username="cora")


def test_a_host_invites_so_many_a_day_at_all_tables(
    anna: User, bert: User, cora: User, settings: Any
) -> None:
    settings.MOST_LETTERS_BY_ONE = 2
    for _ in range(2):
        player_invite(person=anna, game_id=lobby(anna).id, username="cora")
    with pytest.raises(Refused) as refusal:
        player_invite(person=anna, game_id=lobby(anna).id, username="cora")
    assert refusal.value.code == "too_many_letters"
    player_invite(person=bert, game_id=lobby(bert).id, username="cora")
    assert kinds_to(cora) == ["invited"] * 3
