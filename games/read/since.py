"""What happened since somebody's last turn, in games in which people move one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.core.cache import caches

from engine.kernel.core import Seat
from engine.kernel.game import continued
from engine.kernel.journal import AnswerSealed
from engine.kernel.log import Entry
from games.access import Viewer
from games.boards import board_of
from games.boards.in_short import Passage, ShortGroup, ShortLine
from games.log import store
from games.models import Game
from games.names import names_of
from games.read.timeline import timeline, tower_of

# A group of a card tells so much; the report tells the rest.
MOST_LINES: Final = 6
KEPT_SECONDS: Final = 3600


@dataclass(frozen=True)
class SinceGroup:
    """Lines under a title, and how many more there are."""

    title: str
    lines: Sequence[ShortLine]
    rest: int


@dataclass(frozen=True)
class SinceTurn:
    """Everything since a turn in short, and the entry with which it begins."""

    first: int
    headline: str
    groups: Sequence[SinceGroup]


def last_turn(game: Game, seat: Seat, fresh: Sequence[Entry] = ()) -> int:
    """The entry in which a seat was last said to move by an answer; 0 if it never was.

    What is left beforehand is no move, and what is played by it is told. `fresh`: entries that are
    not written yet.
    """
    turn = board_of(game.ruleset).turn
    new = [
        (entry.seq, entry.payload["decision"])
        for entry in reversed(fresh)
        if entry.kind == AnswerSealed.kind and entry.payload["seat"] == seat
    ]
    for answers in (new, store.answers_of(game, seat)):
        for seq, decision in answers:
            kind = turn.kind_of(decision)
            if not kind or turn.is_plan(kind):
                return seq
    return 0


def since_last_turn(viewer: Viewer, language: str) -> SinceTurn | None:
    """What a viewer who is asked is told first; nothing before their first turn at this seat."""
    game, seat = viewer.game, viewer.seat_key
    if seat is None or not board_of(game.ruleset).by_turns:
        return None
    moved = last_turn(game, seat)
    if moved <= viewer.since:
        return None
    names = names_of(game, language)
    parts = (game.pk, game.seq, seat, language, moved, sorted(names.items()))
    key = f"since-{sha256(repr(parts).encode()).hexdigest()}"
    kept: SinceTurn | None = caches["boards"].get(key)
    if kept is None:
        kept = _told(viewer, moved, language)
        caches["boards"].set(key, kept, KEPT_SECONDS)
    return kept


def _told(viewer: Viewer, moved: int, language: str) -> SinceTurn:
    line, game = timeline(viewer, language), viewer.game
    before = line.position(moved)
    moments = line.moments[moved:]
    after = continued(before, (moment.entry for moment in moments))
    events = [moment.event for moment in moments]
    passage = Passage(events, before.state, after.state, tower_of(game))
    short = board_of(game.ruleset).story.in_short(
        passage, viewer.seat_key, language, names_of(game, language)
    )
    return SinceTurn(moved + 1, short.headline, [_group(group) for group in short.groups])


def _group(group: ShortGroup) -> SinceGroup:
    lines = group.lines[:MOST_LINES]
    return SinceGroup(group.title, lines, len(group.lines) - len(lines))
