"""What is said of Landsknechte, German and English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.text.lexicon import Language, Words
from engine.text.line_problems import Head
from engine.text.order_lines import Misread
from engine.wallenstein.landsknechte.banners import (
    BONUS,
    Banners,
    BonusTaken,
    PilesRestored,
    RestorePiles,
)
from engine.wallenstein.words.event_words import HOUSE_VALUE
from engine.wallenstein.words.gain_words import GAIN_LEXICON, GAIN_NAMES, amount_gained
from engine.wallenstein.words.order_lines import OrderReading, says_none
from engine.wallenstein.words.order_words import BODY_WORDS, NONE
from engine.wallenstein.words.vocabulary import (
    AccountWords,
    AnswerLines,
    Line,
    Lines,
    OrderWords,
    ProblemWords,
)
from engine.wallenstein.words.voice import Voice


def bonus_taken(say: Voice, event: BonusTaken) -> str:
    """What the new top card gave; its amounts stand in no rule book (L-1)."""
    gain = amount_gained(say, event.bonus, event.amount)
    who, gain = say.seat(event.seat), f"{gain} ({HOUSE_VALUE[say.language]})"
    return say(
        de=f"{who} hat Länder in mindestens vier Regionen und bekommt für die Landsknechte {gain}.",
        en=f"{who} owns counties in at least four regions and gets {gain} for the landsknechte.",
    )


def piles_restored(say: Voice, _: PilesRestored) -> str:
    """All piles begin anew."""
    return say(
        de="Die Landsknechte liegen wieder in ihrer Anfangsordnung.",
        en="The landsknechte are back in their starting order.",
    )


ACCOUNTS: Final = AccountWords(
    Catalogue({BonusTaken: bonus_taken, PilesRestored: piles_restored}),
    phases=Catalogue(
        {
            Banners.name: {"de": "Landsknechte", "en": "landsknechte"},
            RestorePiles.name: {"de": "Landsknechte ordnen", "en": "putting back the landsknechte"},
        }
    ),
    choices=Catalogue(
        {BONUS: {"de": "der Bonus der Landsknechte", "en": "a bonus of the landsknechte"}}
    ),
)

# Text orders: `bonus: victory points, armies, Thalers, grain`

# The line of an answer, which names one bonus only; it begins like that of a plan.
_ONE: Final = "one_bonus"
_HEAD: Final = Head({"de": "Bonus", "en": "bonus"}, ("bonuses", "landsknechte", "Boni"))
_WHAT: Final[Mapping[str, Words]] = {
    "no_such_bonus": {
        "de": "einen Bonus {given} gibt es hier nicht.",
        "en": "there is no bonus {given} here.",
    },
    "bonus_twice": {
        "de": "der Bonus {given} ist zweimal genannt.",
        "en": "the bonus {given} is named twice.",
    },
}
_UNREAD: Final[Mapping[str, Words]] = {
    "unknown_bonus": {
        "de": "Einen Bonus {written} gibt es nicht.",
        "en": "there is no bonus {written}.",
    },
    "more_than_one_bonus": {
        "de": "Du bekommst nur einen Bonus.",
        "en": "you get one bonus only.",
    },
    "bonus_twice": {
        "de": "{written} steht zweimal da; nenne jeden Bonus einmal.",
        "en": "{written} is there twice; name each bonus once.",
    },
}
_ACCEPTED: Final[Mapping[str, Words]] = {
    BONUS: {
        "de": "Möglich: „{head}: Siegpunkte, Armeen, Taler, Getreide“, der liebste zuerst.",
        "en": "Accepted: “{head}: victory points, armies, Thalers, grain”, favourite first.",
    },
    _ONE: {
        "de": "Möglich: „{head}: Taler“, oder ein anderer Bonus der neuen Karte; nur einer.",
        "en": "Accepted: “{head}: Thalers”, or another bonus of the new card; one only.",
    },
}

_BETWEEN: Final = re.compile(r"->|=>|[,;>/→]")


def _read_one(written: str, head: str) -> str:
    meant = GAIN_LEXICON.exact(written.strip(" ."))
    if meant is None:
        raise Misread("unknown_bonus", head=head, written=written.strip())
    return meant


def _read_ranking(reading: OrderReading, body: str, line: int) -> None:
    ranking: list[str] = []
    for part in [] if says_none(body) else filter(str.strip, _BETWEEN.split(body)):
        bonus = _read_one(part, BONUS)
        if bonus in ranking:
            raise Misread("bonus_twice", head=BONUS, written=part.strip())
        ranking.append(bonus)
    reading.once(BONUS, ranking, line)


def _write_ranking(ranking: Any, language: Language, _: OrderWords) -> Lines:
    named = [GAIN_NAMES[bonus][language] for bonus in ranking]
    yield BONUS, ", ".join(named) or BODY_WORDS[NONE][language]


def _read_choice(reading: OrderReading, body: str, line: int) -> None:
    if len([part for part in _BETWEEN.split(body) if part.strip()]) > 1:
        raise Misread("more_than_one_bonus", head=_ONE)
    reading.once(BONUS, _read_one(body, _ONE), line)


def _write_choice(answer: Mapping[str, Any], language: Language, _: OrderWords) -> Lines:
    yield BONUS, GAIN_NAMES[answer[BONUS]][language]


ORDERS: Final = OrderWords(
    heads=Catalogue(dict.fromkeys((BONUS, _ONE), _HEAD)),
    lines=Catalogue({BONUS: Line(_read_ranking, _write_ranking)}),
    answers=Catalogue({BONUS: AnswerLines({_ONE: _read_choice}, _write_choice)}),
    unread=Catalogue(_UNREAD),
    accepted=Catalogue(_ACCEPTED),
)
PROBLEMS: Final = ProblemWords(Catalogue(_WHAT), values=Catalogue(GAIN_NAMES))
