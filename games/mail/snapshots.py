"""A game as it stood when a notice was written, with no secret but the reader's own hand.

A letter may be sent much later, and twice: it tells of its own moment, and always the same. Only a
reader who has lost the seat since is shown no hand any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

from engine.kernel.core import Decision, Event, Json, Seat
from engine.kernel.game import Position, continued, decode, new_game, view
from engine.kernel.journal import (
    AnswerSealed,
    DeadlineSet,
    GameForked,
    GamePaused,
    GameResumed,
    PlayerReplaced,
    SeatTaken,
    SubstituteNamed,
)
from engine.kernel.log import Entry
from engine.registry import ruleset_of
from games import access, clock
from games.boards.in_short import Passage
from games.log import projections, store
from games.models import Game, OutboxRow, User
from games.models import Seat as SeatRow
from games.names import name_of
from games.read.timeline import tower_of


@dataclass(frozen=True)
class Past:
    """A log up to some entry, its secrets left out, and the position it leads to."""

    position: Position
    entries: Sequence[Entry]


@dataclass(frozen=True)
class PublicReceipt:
    """An answer somebody has sealed, as everybody may know of it."""

    decision: str
    digest: str
    at: datetime
    seq: int


@dataclass(frozen=True)
class Sitting:
    """Where a person sat: the seat, the entry that brought them there, and whether it is lent."""

    seat: Seat
    since: int
    lent: bool = False


@dataclass(frozen=True)
class Scene:
    """A moment of a game, in front of the reader of a letter."""

    game: Game
    reader: User
    past: Past

    @cached_property
    def position(self) -> Position:
        """The position of that moment as the reader knows it; of answers only their digests.

        The past is shared by all who read of it, so what one of them holds is laid over a copy.
        """
        shared = self.past.position
        if not shared.dealt:
            return shared
        viewer = access.known_viewer(self.game, self.reader)
        hand = viewer.hand(until=shared.seq) if viewer.seat_key == self.seat else {}
        known = {handle: shared.dealt[handle].but(secret=secret) for handle, secret in hand.items()}
        return shared.but(dealt={**shared.dealt, **known}) if known else shared

    @cached_property
    def sitting(self) -> Sitting | None:
        """The reader's seat of that moment, their own before one they stand in for."""
        if self.game.imported:
            return self._sitting_now
        own: dict[Seat, Sitting] = {}
        lent: dict[Seat, Sitting] = {}
        for entry in self.past.entries:
            if entry.kind not in (SeatTaken.kind, PlayerReplaced.kind, SubstituteNamed.kind):
                continue
            seat = entry.payload["seat"]
            kept = own if entry.kind != SubstituteNamed.kind else lent
            # Whoever sits down sends the substitute of the one before away.
            lent.pop(seat, None)
            kept.pop(seat, None)
            if entry.payload["player"] == self.reader.player_uid:
                kept[seat] = Sitting(seat, entry.seq, kept is lent)
        return next(iter((own or lent).values()), None)

    @property
    def _sitting_now(self) -> Sitting | None:
        """Its log names nobody of this site, so who sits there was settled by its import."""
        seats = self.game.seats.filter(user=self.reader)
        return next((Sitting(seat.key, 0) for seat in seats), None)

    @property
    def seat(self) -> Seat | None:
        """The reader's seat, by its letter."""
        return self.sitting.seat if self.sitting else None

    @cached_property
    def view(self) -> Json:
        """What lay on the table in front of the reader."""
        return view(self.position, self.seat)

    @cached_property
    def open_view(self) -> Json:
        """What lay there for everybody to see: what is made of it may be kept for all readers."""
        return view(self.past.position, None)

    @property
    def questions(self) -> Sequence[Decision]:
        """What the reader was asked and had not answered."""
        return [d for d in self.position.waiting if d.seat == self.seat]

    @property
    def offers(self) -> Sequence[Decision]:
        """What the reader might answer, and need not."""
        mine = (d for d in self.position.decisions if d.optional and d.seat == self.seat)
        return [decision for decision in mine if decision.id not in self.position.sealed]

    @cached_property
    def deadlines(self) -> Sequence[str | None]:
        """Every deadline there was, the newest last."""
        entries = (entry for entry in self.past.entries if entry.kind == DeadlineSet.kind)
        return [entry.payload["deadline"] for entry in entries]

    @cached_property
    def rests(self) -> bool:
        """Whether the clock stood still."""
        kinds = (GamePaused.kind, GameForked.kind, GameResumed.kind)
        last = next((e.kind for e in reversed(self.past.entries) if e.kind in kinds), None)
        return last in (GamePaused.kind, GameForked.kind)

    @property
    def changes_of_time(self) -> int:
        """How often a deadline was set, stood still and went on."""
        kinds = (DeadlineSet.kind, GamePaused.kind, GameForked.kind, GameResumed.kind)
        return sum(entry.kind in kinds for entry in self.past.entries)

    @property
    def deadline(self) -> datetime | None:
        """When answers were due; a game that is over or rests waits for none."""
        if self.position.finished or self.rests or not self.deadlines or self.deadlines[-1] is None:
            return None
        return clock.read(self.deadlines[-1])

    @cached_property
    def receipts(self) -> Sequence[PublicReceipt]:
        """The answers given for the seat while the reader had it, that still counted."""
        if self.sitting is None:
            return []
        counted = {sealed.seq for sealed in self.position.sealed.values()}
        return [
            PublicReceipt(
                entry.payload["decision"],
                entry.secret_digest or "",
                clock.read(entry.at),
                entry.seq,
            )
            for entry in self.past.entries
            if entry.kind == AnswerSealed.kind
            and entry.payload["seat"] == self.seat
            and entry.seq in counted
            and entry.seq > self.sitting.since
        ]

    def names(self, language: str) -> dict[Seat, str]:
        """What everybody at the table was called."""
        return {seat.key: name_of(self.game, seat, language) for seat in self._seats}

    @cached_property
    def _seats(self) -> Sequence[SeatRow]:
        seats = {seat.key: seat for seat in self.game.seats.select_related("user")}
        if self.game.imported:
            return list(seats.values())
        sat = [e for e in self.past.entries if e.kind in (SeatTaken.kind, PlayerReplaced.kind)]
        signs = {entry.payload["player"] for entry in sat}
        users = {user.player_uid: user for user in User.objects.filter(player_uid__in=signs)}
        for entry in sat:
            sign = entry.payload["player"]
            projections.sit(seats[entry.payload["seat"]], users.get(sign), sign)
        return list(seats.values())

    def closed(self, after: int, until: int) -> Sequence[tuple[str, Passage, int]]:
        """The chapters that ended between two entries: the id of each, all of it, and its end."""
        ended = _closed(self.game.pk, self.past.position.head)
        return [one for one in ended if after < one[2] <= until]

    def passage(self, after: int, until: int) -> Passage:
        """What happened between two entries, with the positions around it."""
        entries, start = self.past.entries, self.past.position
        before = continued(new_game(start.ruleset, start.header), entries[:after])
        end = continued(before, entries[after:until])
        return Passage(self.facts(after, until), before.state, end.state, tower_of(self.game))

    def facts(self, after: int, until: int) -> list[Event[object]]:
        """What happened between two entries."""
        ruleset = self.position.ruleset
        entries = self.past.entries[after:until]
        return [decode(ruleset, entry) for entry in entries]


