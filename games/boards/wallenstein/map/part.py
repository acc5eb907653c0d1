"""The map as pages and letters show it: what an event concerns, and what it changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.kernel.core import Event, Json
from engine.wallenstein.words.names import BUILDING_NAMES, county_name
from engine.wallenstein.words.voice import Voice
from games.boards.blocks import Picture
from games.boards.board import Names
from games.boards.wallenstein.map.counties import CountyPanel, county_panel
from games.boards.wallenstein.map.miniature import miniature
from games.boards.wallenstein.map.painting import paint
from games.boards.wallenstein.map.picture import NEUTRAL, MapPicture, county_pictures, map_picture
from games.boards.wallenstein.map.specimen import Specimen, specimen

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


SCRIPTS: Final = "boards/wallenstein/js"
LEGEND: Final = gettext_lazy("Outlined: counties with another owner.")


class CountyChange(NamedTuple):
    """What became of a county."""

    id: str
    name: str
    text: str
    # Whose it is changes; what stands there changes; armies alone come and go everywhere.
    is_taken: bool
    is_other: bool


@dataclass(frozen=True)
class WallensteinMap:
    """The counties; every edition plays on the same."""

    template: str = "boards/wallenstein/map.html"
    places_template: str = "boards/wallenstein/counties.html"
    specimen_template: str = "boards/wallenstein/specimen.html"
    styles: Sequence[str] = ("site/css/map.css", "boards/wallenstein/css/map.css")
    table_scripts: Sequence[str] = ("site/js/map.js", f"{SCRIPTS}/places.js")
    report_scripts: Sequence[str] = ("site/js/map.js", f"{SCRIPTS}/map_report.js")
    replay_scripts: Sequence[str] = ("site/js/map.js", f"{SCRIPTS}/map_replay.js")
    legend: StrOrPromise = LEGEND

    def picture(self, view: Json, language: str, names: Names) -> MapPicture:
        """The map of a position, for its template."""
        return map_picture(view, language, names)

    def specimen(self) -> Specimen:
        """The map of a game that nobody here plays, for those who have none."""
        return specimen()

    def painted(self, view: Json, language: str) -> Picture:
        """The same as a picture for letters."""
        return Picture(
            png=partial(paint, view, language),
            name="map.png",
            alt=_("Map of the counties. Everything on it is also in words below."),
            caption=_(
                "Numbers are armies. A keep is a palace, a cross a church, a house a trading post, "
                "a ring a free city; “!” is a revolt marker."
            ),
        )

    def miniature(self, view: Json) -> str:
        """Whose land it is, as a small picture."""
        return miniature(view)

    def places(self, view: Json, language: str, names: Names) -> list[CountyPanel]:
        """Everything about every county."""
        panels = (county_panel(view, county, language, names) for county in view["in_play"])
        return [panel for panel in panels if panel]

    def drawn(self, view: Json, language: str, names: Names) -> Json:
        """Every county as the map draws it, for a script that draws it again."""
        return _drawn(view, language, names, view["in_play"])

    def redrawn(self, before: Json, after: Json, language: str, names: Names) -> Json:
        """The same of the counties that differ."""
        changed = _changed(before, after)
        return _drawn(after, language, names, changed) if changed else {}

    def changes(self, before: Json, after: Json, language: str, names: Names) -> list[CountyChange]:
        """The counties that differ, with what differs in words."""
        say = Voice.of(language, names)
        return [
            _change(say, name, before["counties"], after["counties"])
            for name in _changed(before, after)
        ]

    def changed_words(self, number: int) -> str:
        """How many counties a season changed."""
        words = ngettext("%(number)s county changed", "%(number)s counties changed", number)
        return words % {"number": number}

    def place_of(self, event: Event[Any]) -> str | None:
        """The county an event is about."""
        county = getattr(event, "county", None)
        return county if isinstance(county, str) else None

    def origin_of(self, event: Event[Any]) -> str | None:
        """Where the armies of an event came from."""
        origin = getattr(event, "origin", None)
        return origin if isinstance(origin, str) else None


MAP: Final = WallensteinMap()


def _changed(before: Json, after: Json) -> list[str]:
    """The counties that differ, in board order."""
    was, now = before["counties"], after["counties"]
    return [name for name in after["in_play"] if was.get(name) != now.get(name)]


def _change(say: Voice, name: str, before: Json, after: Json) -> CountyChange:
    was, now = before.get(name, NEUTRAL), after.get(name, NEUTRAL)
    return CountyChange(
        id=name,
        name=county_name(name),
        text=", ".join(_differences(say, was, now)),
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


def _drawn(view: Json, language: str, names: Names, counties: Collection[str]) -> dict[str, Json]:
    return {
        county.ground.id: {
            "owner": county.owner,
            "armies": county.armies,
            "sites": [[site.x, site.y, site.building] for site in county.sites],
            "markers": county.markers,
            "sentence": county.sentence,
        }
        for county in county_pictures(view, language, names, counties)
    }
