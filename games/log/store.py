"""The log in the database: the only code that touches event rows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db.models import Q, QuerySet, Subquery

from engine.kernel.core import Json
from engine.kernel.game import Position, continued, new_game
from engine.kernel.journal import (
    JOURNAL,
    AnswerSealed,
    AnswerWithdrawn,
    ExtensionProposed,
    ForkBegan,
    GamePaused,
    PlayerReplaced,
    SeatTaken,
    StepBegan,
    SubstituteNamed,
    TimeRanOut,
)
from engine.kernel.log import Entry, Header, Secret
from engine.registry import ruleset_of
from games.log import position_cache
from games.log.fast_sql import Prepared, PreparedQuery, insert
from games.log.seals import resealed, seal, unseal
from games.models import Game, LogEntry

# Folded games of this process: loading one again folds only what was appended since.
_FOLDED: OrderedDict[str, Position] = OrderedDict()
_KEPT = 64
_STRETCH = Prepared(
    lambda game, after, until: LogEntry.objects.filter(
        game=game, seq__gt=after, seq__lte=until
    ).order_by("seq"),
    "g",
    1,
    2,
)


_SINCE = Prepared(
    lambda game, after: LogEntry.objects.filter(game=game, seq__gt=after).order_by("seq"), "g", 1
)


def header_of(game: Game) -> Header:
    """The first line of a game's log."""
    return Header(
        game=game.root or game.id,
        ruleset=game.ruleset,
        version=game.version,
        tower=game.tower,
        options=game.options,
        seats=tuple(seat.key for seat in game.seats.all()),
        anchor=game.root_anchor or game.anchor,
        veil=game.veil,
        format=ruleset_of(game.ruleset, game.version).log_format,
    )


def ask_news(game_id: str) -> PreparedQuery[LogEntry] | None:
    """Ask for what was appended since this process loaded a game, if it has; see `load`."""
    kept = _FOLDED.get(game_id)
    return _SINCE.ask(game_id, kept.seq) if kept else None


def load(game: Game, news: PreparedQuery[LogEntry] | None = None) -> Position:
    """The game its log tells of, with every secret; folds, and never runs a rule.

    Whoever holds the game's lock may have asked for the news together with other questions.
    """
    entries = [_opened(row) for row in news.rows()] if news else None
    position = _from(game, _FOLDED.pop(game.id, None), entries) or _from(
        game, position_cache.kept(game)
    )
    if position is None:
        fresh = new_game(ruleset_of(game.ruleset, game.version), header_of(game))
        position = continued(fresh, entries_of(game, until=game.seq))
    _FOLDED[game.id] = position
    while len(_FOLDED) > _KEPT:
        _FOLDED.popitem(last=False)
    return position


def _from(
    game: Game, kept: Position | None, news: Sequence[Entry] | None = None
) -> Position | None:
    """A kept position with what was appended since; none if the log does not go on from there."""
    if kept is None or kept.seq > game.seq:
        return None
    fresh = _news(game, kept.seq) if news is None else [one for one in news if one.seq > kept.seq]
    if kept.head != (fresh[0].prev if fresh else game.head):
        return None
    return continued(kept, fresh)


def _news(game: Game, after: int) -> Sequence[Entry]:
    """What was appended, no further than the row we were given: others may have gone on since."""
    return entries_of(game, after=after, until=game.seq) if after < game.seq else []


def entries_of(game: Game, after: int = 0, until: int | None = None) -> list[Entry]:
    """The entries of a game's log, secrets opened."""
    if until is None:
        return [_opened(row) for row in _rows(game, after, until)]
    return [_opened(row) for row in _STRETCH.rows(game.id, after, until)]


def public_entries_of(game: Game, after: int = 0, until: int | None = None) -> list[Entry]:
    """The same as everybody may read them; no secret is opened."""
    return [_entry(row) for row in _rows(game, after, until).defer("secret_sealed")]


