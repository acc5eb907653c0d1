"""The log in the database: the only code that touches event rows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence

from engine.core import Json
from engine.game import Game as Position
from engine.game import continued, new_game
from engine.journal import PlayerReplaced, SeatTaken, StepBegan, SubstituteNamed
from engine.log import Entry, Header, Secret
from engine.registry import ruleset_of
from games import folded
from games.models import Game, LogEntry
from games.seals import resealed, seal, unseal

# Folded games of this process: loading one again folds only what was appended since.
_FOLDED: OrderedDict[str, Position] = OrderedDict()
_KEPT = 64


def header_of(game: Game) -> Header:
    """The first line of a game's log."""
    return Header(
        game=game.id,
        ruleset=game.ruleset,
        version=game.version,
        tower=game.tower,
        options=game.options,
        seats=tuple(seat.letter for seat in game.seats.all()),
        anchor=game.anchor,
    )


def load(game: Game) -> Position:
    """The game its log tells of, with every secret; folds, and never runs a rule."""
    position = _from(game, _FOLDED.pop(game.id, None)) or _from(game, folded.kept(game))
    if position is None:
        fresh = new_game(ruleset_of(game.ruleset, game.version), header_of(game))
        position = continued(fresh, entries_of(game, until=game.seq))
    _FOLDED[game.id] = position
    while len(_FOLDED) > _KEPT:
        _FOLDED.popitem(last=False)
    return position


def _from(game: Game, kept: Position | None) -> Position | None:
    """A kept position with what was appended since; none if the log does not go on from there."""
    if kept is None or kept.seq > game.seq:
        return None
    # No further than the row we were given: somebody may have appended since it was read.
    fresh = entries_of(game, after=kept.seq, until=game.seq) if kept.seq < game.seq else []
    if kept.head != (fresh[0].prev if fresh else game.head):
        return None
    return continued(kept, fresh)


def entries_of(game: Game, after: int = 0, until: int | None = None) -> list[Entry]:
    """The entries of a game's log, secrets opened."""
    rows = LogEntry.objects.filter(game=game, seq__gt=after).order_by("seq")
    if until is not None:
        rows = rows.filter(seq__lte=until)
    return [_entry(row) for row in rows]


def payloads_of(game: Game, kinds: Collection[str]) -> list[Json]:
    """What the entries of these kinds tell everybody, oldest first."""
    rows = LogEntry.objects.filter(game=game, kind__in=kinds).order_by("seq")
    return list(rows.values_list("payload", flat=True))


def came_with(game: Game, letter: str, player: str) -> int:
    """The entry that seated a player, or let them stand in, for the last time; 0 if none did."""
    kinds = (SeatTaken.kind, PlayerReplaced.kind, SubstituteNamed.kind)
    rows = LogEntry.objects.filter(game=game, kind__in=kinds).order_by("-seq")
    told = rows.values_list("seq", "payload")
    wanted = (letter, player)
    return next((seq for seq, said in told if (said["seat"], said["player"]) == wanted), 0)


def last_step_at(game: Game) -> str:
    """When the open questions were put."""
    rows = LogEntry.objects.filter(game=game, kind=StepBegan.kind).order_by("-seq")
    return str(rows.values_list("at", flat=True)[0])


def append(game: Game, position: Position, entries: Sequence[Entry]) -> None:
    """Write new entries and remember where the chain ends; the caller holds the game's lock."""
    LogEntry.objects.bulk_create([_row(game, entry) for entry in entries])
    game.seq, game.head, game.step = position.seq, position.head, position.step


def keep(game: Game, position: Position) -> None:
    """Keep a position for the next load, once what it holds is committed."""
    _FOLDED[game.id] = position


def reseal(game: Game) -> int:
    """Put every secret of a game under the newest key; how many there were."""
    rows = LogEntry.objects.filter(game=game, secret_sealed__isnull=False)
    for row in rows:
        LogEntry.objects.filter(pk=row.pk).update(secret_sealed=resealed(row.secret_sealed))
    return len(rows)


def _row(game: Game, entry: Entry) -> LogEntry:
    secret = entry.secret
    return LogEntry(
        game=game,
        seq=entry.seq,
        kind=entry.kind,
        version=entry.version,
        at=entry.at,
        payload=entry.payload,
        secret_digest=entry.secret_digest,
        secret_sealed=seal([secret.salt, secret.answer]) if secret else None,
        prev=entry.prev,
        hash=entry.hash,
    )


def _entry(row: LogEntry) -> Entry:
    secret = None
    if row.secret_sealed is not None:
        salt, answer = unseal(row.secret_sealed)
        secret = Secret(salt, answer)
    return Entry(
        seq=row.seq,
        kind=row.kind,
        version=row.version,
        at=row.at,
        payload=row.payload,
        prev=row.prev,
        hash=row.hash,
        secret_digest=row.secret_digest,
        secret=secret,
    )


def forget(games: Iterable[str] = ()) -> None:
    """Drop what this process has folded: everything, or some games."""
    for game in list(games) or list(_FOLDED):
        _FOLDED.pop(game, None)
