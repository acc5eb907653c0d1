"""A tutorial: scenes on scripted positions, each with one thing to do and one sentence why.

The words are data, a file per game (`WrittenTutorial.read`), and so is what counts as right; what
a game makes of a scene, the map and the season that the real rules play, is its `TutorialPart`.
Nothing is stored: what a learner has tapped so far stands in the address.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self

from engine.kernel.core import Json, Seat
from engine.text.lexicon import Words, language_of

if TYPE_CHECKING:
    from games.boards.board import Exhibit, ThrownPicture

# What stands between two taps in an address, and how much of one is read at all.
BETWEEN: Final = "."
MOST_TAPS: Final = 200


class NoSuchScene(LookupError):
    """A tutorial has no scene of that name."""


class Pick(NamedTuple):
    """One tap: what is asked and offered, what is right, and what the others are answered."""

    kind: str
    ask: Words
    offers: Sequence[str]
    right: Sequence[str]
    wrong: Mapping[str, Words]
    other: Words

    def reply(self, tapped: str) -> Words:
        """What somebody is answered who tapped something that is not right."""
        return self.wrong.get(tapped, self.other)


class WrittenScene(NamedTuple):
    """A scene as its author wrote it; `setting` is the game's own."""

    name: str
    title: Words
    words: Words
    why: Words | None
    picks: Sequence[Pick]
    # A page of the rules and a rule on it, for those who want to know more.
    rule: tuple[str, str] | None
    setting: Json


class Walk(NamedTuple):
    """How far somebody has come in a scene."""

    taken: tuple[str, ...]
    # What is asked next; none when everything is done.
    pick: Pick | None
    remark: Words | None


@dataclass(frozen=True)
class WrittenTutorial:
    """Everything a file says: scenes in their order, and what holds for all of them."""

    minutes: int
    scenes: Mapping[str, WrittenScene]
    setting: Json

    @classmethod
    def read(cls, package: str, name: str) -> Self:
        """The tutorial in a file of a package's data."""
        text = resources.files(package).joinpath("data", name).read_text("utf-8")
        raw: Json = json.loads(text)
        other, minutes, scenes = raw.pop("other"), raw.pop("minutes"), raw.pop("scenes")
        return cls(minutes, {scene["name"]: _scene(scene, other) for scene in scenes}, raw)

    def scene(self, name: str) -> WrittenScene:
        """The scene of that name; raises NoSuchScene."""
        if name not in self.scenes:
            raise NoSuchScene(name)
        return self.scenes[name]


def _scene(raw: Json, other: Words) -> WrittenScene:
    own = dict(raw)
    picks = [_pick(pick, other) for pick in own.pop("picks")]
    rule = own.pop("rule", None)
    return WrittenScene(
        name=own.pop("name"),
        title=own.pop("title"),
        words=own.pop("words"),
        why=own.pop("why", None),
        picks=tuple(picks),
        rule=(rule[0], rule[1]) if rule else None,
        setting=own,
    )


def _pick(raw: Json, other: Words) -> Pick:
    return Pick(
        kind=raw["kind"],
        ask=raw["ask"],
        offers=tuple(raw.get("offers", ())),
        right=tuple(raw["right"]),
        wrong=raw.get("wrong", {}),
        other=raw.get("other", other),
    )


def walk(scene: WrittenScene, taps: str) -> Walk:
    """How far the taps in an address lead; one that is not right is answered and forgotten."""
    taken: list[str] = []
    tapped = taps[:MOST_TAPS].split(BETWEEN) if taps else []
    for pick, value in zip(scene.picks, tapped, strict=False):
        if value not in pick.right:
            return Walk(tuple(taken), pick, pick.reply(value))
        taken.append(value)
    left = scene.picks[len(taken) :]
    return Walk(tuple(taken), left[0] if left else None, None)


def way_of(taken: Sequence[str], value: str) -> str:
    """What an address says after one more tap."""
    return BETWEEN.join([*taken, value])


def words_in(words: Words | None, language: str) -> str:
    """Words of a tutorial in the reader's language."""
    return words[language_of(language)] if words else ""


class OfferNote(NamedTuple):
    """A figure on an offer: its symbol in the sprite, what that means, and the figure."""

    symbol: str
    name: str
    text: str
    bad: bool = False


@dataclass(frozen=True)
class Offer:
    """Something to tap beside the map; `way` is what the address says then."""

    way: str
    title: str
    symbol: str = ""
    # Drawn in place of the title, where the thing has a picture of its own.
    picture: Exhibit | None = None
    notes: Sequence[OfferNote] = ()
    odds: Json | None = None


class LaidCard(NamedTuple):
    """The box that a card is meant for, or lies in."""

    symbol: str
    title: str
    text: str
    tip: str


class SceneLine(NamedTuple):
    """A sentence of the report, and the throw it tells of."""

    text: str
    throw: ThrownPicture | None


@dataclass(frozen=True)
class ShownScene:
    """A scene as somebody sees it, ready to be drawn."""

    # Whom the learner plays.
    seat: Seat
    title: str
    words: str
    # What is to be done now, and the answer to the last tap if it was not right.
    task: str
    remark: str
    offers: Sequence[Offer]
    laid: LaidCard | None
    # What the address says so far, up to the next tap.
    so_far: str
    # What the part's template draws.
    drawing: Any
    exhibits: Sequence[Exhibit]
    # When everything is done: the sentence why, and what happened.
    is_done: bool
    why: str
    report: Sequence[SceneLine]
    # Where more can be read: game, page and rule.
    rule: tuple[str, str, str] | None


class TutorialPart(Protocol):
    """A tutorial; a game that has none shows no link to one."""

    @property
    def minutes(self) -> int:
        """About how long it takes."""

    @property
    def scenes(self) -> Mapping[str, Words]:
        """The titles of the scenes by name, in their order; the last one leads into a game."""

    @property
    def drawing_template(self) -> str:
        """Shows the `drawing` of a scene, on which things can be tapped; nothing where none is."""

    @property
    def styles(self) -> Sequence[str]:
        """Style sheets beside those of the site."""

    @property
    def scripts(self) -> Sequence[str]:
        """Scripts that make the page better; it works without them."""

    def scene(self, name: str, taps: str, language: str) -> ShownScene:
        """A scene after some taps, whatever an address says of them; raises NoSuchScene."""
