"""Reasons the log gives where nobody has to give one: they stand there in English for good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# Of seats.
RESIGNED: Final = "resigned"
DECLINED: Final = "declined the seat"
BACK_AGAIN: Final = "back again"
STOOD_DOWN: Final = "does not stand in any more"
ACCOUNT_DELETED: Final = "account deleted"
# Of votes; whoever says no has to say why.
AGREED: Final = "agrees with the reason given"
TAKEN_BACK: Final = "has taken the request back"
# Of deadlines that nobody moves by hand.
BY_SCHEDULE: Final = "by the schedule of the game"
GOES_ON: Final = "the game goes on"
AWAY: Final = "a player is away"
AWAY_SHORTER: Final = "a player is away for a shorter time"
SERVICE_DOWN: Final = "the service was down"
# Of entries from before a reason was asked for.
NOT_ASKED: Final = "no reason was asked for"

_IN_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    RESIGNED: {"de": "aufgegeben", "en": "resigned"},
    DECLINED: {"de": "den Platz abgelehnt", "en": "declined the seat"},
    BACK_AGAIN: {"de": "wieder da", "en": "back again"},
    STOOD_DOWN: {"de": "springt nicht mehr ein", "en": "no longer stands in"},
    ACCOUNT_DELETED: {"de": "Konto gelöscht", "en": "account deleted"},
    AGREED: {"de": "aus dem genannten Grund", "en": "for the reason given"},
    TAKEN_BACK: {"de": "hat die Bitte zurückgezogen", "en": "has taken the request back"},
    BY_SCHEDULE: {"de": "nach dem Zeitplan der Partie", "en": "by the schedule of the game"},
    GOES_ON: {"de": "die Partie geht weiter", "en": "the game goes on"},
    AWAY: {"de": "jemand ist nicht da", "en": "a player is away"},
    AWAY_SHORTER: {"de": "jemand ist kürzer weg", "en": "a player is away for a shorter time"},
    SERVICE_DOWN: {"de": "der Dienst war ausgefallen", "en": "the service was down"},
    NOT_ASKED: {"de": "", "en": ""},
}


def in_words(why: str, language: str) -> str:
    """A reason for a reader: the server's own in their language, any other as it was written."""
    return _IN_WORDS[why][language] if why in _IN_WORDS else why


# Why a deadline was moved where nobody did it by hand.
_CAUSES: Final[Mapping[str, Mapping[str, str]]] = {
    "vote": {"de": "alle haben zugestimmt", "en": "everybody agreed"},
    "absence": {"de": "wegen einer Abwesenheit", "en": "because of an absence"},
    "downtime": _IN_WORDS[SERVICE_DOWN],
}


def cause_in_words(reason: str, language: str) -> str:
    """The kind of reason a deadline has, for a reader; nothing where it needs no word."""
    return _CAUSES[reason][language] if reason in _CAUSES else ""
