"""When a game stands still, somebody is told, and of the game itself nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from games.models import Game, User
from games.ops import tasks
from games.services.play import advance
from tests.service.tables import again, answer, started

CANARY = "Schlesien 7 armies"


@pytest.fixture
def stuck(anna: User, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Game:
    """A game whose resolution raises, with somebody's plan in what it says."""
    settings.ADMINS = [("operator", "operator@example.org")]
    game = started(anna)
    answer(game, anna)

    def take_step(*_: Any) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr(advance, "take_step", take_step)
    return game


def test_the_operator_gets_a_letter_with_what_to_do(stuck: Game) -> None:
    tasks.advance_game(stuck.pk)
    (letter,) = mail.outbox
    assert letter.to == ["operator@example.org"]
    assert stuck.pk in letter.subject
    assert f"manage.py retry_game {stuck.pk}" in letter.body
    assert "ValueError" in letter.body
    assert CANARY not in letter.subject + str(letter.body)


def test_a_mail_server_that_is_away_changes_nothing(
    stuck: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailBackend, "send_messages", away)
    tasks.advance_game(stuck.pk)
    assert again(stuck).trouble.startswith("ValueError")
