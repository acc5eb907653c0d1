"""What was left beforehand is taken back over any way, and nothing older comes into force."""

from __future__ import annotations

import pytest

from engine.kernel.core import Decision, Json
from games.boards import board_of
from games.log import store
from games.mail.addresses import turn_address
from games.models import Game, InboundMail, User
from games.services.play.turns import answer_submit
from tests.api.requests import Asker, refused
from tests.mail.post import last_answer, last_mail, send
from tests.service.tables import again, proof
from tests.service.test_games_of_turns import game, move, until_turn

__all__ = ["game"]

pytestmark = pytest.mark.django_db
Outcome = InboundMail.Outcome
NOTHING: Json = {"orders": []}


def wish_of(game: Game, seat: str) -> Decision:
    """The open question for standing orders."""
    asked = store.load(again(game)).decisions
    return next(d for d in asked if d.seat == seat and d.kind == "orders")


def leave(game: Game, who: User, seat: str, card: int) -> Decision:
    """Leave an order to sell a card of the hand; the question it was left to."""
    asked = wish_of(game, seat)
    order = {"card": asked.options["hand"][card], "do": "sell", "refill": ["deck"]}
    answer_submit(person=who, game_id=game.pk, decision=asked.id, answer={"orders": [order]})
    return asked


def in_force(game: Game, seat: str) -> Json | None:
    """What the rules would carry out for a seat."""
    position, wishes = store.load(again(game)), board_of(game.ruleset).wishes
    assert wishes is not None
    answers = {name: one.answer for name, one in position.sealed.items() if one.answer is not None}
    name = wishes.in_force(position.state, answers, "orders", seat)
    return answers[name] if name else None


@pytest.fixture
def left_twice(game: Game, anna: User) -> Decision:
    """Anna has left orders before a move and others after it; the question of these."""
    until_turn(game, "B")
    first = leave(game, anna, "A", 0)
    move(game)
    second = leave(game, anna, "A", 1)
    assert second.id != first.id
    return second


def by_mail(game: Game, who: User, asked: Decision) -> None:
    to = turn_address(game=game, decision_id=asked.id, user=who, seat=asked.seat)
    send(to, "withdraw\n")


def test_a_mail_takes_back_what_is_left_and_everything_left_before(
    game: Game, anna: User, left_twice: Decision
) -> None:
    by_mail(game, anna, left_twice)
    assert last_mail().outcome == Outcome.WITHDRAWN
    assert "Nothing counts until you send new ones." in last_answer()
    assert in_force(game, "A") == NOTHING
    seq = again(game).seq
    by_mail(game, anna, left_twice)
    assert last_mail().outcome == Outcome.REFUSED
    assert "You have left nothing that can be taken back." in last_answer()
    assert again(game).seq == seq
    proof(game, anna)


def test_a_mail_takes_back_what_was_left_to_an_earlier_question_and_says_what_it_was(
    game: Game, anna: User
) -> None:
    until_turn(game, "B")
    first = leave(game, anna, "A", 0)
    move(game)
    asked = wish_of(game, "A")
    assert asked.id != first.id
    assert in_force(game, "A") != NOTHING
    by_mail(game, anna, asked)
    assert last_mail().outcome == Outcome.WITHDRAWN
    assert "They were:" in last_answer()
    assert in_force(game, "A") == NOTHING


def test_the_api_takes_back_what_is_left_and_everything_left_before(
    game: Game, anna: User, left_twice: Decision
) -> None:
    asker, address = Asker(anna), f"games/{game.pk}/decisions/{left_twice.id}/"
    assert asker.delete(address).status_code == 204
    assert in_force(game, "A") == NOTHING
    refused(asker.delete(address), 409, "nothing_to_withdraw")
