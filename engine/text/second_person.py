"""A sentence about a player, said to that player: “Anna builds” becomes “You build”.

Sentences are written once, about anybody. Where one is read by whom it is about, marks stand in
for all names, so that none is taken for a verb; here the reader's mark becomes “you”, the verbs
that go with it follow, and the others are called by their names again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.kernel.core import Seat
from engine.text.lexicon import Language
from engine.text.voice import begun

# No name can hold it: forms and databases refuse it. Between two of them stands whom a mark is for.
_MARK: Final = "\0"
READER: Final = f"{_MARK}{_MARK}"

# What verbs become beside “you”, “du”; and in German beside “du und Anna”.
VERBS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        **{f"{verb}s": verb for verb in ("build", "collect", "deploy", "stay", "move", "remove")},
        **{f"{verb}s": verb for verb in ("attack", "face", "take", "win", "draw", "put", "place")},
        **{f"{verb}s": verb for verb in ("leave", "defend", "hold", "lose", "keep", "pay", "own")},
        **{f"{verb}s": verb for verb in ("get", "send", "cancel", "ward")},
        **{f"{verb}s": verb for verb in ("sell", "play", "expand")},
        "allies": "ally",
        "passes": "pass",
        "marches": "march",
        "has": "have",
        "is": "are",
    },
    "de": {
        **{f"{stem}t": f"{stem}st" for stem in ("bau", "zieh", "stell", "bleib", "greif", "leg")},
        **{f"{stem}t": f"{stem}st" for stem in ("marschier", "nimm", "gewinn", "verlier", "zahl")},
        **{f"{stem}t": f"{stem}st" for stem in ("bring", "bekomm", "heb", "steh", "wehr")},
        "verzichtet": "verzichtest",
        "entfernt": "entfernst",
        "hat": "hast",
        "kann": "kannst",
        "verteidigt": "verteidigst",
        "hält": "hältst",
        "lässt": "lässt",
        "passt": "passt",
        "entsendet": "entsendest",
        "wird": "wirst",
        "behält": "behältst",
        **{f"{stem}t": f"{stem}st" for stem in ("verkauf", "spiel", "erweiter", "mach")},
        "setzt": "setzt",
        "verbündet": "verbündest",
        "muss": "musst",
    },
}
_SEVERAL: Final = {"passen": "passt", "können": "könnt", "teilen": "teilt"}
# The cases of “du”, by what comes before it.
_CASES: Final = {
    "von": "dir",
    "vor": "dir",
    "mit": "dir",
    "zu": "dir",
    "auf": "dich",
    "für": "dich",
}

_ALONE: Final = re.compile(rf"^{READER} (?:also )?(?P<verb>\w+)")
_AND_VERB: Final[Mapping[Language, re.Pattern[str]]] = {
    "en": re.compile(r"(?<= and )(\w+)"),
    "de": re.compile(r"(?<= und )(\w+)"),
}
_OTHER: Final = re.compile(rf"{_MARK}([^{_MARK}]+){_MARK}")
_AMONG_OTHERS: Final = re.compile(rf"^(?=[^;:(]*{READER})[^;:(]*? (?P<verb>passen|können|teilen)\b")


def marks(names: Mapping[Seat, str], reader: Seat) -> dict[Seat, str]:
    """What sentences call everybody that will be said to a reader."""
    others = {seat: f"{_MARK}{seat}{_MARK}" for seat, name in names.items() if name.strip()}
    return {**others, reader: READER}


def addressed(sentence: str, language: Language, names: Mapping[Seat, str]) -> str:
    """A sentence in which marks stand for everybody, as it is said to the reader."""
    spoken = _to_reader(sentence, language) if READER in sentence else sentence
    return _OTHER.sub(lambda match: " ".join(names[match[1]].split()), spoken)


def _to_reader(sentence: str, language: Language) -> str:
    if language == "de" and (several := _AMONG_OTHERS.match(sentence)):
        start, end = several.span("verb")
        rest = sentence[end:].replace(" sich ", " euch ", 1)
        sentence = f"{sentence[:start]}{_SEVERAL[several['verb']]}{rest}"
    elif (alone := _ALONE.match(sentence)) and alone["verb"] in VERBS[language]:
        sentence = _conjugated(sentence, alone, language)
    pronounced = _pronounced(sentence, language)
    # A name stays as its owner spells it.
    return begun(pronounced) if sentence.startswith(READER) else pronounced


def _conjugated(sentence: str, alone: re.Match[str], language: Language) -> str:
    """With the verbs of the player who does something: the first one, and those after “and”."""
    verbs, (start, end) = VERBS[language], alone.span("verb")
    clause, *others = re.split(r"(?=[;:,])", sentence[end:], maxsplit=1)
    clause = _AND_VERB[language].sub(lambda match: verbs.get(match[0], match[0]), clause)
    if language == "de":
        clause = re.sub(r"\bsich\b", "dich", clause)
    return f"{sentence[:start]}{verbs[alone['verb']]}{clause}{''.join(others)}"


def _pronounced(sentence: str, language: Language) -> str:
    if language == "en":
        return sentence.replace(f" of {READER}", " of yours").replace(READER, "you")
    cased = re.sub(
        rf"\b({'|'.join(_CASES)}) {READER}",
        lambda match: f"{match[1]} {_CASES[match[1]]}",
        sentence,
    )
    return cased.replace(READER, "du")
