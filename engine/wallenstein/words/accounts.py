"""What happened, as one sentence for a player, German and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core import Event, Seat
from engine.wallenstein.words import (
    accounts_actions,
    accounts_battle,
    accounts_journal,
    accounts_season,
    accounts_setup,
    accounts_winter,
)
from engine.wallenstein.words.event_words import EVENT_WORDS, HOUSE_VALUE, EventWords
from engine.wallenstein.words.voice import Telling, Voice

# An edition or expansion adds its own when it is imported.
TELLINGS: Final[dict[type[Event[Any]], Telling]] = {
    **accounts_setup.TELLINGS,
    **accounts_season.TELLINGS,
    **accounts_actions.TELLINGS,
    **accounts_battle.TELLINGS,
    **accounts_winter.TELLINGS,
    **accounts_journal.TELLINGS,
}


def account(
    event: Event[Any],
    language: str,
    names: Mapping[Seat, str],
    events: EventWords = EVENT_WORDS,
) -> str:
    """One sentence about a fact; `names` overrides the seats' colours."""
    return tell(Voice.of(language, names, events), event)


def tell(say: Voice, event: Event[Any]) -> str:
    """One sentence about a fact, in a voice."""
    told = TELLINGS[type(event)](say, event)
    if not say.events.settled(event):
        return told
    return f"{told.removesuffix('.')} ({HOUSE_VALUE[say.language]})."
