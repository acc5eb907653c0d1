"""Deadlines: set with every step, extended, credited; each change an event with who and why."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from engine.kernel.journal import DeadlineSet, GamePaused, GameResumed
from engine.kernel.reasons import AWAY, BY_SCHEDULE, GOES_ON
from games import access, clock
from games.absences import Span, clear_of, due_despite, span_of, time_away, zone_of
from games.errors import Refused
from games.log import store
from games.log.projections import ABSENCE
from games.models import Absence, Game, User
from games.notify.stale import mark_stale
from games.schedule import SHORT, schedule_of
from games.services.play.signing import sign_head
from games.services.play.table import Table, reason_of, require_here, table, unsent
from games.services.post.notices import require_quiet, seated, tell

LONGEST_EXTENSION = timedelta(days=30)
RESUMED: Final = "resumed"
MOVED: Final = "deadline_moved"


def set_deadline(held: Table, moment: datetime, reason: str, by: str = "house") -> None:
    """The deadline of a question put at this moment, by the game's schedule."""
    due = schedule_of(held.game.schedule).deadline_after(moment)
    move_deadline(held, due, moment, reason, by, BY_SCHEDULE)
    heed_absences(held, moment)


def set_deadline_again(held: Table, moment: datetime, by: str) -> None:
    """The deadline of a game that goes on: everybody has what they had left when it was paused."""
    game, rhythm = held.game, schedule_of(held.game.schedule)
    # To the second, as the log tells it, so that times are equal which are told as equal.
    moment = clock.read(clock.written(moment))
    before, rested = game.deadline, clock.read(store.last_pause_at(game))
    due = counted = rhythm.deadline_again(before, rested, moment)
    player: User | None = None
    # Days away that are still to come are in what was left: they must not be added once more.
    if before and due and before > rested and rhythm.kind == "hours":
        player, ahead = _away_longest(held, (rested, before), (moment, due))
        counted = max(due - ahead, moment + SHORT)
    move_deadline(held, counted, moment, RESUMED, by, GOES_ON)
    heed_absences(held, moment)
    if player and due and game.deadline and game.deadline < due:
        move_deadline(held, due, moment, ABSENCE, player.player_uid, AWAY)


def move_deadline(
    held: Table, due: datetime | None, moment: datetime, reason: str, by: str, why: str
) -> None:
    """Record and set a deadline, to the second, as the log tells it."""
    deadline = clock.written(due) if due else None
    held.note(DeadlineSet(deadline, reason, by, why), moment)


def heed_absences(held: Table, moment: datetime) -> None:
    """Wait for those who are away, where time is not up already."""
    game = held.game
    if game.deadline is None or game.deadline <= moment:
        return
    due, player = due_with_absences(held)
    if player is not None and due > game.deadline:
        move_deadline(held, due, moment, ABSENCE, player.player_uid, AWAY)


def due_with_absences(held: Table) -> tuple[datetime, User | None]:
    """When the open questions are due with everybody's absences, and whom that is for."""
    game = held.game
    if game.asked_at is None or game.asked_until is None:
        raise ValueError("a game without a deadline")
    rhythm, due, player = schedule_of(game.schedule), game.asked_until, None
    away = _away(held, game.asked_at)
    for person, spans in away.items():
        own = due_despite(rhythm, game.asked_at, game.asked_until, spans)
        if own > due:
            due, player = own, person
    due = clear_of(rhythm, due, [span for spans in away.values() for span in spans])
    # However many are away one after the other, a table is not held up for ever.
    latest = game.asked_until + timedelta(days=settings.ABSENCE_DAYS)
    return min(due, latest), player


def _away(held: Table, since: datetime) -> dict[User, list[Span]]:
    """Who has not answered and is away at some time after a moment."""
    asked = {decision.seat for decision in held.position.waiting}
    players = held.game.seats.filter(key__in=asked, user__isnull=False).values("user")
    # A day more than needed: days begin earlier in the east.
    known = Absence.objects.filter(
        user__in=players, last_day__gte=(since - timedelta(days=1)).date()
    )
    spans: dict[User, list[Span]] = defaultdict(list)
    for row in known.select_related("user").order_by("first_day"):
        zone = zone_of(row.user.time_zone)
        spans[row.user].append(span_of(row.first_day, row.last_day, zone))
    return spans


def _away_longest(
    held: Table, known: tuple[datetime, datetime], ahead: tuple[datetime, datetime]
) -> tuple[User | None, timedelta]:
    """Who is away for longest in a time to come, as far as an older one has counted it."""
    longest: tuple[User | None, timedelta] = None, timedelta()
    for person, spans in _away(held, ahead[0]).items():
        away = min(time_away(spans, *known), time_away(spans, *ahead))
        longest = max(longest, (person, away), key=lambda absence: absence[1])
    return longest


def deadline_extend(*, person: User, game_id: str, hours: int, why: str) -> Game:
    """The host gives everybody more time."""
    require_hours(hours)
    with table(game_id, Game.Status.RUNNING) as held:
        access.require_host(held.game, person)
        reason = reason_of(why)
        require_quiet(held.game, MOVED)
        extend(held, hours, clock.trusted_now(None), "extended", person.player_uid, reason)
    return held.game


def require_hours(hours: int) -> None:
    """Let only extensions go on that somebody could mean."""
    if not 1 <= hours <= LONGEST_EXTENSION.days * 24:
        raise Refused("bad_hours", _("An extension must be 1 to 720 hours."))


def extend(held: Table, hours: int, moment: datetime, reason: str, by: str, why: str) -> None:
    """Give everybody more time at a table that is held already."""
    due = max(require_deadline(held.game), moment) + timedelta(hours=hours)
    move_deadline(held, due, moment, reason, by, why)
    heed_absences(held, moment)
    sign_head(held, moment)
    tell_deadline(held, by)


def require_deadline(game: Game) -> datetime:
    """Let only games go on that have a deadline to move."""
    if game.deadline is None:
        raise Refused("no_deadline", _("This game has no deadline now."))
    return game.deadline


def tell_deadline(held: Table, by: str = "house") -> None:
    """Tell everybody at a table until when they have time now."""
    if held.game.deadline is not None:
        tell_time(held, by)


def tell_time(held: Table, by: str) -> None:
    """Tell everybody that the clock stands still, or how it runs now; an older one need not go."""
    mark_stale(unsent(held.game, MOVED))
    runs = held.game.status == Game.Status.RUNNING and held.game.deadline
    tell(held, seated(held), MOVED, deadline=clock.written(runs) if runs else None, by=by)


def game_pause(*, person: User, game_id: str, why: str) -> Game:
    """The host lets the game rest; answers may still be given."""
    with table(game_id, Game.Status.RUNNING) as held:
        access.require_host(held.game, person)
        reason = reason_of(why)
        # Not when it goes on: a table must not be stuck for having written too much.
        require_quiet(held.game, MOVED)
        moment = clock.now()
        held.note(GamePaused(person.player_uid, reason), moment)
        sign_head(held, moment)
        tell_time(held, person.player_uid)
    return held.game


def game_resume(*, person: User, game_id: str, why: str) -> Game:
    """The game goes on, with the time that was left when it was paused."""
    with table(game_id, Game.Status.PAUSED) as held:
        access.require_host(held.game, person)
        require_here(held)
        reason, moment = reason_of(why), clock.trusted_now(None)
        held.note(GameResumed(person.player_uid, reason), moment)
        set_deadline_again(held, moment, person.player_uid)
        sign_head(held, moment)
        tell_time(held, person.player_uid)
    return held.game
