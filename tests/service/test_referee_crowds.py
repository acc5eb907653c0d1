"""Acts of the referee, many at once, in transactions that are committed."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games import clock
from games.errors import Refused
from games.models import Absence, Heartbeat, Outage, OutboxRow
from games.services.house.downtime import credit_due, note_tick
from games.services.people.absences import absence_enter
from games.services.play.advance import game_advance
from games.services.play.extensions import extension_propose, extension_vote
from games.services.post.reminders import remind_due
from games.services.tables.seats import player_replace, substitute_name
from tests.service.tables import again, kinds, late, payloads, person, proof, started
from tests.service.test_crowds import at_once

pytestmark = pytest.mark.usefixtures("committed")
DAY = {"kind": "hours", "hours": 24, "reminders": [24]}


def test_the_last_votes_in_the_same_moment_move_the_deadline_once() -> None:
    people = [person(name) for name in ("anna", "bert", "cora")]
    game = started(*people, schedule=DAY)
    due = game.deadline
    assert due is not None
    extension_propose(person=people[0], game_id=game.id, hours=5, why="Rain")
    votes = [partial(extension_vote, person=voter, game_id=game.id, yes=True) for voter in people]
    at_once(*votes[1:], *votes[1:])
    assert again(game).deadline == due + timedelta(hours=5)
    assert kinds(game).count("extension_voted") == 2
    assert kinds(game).count("deadline_set") == 2
    assert proof(game, people[0]).head == again(game).head


def test_two_who_go_away_at_once_from_two_tables_are_both_waited_for() -> None:
    anna, bert = person("anna"), person("bert")
    games = [started(anna, bert, schedule=DAY) for _ in range(2)]
    tomorrow = clock.now().date() + timedelta(days=1)
    away = {anna: tomorrow + timedelta(days=3), bert: tomorrow + timedelta(days=5)}
    made = at_once(
        *(
            partial(absence_enter, person=player, first_day=tomorrow, last_day=last)
            for player, last in away.items()
            for _ in range(2)
        )
    )
    codes = sorted(getattr(result, "code", "away") for result in made)
    assert codes == ["away", "away", "overlapping_absence", "overlapping_absence"]
    assert Absence.objects.count() == 2
    for game in games:
        assert game.deadline is not None
        assert again(game).deadline == game.deadline + timedelta(days=6)


def test_ticks_at_once_after_an_outage_credit_once_and_remind_once() -> None:
    anna = person("anna")
    game = started(anna, schedule=DAY, lateness="default")
    due = game.deadline
    assert due is not None
    assert note_tick()
    # The service was away for three hours, which began when the game did.
    Heartbeat.objects.update(at=clock.now().replace(microsecond=0) - timedelta(hours=3))
    type(game).objects.update(credited_until=clock.now() - timedelta(days=1))

    def tick() -> None:
        assert note_tick()
        credit_due()
        remind_due()
        game_advance(game_id=game.id)

    assert at_once(*[tick] * 4) == [None] * 4
    outage = Outage.objects.get()
    assert len(payloads(game, "deadline_set")) == 2
    assert again(game).deadline == due + (outage.ended - outage.began)
    assert OutboxRow.objects.filter(kind="reminder").count() == 0  # due three hours later now


def test_one_friend_for_two_seats_at_once_gets_one() -> None:
    anna, bert = person("anna"), person("bert")
    person("cora")
    game = late(started(anna, bert))
    given: dict[str, Any] = {"person": anna, "game_id": game.id, "player": "cora", "why": "Away"}
    results = at_once(
        partial(substitute_name, **given),
        partial(player_replace, seat_key="B", **given),
    )
    assert sum(isinstance(result, Refused) for result in results) == 1
    seats = game.seats.filter(user__username="cora") | game.seats.filter(
        substitute__username="cora"
    )
    assert seats.count() == 1
