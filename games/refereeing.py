"""What was done around a game, by whom and why, read from its log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.journal import (
    JOURNAL,
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SubstituteNamed,
    TimeRanOut,
)
from engine.log import Entry
from engine.registry import ruleset_of
from games import clock, store
from games.access import Viewer
from games.models import User
from games.names import names_of
from games.projections import FRESH

ACTS: Final = (
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SubstituteNamed,
    TimeRanOut,
)


@dataclass(frozen=True)
class Act:
    """Something that was done around a game."""

    seq: int
    at: datetime
    sentence: str
    by: str


def acts_of(viewer: Viewer, language: str) -> list[Act]:
    """Everything people and the house did beside the rules, the latest first; all of it public."""
    game = viewer.game
    kinds = [act.kind for act in ACTS]
    found = [e for e in store.entries_of(game) if e.kind in kinds and not _routine(e)]
    words = ruleset_of(game.ruleset, game.version).text()
    names = names_of(game, language)
    people = _people(found)
    return [
        Act(
            seq=entry.seq,
            at=clock.read(entry.at),
            sentence=words.account(
                JOURNAL.decode(entry.kind, entry.version, entry.payload), language, names
            ),
            by=people.get(entry.payload.get("by", ""), _("the house")),
        )
        for entry in reversed(found)
    ]


def _routine(entry: Entry) -> bool:
    """Whether an entry only says what the schedule says anyway."""
    return entry.kind == DeadlineSet.kind and entry.payload["reason"] in FRESH


def _people(entries: Iterable[Entry]) -> dict[str, str]:
    signs = {entry.payload.get("by", "") for entry in entries}
    known = User.objects.filter(player_uid__in=signs)
    return {person.player_uid: person.get_username() for person in known}
