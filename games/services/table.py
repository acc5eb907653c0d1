"""A game locked for writing: load, append, keep the projections true, tell the workers after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from structlog.contextvars import bound_contextvars

from engine.core import Event, Json
from engine.game import Game as Position
from engine.game import append as entry_for
from engine.game import replay
from engine.log import Entry
from engine.registry import ruleset_of
from games import access, clock, folded, projections, store, wake
from games.access import Person
from games.errors import NotFound, Refused
from games.models import Game, OutboxRow, User
from games.schedule import schedule_of
from games.trouble import LOST_KEY, trouble_of

REMINDER = "reminder"

log = structlog.get_logger()


@dataclass
class Table:
    """A game whose row this transaction holds."""

    game: Game
    position: Position
    entries: list[Entry] = field(default_factory=list)

    def add(self, position: Position, entries: Iterable[Entry]) -> None:
        """Take further entries into the log."""
        self.position = position
        for entry in entries:
            self.entries.append(entry)
            projections.tell(self.game, entry)

    def note(self, event: Event[Any], at: datetime) -> Entry:
        """Record something people or the house did."""
        entry = entry_for(self.position, event, clock.written(at))
        self.add(self.position.after(entry), [entry])
        return entry

    def told(self, *kinds: type[Event[Any]]) -> list[Json]:
        """What the log tells of these kinds, oldest first, with what was added just now."""
        names = [kind.kind for kind in kinds]
        added = [entry.payload for entry in self.entries if entry.kind in names]
        return [*store.payloads_of(self.game, names), *added]

    @property
    def complete(self) -> bool:
        """Whether the game can move on."""
        return not self.position.finished and not self.position.waiting


def plain(text: str, longest: int) -> str:
    """What somebody wrote, as one line that every database and every log can hold."""
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(kept.split())[:longest].rstrip()


@contextmanager
def table(game_id: str, *statuses: str, person: Person | None = None) -> Iterator[Table]:
    """A game of one of these statuses, locked; what is added is written when the block ends.

    To a person it must be open; a game they may not know of is not found.
    """
    with bound_contextvars(game=game_id), transaction.atomic():
        try:
            # Without its key: what is written beside the game meanwhile only refers to it.
            game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game", _("There is no such game.")) from None
        if person is not None:
            prefetch_related_objects([game], "seats")
            access.viewer(game, person)
        if game.status not in statuses:
            code = "wrong_status" if game.anchor else "not_started"
            raise Refused(code, _("The game is %s.") % game.get_status_display())
        before = _row(game)
        held = Table(game, store.load(game))
        yield held
        if held.entries:
            store.append(game, held.position, held.entries)
            projections.update(game, held.position, held.entries)
            if game.step != before["step"]:
                folded.keep(game, held.position)
            if _may_have_reminded(before):
                reminders_drop(held)
        changed = [name for name, value in _row(game).items() if value != before[name]]
        if changed:
            game.save(update_fields=changed)
        transaction.on_commit(partial(store.keep, game, held.position))
        if held.complete and game.status == Game.Status.RUNNING:
            transaction.on_commit(partial(wake.advance, game.id))


def hold_person(person: User) -> None:
    """Lock an account, always before any game; others may go on to refer to it meanwhile."""
    User.objects.select_for_update(no_key=True).get(pk=person.pk)


def each_game(games: Iterable[str], act: Callable[[str], bool]) -> int:
    """Do something for each of these games; one that is broken does not hold up the others."""
    done = 0
    for game_id in games:
        try:
            done += act(game_id)
        except Refused:
            continue  # it has changed since it was found
        except Exception as problem:
            # A key may be lost for one game only; every other bad day is the same for all.
            if trouble_of(problem) not in (None, LOST_KEY):
                raise
            log.error("game_skipped", game=game_id, problem=type(problem).__name__)
    return done


def _may_have_reminded(before: Json) -> bool:
    """Whether a reminder may wait to be sent: not before the first of them was due."""
    due, rhythm = before["deadline"], schedule_of(before["schedule"])
    return due is not None and before["remind_at"] != rhythm.reminder_after(due, None)


def reminders_drop(held: Table) -> None:
    """Forget reminders not sent yet whose question is answered or whose deadline has moved."""
    rows = unsent(held.game, REMINDER)
    if not rows:
        return
    due = clock.written(held.game.deadline) if held.game.deadline else None
    seats = {seat.letter: seat for seat in held.game.seats.all()}
    asked = {decision.id: seats[decision.seat] for decision in held.position.waiting}
    for row in rows:
        seat = asked.get(row.data["decision"])
        theirs = seat is not None and row.user_id in (seat.user_id, seat.substitute_id)
        if not theirs or row.data["deadline"] != due:
            row.delete()


def unsent(game: Game, kind: str) -> list[OutboxRow]:
    """Notices that wait to be sent, locked; those that are just being sent are not waited for."""
    rows = OutboxRow.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    return list(rows.unsent(clock.now()).filter(game=game, kind=kind))


def _row(game: Game) -> Json:
    """A game's row as it would be written; its values are replaced, never changed in place."""
    return {field.attname: getattr(game, field.attname) for field in game._meta.concrete_fields}


def rebuild(game_id: str) -> None:
    """Bring a game's row and its seats in line with its log, from the log alone.

    The seats of an imported game stay: its log names players whom no account here may stand for.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        entries = store.entries_of(game)
        position = replay(ruleset_of(game.ruleset, game.version), store.header_of(game), entries)
        game.seq, game.head, game.step = position.seq, position.head, position.step
        game.status, game.finished_at, game.proposal = Game.Status.RUNNING, None, None
        game.deadline = game.credited_until = game.remind_at = None
        game.asked_at = game.asked_until = None
        for entry in entries:
            projections.tell(game, entry)
        projections.update(game, position, entries)
        if not game.imported:
            projections.people(game, entries)
        game.save()
        transaction.on_commit(partial(store.keep, game, position))
