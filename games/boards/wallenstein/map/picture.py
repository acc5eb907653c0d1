"""The map of a position: what each county shows, and says to those who do not see it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.core import Json, Seat
from engine.text.lexicon import language_of
from engine.wallenstein.board import COUNTIES, REGIONS
from engine.wallenstein.words.names import BUILDING_NAMES, region_name
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.map.atlas import Point, atlas
from games.boards.wallenstein.map.lettering import LINE, letterings, shorts

NEUTRAL: Final[Json] = {"owner": None, "armies": 0, "buildings": [], "revolt": 0}
SYMBOL: Final = 12


@dataclass(frozen=True)
class NameLine:
    """A line of a county's name."""

    text: str
    y: float


@dataclass(frozen=True)
class PrintedShortName:
    """What a county is called where the whole map is small, and where that is written."""

    text: str
    size: float
    x: float
    y: float


@dataclass(frozen=True)
class Ground:
    """What of a county is printed: its land, its name, and the places of what may stand there."""

    id: str
    name: str
    region: str
    path: str
    lines: tuple[NameLine, ...]
    size: float
    x: float
    badge: Point
    cities: tuple[Point, ...]
    revolts: Point
    short: PrintedShortName


@dataclass(frozen=True)
class SitePicture:
    """A city: a building, or room for one."""

    x: float
    y: float
    building: str | None

    @property
    def corner(self) -> Point:
        """Where the symbol of a building is put."""
        return self.x - SYMBOL / 2, self.y - SYMBOL / 2


@dataclass(frozen=True)
class CountyPicture:
    """A county as it lies on the table."""

    ground: Ground
    in_play: bool
    owner: Seat | None
    armies: int
    sites: tuple[SitePicture, ...]
    markers: tuple[Point, ...]
    sentence: str


@dataclass(frozen=True)
class SeatKey:
    """Which colour and pattern is whose."""

    key: Seat
    name: str


@dataclass(frozen=True)
class MapPicture:
    """The whole map, ready to be drawn by boards/wallenstein/map.html."""

    width: int
    height: int
    counties: tuple[CountyPicture, ...]
    region_borders: str
    coast: str
    seats: tuple[SeatKey, ...]
    regions: tuple[tuple[str, str], ...] = tuple(REGIONS.items())


def map_picture(view: Json, language: str, names: Mapping[Seat, str]) -> MapPicture:
    """The map of a position as somebody may see it."""
    voice = Voice.of(language, names)
    return MapPicture(
        width=atlas().width,
        height=atlas().height,
        counties=tuple(county_pictures(view, language, names)),
        region_borders=atlas().region_borders,
        coast=atlas().coast,
        seats=tuple(SeatKey(seat, voice.seat(seat)) for seat in view["money"]),
    )


def county_pictures(
    view: Json, language: str, names: Mapping[Seat, str], wanted: Collection[str] | None = None
) -> Iterator[CountyPicture]:
    """The counties of a position, all of them or those that are wanted."""
    voice, in_play = Voice.of(language, names), frozenset(view["in_play"])
    for ground in grounds():
        if wanted is None or ground.id in wanted:
            shown = view["counties"].get(ground.id, NEUTRAL)
            yield _county(ground, shown, ground.id in in_play, voice)


@cache
def grounds() -> tuple[Ground, ...]:
    """What is printed on the board, county by county."""
    return tuple(_ground(county) for county in atlas().lands)


def _ground(county: str) -> Ground:
    land, letters, card = atlas().lands[county], letterings()[county], COUNTIES[county]
    top = letters.name.y - letters.name.height / 2
    return Ground(
        id=county,
        name=card.name,
        region=card.region,
        path=land.path,
        # A line of text stands on its base line, most of its height above it.
        lines=tuple(
            NameLine(text, round(top + (number + 0.8) * LINE * letters.size, 1))
            for number, text in enumerate(letters.lines)
        ),
        size=letters.size,
        x=letters.name.x,
        badge=(letters.badge.x, letters.badge.y),
        cities=land.cities,
        revolts=(letters.revolts.x, letters.revolts.y),
        short=_short_name(county),
    )


def _short_name(county: str) -> PrintedShortName:
    short = shorts()[county]
    # Capitals are about seven tenths of the size high; their middle is the middle of the box.
    base = round(short.box.y + short.size * 0.35, 1)
    return PrintedShortName(short.text, short.size, short.box.x, base)


def _county(ground: Ground, shown: Json, in_play: bool, voice: Voice) -> CountyPicture:
    free = len(ground.cities) - len(shown["buildings"])
    standing = [*shown["buildings"], *[None] * free]
    return CountyPicture(
        ground=ground,
        in_play=in_play,
        owner=shown["owner"],
        armies=shown["armies"],
        sites=tuple(
            SitePicture(x, y, building)
            for (x, y), building in zip(ground.cities, standing, strict=True)
        ),
        markers=_markers(ground.revolts, shown["revolt"]),
        sentence=" ".join(_sentences(ground, shown, in_play, voice)),
    )


def _markers(centre: Point, count: int) -> tuple[Point, ...]:
    """The corners of revolt markers in a row."""
    left, top = centre[0] - count * SYMBOL / 2, centre[1] - SYMBOL / 2
    return tuple((left + number * SYMBOL, top) for number in range(count))


def _sentences(ground: Ground, shown: Json, in_play: bool, voice: Voice) -> Iterator[str]:
    """A county in words, for those who listen."""
    place = {"county": ground.name, "region": region_name(ground.region)}
    if not in_play:
        yield _("%(county)s in %(region)s: not in play.") % place
        return
    if shown["owner"] is None:
        yield _("%(county)s in %(region)s: neutral.") % place
    else:
        holding = {**place, "owner": voice.seat(shown["owner"]), "count": shown["armies"]}
        yield (
            ngettext(
                "%(county)s in %(region)s: %(owner)s, %(count)s army.",
                "%(county)s in %(region)s: %(owner)s, %(count)s armies.",
                shown["armies"],
            )
            % holding
        )
    if shown["buildings"]:
        yield _("Built: %(buildings)s.") % {
            "buildings": ", ".join(building_name(kind, voice) for kind in shown["buildings"])
        }
    free = len(ground.cities) - len(shown["buildings"])
    yield ngettext("%(count)s free city.", "%(count)s free cities.", free) % {"count": free}
    if revolt := shown["revolt"]:
        markers = {"count": revolt}
        yield ngettext("%(count)s revolt marker.", "%(count)s revolt markers.", revolt) % markers


def building_name(kind: str, voice: Voice) -> str:
    """What a building is called."""
    return BUILDING_NAMES[kind][language_of(voice.language)]
