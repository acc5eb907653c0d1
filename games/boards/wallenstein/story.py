"""What happened, for pages: seasons, headings, what an event concerns and what it changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine.kernel.core import Event, Json, Notation, Seat
from engine.kernel.journal import Remark
from engine.text.lexicon import language_of
from engine.text.voice import begun
from engine.wallenstein.action_events import ActionFact, ActionPassed
from engine.wallenstein.board import ACTIONS, PEASANTS
from engine.wallenstein.emperors_court.facts import CourtiersSent, NobodySent
from engine.wallenstein.events import BidsRevealed, PhaseBegan
from engine.wallenstein.words import report
from engine.wallenstein.words.names import BUILDING_NAMES, SEASON_NAMES, county_name
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.edition import EDITION_2010
from games.boards.wallenstein.map_picture import NEUTRAL, county_pictures, map_picture

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

__all__ = ["map_picture", "paragraphs"]

WORDS: Final = EDITION_2010.text
paragraphs: Final = partial(report.paragraphs, accounts=EDITION_2010.words.accounts)
MAP_TEMPLATE: Final = "boards/wallenstein/map.html"
SYMBOLS_TEMPLATE: Final = "boards/wallenstein/symbols.svg.html"
THROW_TEMPLATE: Final = "boards/wallenstein/throw.html"


class Figure(NamedTuple):
    """Something that is counted: its name, and its symbol in the sprite."""

    key: str
    title: StrOrPromise
    symbol: str


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


class FigureGroup(NamedTuple):
    """Figures that are shown together, under a title."""

    title: StrOrPromise
    figures: tuple[Figure, ...]


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


def chapter_mark(chapter: str, language: str) -> tuple[str, str]:
    """A season by its id, for the axis of a chart: a short word for it, and its year."""
    year, _dot, season = chapter.partition(".")
    if season not in SEASON_NAMES:
        return _("Start"), ""
    return begun(SEASON_NAMES[season][language_of(language)][:3]), _("Year %d") % int(year)


def is_small(event: Event[Any]) -> bool:
    """Whether an event only leads to the next one, so that a replay need not dwell on it."""
    return isinstance(event, Remark | PhaseBegan | ActionPassed)


STILL_SEALED: Final = gettext_lazy(
    "The bid and the cards as the season turned them up. "
    "Standing orders stay sealed until the game is over."
)


def changed_words(number: int) -> str:
    """How many counties a season changed."""
    told = ngettext("%(number)s county changed", "%(number)s counties changed", number)
    return told % {"number": number}


def county_of(event: Event[Any]) -> str | None:
    """The county an event is about."""
    county = getattr(event, "county", None)
    return county if isinstance(county, str) else None


def origin_of(event: Event[Any]) -> str | None:
    """Where the armies of an event came from."""
    origin = getattr(event, "origin", None)
    return origin if isinstance(origin, str) else None


def figures(shown: Json) -> dict[str, dict[Seat, int]]:
    """What each player has: points, counties, armies, money, grain."""
    seats = list(shown["money"])
    counties, armies = dict.fromkeys(seats, 0), dict.fromkeys(seats, 0)
    for county in shown["counties"].values():
        counties[county["owner"]] += 1
        armies[county["owner"]] += county["armies"]
    return {
        "points": shown["points"],
        "counties": counties,
        "armies": armies,
        "money": shown["money"],
        "grain": shown["grain"],
    }


def changed_counties(before: Json, after: Json) -> list[str]:
    """The counties that differ, in board order."""
    was, now = before["counties"], after["counties"]
    return [name for name in after["in_play"] if was.get(name) != now.get(name)]


class CountyChange(NamedTuple):
    """What became of a county."""

    id: str
    name: str
    told: str
    # Whose it is changes; what stands there changes; armies alone come and go everywhere.
    is_taken: bool
    is_other: bool


def county_changes(
    before: Json, after: Json, language: str, names: Mapping[Seat, str]
) -> Iterator[CountyChange]:
    """The counties that differ, with what differs in words."""
    say = Voice.of(language, names)
    for name in changed_counties(before, after):
        was = before["counties"].get(name, NEUTRAL)
        now = after["counties"].get(name, NEUTRAL)
        yield CountyChange(
            id=name,
            name=county_name(name),
            told=", ".join(_differences(say, was, now)),
            is_taken=was["owner"] != now["owner"],
            is_other=any(was[what] != now[what] for what in ("buildings", "revolt")),
        )


def _differences(say: Voice, was: Json, now: Json) -> Iterator[str]:
    if (was["owner"], was["armies"]) != (now["owner"], now["armies"]):
        yield f"{_held(say, was)} → {_held(say, now)}"
    for kind in now["buildings"]:
        if kind not in was["buildings"]:
            yield _("new: %s") % BUILDING_NAMES[kind][say.language]
    for kind in was["buildings"]:
        if kind not in now["buildings"]:
            yield _("lost: %s") % BUILDING_NAMES[kind][say.language]
    if was["revolt"] != now["revolt"]:
        yield _("revolt markers: %(was)d → %(now)d") % {"was": was["revolt"], "now": now["revolt"]}


def _held(say: Voice, county: Json) -> str:
    return f"{say.seat(county['owner'])} {county['armies']}" if county["owner"] else _("neutral")


def counts(shown: Json) -> list[FigureGroup]:
    """What is counted in a replay of this game."""
    more = [count for part, count in _OF_EXPANSIONS.items() if part in shown]
    return [FigureGroup(_("What they have"), STANDING), *more]


def standing(shown: Json) -> Json:
    """What lies in front of each player, inside the tower and in its tray, the peasants last."""
    colours = (*shown["money"], PEASANTS)
    tower = shown["tower"]
    return {
        **figures(shown),
        **{
            place: {colour: tower[place].get(colour, 0) for colour in colours}
            for place in ("lodged", "tray")
        },
        **dict(_of_expansions(shown)),
    }


def _of_expansions(shown: Json) -> Iterator[tuple[str, dict[Seat, int]]]:
    """Courtiers by hall, and which card of each pile lies on top, counted from 1."""
    if "emperors_court" in shown:
        court = shown["emperors_court"]
        yield from (("entrance", court["entrance"]), ("audience", court["audience"]))
        yield "courtiers", court["supply"]
    if "landsknechte" in shown:
        yield "banner", {seat: top + 1 for seat, top in shown["landsknechte"]["top"].items()}


def changes(before: Json, after: Json, language: str, names: Mapping[Seat, str]) -> Json:
    """What an event changed: counties as the map draws them, and what players have."""
    was, now = standing(before), standing(after)
    changed = changed_counties(before, after)
    return {
        "counties": drawn(after, language, names, changed) if changed else {},
        "standing": {what: now[what] for what in now if was[what] != now[what]},
    }


def drawn(
    shown: Json, language: str, names: Mapping[Seat, str], counties: Collection[str]
) -> dict[str, Json]:
    """Some counties as the map draws them, for a script that draws them again."""
    return {
        county.ground.id: {
            "owner": county.owner,
            "armies": county.armies,
            "sites": [[site.x, site.y, site.building] for site in county.sites],
            "markers": county.markers,
            "sentence": county.sentence,
        }
        for county in county_pictures(shown, language, names, counties)
    }


def revealed_plans(
    events: Iterable[Event[Any]], language: str, words: Notation = WORDS
) -> dict[Seat, str]:
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
    return {seat: words.format("plan", plan, language) for seat, plan in sorted(plans.items())}


def _card(event: ActionFact) -> Any:
    """The card that lay in the box: a march starts from it, all else happens in it."""
    if isinstance(event, ActionPassed):
        return event.card
    return origin_of(event) or county_of(event)


def colour_name(colour: str, names: Mapping[Seat, str]) -> str:
    """Whose cubes are of a colour."""
    return _("Peasants") if colour == PEASANTS else names[colour]


def colour_title(colour: str, language: str) -> str:
    """What a colour of cubes is called, whoever plays it."""
    return _("Peasants") if colour == PEASANTS else begun(WORDS.seat(colour, language))


def symbol_of(name: str) -> str:
    """The symbol of a phase or an action, by its id in the sprite."""
    return f"action-{name}" if name in ACTIONS else _SYMBOLS.get(name, "s-event")


_SYMBOLS: Final[Mapping[str, str]] = {
    "line_up": "s-county",
    "draft": "s-county",
    "fill_tower": "s-tower",
    "order": "s-coin",
    "hunger": "s-grain",
    "scoring": "s-points",
    "year_end": "s-wait",
}
