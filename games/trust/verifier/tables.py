"""The tables: what every log knows, and what belongs to one game and stands nowhere else.

docs/audit.md says under "The table of a game" how one is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.trust.verifier.courses import COURSES
from games.trust.verifier.encoding import Json, Unusable, parsed, same

FOLDER = Path(__file__).resolve().parents[1] / "tables"
# In the program of one file the texts themselves stand here.
LOG_TEXT = (FOLDER / "log.json").read_text("utf-8")
GAME_TEXTS = [path.read_text("utf-8") for path in sorted(FOLDER.glob("games/*.json"))]

# What a table must have, and what it may have without any program that knows the game.
NEEDED = {"format": int, "versions": list, "seats": list, "options": dict, "over": str}
COMMON = dict.fromkeys(("decks", "left_out", "chance", "asks", "expansions", "amended"), dict)
# In which members of its payload a fact tells of chance, by the format of the log.
MEMBERS = {
    1: ("draw", "draws", "throw"),
    2: ("draw", "draws", "throw", "roll", "rolls", "deal"),
}


def rulesets_of(table: Any) -> Json:
    """The rulesets of a table, each with what they have alike; raises Unusable."""
    try:
        rulesets = {
            name: _laid_over(table["alike"], own) for name, own in table["rulesets"].items()
        }
        for rules in rulesets.values():
            needed = all(isinstance(rules[part], kind) for part, kind in NEEDED.items())
            common = all(isinstance(rules.get(part, {}), kind) for part, kind in COMMON.items())
            is_followed = "course" not in rules or _is_followed(rules)
            if not needed or not common or not is_followed:
                raise TypeError
            _raise_unless_rules(rules)
    except (KeyError, TypeError, AttributeError):
        raise Unusable("the table of the game is not written as it should be") from None
    return rulesets


def _is_followed(rules: Json) -> bool:
    """Whether there is the program that a table wants to be followed by, and all it needs."""
    course = COURSES.get(rules["course"])
    return course is not None and all(part in rules for part in course.parts)


def _raise_unless_rules(rules: Json) -> None:
    """Raise TypeError or KeyError where a table would make a true log look false."""
    for uses in rules.get("chance", {}).values():
        for rule in uses if isinstance(uses, list) else [uses]:
            parts = rule["each"] if rule["in"] == "rolls" and "each" in rule else [rule]
            words = [part["label"] for part in parts]
            words += [rule["of"]] if rule["in"] in ("draw", "draws") else []
            words += decks_of(rule)
            if rule["in"] not in MEMBERS[2] or not all(isinstance(word, str) for word in words):
                raise TypeError
            if not all(isinstance(rules["decks"][deck], list) for deck in decks_of(rule)):
                raise TypeError
    _raise_if_open_and_hidden(rules)
    for asks in rules.get("asks", {}).values():
        if not all(isinstance(rule[part], str) for rule in asks for part in ("decision", "of")):
            raise TypeError


def decks_of(rule: Json) -> list[str]:
    """The decks that a use of chance deals from: one, or several that lie on each other."""
    if rule["in"] != "deal":
        return []
    decks: list[str] = rule["deck"] if isinstance(rule["deck"], list) else [rule["deck"]]
    if not decks or not all(isinstance(deck, str) for deck in decks):
        raise TypeError
    return decks


def _raise_if_open_and_hidden(rules: Json) -> None:
    """Raise TypeError where a deck is drawn from for all to see and also dealt from."""
    parts = [rules, *rules.get("expansions", {}).values()]
    every = [entry for part in parts for entry in part.get("chance", {}).values()]
    uses = [use for entry in every for use in (entry if isinstance(entry, list) else [entry])]
    dealt = {f"deck {deck}" for use in uses for deck in decks_of(use)}
    if any(use["in"] in ("draw", "draws") and use["of"] in dealt for use in uses):
        raise TypeError


def _laid_over(below: Json, above: Json) -> Json:
    """A table on top of another: of parts that are objects the members, else the parts."""
    made = dict(below)
    for part, value in above.items():
        is_more = isinstance(value, dict) and isinstance(made.get(part), dict)
        made[part] = {**made[part], **value} if is_more else value
    return made


TABLES: Json = parsed(LOG_TEXT.encode())
TABLES["rulesets"] = {
    name: rules for text in GAME_TEXTS for name, rules in rulesets_of(parsed(text.encode())).items()
}


def rulesets_with(tables: Iterable[Any]) -> Json:
    """The rulesets known here and those of the tables that somebody brings; raises Unusable."""
    known: Json = dict(TABLES["rulesets"])
    for table in tables:
        for name, rules in rulesets_of(table).items():
            if not same(known.setdefault(name, rules), rules):
                raise Unusable(f"the table tells of {name} otherwise than this program does")
    return known


def played(rules: Json, version: int, options: Json) -> Json:
    """The tables of a game with these options; none if an option is not known."""
    more = {o: m for o, m in rules.get("expansions", {}).items() if version in m["versions"]}
    known = {**rules["options"], **dict.fromkeys(more, ("off", "on"))}
    if any(value not in known.get(option, ()) for option, value in options.items()):
        return {}
    made = {**rules, "options": known}
    expansions = [more[option] for option in more if options.get(option) == "on"]
    rulings = [part.get("amended", {}).get(str(version), {}) for part in (rules, *expansions)]
    for added in (*expansions, *rulings):
        for part in set(added) - {"versions", "amended"}:
            made[part] = {**made.get(part, {}), **added[part]}
    return made


def members_of(kind: str, version: int) -> Json | None:
    """What an entry of the journal has in its version; none if that is not known."""
    if version == 1:
        first: Json | None = TABLES["journal"].get(kind)
        return first
    later: Json | None = TABLES["newer"].get(kind, {}).get(str(version))
    return later
