"""Talk by letter: what was said to whoever was not there, not too often, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

import pytest
from django.core import mail

from games.mail.letters import letter_of
from games.models import Game, OutboxRow, User
from games.notify.choices import times_change
from games.notify.digests import collect_due
from games.services.post.delivery import deliver_due
from games.services.post.digests import PATIENCE
from games.services.tables.talk import chat_hide, chat_post
from tests.mail.rows import opened, rows_of, text_of
from tests.service.conftest import at, cora
from tests.service.tables import again, play_out, started

__all__ = ["at", "cora"]

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def game(at: Travel, anna: User, bert: User, cora: User) -> Game:
    at(START)
    return started(anna, bert, cora)


def says(player: User, game: Game, text: str, channel: str = "players") -> None:
    chat_post(person=player, game_id=game.pk, channel=channel, text=text)


def digests() -> list[str]:
    rows = OutboxRow.objects.filter(kind="chat_digest").order_by("pk")
    return [row.user.username for row in rows]


def test_what_is_said_in_half_an_hour_comes_in_one_letter(
    at: Travel, game: Game, anna: User, bert: User, cora: User
) -> None:
    says(anna, game, "Who holds Baden?")
    at(START + timedelta(minutes=10))
    says(bert, game, "I do.")
    assert sorted(digests()) == ["anna", "cora"]
    deliver_due()
    assert not [m for m in mail.outbox if m.subject.startswith("New messages")]
    at(START + timedelta(minutes=10) + PATIENCE)
    deliver_due()
    bodies = {m.to[0]: m.body for m in mail.outbox if m.subject == "New messages in Prague"}
    assert set(bodies) == {anna.address, cora.address}
    assert "Who holds Baden?" not in bodies[anna.address]
    assert "I do." in bodies[anna.address]
    assert "Mon 1 Jun 2026, 14:00 (Europe/Berlin):\n| Who holds Baden?" in bodies[cora.address]
    assert again(game).head in bodies[cora.address]


def test_at_most_one_in_so_many_hours(
    at: Travel, game: Game, anna: User, cora: User, settings
) -> None:
    settings.CHAT_DIGEST_HOURS = 6
    messages = {minutes: f"after {minutes} minutes" for minutes in range(0, 1_440, 20)}
    for minutes, text in messages.items():
        at(START + timedelta(minutes=minutes))
        says(anna, game, text)
    rows = rows_of(game, "chat_digest", cora)
    due = [row.due_at for row in rows]
    apart = [later - earlier for earlier, later in pairwise(due)]
    assert all(gap >= timedelta(hours=6) for gap in apart)
    texts = [text_of(opened(row)) for row in rows]
    # Nothing is told twice, nothing is left out.
    assert len(rows) == 5
    for text in messages.values():
        assert sum(f"| {text}\n" in letter for letter in texts) == 1


def test_a_letter_says_the_same_whatever_is_said_later(
    at: Travel, game: Game, anna: User, bert: User, cora: User
) -> None:
    says(anna, game, "First.")
    [row] = rows_of(game, "chat_digest", cora)
    before = letter_of(row)
    at(START + PATIENCE)
    says(bert, game, "Much later.")
    says(cora, game, "I am here.")
    assert letter_of(row) == before
    assert "Much later." not in text_of(opened(row))


def test_whoever_answers_has_read_it(game: Game, anna: User, bert: User) -> None:
    says(anna, game, "Peace?")
    assert "bert" in digests()
    says(bert, game, "Never.")
    assert "bert" not in digests()
    assert digests().count("anna") == 1


def test_whoever_answers_has_read_what_would_be_in_the_daily_letter(
    at: Travel, game: Game, anna: User, bert: User
) -> None:
    times_change(person=bert, quiet_from=None, quiet_until=None, digest_at=time(18))
    says(anna, game, "Peace?")
    assert "bert" in digests()
    says(bert, game, "Never.")
    assert "bert" not in digests()
    at(START + timedelta(days=1))
    collect_due()
    assert not any("0 new" in text_of(opened(row)) for row in OutboxRow.objects.filter(user=bert))


def test_players_hear_nothing_from_the_gallery_and_a_host_who_looks_on_does(
    at: Travel, anna: User, bert: User, cora: User
) -> None:
    at(START)
    game = started(anna, bert)
    Game.objects.filter(pk=game.pk).update(host=cora)
    dora = User.objects.create_user("dora", "dora@example.org", "secret")
    says(dora, game, "Anna will attack Baden.", "spectators")
    assert digests() == ["cora"]
    says(bert, game, "Good morning.")
    [row] = rows_of(game, "chat_digest", cora)
    text = text_of(opened(row))
    assert text.index("Good morning.") < text.index("From the gallery:")
    assert text.index("From the gallery:") < text.index("Anna will attack Baden.")
    [annas] = rows_of(game, "chat_digest", anna)
    assert "attack" not in text_of(opened(annas))


def test_what_was_hidden_is_not_told(
    at: Travel, game: Game, anna: User, bert: User, cora: User
) -> None:
    message = chat_post(person=bert, game_id=game.pk, channel="players", text="Rude words.")
    chat_hide(person=anna, game_id=game.pk, message_id=message.pk, why="Rude")
    [row] = rows_of(game, "chat_digest", cora)
    assert "Rude words." not in text_of(opened(row))
    assert "(hidden)" in text_of(opened(row))


def test_talk_goes_on_after_the_end(at: Travel, anna: User, bert: User) -> None:
    at(START)
    game = play_out(started(anna, bert), anna, bert)
    says(anna, game, "Well played.")
    [row] = rows_of(game, "chat_digest", bert)
    assert row.data["channels"] == ["players", "spectators"]
    assert "Well played." in text_of(opened(row))
