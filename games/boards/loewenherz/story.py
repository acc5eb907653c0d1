"""What happened, for pages: rounds, headings, figures, and where the points came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.kernel.core import Event, Json, Notation, Seat
from engine.kernel.journal import Remark
from engine.loewenherz.events import (
    AllianceMade,
    CardDealt,
    CardPlayed,
    CardSold,
    CardUsed,
    CastlePlaced,
    DeckEmptied,
    DeserterAsked,
    DomainArose,
    DomainGrew,
    DucatsScored,
    GoalReached,
    IncomePaid,
    KingReturned,
    KnightDeserted,
    MarketCardTaken,
    MonopolyLost,
    MonopolyWon,
    RoundBegan,
    TurnBegan,
)
from engine.loewenherz.state import Realm
from engine.loewenherz.words import report
from engine.text.lexicon import language_of
from engine.text.paragraphs import Paragraph
from engine.text.second_person import addressed, marks
from games.boards.board import Figure, FigureGroup, Names
from games.boards.in_short import InShort, Passage, ScoredRound
from games.boards.loewenherz.names import whose
from games.boards.loewenherz.scoring import scored
from games.boards.loewenherz.short import in_short

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# What is counted over a game, in the order of the charts.
FIGURES: Final = (
    Figure("points", pgettext_lazy("victory points", "Points"), "s-points"),
    Figure("money", gettext_lazy("Ducats"), "s-ducat"),
    Figure("knights", gettext_lazy("Knights"), "s-knight"),
    Figure("domains", gettext_lazy("Domains"), "s-domain"),
    Figure("squares", gettext_lazy("Squares"), ""),
)

STILL_SEALED: Final = gettext_lazy(
    "Standing orders that were not played stay sealed until the game is over."
)
# What leads to the next fact, or is told by it.
_SMALL: Final = (Remark, RoundBegan, TurnBegan, CardDealt, DeserterAsked)
# What somebody in a hurry wants to see.
_STOPS: Final = (
    *(CastlePlaced, DomainArose, DomainGrew, MonopolyWon, MonopolyLost, KnightDeserted),
    *(AllianceMade, DeckEmptied, GoalReached, DucatsScored, KingReturned),
)
_ROUTINE: Final = (IncomePaid, CardSold, CardDealt, MarketCardTaken)


@dataclass(frozen=True)
class LoewenherzStory:
    """What happened in a game."""

    text: Notation
    still_sealed: StrOrPromise = STILL_SEALED
    figures: Sequence[Figure] = FIGURES

    def counted(self, view: Json) -> dict[str, dict[Seat, int]]:
        """What each player has: points, ducats, knights on the board, domains and their squares."""
        seats, knights = list(view["points"]), list(view["knights"].values())
        return {
            "points": view["points"],
            "money": view["money"],
            "knights": {seat: knights.count(seat) for seat in seats},
            "domains": {seat: len(_domains(view, seat)) for seat in seats},
            "squares": {
                seat: sum(len(one["squares"]) for one in _domains(view, seat)) for seat in seats
            },
        }

    def groups(self, view: Json) -> list[FigureGroup]:
        """What is counted in a replay."""
        return [FigureGroup(_("What they have"), FIGURES)]

    def standing(self, view: Json) -> dict[str, dict[str, int]]:
        """These figures; every colour is a seat."""
        return self.counted(view)

    def colour_name(self, colour: str, names: Names) -> str:
        """Whose a colour is."""
        return names[colour]

    def chapter_mark(self, chapter: str, language: str) -> tuple[str, str]:
        """A round on the axis of a chart: its number."""
        return (chapter, "") if chapter.isdecimal() else (_("Start"), "")

    def paragraphs(
        self,
        events: Iterable[Event[Any]],
        language: str,
        names: Names,
        reader: Seat | None = None,
    ) -> Iterator[Paragraph]:
        """A paragraph for each turn under the name of whose it is, told to the reader as “you”."""
        called = names if reader is None else marks(names, reader)
        for paragraph in report.paragraphs(events, language, called):
            lines = paragraph.lines
            if reader is not None:
                tongue = language_of(language)
                lines = tuple(
                    line._replace(text=addressed(line.text, tongue, names)) for line in lines
                )
            yield replace(
                paragraph,
                name=_symbol(paragraph),
                heading=_heading(paragraph, language, names),
                lines=lines,
            )

    def exhibit(self, paragraph: Paragraph, after: Json, language: str, names: Names) -> None:
        """Nothing: the sentences and the board say it all."""

    def symbol_of(self, name: str) -> str:
        """The symbol of a turn: its paragraph is named after it."""
        return name

    def is_small(self, event: Event[Any]) -> bool:
        """Whether an event only leads to the next one, so that a replay need not dwell on it."""
        return isinstance(event, _SMALL)

    def is_stop(self, event: Event[Any]) -> bool:
        """Castles, domains, monopolies, deserters, alliances, and the end."""
        return isinstance(event, _STOPS)

    def is_routine(self, event: Event[Any]) -> bool:
        """Whether an event changes nothing on the board: income, sales, cards drawn."""
        return isinstance(event, _ROUTINE)

    def seats_of(self, event: Event[Any]) -> frozenset[Seat]:
        """Whoever acts, and whoever gains or loses by it."""
        names = ("seat", "by", "owner", "loser")
        seats = (getattr(event, name, None) for name in names)
        return frozenset(seat for seat in seats if isinstance(seat, str) and seat)

    def in_short(self, passage: Passage, seat: Seat | None, language: str, names: Names) -> InShort:
        """The head of a round's report."""
        return in_short(passage, seat, language, names)

    def lead(self, state: Realm) -> Mapping[Seat, int]:
        """The points that everybody sees."""
        return state.points

    def places(self, events: Iterable[Event[Any]], view: Json) -> dict[Seat, int]:
        """H-18, H-22: winners first, then by points, then by ducats."""
        rank = {
            seat: (seat in view["winners"], points, view["money"][seat])
            for seat, points in view["points"].items()
        }
        return {seat: 1 + sum(other > own for other in rank.values()) for seat, own in rank.items()}

    def rounds(self, events: Iterable[Event[Any]], language: str) -> list[ScoredRound]:
        """Where the points of the whole game came from: they come one by one, in every round."""
        items: dict[str, dict[Seat, int]] = {}
        for event in events:
            for title, seat, points in scored(event):
                by_seat = items.setdefault(title, {})
                by_seat[seat] = by_seat.get(seat, 0) + points
        return [ScoredRound(_("The whole game"), tuple(items.items()))] if items else []

    def revealed_plans(self, events: Iterable[Event[Any]], language: str) -> dict[Seat, str]:
        """Nothing beyond the facts: a card is turned up as it is played."""
        return {}


def _domains(view: Json, seat: Seat) -> list[Json]:
    return [one for one in view["domains"] if one["owner"] == seat]


def _card_of(paragraph: Paragraph) -> CardUsed | None:
    """The card that a turn was about."""
    facts = (fact for line in paragraph.lines for fact in line.events)
    return next((fact for fact in facts if isinstance(fact, CardUsed)), None)


def _heading(paragraph: Paragraph, language: str, names: Names) -> str:
    """Whose turn it is; nothing where it is nobody's."""
    used = _card_of(paragraph)
    return whose(used.seat, language, names) if used else ""


def _symbol(paragraph: Paragraph) -> str:
    """What the card of a turn was used for, as a symbol."""
    used = _card_of(paragraph)
    if isinstance(used, CardPlayed):
        return f"action-{used.action}"
    return "action-sell" if used else "s-castle"
