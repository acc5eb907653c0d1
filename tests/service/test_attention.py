"""Nothing is missed: how many games wait, and how much was said that nobody has read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command

from games.access import viewer
from games.models import ChatMessage, Game, TalkRead, User
from games.read import talk
from games.read.selectors import number_waiting_for
from games.services.people.accounts import account_delete
from games.services.play.deadlines import game_pause
from games.services.tables.seats import substitute_name
from games.services.tables.talk import chat_hide, chat_post, talk_read
from tests.service.tables import again, answer, person, started


def say(game: Game, speaker: User, text: str = "Hello", channel: str = "players") -> ChatMessage:
    return chat_post(person=speaker, game_id=game.pk, channel=channel, text=text)


def unread(game: Game, reader: User) -> int:
    return talk.number_unread(viewer(again(game), reader), reader)


def test_games_that_wait_for_somebody_are_counted(anna: User, bert: User, cora: User) -> None:
    first, second = started(anna, bert), started(anna, bert)
    rests = started(anna, bert)
    game_pause(person=anna, game_id=rests.pk, why="Holidays")
    assert [number_waiting_for(one) for one in (anna, bert, cora)] == [2, 2, 0]
    answer(first, anna)
    assert [number_waiting_for(one) for one in (anna, bert, cora)] == [1, 2, 0]
    substitute_name(person=anna, game_id=second.pk, player=cora.username, why="A journey")
    assert number_waiting_for(cora) == 1


def test_what_others_say_is_unread_until_it_is_read(anna: User, bert: User, cora: User) -> None:
    game, other = started(anna, bert, visibility="public"), started(anna, bert)
    first, second = say(game, bert), say(game, bert, "Again")
    assert (unread(game, anna), unread(game, bert)) == (2, 0)
    assert talk.unread(anna, [game.pk, other.pk]) == {game.pk: 2}
    talk_read(person=anna, game=game, upto=first.pk)
    assert unread(game, anna) == 1
    # Who answers has read the rest; an older page takes nothing back.
    say(game, anna, "Hello, bert")
    talk_read(person=anna, game=game, upto=first.pk)
    assert (unread(game, anna), unread(game, bert)) == (0, 1)
    third = say(game, bert, "Oops")
    chat_hide(person=anna, game_id=game.pk, message_id=third.pk, why="Not here")
    assert unread(game, anna) == 0
    # What spectators say is no news for players, and what players say none for spectators.
    say(game, cora, "Exciting", channel="spectators")
    assert (unread(game, anna), unread(game, cora)) == (0, 0)
    assert second.pk > first.pk


def test_how_far_somebody_has_read_is_forgotten_with_them(anna: User, bert: User) -> None:
    game = started(anna, bert)
    say(game, anna)
    assert TalkRead.objects.filter(user=anna).count() == 1
    account_delete(person=anna)
    assert not TalkRead.objects.filter(user=anna).exists()


@pytest.fixture
def migrated_again(committed: None) -> Iterator[None]:
    """Whatever a test leaves behind, the next finds all tables as they are now."""
    yield
    call_command("migrate", "games", verbosity=0)


def test_what_was_said_before_this_counts_as_read(migrated_again: None) -> None:
    anna, bert = person("anna"), person("bert")
    game = started(anna, bert)
    say(game, bert)
    call_command("migrate", "games", "0019", verbosity=0)
    call_command("migrate", "games", verbosity=0)
    assert (unread(game, anna), unread(game, bert)) == (0, 0)
    say(game, bert, "And now?")
    assert unread(game, anna) == 1
