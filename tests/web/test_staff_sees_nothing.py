"""Staff walk through every page, every answer of the API and the admin, and find no secret.

Not by looking, not by repairing a game, and not by seating an accomplice.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.log import store
from games.models import Game, User
from games.services.play.advance import game_advance
from games.services.play.turns import answer_submit, draft_save
from games.services.tables.forks import game_fork
from games.services.tables.seats import player_replace, substitute_name
from tests.service.hashes import hashes_in
from tests.service.tables import again, answer, person, started, waiting
from tests.service.test_secrets import canary_plan
from tests.web.addresses import routes
from tests.web.test_secrecy_pages import (
    DRAFTED,
    SALT,
    SEALED,
    Visitor,
    _short_streams,
    hidden,
    known,
    shows,
    with_number,
)

__all__ = ["_short_streams"]


@pytest.fixture
def staff(db: None) -> User:
    return person("staff", is_staff=True, is_superuser=True)


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    """A step is played; Anna has sealed a plan for the next one, and drafts another."""
    game = started(anna, bert)
    answer(game, anna)
    answer(game, bert)
    game_advance(game_id=game.pk)
    sealed_and_drafted(game, anna)
    return again(game)


def sealed_and_drafted(game: Game, anna: User) -> None:
    decision = waiting(game).id
    plan, other = (with_number(canary_plan(game), number) for number in (SEALED, DRAFTED))
    answer_submit(person=anna, game_id=game.pk, decision=decision, answer=plan, salt=SALT)
    draft_save(person=anna, game_id=game.pk, decision=decision, answer=other)


def walk(game: Game, reader: User, *, admin: bool) -> Iterator[tuple[str, str]]:
    """Everything that is about a game, and the whole admin."""
    values, ask = known(game), Visitor(reader).told
    for route in routes():
        for address in route.filled(values):
            if "game" in route.wants or (admin and address.startswith("/admin/")):
                yield address, ask("get", address)


def assert_sees_nothing(game: Game, reader: User, *others: Game, admin: bool = True) -> None:
    """Nothing of a game; in the admin, which shows all games alike, nothing of others either."""
    store.forget()
    secrets = {SALT, *(link for one in (game, *others) for link in hidden(again(one)))}
    count = 0
    for address, text in walk(again(game), reader, admin=admin):
        assert not shows(text, SEALED), address
        assert not shows(text, DRAFTED), address
        assert not secrets & hashes_in(text), address
        count += 1
    assert count > 60


def test_staff_who_fork_a_game_see_nothing_in_either(game: Game, anna: User, staff: User) -> None:
    fork = game_fork(person=staff, game_id=game.pk, step=2, why="a fault")
    sealed_and_drafted(fork, anna)
    # The admin shows both, so it is walked through once.
    assert_sees_nothing(fork, staff, game)
    assert_sees_nothing(game, staff, admin=False)


def test_an_accomplice_whom_staff_seat_finds_no_plan(game: Game, anna: User, staff: User) -> None:
    accomplice = person("mole")
    player_replace(person=staff, game_id=game.pk, seat_key="A", player="mole", why="said so")
    assert game.seats.get(key="A").user == accomplice
    assert_sees_nothing(game, accomplice)


def test_a_fork_gives_an_accomplice_no_plan_either(
    game: Game, anna: User, bert: User, staff: User
) -> None:
    """Staff seat the accomplice first, then go back to where the plan was sealed and played."""
    answer(game, bert)
    game_advance(game_id=game.pk)
    accomplice = person("mole")
    substitute_name(person=anna, game_id=game.pk, player="mole", why="A journey")
    fork = game_fork(person=staff, game_id=game.pk, step=3, why="a fault")
    assert fork.seats.get(key="A").substitute == accomplice
    assert_sees_nothing(fork, accomplice)
