"""A game locked for writing: load, append, keep the projections true, tell the workers after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.utils.translation import gettext as _
from structlog.contextvars import bound_contextvars

from engine.kernel.core import Event, Json
from engine.kernel.game import Position, replay
from engine.kernel.game import append as entry_for
from engine.kernel.journal import GameForked
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games import access, clock, wake
from games.access import Person, Viewer
from games.errors import NotFound, Refused
from games.log import position_cache, projections, store
from games.log.fast_sql import Prepared, PreparedQuery, together, update
from games.models import Game, OutboxRow, Seat, User
from games.plain_text import plain
from games.schedule import schedule_of
from games.trouble import LOST_KEY, trouble_of

REMINDER = "reminder"
# Without its key: what is written beside the game meanwhile only refers to it.
_LOCKED = Prepared(
    lambda pk: Game.objects.select_for_update(no_key=True).filter(pk=pk).order_by(), "g"
)

log = structlog.get_logger()


@dataclass
class Table:
    """A game whose row this transaction holds."""

    game: Game
    position: Position
    # The person the table was opened to, if it was to anybody.
    viewer: Viewer | None = None
    entries: list[Entry] = field(default_factory=list)
    works: list[Callable[[], None]] = field(default_factory=list)
    # The links of chance, if somebody has needed one.
    chain_links: Sequence[bytes] = field(default=(), repr=False)

    @property
    def seat(self) -> Seat | None:
        """The seat of that person, if they play here."""
        return self.viewer.seat if self.viewer else None

    def add(self, position: Position, entries: Iterable[Entry]) -> None:
        """Take further entries into the log."""
        self.position = position
        for entry in entries:
            self.entries.append(entry)
            projections.tell(self.game, entry)

    def note(self, event: Event[Any], at: datetime) -> Entry:
        """Record something people or the server did."""
        entry = entry_for(self.position, event, clock.written(at))
        self.add(self.position.after(entry), [entry])
        return entry

    def beside(self, work: Callable[[], None]) -> None:
        """Have prepared statements written together with the log, when the block ends."""
        self.works.append(work)

    def told(self, *kinds: type[Event[Any]]) -> list[Json]:
        """What the log tells of these kinds, oldest first, with what was added just now."""
        names = [kind.kind for kind in kinds]
        added = [entry.payload for entry in self.entries if entry.kind in names]
        return [*store.payloads_of(self.game, names), *added]

    @property
    def complete(self) -> bool:
        """Whether the game can move on."""
        return not self.position.finished and not self.position.waiting


def reason_of(why: str) -> str:
    """What somebody gave as a reason; raises Refused if that is nothing."""
    reason = plain(why, 300)
    if not reason:
        raise Refused("no_reason", _("Say why: everybody at the table can read it."))
    return reason


@contextmanager
def table(game_id: str, *statuses: str, person: Person | None = None) -> Iterator[Table]:
    """A game of one of these statuses, locked; what is added is written when the block ends.

    To a person it must be open; a game they may not know of is not found.
    """
    with bound_contextvars(game=game_id), transaction.atomic():
        with together():
            locked, news = _LOCKED.ask(game_id), store.ask_news(game_id)
            seats = access.SEATS.ask(game_id) if person else None
        game = _game_in(locked)
        viewer = access.viewer(game, person, seats=seats.rows()) if person and seats else None
        require_status(game, *statuses)
        before = _row(game)
        held = Table(game, store.load(game, news), viewer)
        yield held
        _write(held, before)
        transaction.on_commit(partial(store.keep, game, held.position))
        if held.complete and game.status == Game.Status.RUNNING:
            transaction.on_commit(partial(wake.advance, game.id))


def _write(held: Table, before: Json) -> None:
    """Append what was added, and keep everything true that is told of it elsewhere."""
    game, position, entries = held.game, held.position, held.entries
    if not entries and not held.works:
        _write_row(game, before)
        return
    stepped = projections.is_step(entries)
    with together():
        for work in held.works:
            work()
        if entries:
            store.append(game, position, entries)
        if not stepped:
            projections.tell_answers(game, position, entries)
            _write_row(game, before)
    if stepped:
        projections.tell_step(game, position, entries)
        position_cache.keep(game, position)
        _write_row(game, before)
    if entries and _may_have_reminded(before):
        reminders_drop(held)


def _write_row(game: Game, before: Json) -> None:
    changed = {name: value for name, value in _row(game).items() if value != before[name]}
    if changed:
        update(Game, {"id": game.pk}, **changed)


def require_status(game: Game, *statuses: str) -> None:
    """Let only games of these statuses go on."""
    if game.status not in statuses:
        code = "wrong_status" if game.anchor else "not_started"
        raise Refused(code, _("The game is %s.") % game.get_status_display())


def _game_in(locked: PreparedQuery[Game]) -> Game:
    game = locked.first()
    if game is None:
        raise NotFound("no_such_game", _("There is no such game."))
    return game


def rests_for_good(game: Game) -> bool:
    """Whether a game was forked and goes on elsewhere."""
    return game.status == Game.Status.PAUSED and bool(store.payloads_of(game, [GameForked.kind]))


def require_here(held: Table) -> None:
    """Let nobody go on in a game that goes on elsewhere."""
    if rests_for_good(held.game):
        raise Refused("forked", _("This game continues at another table."))


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
    """Forget reminders not sent yet whose question is answered or whose deadline has moved.

    While a game rests there is no deadline to be reminded of.
    """
    rows = unsent(held.game, REMINDER)
    if not rows:
        return
    rests = held.game.status == Game.Status.PAUSED
    due = clock.written(held.game.deadline) if held.game.deadline and not rests else None
    seats = {seat.key: seat for seat in held.game.seats.all()}
    asked = {decision.id: seats[decision.seat] for decision in held.position.waiting}
    for row in rows:
        seat = asked.get(row.data["decision"])
        theirs = seat is not None and row.user_id in (seat.user_id, seat.substitute_id)
        if not theirs or row.data["deadline"] != due:
            row.delete()


def unsent(game: Game, *kinds: str) -> list[OutboxRow]:
    """Notices that wait to be sent, locked; those that are just being sent are not waited for."""
    rows = OutboxRow.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    return list(rows.unsent(clock.now()).filter(game=game, kind__in=kinds))


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
        game.seats.update(ended_at=None)
        for entry in entries:
            projections.tell(game, entry)
        projections.tell_step(game, position, entries)
        if not game.imported:
            projections.people(game, entries)
        game.save()
        transaction.on_commit(partial(store.keep, game, position))
