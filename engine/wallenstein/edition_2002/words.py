"""What is said otherwise, or only, in the edition of 2002, German and English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Event
from engine.text.lexicon import Language, Lexicon, Words
from engine.text.line_problems import Head
from engine.text.order_lines import Misread, lexicon_of, read_number
from engine.wallenstein.action_events import ArmiesDeployed, BuildingBuilt, GrainCollected
from engine.wallenstein.battle_events import AttackMade
from engine.wallenstein.board import ACTIONS, COUNTIES, PEASANTS
from engine.wallenstein.edition_2002.defence import DEFENCE
from engine.wallenstein.edition_2002.facts import (
    BoxesLeftEmpty,
    DefenceChosen,
    FeePaid,
    OrderDrawn,
    ReserveReturned,
)
from engine.wallenstein.edition_2002.phases import EmptyBoxes
from engine.wallenstein.edition_2002.rules import EVENTS_2002, RULES_2002
from engine.wallenstein.words.accounts import ACCOUNTS
from engine.wallenstein.words.base import ORDER_WORDS
from engine.wallenstein.words.choices_text import ANSWERS
from engine.wallenstein.words.event_words import EVENT_EFFECTS, EventWords
from engine.wallenstein.words.names import EVENT_NAMES, county_name
from engine.wallenstein.words.order_lines import MOST_ARMIES, OrderReading, read_county, says_none
from engine.wallenstein.words.order_words import ALL, BODY_WORDS, HEADS, NONE
from engine.wallenstein.words.orders import REST, REST_LINE, REVOLT_LINE
from engine.wallenstein.words.problem_words import PROBLEM_WORDS
from engine.wallenstein.words.vocabulary import (
    AccountWords,
    AnswerLines,
    Line,
    Lines,
    OrderWords,
    ProblemWords,
    Vocabulary,
)
from engine.wallenstein.words.voice import Voice


def _changed_by_a_card(event: Event[Any]) -> bool:
    """E-8: nothing but a card changes a price or a harvest here, or lets guards or a second
    peasant join a battle, and all that do are ours."""
    if isinstance(event, AttackMade):
        usual = {PEASANTS: RULES_2002.neutral_peasants} if event.defender is None else {}
        return any(count > usual.get(colour, 0) for colour, count in event.extras.items())
    if isinstance(event, BuildingBuilt):
        return event.price != RULES_2002.prices[event.building]
    if isinstance(event, ArmiesDeployed | FeePaid):
        return event.price != RULES_2002.deployments[event.action].price
    return isinstance(event, GrainCollected) and event.amount != COUNTIES[event.county].grain


EVENT_WORDS_2002: Final = EventWords(
    EVENTS_2002,
    {
        "trade_subsidy": {
            "de": "Handelshäuser kosten nichts",
            "en": "trading posts cost nothing",
        },
        "palace_guards": EVENT_EFFECTS["palace_guards"],
        "church_peace": EVENT_EFFECTS["church_peace"],
        "militant_peasants": {
            "de": (
                "ein angegriffenes neutrales Land wirft 2 Bauernarmeen statt einer in den Turm,"
                " und jeder Aufstand hat eine Bauernarmee mehr"
            ),
            "en": (
                "a neutral county under attack throws 2 peasants into the tower instead of 1,"
                " and every revolt has 1 peasant more"
            ),
        },
        "weary_peasants": {
            "de": (
                "ein angegriffenes neutrales Land wirft keine Bauernarmee in den Turm;"
                " was aus Turm und Schale kommt, zählt trotzdem"
            ),
            "en": (
                "a neutral county under attack throws no peasant into the tower;"
                " peasants from tower and tray still count"
            ),
        },
        "good_harvest": {
            "de": "jede Ernte {where} bringt 1 Getreide mehr",
            "en": "each harvest {where} brings 1 grain more",
        },
        "harvest_failure": {
            "de": "jede Ernte {where} bringt 1 Getreide weniger",
            "en": "each harvest {where} brings 1 grain less",
        },
        "supply_problems": {
            "de": "Armeen aufzustellen kostet {where} jedes Mal 1 Taler mehr",
            "en": "each deployment {where} costs 1 Thaler more",
        },
    },
    {
        **EVENT_NAMES,
        "trade_subsidy": EVENT_NAMES["trade_support"],
        "weary_peasants": {"de": "Kampfesmüde Bauern", "en": "War-weary peasants"},
        "good_harvest": {"de": "Gute Ernte", "en": "Good harvest"},
        "harvest_failure": {"de": "Missernte", "en": "Harvest failure"},
    },
    _changed_by_a_card,
)

# Where the base speaks of coin cards.
_INSTEAD: Final[Mapping[str, Words]] = {
    "coin": {"de": "Blankokarte", "en": "blank card"},
    "too_many_coins": {
        "de": "{given} Felder sind mit Blankokarten belegt, du hast dafür aber nur {number}.",
        "en": "{given} boxes hold a blank card, but you have only {number} for them.",
    },
}
_WHAT: Final[Mapping[str, Words]] = {
    "said_empty": {
        "de": "du hast gesagt, dass dieses Feld leer bleibt.",
        "en": "you have said that this box stays empty.",
    },
    "not_said_empty": {
        "de": "dieses Feld ist leer; leer bleiben sollten andere.",
        "en": "this box is empty; you have named others to stay empty.",
    },
    "other_number_of_boxes": {
        "de": "nenne genau {number} Felder, die leer bleiben.",
        "en": "name exactly {number} boxes that stay empty.",
    },
    "box_twice": {
        "de": "das Feld {given} ist zweimal genannt.",
        "en": "the box {given} is named twice.",
    },
    "not_yes_or_no": {
        "de": "{given} heißt weder ja noch nein.",
        "en": "{given} means neither yes nor no.",
    },
}


def boxes_left_empty(say: Voice, event: BoxesLeftEmpty) -> str:
    """Which boxes stay empty, for everybody to know."""
    who, boxes = say.seat(event.seat), say.both(say.action(box) for box in event.boxes)
    return say(
        de=f"{who} hat zu wenige Karten und lässt leer: {boxes}.",
        en=f"{who} has too few cards and leaves empty: {boxes}.",
    )


def order_drawn(say: Voice, event: OrderDrawn) -> str:
    """The order of play."""
    order = ", ".join(say.seat(seat) for seat in event.draw["drawn"])
    return say(
        de=f"Die Reihenfolge ist ausgelost: {order}.", en=f"The order of play is drawn: {order}."
    )


def defence_chosen(say: Voice, event: DefenceChosen) -> str:
    """Who fights and who stands back."""
    who, here = say.seat(event.seat), say.within(event.county)
    armies, back = say.count(event.armies, "army"), say.count(event.held_back, "army")
    if not event.held_back:
        return say(
            de=f"{who} verteidigt sich {here} mit {armies} und hält niemanden zurück.",
            en=f"{who} defends {here} with {armies} and holds nobody back.",
        )
    return say(
        de=f"{who} verteidigt sich {here} mit {armies} und hält {back} zurück.",
        en=f"{who} defends {here} with {armies} and holds {back} back.",
    )


def reserve_returned(say: Voice, event: ReserveReturned) -> str:
    """What became of those who stood back."""
    armies, here = say.count(event.armies, "army"), say.within(event.county)
    who, one = say.seat(event.seat), event.armies == 1
    if event.home:
        return say(
            de=f"{who} verliert {here} auch {armies}, die zurückgehalten wurde."
            if one
            else f"{who} verliert {here} auch {armies}, die zurückgehalten wurden.",
            en=f"{who} also loses {armies} held back {here}.",
        )
    return say(
        de=f"{who} behält {here} {armies}, die zurückgehalten wurde."
        if one
        else f"{who} behält {here} {armies}, die zurückgehalten wurden.",
        en=f"{who} keeps {armies} held back {here}.",
    )


def fee_paid(say: Voice, event: FeePaid) -> str:
    """A Thaler for nothing."""
    who, here, price = (
        say.seat(event.seat),
        say.within(event.county),
        say.count(event.price, "thaler"),
    )
    return say(
        de=f"{who} zahlt {here} {price} und stellt keine Armee auf.",
        en=f"{who} pays {price} {here} and places no army.",
    )


ACCOUNTS_2002: Final = replace(ACCOUNTS, events=EVENT_WORDS_2002).joined(
    AccountWords(
        Catalogue(
            {
                BoxesLeftEmpty: boxes_left_empty,
                OrderDrawn: order_drawn,
                DefenceChosen: defence_chosen,
                ReserveReturned: reserve_returned,
                FeePaid: fee_paid,
            }
        ),
        phases=Catalogue({EmptyBoxes.name: {"de": "Leere Felder", "en": "empty boxes"}}),
        choices=Catalogue(
            {
                EmptyBoxes.name: {
                    "de": "die Felder, die leer bleiben",
                    "en": "the boxes left empty",
                },
                DEFENCE: {"de": "die Zahl der Verteidiger", "en": "how many defend"},
            }
        ),
        preludes=frozenset((DefenceChosen,)),
    )
)

# Text orders: `defence: Anhalt 2, Lausitz all`, `place army: no`, `empty: combat A, combat B`


_HEADS: Final[Mapping[str, Head]] = {
    "defend": Head(
        {"de": "Verteidigung", "en": "defence"},
        ("defense", "defenders", "verteidige", "Verteidiger"),
    ),
    "place": Head(
        {"de": "Armee stellen", "en": "place army"},
        ("place an army", "place the army", "Armee hinstellen"),
    ),
    "empty": Head(
        {"de": "leer", "en": "empty"},
        ("empty boxes", "leave empty", "leere Felder", "leer lassen"),
    ),
    "armies": Head(
        {"de": "Armeen", "en": "armies"},
        ("army", "Armee", "defence", "defend with", "Verteidigung", "Verteidiger"),
    ),
}
_BODY_WORDS: Final[Mapping[str, Words]] = {
    "blank": {"de": "Blankokarte", "en": "blank card"},
    "yes": {"de": "ja", "en": "yes"},
    "no": {"de": "nein", "en": "no"},
}
_UNREAD: Final[Mapping[str, Words]] = {
    "no_defenders": {
        "de": "Wie viele Armeen verteidigen {county}?",
        "en": "how many armies defend {county}?",
    },
    "not_yes_or_no": {
        "de": "{written} heißt weder ja noch nein.",
        "en": "{written} means neither yes nor no.",
    },
    "unknown_action": {
        "de": "Ein Feld {written} gibt es nicht.",
        "en": "there is no box {written}.",
    },
}
_ACCEPTED: Final[Mapping[str, Words]] = {
    "defend": {
        "de": "Möglich: „{head}: {county} 2“ oder „{head}: {county} alle“: so viele kämpfen.",
        "en": "Accepted: “{head}: {county} 2” or “{head}: {county} all”: that many fight.",
    },
    "place": {
        "de": "Möglich: „{head}: ja“ oder „{head}: nein“.",
        "en": "Accepted: “{head}: yes” or “{head}: no”.",
    },
    "empty": {
        "de": "Möglich: „{head}: Kampf A, Kampf B“.",
        "en": "Accepted: “{head}: combat A, combat B”.",
    },
    "armies": {
        "de": "Möglich: „{head}: 2“: so viele kämpfen.",
        "en": "Accepted: “{head}: 2”: that many fight.",
    },
}

_PARTS: Final = re.compile(r"[,;]")
_DEFENDED: Final = re.compile(
    r"(?P<county>.*?)[ :]+(?:with |mit )?(?P<armies>[0-9]+|alle?|alles)", re.IGNORECASE
)
_YES_OR_NO: Final = Lexicon.of(
    {"yes": ("y", "true", "ja", "j"), "no": ("n", "false", "nein", "none", "keine")}
)
_BOXES: Final = lexicon_of(HEADS, ACTIONS)


def _read_defence(reading: OrderReading, body: str, _: int) -> None:
    known = reading.values.get("defend", {})
    defenders: dict[str, int | str] = {}
    for part in [] if says_none(body) else filter(str.strip, _PARTS.split(body)):
        written = _DEFENDED.fullmatch(part.strip(" ."))
        county = read_county(written["county"] if written else part, "defend")
        if written is None:
            raise Misread("no_defenders", head="defend", county=county)
        if county in defenders or county in known:
            raise Misread("county_twice", head="defend", county=county)
        armies = written["armies"]
        whole = armies[0] in "aA"
        defenders[county] = ALL if whole else read_number(armies, "defend", 0, MOST_ARMIES)
    reading.values["defend"] = {**known, **defenders}


def _write_defence(defend: Any, language: Language, _: OrderWords) -> Lines:
    every = BODY_WORDS[ALL][language]
    listed = [
        f"{county_name(county)} {every if armies == ALL else armies}"
        for county, armies in defend.items()
    ]
    for start in range(0, len(listed), 4):
        yield "defend", ", ".join(listed[start : start + 4])
    if not listed:
        yield "defend", BODY_WORDS[NONE][language]


def _read_place(reading: OrderReading, body: str, line: int) -> None:
    meant = _YES_OR_NO.exact(body.strip(" ."))
    if meant is None:
        raise Misread("not_yes_or_no", head="place", written=body)
    reading.once("place", meant == "yes", line)


def _write_place(place: Any, language: Language, _: OrderWords) -> Lines:
    yield "place", _BODY_WORDS["yes" if place else "no"][language]


def _read_empty(reading: OrderReading, body: str, line: int) -> None:
    boxes: list[str] = []
    for part in filter(str.strip, _PARTS.split(body)):
        box = _BOXES.exact(part.strip(" ."))
        if box is None:
            raise Misread("unknown_action", head="empty", written=part.strip())
        boxes.append(box)
    reading.once("empty", boxes, line)


def _write_empty(answer: Mapping[str, Any], language: Language, _: OrderWords) -> Lines:
    yield "empty", ", ".join(HEADS[box].written[language] for box in answer["empty"])


def _read_armies(reading: OrderReading, body: str, line: int) -> None:
    reading.once("armies", read_number(body.strip(" ."), "armies", 0, MOST_ARMIES), line)


def _write_armies(answer: Mapping[str, Any], _: Language, __: OrderWords) -> Lines:
    yield "armies", str(answer["armies"])


ORDERS_2002: Final = replace(
    ORDER_WORDS,
    lines=Catalogue({"revolt_order": REVOLT_LINE, REST: REST_LINE}),
    answers=ANSWERS,
    blank="blank",
).joined(
    OrderWords(
        heads=Catalogue(_HEADS),
        bodies=Catalogue(_BODY_WORDS),
        lines=Catalogue(
            {
                "defend": Line(_read_defence, _write_defence),
                "place": Line(_read_place, _write_place),
            }
        ),
        answers=Catalogue(
            {
                EmptyBoxes.name: AnswerLines({"empty": _read_empty}, _write_empty),
                DEFENCE: AnswerLines({"armies": _read_armies}, _write_armies),
            }
        ),
        unread=Catalogue(_UNREAD),
        accepted=Catalogue(_ACCEPTED),
    )
)
PROBLEMS_2002: Final = replace(PROBLEM_WORDS, instead=_INSTEAD).joined(
    ProblemWords(
        Catalogue(_WHAT), Catalogue({"other_number_of_boxes": None, "not_yes_or_no": None})
    )
)
VOCABULARY_2002: Final = Vocabulary(ACCOUNTS_2002, ORDERS_2002, PROBLEMS_2002)
