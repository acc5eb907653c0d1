"""What happened, as one sentence for a player, German and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Event, Seat
from engine.text import journal
from engine.wallenstein.words import (
    accounts_actions,
    accounts_battle,
    accounts_season,
    accounts_setup,
    accounts_winter,
)
from engine.wallenstein.words.event_words import HOUSE_VALUE
from engine.wallenstein.words.vocabulary import AccountWords
from engine.wallenstein.words.voice import Voice

ACCOUNTS: Final = AccountWords(
    Catalogue(
        accounts_setup.TELLINGS,
        accounts_season.TELLINGS,
        accounts_actions.TELLINGS,
        accounts_battle.TELLINGS,
        accounts_winter.TELLINGS,
        journal.TELLINGS,
    ),
    phases=Catalogue(accounts_season.PHASE_NAMES),
    choices=Catalogue(accounts_season.CHOICE_NAMES),
)


def account(
    event: Event[Any],
    language: str,
    names: Mapping[Seat, str],
    accounts: AccountWords = ACCOUNTS,
) -> str:
    """One sentence about a fact; `names` overrides the seats' colours."""
    return tell(Voice.of(language, names, accounts), event)


def tell(say: Voice, event: Event[Any]) -> str:
    """One sentence about a fact, in a voice that has accounts."""
    sentence = say.accounts.tellings[type(event)](say, event)
    if not say.accounts.events.settled(event):
        return sentence
    return f"{sentence.removesuffix('.')} ({HOUSE_VALUE[say.language]})."
