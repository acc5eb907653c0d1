"""What brings points: who leads where, and what everybody would get if winter came now."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.core import Json, Seat
from engine.text.voice import begun
from engine.wallenstein.board import BUILDING_KINDS, REGIONS
from engine.wallenstein.rules import Rules
from engine.wallenstein.score import Contest, Prizes, contests, winter_scores
from engine.wallenstein.view import counties_in
from engine.wallenstein.words.names import in_region, region_name
from engine.wallenstein.words.voice import Voice
from games.boards.wallenstein.larder import Larder, LarderCell, larder_cell, larder_of
from games.boards.wallenstein.spans import span


@dataclass(frozen=True)
class KindOfBuilding:
    """A column of the matrix: a kind of building, and what the most of it bring."""

    symbol: str
    name: str
    alone: int
    tied: int


@dataclass(frozen=True)
class Lead:
    """A cell of the matrix: who leads, with how many against the next best, and for what."""

    leaders: tuple[tuple[Seat, str], ...]
    points: int
    count: int
    behind: int

    @property
    def seats(self) -> str:
        """The leaders by their seats, for a style sheet that marks one's own."""
        return " ".join(seat for seat, _name in self.leaders)


@dataclass(frozen=True)
class RegionLeads:
    """A row of the matrix."""

    id: str
    name: str
    leads: tuple[Lead, ...]


@dataclass(frozen=True)
class WinterLine:
    """A player's points of a winter, and what they come from."""

    seat: Seat
    name: str
    counties: int
    built: tuple[tuple[str, str, int], ...]
    buildings: int
    majorities: int
    winter: int
    # What the player has then, all winters together.
    total: int
    grain: Larder

    @property
    def fed(self) -> bool:
        """Whether the grain would feed all counties, whatever winter takes of it."""
        return self.grain.fed

    @property
    def grain_words(self) -> LarderCell:
        """Grain against need."""
        return larder_cell(self.grain)


@dataclass(frozen=True)
class PointsPicture:
    """What brings points, ready to be drawn; after the end it is the last winter."""

    kinds: tuple[KindOfBuilding, ...]
    regions: tuple[RegionLeads, ...]
    players: tuple[WinterLine, ...]
    # How much grain winter may take from everybody, in words; nothing where it takes none.
    winter_loss: str
    finished: bool


def points_if_winter(view: Json, prizes: Prizes) -> dict[Seat, Json]:
    """W-W4: everybody's points, item by item, if winter were counted on the map as it is."""
    return winter_scores(list(view["money"]), counties_in(view), prizes)


def points_picture(view: Json, rules: Rules, voice: Voice) -> PointsPicture:
    """What anybody who sees the map can count, counted."""
    prizes = rules.majorities
    fought = contests(list(view["money"]), counties_in(view), prizes)
    by_place = {(contest.region, contest.building): contest for contest in fought}
    lines = [
        _winter_line(view, seat, score, rules, voice)
        for seat, score in points_if_winter(view, prizes).items()
    ]
    return PointsPicture(
        kinds=tuple(
            KindOfBuilding(
                f"s-{one.building}",
                begun(voice.buildings(one.building)),
                one.prize,
                one.tied_prize,
            )
            for one in fought[: len(BUILDING_KINDS)]
        ),
        regions=tuple(
            RegionLeads(
                region,
                region_name(region),
                tuple(_lead(by_place[region, kind], voice) for kind in BUILDING_KINDS),
            )
            for region in REGIONS
        ),
        players=tuple(sorted(lines, key=lambda line: -line.total)),
        winter_loss=span(lines[0].grain.loss) if lines[0].grain.loss[1] else "",
        finished=view["finished"],
    )


def changed_leads(before: Json, after: Json, prizes: Prizes, voice: Voice) -> list[str]:
    """W-W4: majorities that were somebody's and are another's now, or shared, each told."""
    if before["counties"] == after["counties"]:
        return []
    seats = list(after["money"])
    was = contests(seats, counties_in(before), prizes)
    now = contests(seats, counties_in(after), prizes)
    return [
        _lead_sentence(new, voice)
        for old, new in zip(was, now, strict=True)
        if old.leaders and new.leaders and old.leaders != new.leaders
    ]


def _lead_sentence(contest: Contest, voice: Voice) -> str:
    what = f"{voice.buildings(contest.building)} {in_region(contest.region, voice.language)}"
    who = voice.seats(contest.leaders)
    if len(contest.leaders) > 1:
        return voice(
            de=f"Gleich viele {what}, und die meisten, haben jetzt {who}.",
            en=f"{who} now share the most {what}.",
        )
    return voice(de=f"Die meisten {what} hat jetzt {who}.", en=f"{who} now has the most {what}.")


def _lead(contest: Contest, voice: Voice) -> Lead:
    counts = sorted(contest.counts.values(), reverse=True)
    return Lead(
        leaders=tuple((seat, voice.seat(seat)) for seat in contest.leaders),
        points=contest.share,
        count=counts[0] if counts else 0,
        behind=counts[1] if len(counts) > 1 else 0,
    )


def _winter_line(view: Json, seat: Seat, score: Json, rules: Rules, voice: Voice) -> WinterLine:
    standing = [
        kind
        for county in view["counties"].values()
        if county["owner"] == seat
        for kind in county["buildings"]
    ]
    points, winter = view["points"][seat], score["total"]
    return WinterLine(
        seat=seat,
        name=voice.seat(seat),
        counties=score["counties"],
        built=tuple(
            (kind, begun(voice.buildings(kind)), standing.count(kind)) for kind in BUILDING_KINDS
        ),
        buildings=score["buildings"],
        majorities=sum(item["points"] for item in score["majorities"]),
        winter=winter,
        total=points if view["finished"] else points + winter,
        grain=larder_of(view, seat, rules),
    )
