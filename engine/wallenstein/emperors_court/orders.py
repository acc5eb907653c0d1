"""Text orders for the court: `convert 3: tower`, `favour: 7 -> Böhmen, Lausitz`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Json
from engine.text.lexicon import Language, Words
from engine.text.line_problems import Head
from engine.text.order_lines import Misread, read_number
from engine.wallenstein.emperors_court.cards import FAVORS
from engine.wallenstein.emperors_court.favor_words import TOWER_NAMES
from engine.wallenstein.emperors_court.favors import FAVOR_KEY, FAVORS_KEY, NO_CARD
from engine.wallenstein.emperors_court.hall import CONVERT, TOWER
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.order_lines import OrderReading, read_counties, says_none
from engine.wallenstein.words.order_words import BODY_WORDS, NONE
from engine.wallenstein.words.vocabulary import AnswerLines, Line, Lines, OrderWords, ProblemWords

KEEP_EVENT: Final[Words] = {"de": "Ereignis bleibt", "en": "event stays"}

_FAVOR: Final = Head(
    {"de": "Gunst", "en": "favour"},
    ("favor", "favors", "favours", "favor card", "favour card", "Gunstkarte", "Gunstkarten"),
)
_FAVOR_ACCEPTED: Final[Words] = {
    "de": (
        "Möglich: „{head}: 16“, „{head}: 7 -> {two}“, „{head}: 1, Ereignis bleibt“"
        " oder „{head}: keine“."
    ),
    "en": (
        "Accepted: “{head}: 16”, “{head}: 7 -> {two}”, “{head}: 1, event stays” or “{head}: none”."
    ),
}


def _convert_head(number: int) -> Head:
    armies = ("Armeen", "armies") if number > 1 else ("Armee", "army")
    return Head(
        {"de": f"{number} umwandeln", "en": f"convert {number}"},
        (
            *(f"convert {number} {armies[1]}", f"{number} courtiers", f"{number} courtier"),
            *(f"{number} {armies[0]} umwandeln", f"umwandeln {number}"),
            *(f"{number} Höflinge", f"{number} Höfling", f"Höflinge {number}"),
        ),
    )


def _offered_favors(options: Json) -> list[str]:
    return [name for card in options.get(FAVORS_KEY, ()) for name in card["counties"]]


_UNREAD: Final[Mapping[str, Words]] = {
    "no_favor": {
        "de": "Am Anfang steht die Nummer einer Gunstkarte.",
        "en": "the number of a favour card comes first.",
    },
    "after_no_card": {
        "de": "Weiter oben steht, dass du dann keine Karte willst; schreibe dies davor.",
        "en": "a line above says that you want no card then; write this before it.",
    },
    "favor_twice": {
        "de": "Die Gunstkarte {written} ist schon genannt.",
        "en": "favour card {written} is named already.",
    },
}
_WHAT: Final[Mapping[str, Words]] = {
    "favor_not_on_offer": {
        "de": "die Gunstkarte {given} liegt nicht aus.",
        "en": "favour card {given} is not on offer.",
    },
    "favor_twice": {
        "de": "die Gunstkarte {given} ist zweimal genannt.",
        "en": "favour card {given} is named twice.",
    },
    "favor_without_target": {
        "de": "die Gunstkarte {given} gilt nicht in einem Land.",
        "en": "favour card {given} is not used in a county.",
    },
    "favor_needs_county": {
        "de": "für die Gunstkarte {given} musst du ein Land nennen.",
        "en": "you must name a county for favour card {given}.",
    },
    "no_card_last": {
        "de": "„keine Karte“ steht für sich allein und als Letztes.",
        "en": "“no card” must be alone and come last.",
    },
    "nothing_to_cancel": {
        "de": "nur mit der Gunstkarte 1 sagt man, ob das Ereignis bleibt.",
        "en": "only favour card 1 can say whether the event stays.",
    },
}

# The last of some wishes: if none of them can be had, no card.
_NOTHING_ELSE: Final[Json] = {NO_CARD: True}
_NUMBERS: Final = re.compile(r"[0-9]+(?:[ ,;>]+[0-9]+)*")
_WISH: Final = re.compile(r"(?P<number>[0-9]+)(?P<rest>(?:\W.*)?)")
_ARROW: Final = re.compile(r"^[ ,;:]*(?:[-=]*>|→|\bin\b|\bto\b|\bnach\b)?[ ,;:]*", re.IGNORECASE)
_STAYS: Final = re.compile(
    r"(?:event|ereignis)? ?(?:stays?|bleibt|keep(?: the event)?|behalten)\.?", re.IGNORECASE
)


def _read_card(written: str, head: str) -> int:
    return read_number(written, head, min(FAVORS), max(FAVORS))


def _read_wishes(body: str, head: str) -> Iterator[Json]:
    written = body.strip(" .")
    if _NUMBERS.fullmatch(written):
        yield from ({"favor": _read_card(n, head)} for n in re.findall(r"[0-9]+", written))
        return
    wish = _WISH.fullmatch(written)
    if wish is None:
        raise Misread("no_favor", head=head)
    card, rest = _read_card(wish["number"], head), _ARROW.sub("", wish["rest"]).strip()
    if _STAYS.fullmatch(rest):
        yield {"favor": card, "cancel": False}
    else:
        yield {"favor": card, "counties": read_counties(rest, head)}


def _read_favors(reading: OrderReading, body: str, line: int) -> None:
    before = reading.values.get(FAVORS_KEY)
    if says_none(body):
        if not before:
            reading.once(FAVORS_KEY, [], line)
        elif _NOTHING_ELSE not in before:
            reading.values[FAVORS_KEY] = [*before, _NOTHING_ELSE]
        return
    wishes = [wish for wish in _read_wishes(body, FAVORS_KEY) if wish not in (before or [])]
    if before == []:
        reading.check(FAVORS_KEY, wishes)
    if wishes and _NOTHING_ELSE in (before or []):
        raise Misread("after_no_card", head=FAVORS_KEY)
    named = [wish.get("favor") for wish in before or []]
    for wish in wishes:
        if wish["favor"] in named:
            raise Misread("favor_twice", head=FAVORS_KEY, written=str(wish["favor"]))
        named.append(wish["favor"])
    if before is None:
        reading.once(FAVORS_KEY, wishes, line)
    else:
        reading.values[FAVORS_KEY] = [*before, *wishes]


def _written(wish: Json, language: Language) -> str:
    if wish.get(NO_CARD):
        return BODY_WORDS[NONE][language]
    if not wish.get("cancel", True):
        return f"{wish['favor']}, {KEEP_EVENT[language]}"
    if "counties" not in wish:
        return str(wish["favor"])
    named = ", ".join(county_name(county) for county in wish["counties"])
    return f"{wish['favor']} -> {named or BODY_WORDS[NONE][language]}"


def _write_favors(wishes: Any, language: Language, _: OrderWords) -> Lines:
    for wish in wishes:
        yield FAVORS_KEY, _written(wish, language)
    if not wishes:
        yield FAVORS_KEY, BODY_WORDS[NONE][language]


def _read_favor(reading: OrderReading, body: str, line: int) -> None:
    if says_none(body):
        reading.once(FAVOR_KEY, None, line)
        return
    wishes = list(_read_wishes(body, FAVOR_KEY))
    if len(wishes) > 1:
        raise Misread("more_than_one", head=FAVOR_KEY)
    reading.once(FAVOR_KEY, wishes[0], line)


def _write_favor(answer: Mapping[str, Any], language: Language, _: OrderWords) -> Lines:
    wish = answer[FAVOR_KEY]
    yield FAVOR_KEY, BODY_WORDS[NONE][language] if wish is None else _written(wish, language)


ORDERS: Final = OrderWords(
    heads=Catalogue(
        {box: _convert_head(number) for box, number in CONVERT.items()},
        dict.fromkeys((FAVORS_KEY, FAVOR_KEY), _FAVOR),
    ),
    bodies=Catalogue({TOWER: TOWER_NAMES}),
    boxes=tuple(CONVERT),
    lines=Catalogue({FAVORS_KEY: Line(_read_favors, _write_favors)}),
    answers=Catalogue({FAVOR_KEY: AnswerLines({FAVOR_KEY: _read_favor}, _write_favor)}),
    cards=Catalogue({TOWER: ("tower card", "dice tower", "dice tower card", "Turm", "Turmkarte")}),
    unread=Catalogue(_UNREAD),
    accepted=Catalogue(dict.fromkeys((FAVORS_KEY, FAVOR_KEY), _FAVOR_ACCEPTED)),
    offers=(_offered_favors,),
)
PROBLEMS: Final = ProblemWords(
    Catalogue(_WHAT), Catalogue({"no_card_last": None}), Catalogue({TOWER: TOWER_NAMES})
)
