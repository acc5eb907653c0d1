"""What is wrong with an answer, for its author: where, what, by which rule, and what would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.kernel.core import Json, Problem, Seat
from engine.loewenherz.cards import CARDS
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.words.names import ACTION_NOUNS, LAND_NAMES, action_name, card_name
from engine.loewenherz.words.problem_words import (
    ACCEPTED,
    LISTS,
    NEUTRAL_COLOUR,
    NO_CARD_NAMED,
    PARTS,
    WHAT,
)
from engine.loewenherz.words.voice import RealmVoice

_MOST_LISTED: Final = 8


def describe_problem(problem: Problem, language: str, names: Mapping[Seat, str]) -> str:
    """Where, what is wrong, the rule, and what would be accepted; of a line that could not be
    read, the sentence that its reader has written."""
    if "message" in problem.data:
        return str(problem.data["message"])
    say = RealmVoice.of(language, names)
    words = WHAT.get(problem.code, WHAT["not_accepted"])[say.language]
    what = words.format(**_facts(say, problem.data))
    if rule := problem.data.get("rule"):
        what = f"{what.removesuffix('.')} ({rule})."
    sentences = [f"{_place(say, problem.where)}: {what}"]
    accepted = problem.data.get("accepted")
    if isinstance(accepted, list) and accepted:
        sentences.append(ACCEPTED[say.language].format(accepted=_listed(say, accepted)))
    return " ".join(sentences)


def _place(say: RealmVoice, where: str) -> str:
    """The part of the answer that a problem's path leads to: Order 3, border 1."""
    names: list[str] = []
    parts = where.split(".")
    for part, behind in zip(parts, (*parts[1:], ""), strict=True):
        if part.isdecimal():
            continue
        words = PARTS.get(part, PARTS["answer"])
        if behind.isdecimal():
            names.append(f"{words[say.language]} {int(behind) + 1}")
        else:
            names.append(LISTS.get(part, words)[say.language])
    first, *rest = names or [PARTS["answer"][say.language]]
    return ", ".join((first, *(_within(say, name) for name in rest)))


def _within(say: RealmVoice, name: str) -> str:
    """A part's name in the middle of a sentence; German nouns keep their capitals."""
    return say(de=name, en=name[:1].lower() + name[1:])


def _facts(say: RealmVoice, data: Json) -> Json:
    facts = {key: _value(say, value) for key, value in data.items()}
    for key in ("price", "money"):
        if key in data:
            facts[key] = say.count(data[key], "ducat")
    if "card" in data:
        facts["card"] = say.card(data["card"]) if data["card"] else NO_CARD_NAMED[say.language]
    if "colour" in data:
        neutral = NEUTRAL_COLOUR[say.language]
        facts["colour"] = neutral if data["colour"] == NEUTRAL else say.seat(data["colour"])
    if "sign" in data:
        facts["land"] = LAND_NAMES[data["sign"]][say.language]
    if "castles" in data:
        facts["chain"] = _chain(say, data["castles"])
    if "given" in data:
        facts["given"] = _given(say, data["given"])
    if "missing" in data:
        facts["keys"] = _keys(say, data["given"], data["missing"])
    return facts


def _chain(say: RealmVoice, castles: Sequence[str]) -> str:
    """To which other castles a knight is joined, or that it is not joined to this one."""
    if not castles:
        return say(de="gehört nicht zu ihr", en="is not joined to it")
    listed = ", ".join(castles)
    return say(de=f"gehört auch zur Burg {listed}", en=f"is joined to the castle at {listed} too")


def _keys(say: RealmVoice, unknown: Sequence[str], missing: Sequence[str]) -> str:
    """Entries that are missing, and those that are not known here."""
    lacking = ", ".join(_name(say, key) for key in missing)
    strange = ", ".join(map(say.quoted, unknown))
    parts = []
    if missing:
        parts.append(say(de=f"es fehlt: {lacking}", en=f"missing: {lacking}"))
    if unknown:
        parts.append(say(de=f"hier unbekannt: {strange}", en=f"not known here: {strange}"))
    return "; ".join(parts)


def _given(say: RealmVoice, given: Any) -> str:
    """What the author wrote: cards by name, anything else as it stands, in quotes."""
    if isinstance(given, list):
        return ", ".join(_given(say, one) for one in given)
    if isinstance(given, str) and given in CARDS:
        return say.card(given)
    if isinstance(given, str) and given in ACTION_NOUNS:
        return say.quoted(action_name(given, say.language))
    return str(given) if isinstance(given, int) else say.quoted(str(given))


def _value(say: RealmVoice, value: Any) -> Any:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return action_name(value, say.language) if value in ACTION_NOUNS else value


def _name(say: RealmVoice, value: Any) -> str:
    """A value that would be accepted."""
    text = str(value)
    if text in CARDS:
        return card_name(text, say.language)
    if text in ACTION_NOUNS:
        return say.quoted(action_name(text, say.language))
    if text in PARTS:
        return say.quoted(_within(say, PARTS[text][say.language]))
    number = text.removeprefix("card ")
    return say(de=f"Karte {number}", en=text) if number != text else text


def _listed(say: RealmVoice, accepted: Sequence[Any]) -> str:
    """A handful of values, and how many more there are."""
    names = [_name(say, value) for value in accepted]
    if len(names) <= _MOST_LISTED + 1:
        return ", ".join(names)
    shown, more = ", ".join(names[:_MOST_LISTED]), len(names) - _MOST_LISTED
    return say(de=f"{shown} und {more} weitere", en=f"{shown} and {more} more")
