"""Talk beside a game: the table and the gallery kept apart."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from games.errors import Illegal, NotAllowed, Refused
from games.models import ChatMessage, Game, User
from games.services.people.accounts import account_delete
from games.services.tables.talk import LONGEST_MESSAGE, MOST_A_MINUTE, chat_post
from tests.service.tables import started
from tests.web.pages import Reader


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert)


def say(person: User, game: Game, text: str, channel: str = "players") -> ChatMessage:
    return chat_post(person=person, game_id=game.pk, channel=channel, text=text)


def test_players_talk_at_the_table_and_others_read_along(
    anna: User, cora: User, game: Game, stranger: Reader
) -> None:
    page = Reader(anna).post(f"/games/{game.pk}/chat/players/", {"text": "Hello\nall <b>"})
    assert "Hello<br>all <b>" in page.replace("&lt;", "<").replace("&gt;", ">")
    assert "<b>" not in Reader(anna).client.get(f"/games/{game.pk}/chat/").content.decode()
    assert "Hello" in Reader(cora).get(f"/games/{game.pk}/chat/players/")
    assert "Hello" in stranger.get(f"/games/{game.pk}/chat/players/")


def test_spectators_cannot_write_at_the_table(cora: User, game: Game, stranger: Reader) -> None:
    page = Reader(cora).post(f"/games/{game.pk}/chat/players/", {"text": "Psst"}, status=403)
    assert "not write here" in page
    assert "Psst" in page or "You can read this" in page
    stranger.post(f"/games/{game.pk}/chat/spectators/", {"text": "Psst"}, status=401)
    assert not ChatMessage.objects.exists()


def test_players_do_not_hear_the_gallery_while_they_play(
    anna: User, cora: User, game: Game
) -> None:
    say(cora, game, "Red will lose", "spectators")
    reader = Reader(anna)
    assert "after the end" in reader.get(f"/games/{game.pk}/chat/spectators/", status=403)
    reader.get(f"/games/{game.pk}/chat/spectators/news/?after=0", status=403)
    assert "Red will lose" not in reader.get(f"/games/{game.pk}/chat/")
    with pytest.raises(NotAllowed):
        say(anna, game, "What?", "spectators")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert "Red will lose" in reader.get(f"/games/{game.pk}/chat/spectators/")
    say(anna, game, "I did not!", "spectators")


def test_an_open_page_hears_what_is_new_and_nothing_twice(anna: User, game: Game) -> None:
    first = say(anna, game, "one")
    second = say(anna, game, "two")
    news = Reader(anna).get(f"/games/{game.pk}/chat/players/news/?after={first.pk}")
    assert "two" in news
    assert "one" not in news
    assert f"after={second.pk}" in news
    assert "<li id=" not in Reader(anna).get(
        f"/games/{game.pk}/chat/players/news/?after={second.pk}"
    )


def test_the_newest_is_at_the_bottom_and_older_ones_a_page_away(anna: User, game: Game) -> None:
    for number in range(70):
        ChatMessage.objects.create(
            game=game,
            channel="players",
            author=anna,
            text=f"message-{number:02}.",
            said_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
    reader = Reader(anna)
    page = reader.get(f"/games/{game.pk}/chat/")
    assert page.index("message-10.") < page.index("message-69.")
    assert "message-09." not in page
    before = page.split("?before=")[1].split('"')[0]
    earlier = reader.get(f"/games/{game.pk}/chat/players/?before={before}")
    assert "message-09." in earlier
    assert "message-00." in earlier
    assert "message-10." not in earlier


def test_limits_say_what_they_are_and_keep_what_was_typed(anna: User, game: Game) -> None:
    reader = Reader(anna)
    long = "x" * (LONGEST_MESSAGE + 1)
    page = reader.post(f"/games/{game.pk}/chat/players/", {"text": long}, status=422)
    assert "at most 1000 characters; yours has 1001" in page
    assert long in page
    with pytest.raises(Illegal):
        say(anna, game, " \n\t ")


def test_nobody_floods_a_table(anna: User, game: Game) -> None:
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False) as clock:
        for number in range(MOST_A_MINUTE):
            say(anna, game, f"flood {number}")
        with pytest.raises(Refused, match="Wait a minute"):
            say(anna, game, "one more")
        clock.shift(61)
        say(anna, game, "one more")
    assert ChatMessage.objects.count() == MOST_A_MINUTE + 1


def test_the_host_hides_a_message_with_a_reason(anna: User, bert: User, game: Game) -> None:
    rude = say(bert, game, "something rude")
    address = f"/games/{game.pk}/chat/hide/{rude.pk}/"
    Reader(bert).post(address, {"why": "mine"}, status=403)
    Reader(anna).post(address, {"why": " "}, status=422)
    Reader(anna).post(address, {"why": "be kind"})
    for reader in (Reader(anna), Reader(bert)):
        page = reader.get(f"/games/{game.pk}/chat/")
        assert "something rude" not in page
        assert "This message was hidden: be kind" in page
    rude.refresh_from_db()
    assert rude.hidden_by == anna


def test_staff_may_hide_in_any_game(bert: User, cora: User, game: Game) -> None:
    User.objects.filter(pk=cora.pk).update(is_staff=True)
    rude = say(bert, game, "something rude")
    Reader(cora).post(f"/games/{game.pk}/chat/hide/{rude.pk}/", {"why": "be kind"})
    rude.refresh_from_db()
    assert rude.hidden_at is not None


def test_a_closed_table_talks_behind_closed_doors(
    anna: User, bert: User, cora: User, stranger: Reader
) -> None:
    game = started(anna, bert, visibility="invited")
    say(anna, game, "secretly")
    for path in ("chat/", "chat/players/", "chat/players/news/", "notes/"):
        Reader(cora).get(f"/games/{game.pk}/{path}", status=404)
    page = stranger.get(f"/games/{game.pk}/chat/players/?invite={game.invite}")
    assert "secretly" in page


def test_who_deletes_the_account_takes_the_words_along(bert: User, game: Game) -> None:
    message = say(bert, game, "my street and number")
    account_delete(person=bert)
    message.refresh_from_db()
    assert message.text == ""
    assert message.hidden_at is not None