def _rows(game: Game, after: int, until: int | None) -> QuerySet[LogEntry]:
    rows = LogEntry.objects.filter(game=game, seq__gt=after).order_by("seq")
    return rows if until is None else rows.filter(seq__lte=until)


def public_past(game: Game, head: str) -> list[Entry]:
    """The log up to the entry with that hash, as everybody may read it."""
    last = LogEntry.objects.filter(game=game, hash=head).values_list("seq", flat=True).first()
    return public_entries_of(game, until=last or 0)


def dealt_to(game: Game, seat: str, until: int) -> list[Entry]:
    """The entries up to some one that dealt hidden cards to a seat, opened."""
    dealt = _rows(game, 0, until).exclude(kind=AnswerSealed.kind).exclude(secret_sealed=None)
    return [_opened(row) for row in dealt.filter(payload__seat=seat)]


def payloads_of(game: Game, kinds: Collection[str]) -> list[Json]:
    """What the entries of these kinds tell everybody, oldest first."""
    rows = LogEntry.objects.filter(game=game, kind__in=kinds).order_by("seq")
    return list(rows.values_list("payload", flat=True))


def seqs_of(game: Game, kinds: Collection[str]) -> list[int]:
    """Where the entries of these kinds stand, oldest first."""
    rows = LogEntry.objects.filter(game=game, kind__in=kinds).order_by("seq")
    return list(rows.values_list("seq", flat=True))


def throws_of(game: Game, after: int, until: int) -> list[Json]:
    """The throws of a stretch of a game's log, in order, as everybody may read them."""
    rows = _rows(game, after, until).filter(payload__has_key="throw")
    return [payload["throw"] for payload in rows.values_list("payload", flat=True)]


def own_since(game: Game) -> int:
    """The last entry that a game shares with the one it was forked from; 0 if it was not."""
    rows = LogEntry.objects.filter(game=game, kind=ForkBegan.kind).order_by("-seq")
    return rows.values_list("seq", flat=True).first() or 0


def came_with(game: Game, seat: str, player: str) -> int:
    """The entry that seated a player, or let them stand in, for the last time; 0 if none did."""
    kinds = (SeatTaken.kind, PlayerReplaced.kind, SubstituteNamed.kind)
    rows = LogEntry.objects.filter(game=game, kind__in=kinds).order_by("-seq")
    seatings = rows.values_list("seq", "payload")
    wanted = (seat, player)
    return next(
        (seq for seq, payload in seatings if (payload["seat"], payload["player"]) == wanted), 0
    )


def given_unasked(game: Game, seat: str, player: str) -> bool:
    """Whether somebody else gave a seat to this player, who has not answered there since."""
    kinds = (AnswerSealed.kind, PlayerReplaced.kind)
    rows = LogEntry.objects.filter(game=game, kind__in=kinds, payload__seat=seat)
    last = rows.order_by("-seq").values_list("payload", flat=True).first()
    return last is not None and last.get("player") == player and last["by"] != player


def answers_given(game: Game, decision: str, seat: str, after: int) -> int:
    """How often a question was answered after an entry, by whoever has the seat now."""
    kinds = (AnswerSealed.kind, PlayerReplaced.kind)
    rows = LogEntry.objects.filter(game=game, seq__gt=after, kind__in=kinds).order_by("seq")
    count = 0
    for kind, payload in rows.values_list("kind", "payload"):
        if kind == PlayerReplaced.kind:
            count = 0 if payload["seat"] == seat else count
        else:
            count += payload["decision"] == decision
    return count


def last_change_of(game: Game, decision: str) -> tuple[str, str] | None:
    """When a question was last answered or an answer taken back, and the hash of that entry."""
    kinds = (AnswerSealed.kind, AnswerWithdrawn.kind)
    rows = LogEntry.objects.filter(game=game, kind__in=kinds, payload__decision=decision)
    return rows.order_by("-seq").values_list("at", "hash").first()


