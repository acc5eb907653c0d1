"""A game that is longer than its chain of chance: it stops, says so, and goes on as a fork."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail

from engine.registry import RULESETS
from games.models import Game, User
from games.ops import tasks
from games.services.play.advance import ChainUsedUp, game_advance, game_retry
from games.services.tables.forks import game_fork
from tests.service.tables import again, answer, open_seats, person, proof, started
from tests.web.told import reader

pytestmark = pytest.mark.django_db
RULESET = "loewenherz-2003"
LENGTH = 4


@pytest.fixture
def short_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game begins with so few links that it needs more than it has."""
    monkeypatch.setattr(RULESETS[RULESET, 1], "chain_length", LENGTH)


def played(game: Game, *people: User) -> None:
    """Answer and go on until the game stands still."""
    players = dict(zip("ABC", people, strict=False))
    while not again(game).trouble:
        for seat in open_seats(game):
            answer(game, players[seat])
        tasks.advance_game(game.pk)


@pytest.mark.usefixtures("short_chain")
@pytest.mark.parametrize("bots", [0, 2])
def test_it_stops_after_its_last_link_with_every_step_it_has(
    anna: User, bert: User, cora: User, bots: int, settings: Any
) -> None:
    settings.ADMINS = [("operator", "operator@example.org")]
    people = (anna, bert, cora)[: 3 - bots]
    game = started(*people, ruleset=RULESET)
    played(game, *people)
    stopped = again(game)
    assert stopped.step == LENGTH
    assert stopped.is_used_up
    assert stopped.trouble.startswith(f"{ChainUsedUp.__name__} at ")
    proof(game, anna)
    (alert,) = mail.outbox
    assert f"fork_game {game.pk}" in alert.body
    page = reader(anna).get(f"/games/{game.pk}/").content.decode()
    assert "all of it is used up" in page
    assert "Something went wrong" not in page


@pytest.mark.usefixtures("short_chain")
def test_trying_again_does_not_help_and_a_fork_goes_on(anna: User, bert: User, cora: User) -> None:
    people = (anna, bert, cora)
    game = started(*people, ruleset=RULESET)
    played(game, *people)
    (seat,) = open_seats(game)
    answer(game, dict(zip("ABC", people, strict=True))[seat])
    with pytest.raises(ChainUsedUp):
        game_retry(game_id=game.pk)
    assert again(game).step == LENGTH
    staff = person("erik", is_staff=True)
    fork = game_fork(person=staff, game_id=game.pk, step=LENGTH, why="It was too long.")
    (seat,) = open_seats(fork)
    answer(fork, dict(zip("ABC", people, strict=True))[seat])
    game_advance(game_id=fork.pk)
    assert again(fork).step == LENGTH + 1
    assert not again(fork).trouble
    proof(fork, anna)
