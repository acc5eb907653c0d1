"""Downtime: time in which the service was away is given back before anybody is late."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from engine.kernel.reasons import SERVICE_DOWN
from games import clock
from games.errors import ClockTrouble
from games.log.projections import DOWNTIME
from games.models import Game, Heartbeat, Outage
from games.schedule import schedule_of
from games.services.play.deadlines import heed_absences, move_deadline, tell_deadline
from games.services.play.table import Table, each_game, table

# Without a tick for longer than this the service was away.
SILENCE = timedelta(minutes=10)
# Deadlines this long after an outage are credited too: who wanted to answer in it could not.
NEAR = timedelta(hours=24)
# A longer silence is perhaps a clock that jumped: then a fresh deadline, not that much more time.
MOST_CREDIT = timedelta(days=30)

log = structlog.get_logger()


def longest_silence() -> timedelta:
    """How long a service that ticks at this pace may be silent."""
    return max(SILENCE, timedelta(seconds=3 * settings.TICK_SECONDS))


def note_tick() -> bool:
    """A worker is awake; false where its clock cannot be trusted, and then nobody is late."""
    try:
        with transaction.atomic():
            moment = clock.trusted_now(None).replace(microsecond=0)
            beat, _new = Heartbeat.objects.select_for_update(no_key=True).get_or_create(
                pk=1, defaults={"at": moment}
            )
            if moment - beat.at > longest_silence():
                Outage.objects.create(began=beat.at, ended=moment)
                log.warning("was_away", since=clock.written(beat.at))
            elif beat.at - moment > clock.FURTHEST_APART:
                log.error("clock_went_back", last_tick=clock.written(beat.at))
            beat.at = moment
            beat.save()
    except ClockTrouble as problem:
        log.error("clock_not_trusted", problem=str(problem))
        return False
    return True


def awake(moment: datetime) -> bool:
    """Whether every outage up to this moment is known: else nobody may be called late yet."""
    beat = Heartbeat.objects.filter(pk=1).first()
    # Before its first tick a service cannot have been away.
    return beat is None or abs(moment - beat.at) <= longest_silence()


def credit(held: Table, moment: datetime) -> bool:
    """Give back the time of every outage that is not counted yet; whether the deadline moved."""
    game, since = held.game, held.game.credited_until
    if game.deadline is None or since is None:
        return False
    rhythm, due = schedule_of(game.schedule), game.deadline
    for outage in Outage.objects.filter(ended__gt=since).order_by("began"):
        began = max(outage.began, since)
        gap = outage.ended - began
        if rhythm.is_late(due, began) or due > outage.ended + NEAR:
            continue
        fresh = rhythm.deadline_after(moment)
        due = fresh if fresh and gap > MOST_CREDIT else due + gap
        # Told at its end at the earliest, so that no outage counts twice.
        moment = max(moment, outage.ended)
    if due == game.deadline:
        return False
    move_deadline(held, due, moment, DOWNTIME, "house", SERVICE_DOWN)
    heed_absences(held, moment)
    tell_deadline(held)
    return True


def credit_due() -> int:
    """Credit the games that the outages of the last days concern; how many."""
    game_ids: set[str] = set()
    for outage in Outage.objects.filter(ended__gt=clock.now() - timedelta(days=2)):
        untold = Q(credited_until__lt=outage.ended)
        near = Q(deadline__gt=outage.began, deadline__lte=outage.ended + NEAR)
        games = Game.objects.filter(untold, near, status=Game.Status.RUNNING)
        game_ids.update(games.values_list("pk", flat=True))
    return each_game(sorted(game_ids), _credit_one)


def _credit_one(game_id: str) -> bool:
    with table(game_id, Game.Status.RUNNING) as held:
        return credit(held, clock.trusted_now(None))
