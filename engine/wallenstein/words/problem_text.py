"""What is wrong with an answer, for its author: which box, what, and what would be accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.kernel.core import Problem
from engine.text.lexicon import Words
from engine.text.line_problems import DID_YOU_MEAN, either
from engine.text.voice import begun
from engine.wallenstein.board import COUNTIES
from engine.wallenstein.words.names import ACTION_NAMES, county_name, find_county
from engine.wallenstein.words.problem_words import (
    ACCEPTED_VALUES,
    ENTRY,
    ORDER,
    PARTS,
    WHAT,
    WHAT_IF_SILENT,
)
from engine.wallenstein.words.vocabulary import Vocabulary
from engine.wallenstein.words.voice import Voice

MOST_LISTED: Final = 6
AND_SO_ON: Final = "…"


def describe_problem(problem: Problem, language: str, words: Vocabulary) -> str:
    """Where, what is wrong, what was meant perhaps, and what would be accepted."""
    say = Voice.of(language, {})
    accepted = list(problem.data.get("accepted", ()))
    sentences = [f"{_place(say, problem, words)}: {_what(say, problem, words)}"]
    if problem.code in ("no_such_county", "not_a_card", "not_on_offer"):
        sentences.append(_did_you_mean(say, problem.data.get("given"), accepted))
    hint = words.problems.hints.get(problem.code, ACCEPTED_VALUES)
    if accepted and hint:
        sentences.append(hint[say.language].format(accepted=_listed(say, accepted, words)))
    return " ".join(filter(None, sentences))


def _place(say: Voice, problem: Problem, words: Vocabulary) -> str:
    """The box, or the entry of a list, that the problem's path leads to."""
    where = problem.where
    if problem.code.startswith("unknown_"):
        where = where.removesuffix(str(problem.data.get("given"))).rstrip(".")
    head, *parts = where.split(".")
    if head in ("boxes", "moves") and parts and parts[0] in ACTION_NAMES:
        head, *parts = parts
    if _name(head, words) is None:
        head, parts = "plan", []
    entry = ORDER if head in ACTION_NAMES or head == "orders" else ENTRY
    named = [_part_named(say, head, words)]
    named += [
        f"{entry[say.language]} {int(part) + 1}"
        if part.isdecimal()
        else _part_named(say, part, words)
        for part in parts
    ]
    return begun(", ".join(named))


def _name(key: Any, words: Vocabulary) -> Words | None:
    """What a box, a part of an answer or a line of orders is called."""
    for names in (ACTION_NAMES, PARTS):
        if key in names:
            return names[key]
    return words.orders.heads[key].written if key in words.orders.heads else None


def _part_named(say: Voice, part: str, words: Vocabulary) -> str:
    name = _name(part, words)
    if name is not None:
        return name[say.language]
    return county_name(part) if part in COUNTIES else say.quoted(part)


def _what(say: Voice, problem: Problem, vocabulary: Vocabulary) -> str:
    given, accepted = problem.data.get("given"), problem.data.get("accepted")
    known = vocabulary.problems
    words = known.instead.get(problem.code) or known.what.get(problem.code, WHAT["not_accepted"])
    if given is None or given in ("", "None"):
        words = WHAT_IF_SILENT.get(problem.code, words)
    elif problem.code == "no_such_county" and str(given) in COUNTIES:
        words = WHAT["not_this_county"]
    number = accepted[0] if accepted else 0
    return words[say.language].format(given=_given(say, given, vocabulary), number=number)


def _given(say: Voice, given: Any, words: Vocabulary) -> str:
    """What the author wrote: known names by name, anything else as it stands, in quotes."""
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    text = str(given).lower() if isinstance(given, bool) else str(given)
    if text in COUNTIES:
        return county_name(text)
    if text in words.problems.values:
        return say.quoted(words.problems.values[text][say.language])
    return say.action(text) if text in ACTION_NAMES else say.quoted(text)


def _listed(say: Voice, accepted: Sequence[Any], words: Vocabulary) -> str:
    """What would be accepted: a handful of values, and how many more there are."""
    if AND_SO_ON in accepted:
        return _range(say, accepted, words)
    cards_last = sorted(accepted, key=lambda value: value in COUNTIES)
    named = [_value(say, value, words) for value in cards_last]
    if len(named) <= MOST_LISTED + 1:
        return ", ".join(named)
    shown, more = ", ".join(named[:MOST_LISTED]), len(named) - MOST_LISTED
    return say(de=f"{shown} und {more} weitere", en=f"{shown} and {more} more")


def _value(say: Voice, value: Any, words: Vocabulary) -> str:
    if value in COUNTIES:
        return county_name(value)
    for names in (words.problems.instead, words.problems.values):
        if value in names:
            return say.quoted(names[value][say.language])
    name = _name(value, words) or words.orders.bodies.get(value)
    return say.quoted(name[say.language]) if name else str(value)


def _range(say: Voice, accepted: Sequence[Any], words: Vocabulary) -> str:
    """From the least to the most, or to no end, or to a word for all."""
    least, last = accepted[0], accepted[-1]
    if last == least:
        return str(least)
    if isinstance(last, int):
        return say(de=f"{least} bis {last}", en=f"{least} to {last}")
    many = say(de=f"{least} oder mehr", en=f"{least} or more")
    return many if last == AND_SO_ON else f"{many}, {_value(say, last, words)}"


def _did_you_mean(say: Voice, given: Any, accepted: Sequence[Any]) -> str:
    if not isinstance(given, str) or given in COUNTIES:
        return ""
    match = find_county(given)
    close = (*match.ids, *match.suggestions)
    meant = [county_name(county) for county in close if county in accepted or not accepted]
    if not meant:
        return ""
    return DID_YOU_MEAN[say.language].format(meant=either(meant[:3], say.language))
