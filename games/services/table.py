"""A game locked for writing: load, append, keep the projections true, tell the workers after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.core import Event
from engine.game import Game as Position
from engine.game import append as entry_for
from engine.game import replay
from engine.log import Entry
from engine.registry import ruleset_of
from games import clock, projections, store, wake
from games.errors import NotFound, Refused
from games.models import Game


@dataclass
class Table:
    """A game whose row this transaction holds."""

    game: Game
    position: Position
    entries: list[Entry] = field(default_factory=list)

    def add(self, position: Position, entries: Iterable[Entry]) -> None:
        """Take further entries into the log."""
        self.position = position
        self.entries.extend(entries)

    def note(self, event: Event[Any], at: datetime) -> Entry:
        """Record something people or the house did."""
        entry = entry_for(self.position, event, clock.written(at))
        self.add(self.position.after(entry), [entry])
        return entry

    @property
    def complete(self) -> bool:
        """Whether the game can move on."""
        return not self.position.finished and not self.position.waiting


def plain(text: str, longest: int) -> str:
    """What somebody wrote, as one line that every database and every log can hold."""
    kept = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(kept.split())[:longest].rstrip()


@contextmanager
def table(game_id: str, *statuses: str) -> Iterator[Table]:
    """A game of one of these statuses, locked; what is added is written when the block ends."""
    with transaction.atomic():
        try:
            game = Game.objects.select_for_update().get(pk=game_id)
        except Game.DoesNotExist:
            raise NotFound("no_such_game", _("There is no such game.")) from None
        if game.status not in statuses:
            raise Refused("wrong_status", _("The game is %s.") % game.get_status_display())
        held = Table(game, store.load(game))
        yield held
        if held.entries:
            store.append(game, held.position, held.entries)
        projections.update(game, held.position)
        game.save()
        transaction.on_commit(partial(store.keep, game, held.position))
        if held.complete and game.status == Game.Status.RUNNING:
            transaction.on_commit(partial(wake.advance, game.id))


def rebuild(game_id: str) -> None:
    """Bring a game's row in line with its log, from the log alone."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        entries = store.entries_of(game)
        position = replay(ruleset_of(game.ruleset, game.version), store.header_of(game), entries)
        game.seq, game.head, game.step = position.seq, position.head, position.step
        projections.update(game, position)
        game.deadline = projections.deadline_told(entries) if not position.finished else None
        game.save()
        transaction.on_commit(partial(store.keep, game, position))
