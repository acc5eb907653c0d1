"""Standing orders for moving armies (P-2) as text: `Anhalt -> Kursachsen 4; if held by B`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.text.lexicon import Language, Lexicon
from engine.text.order_lines import DASHES, Misread, read_number
from engine.wallenstein.words.names import county_name
from engine.wallenstein.words.order_lines import MOST_ARMIES, Order, read_county
from engine.wallenstein.words.order_words import (
    ALL,
    BODY_WORDS,
    BOUND_SIGNS,
    BOUND_WORDS,
    BOX_LEXICON,
    COIN,
    CONDITION_LEXICON,
    EXACTLY,
    FILLER,
    HOLDER_WORDS,
    IF_WORD,
    LEAVE,
    STAY,
)

_ARROW: Final = re.compile(r"[-=–—]+>|[→⇒➔>]|\b(?:nach|to)\b", re.IGNORECASE)
_FROM: Final = re.compile(r"^(?:from|von|aus)\b", re.IGNORECASE)
_STAY: Final = re.compile(
    r"^(?P<source>.*?)[ ,]*\b(?:stays?|bleib(?:t|e|en)?)(?: stehen)?\b(?P<rest>.*)$", re.IGNORECASE
)
_CONDITION: Final = re.compile(r"[;(]|\b(?:only |nur )?(?:if|when|wenn|falls)\b", re.IGNORECASE)
_BUT: Final = "all but|all except|alle bis auf|alle außer|alle ausser"
_KEEP: Final = f"{_BUT}|leave|leaving|keep|keeping|lass|lasse|lassen|behalte"
_NUMBER: Final = r"[0-9]+(?!\w|\.\d)"
_ARMIES: Final = r"(?: (?:army|armies|armee|armeen)\b)?"
_AMOUNT: Final = re.compile(
    r"(?:\b(?:with|mit) )?(?:"
    rf"\b(?:{_KEEP}) (?P<leave>{_NUMBER}){_ARMIES}(?: (?:behind|zur(?:ü|ue|u)ck|stehen)\b)?"
    rf"|\b(?P<all>all|alle|alles)\b{_ARMIES}"
    rf"|(?<![-–—\w.])(?P<armies>{_NUMBER}){_ARMIES})",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(r"<=|>=|[0-9]+|[^\W\d_]+|\S")
_SILENT: Final = frozenset(",;.()!&")
_LONGEST_PHRASE: Final = 3


@dataclass(frozen=True)
class MoveLine:
    """A line of combat A, combat B or deploy 1: the card in its box and an order, if it says so."""

    says_box: bool
    box: str | None = None
    order: Order | None = None


def read_box(body: str, head: str, cards: Lexicon) -> str | None:
    """The card in an action box: a county, a coin card, another one, or none."""
    if body in DASHES:
        return COIN
    meant = BOX_LEXICON.exact(body)
    if meant is not None:
        return COIN if meant == COIN else None
    if other := cards.exact(body):
        return other
    if _ARROW.search(body):
        raise Misread("moves_nothing", head=head)
    if re.search("[,;]", body.strip(",;. ")):
        raise Misread("more_than_one", head=head)
    return read_county(body, head)


def split_arrow(body: str) -> tuple[str, str]:
    """What stands before and behind the arrow; without one all of it is behind."""
    condition = _CONDITION.search(body)
    arrow = _ARROW.search(body, 0, condition.start() if condition else len(body))
    return (body[: arrow.start()], body[arrow.end() :]) if arrow else ("", body)


def is_stay(text: str) -> bool:
    """Whether the text tells the armies to stay and nothing else."""
    stay = _STAY.match(text)
    return bool(stay and not stay["source"] and not re.search(r"\w", stay["rest"]))


def read_move_line(body: str, head: str, cards: Lexicon) -> MoveLine:
    """The box and the standing order of a line such as `Anhalt -> Altmark all`."""
    source, target = split_arrow(body)
    if target != body:
        return _from_source(source, read_order(target, head), head)
    named = BOX_LEXICON.exact(body) or cards.exact(body)
    stay = None if named else _STAY.match(body)
    if stay:
        return _from_source(stay["source"], read_order(body[stay.end("source") :], head), head)
    if _CONDITION.search(body):
        raise Misread("no_target", head=head)
    return MoveLine(True, read_box(body, head, cards))


def _from_source(written: str, order: Order, head: str) -> MoveLine:
    source = _FROM.sub("", written.strip(" ,;")).strip()
    if not source:
        return MoveLine(False, order=order)
    return MoveLine(True, read_county(source, head), order)


def read_order(text: str, head: str) -> Order:
    """One standing order without its source: `Altmark leave 2; if neutral`, or `stay`."""
    if is_stay(text):
        return {"stay": True}
    stay = _STAY.match(text)
    if stay and not stay["source"]:
        raise Misread("stay_alone", head=head)
    condition = _CONDITION.search(text)
    main = text[: condition.start()] if condition else text
    amount = _AMOUNT.search(main)
    target = read_county((main[: amount.start()] if amount else main).strip(" ,"), head)
    if amount is None:
        raise Misread("no_amount", head=head, county=target)
    rest = main[amount.end() :].strip(" .!")
    if rest and not rest.startswith(","):
        raise Misread("unknown_word", head=head, written=rest)
    order: Order = {"to": target, **_amount(amount, head)}
    when = _read_conditions(rest + text[len(main) :], head)
    return {**order, "when": when} if when else order


def _amount(amount: re.Match[str], head: str) -> Order:
    if amount["all"]:
        return {"armies": "all"}
    key = "leave" if amount["leave"] else "armies"
    return {key: read_number(amount[key], head, 1, MOST_ARMIES)}


def _read_conditions(text: str, head: str) -> Order:
    """Who must hold the target and how many armies may stand there."""
    tokens = [token for token in _TOKEN.findall(text) if token not in _SILENT]
    when: Order = {}
    bounds: tuple[str, ...] = ()
    for meaning, written in _meanings(tokens):
        if bounds:
            number = read_number(written, head, 0, MOST_ARMIES)
            condition: Order = dict.fromkeys(bounds, number)
            bounds = ()
        elif meaning in BOUND_WORDS or meaning == EXACTLY:
            bounds = tuple(BOUND_WORDS) if meaning == EXACTLY else (meaning,)
            continue
        elif meaning in HOLDER_WORDS:
            condition = {"held_by": meaning}
        else:
            raise Misread("unknown_word", head=head, written=written)
        if when.keys() & condition.keys():
            raise Misread("condition_twice", head=head, written=written)
        when.update(condition)
    if bounds or (tokens and not when):
        raise Misread("no_condition", head=head)
    return when


def _meanings(tokens: list[str]) -> Iterator[tuple[str, str]]:
    """Each phrase that says something, with its meaning; an unknown word means nothing."""
    start = 0
    while start < len(tokens):
        for length in range(_LONGEST_PHRASE, 0, -1):
            words = tokens[start : start + length]
            if length > 1 and not all(map(str.isalpha, words)):
                continue
            phrase = " ".join(words)
            meaning = BOUND_SIGNS.get(phrase) or CONDITION_LEXICON.exact(phrase)
            if meaning:
                break
        if meaning != FILLER:
            yield meaning or "", phrase
        start += length


def tidy(orders: Iterable[Mapping[str, Any]]) -> list[Order]:
    """The orders without those that can never be reached; no orders at all mean: stay."""
    tidied: list[Order] = []
    for order in orders:
        kept = {key: value for key, value in order.items() if key != "when" or value}
        if kept not in tidied:
            tidied.append(kept)
        if kept.get("stay"):
            break
    return tidied or [{"stay": True}]


def write_order(order: Mapping[str, Any], language: Language) -> str:
    """One standing order without its source."""
    if order.get("stay"):
        return BODY_WORDS[STAY][language]
    if "leave" in order:
        amount = f"{BODY_WORDS[LEAVE][language]} {order['leave']}"
    elif order["armies"] == "all":
        amount = BODY_WORDS[ALL][language]
    else:
        amount = str(order["armies"])
    conditions = ", ".join(_write_conditions(order.get("when", {}), language))
    condition = f"; {IF_WORD[language]} {conditions}" if conditions else ""
    return f"{county_name(order['to'])} {amount}{condition}"


def _write_conditions(when: Mapping[str, Any], language: Language) -> Iterator[str]:
    if "held_by" in when:
        yield HOLDER_WORDS[when["held_by"]][language]
    for bound, words in BOUND_WORDS.items():
        if bound in when:
            yield f"{words[language]} {when[bound]}"
