"""What happened, for pages: seasons, headings, figures, and the plans that lie open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.kernel.core import Event, Json, Seat
from engine.kernel.journal import Remark
from engine.text.lexicon import language_of
from engine.text.paragraphs import Paragraph
from engine.text.second_person import addressed, marks
from engine.text.voice import begun
from engine.wallenstein.action_events import (
    ActionFact,
    ActionPassed,
    ArmiesDeployed,
    ArmiesMoved,
    BuildingBuilt,
    GrainCollected,
    MarchDeclined,
    RevoltMarkerAdded,
    TaxesCollected,
)
from engine.wallenstein.battle_events import BattleDecided, RevoltDecided
from engine.wallenstein.board import ACTIONS, PEASANTS
from engine.wallenstein.emperors_court.facts import CourtiersSent, NobodySent
from engine.wallenstein.events import BidsRevealed, GameEnded, PhaseBegan, SeasonBegan
from engine.wallenstein.state import State
from engine.wallenstein.winter import GrainLost, RevoltsDrawn, WinterScored
from engine.wallenstein.words import report
from engine.wallenstein.words.names import SEASON_NAMES
from engine.wallenstein.words.voice import Voice
from games.boards.board import Exhibit, Figure, FigureGroup, Names
from games.boards.in_short import InShort, Passage, ScoredRound
from games.boards.wallenstein.edition import Edition
from games.boards.wallenstein.map.part import MAP
from games.boards.wallenstein.points import changed_leads, points_picture
from games.boards.wallenstein.short.head import in_short
from games.boards.wallenstein.short.leads import lead, majorities

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# What is counted over a game, in the order of the charts.
FIGURES: Final = (
    Figure("points", pgettext_lazy("victory points", "Points"), "s-points"),
    Figure("counties", gettext_lazy("Counties"), "s-county"),
    Figure("armies", gettext_lazy("Armies"), "s-army"),
    Figure("money", gettext_lazy("Money"), "s-coin"),
    Figure("grain", gettext_lazy("Grain"), "s-grain"),
)
# And what the tower holds, beside them in a replay.
STANDING: Final = (
    *FIGURES,
    Figure("lodged", gettext_lazy("Tower"), "s-tower"),
    Figure("tray", gettext_lazy("Tray"), ""),
)

# What the expansions add, by their part of the position.
_OF_EXPANSIONS: Final[Mapping[str, FigureGroup]] = {
    "emperors_court": FigureGroup(
        gettext_lazy("The Emperor’s court"),
        (
            Figure("entrance", gettext_lazy("Entrance hall"), ""),
            Figure("audience", gettext_lazy("Audience hall"), ""),
            Figure("courtiers", gettext_lazy("Supply"), ""),
        ),
    ),
    "landsknechte": FigureGroup(
        gettext_lazy("Landsknechte"), (Figure("banner", gettext_lazy("Top card"), ""),)
    ),
}

# What nobody but its own player wants to read of.
_ROUTINE: Final = (
    *(ActionPassed, MarchDeclined, RevoltMarkerAdded, BuildingBuilt, ArmiesDeployed, ArmiesMoved),
    *(GrainCollected, TaxesCollected),
)

# Where a replay in a hurry stops.
_STOPS: Final = (BattleDecided, RevoltDecided, GrainLost, RevoltsDrawn, WinterScored, GameEnded)

_SYMBOLS: Final[Mapping[str, str]] = {
    "line_up": "s-county",
    "draft": "s-county",
    "fill_tower": "s-tower",
    "order": "s-coin",
    "hunger": "s-grain",
    "scoring": "s-points",
    "year_end": "s-wait",
}


def _addressed(paragraph: Paragraph, language: str, names: Names) -> Paragraph:
    lines = (
        line._replace(text=addressed(line.text, language_of(language), names))
        for line in paragraph.lines
    )
    return replace(paragraph, lines=tuple(lines))


@dataclass(frozen=True)
class WallensteinStory:
    """What happened in a game of an edition."""

    edition: Edition
    still_sealed: StrOrPromise
    figures: Sequence[Figure] = FIGURES

    def counted(self, view: Json) -> dict[str, dict[Seat, int]]:
        """What each player has: points, counties, armies, money, grain."""
        seats = list(view["money"])
        counties, armies = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
        for county in view["counties"].values():
            counties[county["owner"]] += 1
            armies[county["owner"]] += county["armies"]
        return {
            "points": view["points"],
            "counties": counties,
            "armies": armies,
            "money": view["money"],
            "grain": view["grain"],
        }

    def groups(self, view: Json) -> list[FigureGroup]:
        """What is counted in a replay of this game."""
        more = [group for part, group in _OF_EXPANSIONS.items() if part in view]
        return [FigureGroup(_("What they have"), STANDING), *more]

    def standing(self, view: Json) -> dict[str, dict[str, int]]:
        """What lies in front of each player, inside the tower and in its tray, peasants last."""
        colours = (*view["money"], PEASANTS)
        tower = view["tower"]
        return {
            **self.counted(view),
            **{
                place: {colour: tower[place].get(colour, 0) for colour in colours}
                for place in ("lodged", "tray")
            },
            **dict(_of_expansions(view)),
        }

    def colour_name(self, colour: str, names: Names) -> str:
        """Whose cubes are of a colour."""
        return colour_name(colour, names)

    def chapter_mark(self, chapter: str, language: str) -> tuple[str, str]:
        """A season by its id, for the axis of a chart: a short word for it, and its year."""
        year, _dot, season = chapter.partition(".")
        if season not in SEASON_NAMES:
            return _("Start"), ""
        return begun(SEASON_NAMES[season][language_of(language)][:3]), _("Year %d") % int(year)

    def paragraphs(
        self,
        events: Iterable[Event[Any]],
        language: str,
        names: Names,
        reader: Seat | None = None,
    ) -> Iterator[Paragraph]:
        """The facts told under their headings, each line with the facts behind it."""
        accounts = self.edition.words.accounts
        if reader is None:
            return report.paragraphs(events, language, names, accounts)
        spoken = report.paragraphs(events, language, marks(names, reader), accounts)
        return (_addressed(paragraph, language, names) for paragraph in spoken)

    def exhibit(
        self, paragraph: Paragraph, after: Json, language: str, names: Names
    ) -> Exhibit | None:
        """Where a winter was scored, who led where; nothing on the map changes after that."""
        if not any(
            isinstance(event, WinterScored) for line in paragraph.lines for event in line.events
        ):
            return None
        voice = Voice.of(language, names, self.edition.words.accounts)
        shown = points_picture(after, self.edition.rules, voice)
        return Exhibit("boards/wallenstein/majority_matrix.html", shown)

    def symbol_of(self, name: str) -> str:
        """The symbol of a phase or an action, by its id in the sprite."""
        return f"action-{name}" if name in ACTIONS else _SYMBOLS.get(name, "s-event")

    def is_small(self, event: Event[Any]) -> bool:
        """Whether an event only leads to the next one, so that a replay need not dwell on it."""
        return isinstance(event, Remark | PhaseBegan | ActionPassed | RevoltMarkerAdded)

    def is_stop(self, event: Event[Any]) -> bool:
        """Battles, revolts, what winter takes and scores, and the end."""
        return isinstance(event, _STOPS)

    def tidings(self, before: Json, after: Json, language: str, names: Names) -> list[str]:
        """Majorities that were somebody's and are somebody else's now, or shared."""
        voice = Voice.of(language, names, self.edition.words.accounts)
        return changed_leads(before, after, self.edition.rules.majorities, voice)

    def is_routine(self, event: Event[Any]) -> bool:
        """Whether an event is neither a battle nor anything that all have to know."""
        return isinstance(event, _ROUTINE)

    def seats_of(self, event: Event[Any]) -> frozenset[Seat]:
        """Whoever acts, and whoever is attacked."""
        both = (getattr(event, name, None) for name in ("seat", "defender"))
        return frozenset(seat for seat in both if seat)

    def in_short(self, passage: Passage, seat: Seat | None, language: str, names: Names) -> InShort:
        """The head of a season's report."""
        return in_short(passage, seat, Voice.of(language, names, self.edition.words.accounts))

    def lead(self, state: State) -> dict[Seat, int]:
        """The points, with those of a winter that came now."""
        return lead(state)

    def places(self, events: Iterable[Event[Any]], view: Json) -> dict[Seat, int]:
        """As the last fact ranks them."""
        ends = (event for event in events if isinstance(event, GameEnded))
        return {row["seat"]: row["place"] for end in ends for row in end.ranking}

    def rounds(self, events: Iterable[Event[Any]], language: str) -> list[ScoredRound]:
        """Each winter: counties, buildings, majorities."""
        rounds, chapter = [], ""
        for event in events:
            if isinstance(event, SeasonBegan):
                chapter = self.edition.text.chapter(event.opens_chapter(), language)
            elif isinstance(event, WinterScored):
                rounds.append(_scored(chapter, event))
        return rounds

    def revealed_plans(self, events: Iterable[Event[Any]], language: str) -> dict[Seat, str]:
        """The bids and the cards in the boxes that the season has laid open, as text orders."""
        plans: dict[Seat, Json] = {}
        for event in events:
            if isinstance(event, BidsRevealed):
                for seat, bid in event.bids.items():
                    plans.setdefault(seat, {"boxes": {}})["bid"] = bid
            elif isinstance(event, ActionFact):
                boxes = plans.setdefault(event.seat, {"boxes": {}})["boxes"]
                boxes.setdefault(event.action, _card(event))
            elif isinstance(event, CourtiersSent | NobodySent):
                plans.setdefault(event.seat, {"boxes": {}})["boxes"][event.box] = event.card
        words = self.edition.text
        return {seat: words.format("plan", plan, language) for seat, plan in sorted(plans.items())}


def _scored(chapter: str, event: WinterScored) -> ScoredRound:
    scores = event.scores.items()
    return ScoredRound(
        chapter,
        (
            (_("Counties"), {seat: score["counties"] for seat, score in scores}),
            (_("Buildings"), {seat: score["buildings"] for seat, score in scores}),
            (_("Majorities"), {seat: majorities(score) for seat, score in scores}),
        ),
    )


def colour_name(colour: str, names: Names) -> str:
    """Whose cubes are of a colour."""
    return _("Peasants") if colour == PEASANTS else names[colour]


def _of_expansions(view: Json) -> Iterator[tuple[str, dict[Seat, int]]]:
    """Courtiers by hall, and which card of each pile lies on top, counted from 1."""
    if "emperors_court" in view:
        court = view["emperors_court"]
        yield from (("entrance", court["entrance"]), ("audience", court["audience"]))
        yield "courtiers", court["supply"]
    if "landsknechte" in view:
        yield "banner", {seat: top + 1 for seat, top in view["landsknechte"]["top"].items()}


def _card(event: ActionFact) -> Any:
    """The card that lay in the box: a march starts from it, all else happens in it."""
    if isinstance(event, ActionPassed):
        return event.card
    return MAP.origin_of(event) or MAP.place_of(event)
