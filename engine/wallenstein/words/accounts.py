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
from engine.wallenstein.words.voice import Tellings, Voice

TELLINGS: Final[Tellings] = {
    **accounts_setup.TELLINGS,
    **accounts_season.TELLINGS,
    **accounts_actions.TELLINGS,
    **accounts_battle.TELLINGS,
    **accounts_winter.TELLINGS,
    **accounts_journal.TELLINGS,
}


def account(event: Event[Any], language: str, names: Mapping[Seat, str]) -> str:
    """One sentence about a fact; `names` overrides the seats' colours."""
    return tell(Voice.of(language, names), event)


def tell(say: Voice, event: Event[Any]) -> str:
    """One sentence about a fact, in a voice."""
    return TELLINGS[type(event)](say, event)
