"""Rules that put two required questions to one seat at once: each has its own mail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from engine.bots import BOTS
from engine.kernel.chance import Chance
from engine.kernel.core import Answers, Decision, Turn
from engine.registry import RULESETS, by_version
from games.models import Game, OpenDecision, OutboxRow, User
from games.notify.choices import times_change
from games.services.play.advance import game_advance
from games.services.post.delivery import deliver_due
from tests.contract.toys.common import Chooser
from tests.contract.toys.press import Press, State
from tests.mail.post import last_mail, send
from tests.mail.rows import opened, text_of
from tests.service.conftest import anna, at, bert, nothing_folded
from tests.service.tables import answer, started

__all__ = ["anna", "at", "bert", "nothing_folded"]

pytestmark = pytest.mark.django_db
NIGHT = datetime(2026, 6, 1, 21, 30, tzinfo=UTC)


class AskedTwice(Press):
    """Whoever is to roll is asked twice; only the first answer counts."""

    key = "toy-asked-twice"

    def decisions(self, state: State) -> Sequence[Decision]:
        return [
            again
            for one in super().decisions(state)
            for again in (one, replace(one, id=one.id.replace("press", "sure")))
        ]

    def resolve(self, state: State, answers: Answers, chance: Chance) -> Turn[State]:
        return Press().resolve(state, answers, chance)


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    rules = AskedTwice()
    with RULESETS.lent(by_version(rules)), BOTS.lent({rules.key: {"random": Chooser()}}):
        yield


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert, players=2, ruleset=AskedTwice.key)


def questions_to(game: Game, person: User) -> list[OutboxRow]:
    rows = OutboxRow.objects.filter(game=game, user=person, kind="your_turn")
    return list(rows.select_related("user", "game").order_by("pk"))


def reply(row: OutboxRow) -> None:
    send(str(opened(row)["Reply-To"]), "choice: roll")
    assert last_mail().outcome == "accepted"


def test_each_question_has_its_mail_and_what_happened_is_told_once(game: Game, anna: User) -> None:
    rows = questions_to(game, anna)
    assert [row.data["decision"] for row in rows] == ["1.press1.A", "1.sure1.A"]
    first, second = (text_of(opened(row)) for row in rows)
    assert first.count("ORDERS TO FILL IN") == second.count("ORDERS TO FILL IN") == 1
    assert "Round 1 begins." in first
    assert "Round 1 begins." not in second
    links = [re.findall(r"/t/\S+", text) for text in (first, second)]
    assert links[0] != links[1]


def test_a_reply_to_each_answers_it_and_the_game_goes_on(
    game: Game, anna: User, bert: User
) -> None:
    for row in questions_to(game, anna):
        reply(row)
    assert game_advance(game_id=game.pk) == 1
    rows = [*questions_to(game, anna)[2:], *questions_to(game, bert)]
    assert [text_of(opened(row)).count("anna rolls ") for row in rows] == [1, 0]


def test_what_a_mail_that_was_never_sent_told_is_in_the_next(
    anna: User, bert: User, at: Callable[[datetime], None]
) -> None:
    """Held back for the night, the first question is answered: only the second is put by mail."""
    at(NIGHT)
    times_change(person=anna, quiet_from=time(22), quiet_until=time(7), digest_at=None)
    game = started(anna, bert, players=2, ruleset=AskedTwice.key)
    first, second = questions_to(game, anna)
    reply(first)
    at(NIGHT + timedelta(hours=9))
    deliver_due()
    sent = OutboxRow.objects.filter(user=anna, kind="your_turn", state="sent")
    assert list(sent) == [second]
    reply(second)
    while len(rows := questions_to(game, anna)) == 2:
        answer_all(game, bert)
        assert game_advance(game_id=game.pk) >= 1
    assert "Round 1 begins." in text_of(opened(rows[2]))


def answer_all(game: Game, person: User) -> None:
    while OpenDecision.objects.filter(game=game, seat="B", sealed_seq=None).exists():
        answer(game, person)
