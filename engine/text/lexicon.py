"""Languages, and which thing a player's spelling of its name means."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal, Self

Language = Literal["de", "en"]
Words = Mapping[Language, str]

LANGUAGES: Final[tuple[Language, ...]] = ("de", "en")

SHORTEST_PREFIX: Final = 3
# Nothing in a game has a longer name; comparing whole letters with names only costs time.
LONGEST_NAME: Final = 40
ENOUGH_ALIKE: Final = 0.6
NEARLY_AS_GOOD: Final = 0.12
MOST_SUGGESTIONS: Final = 3

_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe"})


def language_of(code: str) -> Language:
    """The language we have for a language code: German for "de-AT", English for the rest."""
    return "de" if code.lower().startswith("de") else "en"


def _letters(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if sign.isalnum())


def fold(text: str) -> str:
    """The letters and digits of a text in small plain letters, ä as ae, ß as ss."""
    return _letters(unicodedata.normalize("NFC", text.casefold()).translate(_UMLAUTS))


def spellings(text: str) -> tuple[str, ...]:
    """The folded text, and the same with the umlaut dots left out: lueneburg, luneburg."""
    folded, bare = fold(text), _letters(text.casefold())
    return (folded,) if folded == bare else (folded, bare)


@dataclass(frozen=True)
class Match:
    """What a written name may mean: one id, several, or none with the most similar ones."""

    written: str
    ids: tuple[str, ...]
    suggestions: tuple[str, ...] = ()

    @property
    def id(self) -> str | None:
        """The id, if the name means exactly one thing."""
        return self.ids[0] if len(self.ids) == 1 else None

    @property
    def ambiguous(self) -> bool:
        """Whether the name may mean more than one thing."""
        return len(self.ids) > 1


@dataclass(frozen=True)
class Lexicon:
    """Ids by every spelling of their names."""

    by_spelling: Mapping[str, str]

    @classmethod
    def of(cls, names: Mapping[str, Iterable[str]]) -> Self:
        """A lexicon of ids and their names; a name shared by two ids is a slip of ours."""
        by_spelling: dict[str, str] = {}
        for meant, written in names.items():
            for spelling in (s for name in (meant, *written) for s in spellings(name)):
                if by_spelling.setdefault(spelling, meant) != meant:
                    raise ValueError(f"{spelling!r} means {by_spelling[spelling]} and {meant}")
        return cls(by_spelling)

    def exact(self, written: str) -> str | None:
        """The id with this name."""
        for spelling in spellings(written):
            if spelling in self.by_spelling:
                return self.by_spelling[spelling]
        return None

    def starting(self, written: str) -> tuple[str, ...]:
        """All ids with a name that starts like this."""
        starts = spellings(written)
        return _once_each(
            meant for name, meant in self.by_spelling.items() if name.startswith(starts)
        )

    def find(self, written: str) -> Match:
        """What is meant by an id, a name or the start of one; if nothing, what looks like it."""
        exact = self.exact(written)
        if exact is not None:
            return Match(written, (exact,))
        if len(_letters(written)) >= SHORTEST_PREFIX:
            starting = self.starting(written)
            if starting:
                return Match(written, starting)
        return Match(written, (), self.similar(written))

    def similar(self, written: str, alike: float = ENOUGH_ALIKE) -> tuple[str, ...]:
        """The ids whose names look most like this, and at least so much, the best first."""
        variants = spellings(written)
        if not variants[0] or len(variants[0]) > LONGEST_NAME:
            return ()
        scored = [
            (max(_likeness(spelling, name) for spelling in variants), meant)
            for name, meant in self.by_spelling.items()
        ]
        scored.sort(key=lambda pair: -pair[0])
        best = scored[0][0] if scored else 0.0
        least = max(alike, best - NEARLY_AS_GOOD)
        return _once_each(meant for score, meant in scored if score >= least)[:MOST_SUGGESTIONS]


def _once_each(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _likeness(spelling: str, name: str) -> float:
    """How alike two spellings are, from 0 to 1."""
    if name.startswith(spelling):
        return 0.95
    within = spelling in name or name in spelling
    held = 0.75 if within and min(len(spelling), len(name)) >= 4 else 0.0
    matcher = SequenceMatcher(None, spelling, name, autojunk=False)
    if matcher.quick_ratio() < ENOUGH_ALIKE:
        return held
    return max(held, matcher.ratio())
