"""What was done around a game, by whom and why, read from its log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.kernel.core import Event
from engine.kernel.journal import (
    JOURNAL,
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    ForkBegan,
    GameForked,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SubstituteNamed,
    TimeRanOut,
)
from engine.kernel.log import Entry
from engine.kernel.reasons import in_words
from engine.registry import ruleset_of
from games import clock
from games.access import Viewer
from games.log import store
from games.log.projections import FRESH
from games.models import Game, User
from games.names import names_of

ACTS: Final = (
    DeadlineSet,
    ExtensionProposed,
    ExtensionVoted,
    ForkBegan,
    GameForked,
    GamePaused,
    GameResumed,
    HostChanged,
    PlayerReplaced,
    SubstituteNamed,
    TimeRanOut,
)

# What nobody did: the schedule, an outage, a deadline that passed.
HOUSE: Final = "house"


@dataclass(frozen=True)
class RefereeAct:
    """Something that was done around a game: by whom, why, and to which other game it leads."""

    seq: int
    at: datetime
    sentence: str
    by: str
    why: str
    leads_to: str
    # What an act sets, to be told by the reader's clock.
    due: datetime | None = None
    # Whoever stands in since, as long as they do: the table names them, too.
    substitute: str = ""

    @property
    def around_due(self) -> tuple[str, str]:
        """The sentence before and after the time it tells by the clock of the log."""
        due = f"{self.due:%Y-%m-%d %H:%M:%S} (UTC)" if self.due else ""
        before, match, after = self.sentence.partition(due) if due else ("", "", "")
        return (before, after) if match else ("", "")


def acts_of(viewer: Viewer, language: str) -> list[RefereeAct]:
    """Everything people and the server did beside the rules, the latest first; all of it public."""
    game = viewer.game
    kinds = [act.kind for act in ACTS]
    entries = [e for e in store.public_entries_of(game) if e.kind in kinds and not _routine(e)]
    words = ruleset_of(game.ruleset, game.version).text()
    names = names_of(game, language)
    people = _people(entries)
    sitting = game.seats.filter(substitute__isnull=False).select_related("substitute")
    standing_in = {seat.key: seat.substitute for seat in sitting}
    return [
        RefereeAct(
            seq=entry.seq,
            at=clock.read(entry.at),
            sentence=words.account(_without_reason(entry), language, names),
            by=_named(entry.payload.get("by", HOUSE), people),
            why=in_words(entry.payload.get("why", ""), language),
            leads_to=_other_game(entry),
            due=_due(entry),
            substitute=_substitute(entry, standing_in),
        )
        for entry in reversed(entries)
    ]


def person_named(sign: str) -> str:
    """Whoever the log means by a sign."""
    return _named(sign, _known({sign}))


def goes_on_at(game: Game) -> str:
    """The game that goes on in place of one that was forked and rests; nothing for all others."""
    if game.status != Game.Status.PAUSED:
        return ""
    forks = store.payloads_of(game, [GameForked.kind])
    return str(forks[-1]["game"]) if forks else ""


def _without_reason(entry: Entry) -> Event[Any]:
    """What was done; the reason somebody gave stands beside it, in their own words."""
    payload = {**entry.payload, "why": ""} if "why" in entry.payload else entry.payload
    return JOURNAL.decode(entry.kind, entry.version, payload)


def _other_game(entry: Entry) -> str:
    """Where a forked game goes on, or where a fork comes from."""
    names = {GameForked.kind: "game", ForkBegan.kind: "origin"}
    return str(entry.payload[names[entry.kind]]) if entry.kind in names else ""


def _due(entry: Entry) -> datetime | None:
    """The deadline an entry sets."""
    due = entry.payload["deadline"] if entry.kind == DeadlineSet.kind else None
    return clock.read(due) if due else None


def _substitute(entry: Entry, standing_in: Mapping[str, User | None]) -> str:
    """Whom an entry names as a substitute who still is one."""
    if entry.kind != SubstituteNamed.kind:
        return ""
    person = standing_in.get(entry.payload["seat"])
    return person.get_username() if person and person.player_uid == entry.payload["player"] else ""


def _routine(entry: Entry) -> bool:
    """Whether an entry only says what the schedule says anyway."""
    return entry.kind == DeadlineSet.kind and entry.payload["reason"] in FRESH


def _named(sign: str, people: dict[str, str]) -> str:
    """Whoever did something; the log of an imported game tells of people who were never here."""
    if sign == HOUSE:
        return _("the server")
    return people.get(sign) or _("somebody without an account here")


def _people(entries: Iterable[Entry]) -> dict[str, str]:
    return _known({entry.payload.get("by", "") for entry in entries})


def _known(signs: set[str]) -> dict[str, str]:
    known = User.objects.filter(player_uid__in=signs)
    return {person.player_uid: person.get_username() for person in known}
