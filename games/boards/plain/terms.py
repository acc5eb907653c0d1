"""What the things of a game are called where nobody has drawn it: its own terms, or its keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json, NamesTerms, Notation, Ruleset
from engine.text.voice import begun
from games.boards.board import Names
from games.language import spoken

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

NOTHING: Final = "–"
SCALARS: Final = (str, int, type(None))


def is_scalar(value: Any) -> bool:
    """Whether a JSON value has no parts."""
    return isinstance(value, SCALARS)


def is_short(value: Any) -> bool:
    """Whether a JSON value can be said in a line."""
    return (
        is_scalar(value)
        or not value
        or (isinstance(value, list | tuple) and all(map(is_scalar, value)))
    )


@dataclass(frozen=True)
class Terms:
    """A game's words in one language, for a reader who knows players and cards by these names."""

    notation: Notation
    language: str
    names: Names = field(default_factory=dict)
    known: Mapping[str, Any] = field(default_factory=dict, repr=False)
    # The cards of the game that nobody has turned up, by handle.
    face_down: Collection[str] = ()

    def name(self, word: str) -> str:
        """A word by its term; without one as it is, with blanks for underscores."""
        notation = self.notation
        term = notation.term(word, self.language) if isinstance(notation, NamesTerms) else ""
        return term or word.replace("_", " ")

    def title(self, word: str) -> str:
        """The same as a heading."""
        return begun(self.name(word))

    def chapter(self, view: Json) -> str:
        """The chapter a view is in; nothing where it has no name."""
        chapter = view.get("chapter", "")
        return self.notation.chapter(chapter, self.language) if chapter else ""

    def say(self, value: Any) -> str:
        """A value in a line; cards nobody has shown the reader are only counted."""
        if isinstance(value, dict):
            parts = (f"{self._one(key)}: {self.say(part)}" for key, part in value.items())
            return "; ".join(parts) or NOTHING
        if isinstance(value, list | tuple):
            return ", ".join(self._each(value)) or NOTHING
        return self._one(value)

    def _each(self, values: Sequence[Any]) -> Iterator[str]:
        yield from (self.say(value) for value in values if not self.is_hidden(value))
        if hidden := sum(map(self.is_hidden, values)):
            words = ngettext("%(count)d hidden card", "%(count)d hidden cards", hidden)
            yield words % {"count": hidden}

    def _one(self, value: Any) -> str:
        if value is None or value == "":
            return NOTHING
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if not isinstance(value, str):
            return str(value)
        if value in self.names:
            return self.names[value]
        if value in self.known:
            return self.say(self.known[value])
        return _("hidden card") if self.is_hidden(value) else self.name(value)

    def is_hidden(self, value: Any) -> bool:
        """Whether a value stands for a card the reader does not know."""
        is_card = isinstance(value, str) and value in self.face_down
        return is_card and value not in self.known


def terms_of(
    ruleset: Ruleset[Any], language: str, names: Names | None = None, view: Json | None = None
) -> Terms:
    """The words of a ruleset for somebody who sees a view."""
    shown = view or {}
    face_down = frozenset(shown.get("face_down", ()))
    return Terms(ruleset.text(), language, names or {}, known_in(shown), face_down)


def known_in(view: Json) -> dict[str, Any]:
    """The hidden cards that somebody who sees a view knows, by handle."""
    questions = (asked["options"].get("known", {}) for asked in view.get("decisions", ()))
    known: dict[str, Any] = dict(view.get("known", {}))
    for cards in questions:
        known |= cards
    return known


def lazily(ruleset: Ruleset[Any], tell: Callable[[Terms], str]) -> StrOrPromise:
    """Something said of a ruleset in the language of whoever reads it."""

    def words() -> str:
        return tell(terms_of(ruleset, spoken()))

    promise: StrOrPromise = lazy(words, str)()
    return promise