def last_answer_at(game: Game, seat: str) -> str:
    """When a person last answered for a seat; nothing if none has."""
    rows = LogEntry.objects.filter(
        game=game,
        kind=AnswerSealed.kind,
        payload__seat=seat,
        payload__by__in=AnswerSealed.BY_PEOPLE,
    )
    return rows.order_by("-seq").values_list("at", flat=True).first() or ""


def answers_of(game: Game, seat: str) -> Iterator[tuple[int, str]]:
    """The answers given for a seat, by whomever, newest first: the entry and the question."""
    rows = LogEntry.objects.filter(game=game, kind=AnswerSealed.kind, payload__seat=seat)
    newest = rows.order_by("-seq").values_list("seq", "payload").iterator(chunk_size=20)
    return ((seq, payload["decision"]) for seq, payload in newest)


def last_by_people(game: Game, until: int) -> int:
    """The last entry, up to some one, with an answer of a person or the end of their time; or 0."""
    by_people = Q(kind=AnswerSealed.kind, payload__by__in=AnswerSealed.BY_PEOPLE)
    rows = LogEntry.objects.filter(by_people | Q(kind=TimeRanOut.kind), game=game, seq__lte=until)
    return rows.order_by("-seq").values_list("seq", flat=True).first() or 0


def last_step_at(game: Game) -> str:
    """When the open questions were put."""
    rows = LogEntry.objects.filter(game=game, kind=StepBegan.kind).order_by("-seq")
    return str(rows.values_list("at", flat=True)[0])


def last_pause_at(game: Game) -> str:
    """When the clock of a game that is paused was stopped."""
    rows = LogEntry.objects.filter(game=game, kind=GamePaused.kind).order_by("-seq")
    return str(rows.values_list("at", flat=True)[0])


def proposals_of(game: Game, seat: str) -> int:
    """How often a seat has asked for more time since the open questions were put."""
    rows = LogEntry.objects.filter(game=game)
    began = rows.filter(kind=StepBegan.kind).order_by("-seq").values("seq")[:1]
    proposals = rows.filter(kind=ExtensionProposed.kind, payload__seat=seat)
    return proposals.filter(seq__gt=Subquery(began)).count()


def end_of_step(game: Game, step: int) -> int | None:
    """The last fact of a step; none if it was not taken."""
    rows = LogEntry.objects.filter(game=game).order_by("seq")
    began = rows.filter(kind=StepBegan.kind, payload__step=step).first()
    if began is None:
        return None
    around = [event.kind for event in JOURNAL]
    after = rows.filter(seq__gt=began.seq, kind__in=around).values_list("seq", flat=True).first()
    return (after or game.seq + 1) - 1


def copy(origin: Game, fork: Game, until: int) -> None:
    """Begin a game's log as another's did; what is sealed there is copied as it is."""
    rows = list(_rows(origin, 0, until))
    for row in rows:
        row.pk, row.game = None, fork
    LogEntry.objects.bulk_create(rows)
    fork.seq, fork.head = rows[-1].seq, rows[-1].hash


def append(game: Game, position: Position, entries: Sequence[Entry]) -> None:
    """Write new entries and remember where the chain ends; the caller holds the game's lock."""
    insert([_row(game, entry) for entry in entries])
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


def _opened(row: LogEntry) -> Entry:
    if row.secret_sealed is None:
        return _entry(row)
    salt, answer = unseal(row.secret_sealed)
    return _entry(row).but(secret=Secret(salt, answer))


def _entry(row: LogEntry) -> Entry:
    return Entry(
        seq=row.seq,
        kind=row.kind,
        version=row.version,
        at=row.at,
        payload=row.payload,
        prev=row.prev,
        hash=row.hash,
        secret_digest=row.secret_digest,
    )


def forget(games: Iterable[str] = ()) -> None:
    """Drop what this process has folded: everything, or some games."""
    for game in list(games) or list(_FOLDED):
        _FOLDED.pop(game, None)
