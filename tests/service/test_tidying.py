"""Tidying: what is over is forgotten; what somebody may still want is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session

from games import clock
from games.models import OpenDecision, OutboxRow, SavedDraft, User
from games.ops import tasks
from games.services.play.turns import draft_save
from tests.service.tables import started, waiting

pytestmark = pytest.mark.django_db

NEW, OLD = timedelta(days=89), timedelta(days=91)


def test_sessions_that_are_over_are_forgotten() -> None:
    for name, left in (("over", timedelta(hours=-1)), ("open", timedelta(hours=1))):
        Session.objects.create(session_key=name, expire_date=clock.now() + left)
    tasks.tidy()
    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_old_sign_ins_are_forgotten() -> None:
    for name, age in (("new", NEW), ("old", OLD)):
        AccessAttempt.objects.create(username=name, failures_since_start=1)
        AccessLog.objects.create(username=name)
        for model in (AccessAttempt, AccessLog):
            model.objects.filter(username=name).update(attempt_time=clock.now() - age)
    tasks.tidy()
    for model in (AccessAttempt, AccessLog):
        assert [row.username for row in model.objects.all()] == ["new"]


def test_letters_that_were_sent_long_ago_are_forgotten(anna: User) -> None:
    game = started(anna)
    OutboxRow.objects.all().delete()
    states = OutboxRow.State
    for number, (state, age) in enumerate(
        [(states.SENT, OLD), (states.SENT, NEW), (states.GIVEN_UP, OLD), (states.WAITING, OLD)]
    ):
        then = clock.now() - age
        sent_at = then if state == states.SENT else None
        OutboxRow.objects.create(
            game=game, user=anna, kind="reminder", dedup=str(number), state=state, due_at=then,
            sent_at=sent_at,
        )  # fmt: skip
    tasks.tidy()
    assert sorted(OutboxRow.objects.values_list("dedup", flat=True)) == ["1", "2", "3"]


def test_old_drafts_are_forgotten_once_their_question_is_over(anna: User, bert: User) -> None:
    over, put, fresh = (started(anna, bert) for _ in range(3))
    for game in (over, put, fresh):
        asked = waiting(game, "A").id
        draft_save(person=anna, game_id=game.pk, decision=asked, answer={"note": "x"})
    OpenDecision.objects.filter(game__in=[over, fresh]).delete()
    SavedDraft.objects.exclude(game=fresh).update(saved_at=clock.now() - timedelta(days=8))
    tasks.tidy()
    assert set(SavedDraft.objects.values_list("game", flat=True)) == {put.pk, fresh.pk}
