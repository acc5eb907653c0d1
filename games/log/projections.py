"""What the site wants to know at a glance, derived from the log and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from engine.kernel.core import Json
from engine.kernel.game import Position
from engine.kernel.journal import (
    JOURNAL,
    AnswerSealed,
    AnswerWithdrawn,
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    ForkBegan,
    GameForked,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    SubstituteNamed,
)
from engine.kernel.log import Entry
from games import clock
from games.log import fast_sql
from games.models import Game, OpenDecision, Seat, User
from games.schedule import schedule_of

# Deadlines that begin a count of time; the others move one that runs.
FRESH: Final = ("step", "resumed")
ABSENCE: Final = "absence"
DOWNTIME: Final = "downtime"
# Nobody is reminded of what they were asked just now.
SOON: Final = timedelta(hours=1)


def tell(game: Game, entry: Entry) -> None:
    """Bring a game's row in line with what people and the server did, entry by entry."""
    if entry.kind not in JOURNAL:
        return
    event = JOURNAL.read(entry.kind, entry.version, entry.payload)
    if isinstance(event, DeadlineSet):
        _tell_deadline(game, event, clock.read(entry.at))
    elif isinstance(event, GameResumed):
        game.status = Game.Status.RUNNING
    elif isinstance(event, GamePaused):
        game.status, game.proposal = Game.Status.PAUSED, None
    elif isinstance(event, GameForked):
        rests = game.status == Game.Status.RUNNING
        game.status, game.proposal = Game.Status.PAUSED if rests else game.status, None
    elif isinstance(event, StepBegan | PlayerReplaced | ForkBegan):
        game.proposal = None
    elif isinstance(event, ExtensionProposed):
        game.proposal = {
            "seat": event.seat,
            "hours": event.hours,
            "why": event.why,
            "yes": [event.seat],
        }
    elif isinstance(event, ExtensionVoted):
        agreed = game.proposal if event.yes else None
        game.proposal = {**agreed, "yes": [*agreed["yes"], event.seat]} if agreed else None


def _tell_deadline(game: Game, event: DeadlineSet, at: datetime) -> None:
    due = clock.read(event.deadline) if event.deadline else None
    before, until = game.deadline, game.asked_until
    was_over = before is not None and before <= at
    if event.reason in FRESH or not (due and before and until) or was_over:
        # Also where time was up already: what is added then is counted from now.
        game.asked_at, game.asked_until = (at, due) if due else (None, None)
    elif event.reason != ABSENCE:
        game.asked_until = until + (due - before)
    if event.reason == "vote":
        game.proposal = None
    if event.reason in (*FRESH, DOWNTIME) or was_over:
        # An outage of before is no part of time that is counted from now.
        game.credited_until = at
    game.deadline = due
    earliest = game.asked_at + SOON if game.asked_at else None
    game.remind_at = schedule_of(game.schedule).reminder_after(due, earliest) if due else None


def is_step(entries: Sequence[Entry]) -> bool:
    """Whether the game has moved on: then other questions are open than before."""
    return any(entry.kind == StepBegan.kind for entry in entries)


def tell_answers(game: Game, position: Position, entries: Sequence[Entry]) -> None:
    """Between two steps the same questions are open; only who has answered them changes."""
    for entry in entries:
        if entry.kind in (AnswerSealed.kind, AnswerWithdrawn.kind):
            decision = entry.payload["decision"]
            sealed = position.sealed.get(decision)
            question = {"game": game.pk, "decision": decision}
            fast_sql.update(OpenDecision, question, sealed_seq=sealed.seq if sealed else None)


def tell_step(game: Game, position: Position, entries: Sequence[Entry]) -> None:
    """A step may change everything that is shown, and what is asked."""
    shown = position.ruleset.view(position.state, None)
    game.turn = _chapter(shown)
    game.scores = shown["points"]
    game.winners = shown["winners"]
    game.throws_due = bool(game.tower) and not game.imported
    if position.finished and game.status in (Game.Status.RUNNING, Game.Status.PAUSED):
        game.status = Game.Status.FINISHED
        game.archive_due = True
        # What is noted later, such as a fork, is no part of the game any more.
        game.finished_at = clock.read([e.at for e in entries if e.kind not in JOURNAL][-1])
        game.seats.update(ended_at=game.finished_at)
        game.deadline = game.credited_until = game.remind_at = game.proposal = None
        game.asked_at = game.asked_until = None
    wanted = {
        decision.id: OpenDecision(
            game=game,
            decision=decision.id,
            seat=decision.seat,
            kind=decision.kind,
            optional=decision.optional,
            sealed_seq=position.sealed[decision.id].seq if decision.id in position.sealed else None,
        )
        for decision in position.decisions
    }
    known = {row.decision: row for row in game.open_decisions.all()}
    gone = [row.pk for name, row in known.items() if name not in wanted]
    OpenDecision.objects.filter(pk__in=gone).delete()
    for name, row in wanted.items():
        if name not in known:
            row.save()
        elif _asked_now(known[name]) != (now := _asked_now(row)):
            OpenDecision.objects.filter(pk=known[name].pk).update(**now)


def _asked_now(row: OpenDecision) -> dict[str, Any]:
    """What may change of a question that stays open."""
    return {"kind": row.kind, "optional": row.optional, "sealed_seq": row.sealed_seq}


def people(game: Game, entries: Sequence[Entry]) -> None:
    """Bring the seats and the host in line with what a whole log tells of them."""
    seats = {seat.key: seat for seat in game.seats.all()}
    users = {user.player_uid: user for user in _people_named(entries)}
    for entry in entries:
        if entry.kind not in JOURNAL:
            continue
        event = JOURNAL.read(entry.kind, entry.version, entry.payload)
        if isinstance(event, SeatTaken | PlayerReplaced):
            sit(seats[event.seat], users.get(event.player), event.player)
        elif isinstance(event, SubstituteNamed):
            seats[event.seat].substitute = users.get(event.player or "")
        elif isinstance(event, HostChanged):
            game.host = users.get(event.player or "")
    # Emptied first, so that no two seats name the same person while they change places.
    game.seats.update(user=None, substitute=None)
    for seat in seats.values():
        seat.save()


def sit(seat: Seat, user: User | None, sign: str) -> None:
    """Seat whoever a log names by this sign: a player, or a bot."""
    seat.user, seat.substitute = user, None
    seat.bot = sign.removeprefix("bot ") if sign.startswith("bot ") else ""


def sign_of(user: User | None, bot: str) -> str:
    """How a log names who plays a seat."""
    return user.player_uid if user else f"bot {bot}"


def _people_named(entries: Sequence[Entry]) -> Iterable[User]:
    kinds = (SeatTaken.kind, PlayerReplaced.kind, SubstituteNamed.kind, HostChanged.kind)
    named = {entry.payload["player"] for entry in entries if entry.kind in kinds}
    return User.objects.filter(player_uid__in=[sign for sign in named if sign])


def chapter_of(position: Position) -> str:
    """The id of the chapter a game is in; nothing where it has no chapters."""
    return _chapter(position.ruleset.view(position.state, None))


def _chapter(shown: Json) -> str:
    return str(shown.get("chapter", ""))