def scene_of(row: OutboxRow) -> Scene:
    """The game of a notice as it stood at the head the notice tells of."""
    game = row.the_game
    return Scene(game, row.user, _past(game.pk, row.data["head"]))


# The letters of one step go out one after the other, and all tell of the same moment.
@lru_cache(maxsize=4)
def _past(game_id: str, head: str) -> Past:
    game = Game.objects.get(pk=game_id)
    entries = store.public_past(game, head)
    position = new_game(ruleset_of(game.ruleset, game.version), store.header_of(game))
    return Past(continued(position, entries), entries)


# As much work as the letters of one step share.
@lru_cache(maxsize=4)
def _closed(game_id: str, head: str) -> Sequence[tuple[str, Passage, int]]:
    """Every chapter up to a head that is over, with the entry after which it was."""
    past, tower = _past(game_id, head), tower_of(Game.objects.get(pk=game_id))
    ruleset = past.position.ruleset
    ended: list[tuple[str, Passage, int]] = []
    position = began = new_game(ruleset, past.position.header)
    events: list[Event[object]] = []
    chapter = ""
    for entry in past.entries:
        event = decode(ruleset, entry)
        if opened := event.opens_chapter():
            if chapter:
                passage = Passage(events, began.state, position.state, tower)
                ended.append((chapter, passage, position.seq))
            chapter, began, events = opened, position, []
        events.append(event)
        position = position.after(entry)
    if position.finished and chapter:
        passage = Passage(events, began.state, position.state, tower)
        ended.append((chapter, passage, position.seq))
    return ended
