"""What lies on the table beside the map: season, display, events, treasuries, tower."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from engine.kernel.core import Json, Seat
from engine.text.voice import COLOURS, begun
from engine.wallenstein.board import ACTIONS, BUILDING_KINDS, PEASANTS
from engine.wallenstein.rules import Rules
from engine.wallenstein.words.accounts_season import bid_named
from engine.wallenstein.words.names import ACTION_NAMES, SEASON_NAMES, TILE_NAMES, county_name
from engine.wallenstein.words.voice import Voice
from games.boards.board import Names
from games.boards.wallenstein.court import Banner, CourtPicture, banners, court
from games.boards.wallenstein.edition import Edition
from games.boards.wallenstein.larder import Larder, LarderCell, larder_cell, larder_of
from games.boards.wallenstein.map.counties import CountyPanel, county_panel, region_lists
from games.boards.wallenstein.map.picture import MapPicture, map_picture
from games.boards.wallenstein.points import PointsPicture, points_if_winter, points_picture


@dataclass(frozen=True)
class ActionBox:
    """One of the ten actions of the season; one that lies face down has no id."""

    number: int
    id: str | None
    name: str
    state: str


@dataclass(frozen=True)
class Place:
    """A position in the order of play: its bonus tile, and who took it."""

    number: int
    tile: str
    name: str
    seat: Seat | None


@dataclass(frozen=True)
class EventLine:
    """An event card in words."""

    title: str
    effect: str
    grain_loss: int
    house_loss: bool


@dataclass(frozen=True)
class Purse:
    """What lies in front of a player."""

    seat: Seat
    name: str
    colour: str
    money: int
    grain: int
    larder: Larder
    counties: int
    armies: int
    buildings: tuple[tuple[str, str, int], ...]
    points: int
    # What the next winter would add if it came now.
    winter: int
    supply: int
    # In words; nothing before the bids are revealed.
    bid: str
    won: bool

    @property
    def fed(self) -> bool:
        """Whether the grain would feed all counties, whatever winter takes of it."""
        return self.larder.fed

    @property
    def grain_words(self) -> LarderCell:
        """Grain against need."""
        return larder_cell(self.larder)


@dataclass(frozen=True)
class Cubes:
    """Cubes of one colour."""

    seat: str
    name: str
    count: int

    @property
    def each(self) -> range:
        """One after the other, to be drawn."""
        return range(self.count)


@dataclass(frozen=True)
class Drafting:
    """The draft: the cards that lie open, and what each player has still to place."""

    face_up: tuple[tuple[str, str], ...]
    groups: tuple[tuple[Seat, str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class TablePicture:
    """Everything on the table, ready to be drawn; map and points only when they are wanted."""

    title: str
    phase: str
    map: Callable[[], MapPicture]
    actions: tuple[ActionBox, ...]
    places: tuple[Place, ...]
    event: EventLine | None
    open_events: tuple[EventLine, ...]
    winter_loss: tuple[int, int]
    house_loss: bool
    order: tuple[tuple[Seat, str], ...]
    players: tuple[Purse, ...]
    lodged: tuple[Cubes, ...]
    tray: tuple[Cubes, ...]
    peasants: int
    bank: tuple[tuple[str, str, int], ...]
    draft: Drafting | None
    finished: bool
    tie_break: str
    regions: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    county: CountyPanel | None
    court: CourtPicture | None
    banners: tuple[Banner, ...]
    # Nothing before the first season: while counties are handed out nobody leads.
    points: Callable[[], PointsPicture] | None
    left_empty: tuple[tuple[Seat, str, str], ...] = ()


@dataclass(frozen=True)
class WallensteinTable:
    """The table of an edition."""

    edition: Edition
    template: str = "boards/wallenstein/board.html"
    players_template: str = "boards/wallenstein/players.html"
    points_template: str = "boards/wallenstein/majorities.html"
    cards_template: str = "boards/wallenstein/cards.html"

    def table(self, view: Json, language: str, names: Names, place: str = "") -> TablePicture:
        """The table as somebody may see it, and of one county everything."""
        accounts, rules = self.edition.words.accounts, self.edition.rules
        voice = Voice.of(language, names, accounts)
        cards = [accounts.events.cards[card] for card in view["open_events"]]
        losses = [card.grain_loss for card in cards]
        in_order = () if view["tiles"] else view["order"]
        return TablePicture(
            title=_title(view, voice),
            phase=accounts.phases[view["phase"]][voice.language],
            map=partial(map_picture, view, language, names),
            actions=_actions(view, voice),
            places=_places(view, voice),
            event=_event(view["event"], voice) if view["event"] else None,
            open_events=tuple(_event(card, voice) for card in view["open_events"]),
            winter_loss=(min(losses, default=0), max(losses, default=0)),
            house_loss=any(card.house_loss for card in cards),
            order=tuple((seat, voice.seat(seat)) for seat in in_order),
            players=_purses(view, voice, rules),
            lodged=_cubes(view["tower"]["lodged"], voice),
            tray=_cubes(view["tower"]["tray"], voice),
            peasants=view["supply"][PEASANTS],
            bank=_buildings(view["supply"]["buildings"], voice),
            draft=_draft(view["draft"], voice) if "draft" in view and not view["year"] else None,
            finished=view["finished"],
            tie_break=_tie_break(view, rules.tie_break),
            regions=region_lists(view),
            county=county_panel(view, place, language, names),
            court=court(view, voice),
            banners=banners(view, voice),
            points=partial(points_picture, view, rules, voice) if view["year"] else None,
        )


def _title(view: Json, voice: Voice) -> str:
    if view["season"] not in SEASON_NAMES:
        return _("Before the first season")
    return voice.season(view["season"], view["year"])


def _actions(view: Json, voice: Voice) -> tuple[ActionBox, ...]:
    """The actions in their order: first those that are known, then those face down."""
    known, done, acting = view["actions"], view["actions_done"], view["phase"] == "actions"
    if not known:
        return ()
    boxes = []
    for index in range(len(ACTIONS)):
        if index >= len(known):
            boxes.append(ActionBox(index + 1, None, _("face down"), "hidden"))
            continue
        state = "done" if index < done else "now" if acting and index == done else "open"
        name = ACTION_NAMES[known[index]][voice.language]
        boxes.append(ActionBox(index + 1, known[index], name, state))
    return tuple(boxes)


def _places(view: Json, voice: Voice) -> tuple[Place, ...]:
    taken = {position: seat for seat, position in view["positions"].items()}
    return tuple(
        Place(number, tile, TILE_NAMES[tile][voice.language], taken.get(number))
        for number, tile in enumerate(view["tiles"], start=1)
    )


def _event(card: str, voice: Voice) -> EventLine:
    event = voice.accounts.events.cards[card]
    effect = begun(voice.accounts.events.effect(card, voice.language)) + "."
    return EventLine(voice.event_card(card), effect, event.grain_loss, event.house_loss)


def _purses(view: Json, voice: Voice, rules: Rules) -> tuple[Purse, ...]:
    """The players; after the end the best first."""
    winter = points_if_winter(view, rules.majorities)
    purses = tuple(
        _purse(view, seat, winter[seat]["total"], rules, voice) for seat in view["money"]
    )

    def strength(purse: Purse) -> list[int]:
        has = {"money": purse.money} | {kind: count for kind, _name, count in purse.buildings}
        return [-purse.points, *(-has[what] for what in rules.tie_break)]

    return tuple(sorted(purses, key=strength)) if view["finished"] else purses


def _tie_break(view: Json, tie_break: Sequence[str]) -> str:
    """W-W6, E-9: what decided where the most points were not enough; nothing where they were."""
    best = [seat for seat in view["points"] if view["points"][seat] == max(view["points"].values())]
    if not view["finished"] or len(best) < 2:
        return ""
    shared = len(view["winners"]) > 1
    if "money" not in tie_break:
        if shared:
            return _("Points and buildings are equal: the victory is shared.")
        return _("Points are equal: palaces decide, then churches, then trading posts.")
    if shared:
        return _("Points and Thalers are equal: the victory is shared.")
    return _("Points are equal: the most Thalers decide.")


def _purse(view: Json, seat: Seat, winter: int, rules: Rules, voice: Voice) -> Purse:
    own = [county for county in view["counties"].values() if county["owner"] == seat]
    standing = [kind for county in own for kind in county["buildings"]]
    return Purse(
        seat=seat,
        name=voice.seat(seat),
        colour=COLOURS[seat][voice.language],
        money=view["money"][seat],
        grain=view["grain"][seat],
        larder=larder_of(view, seat, rules),
        counties=len(own),
        armies=sum(county["armies"] for county in own),
        buildings=_buildings({kind: standing.count(kind) for kind in BUILDING_KINDS}, voice),
        points=view["points"][seat],
        winter=winter,
        supply=view["supply"][seat],
        bid=bid_named(voice, view["bids"][seat]) if seat in view["bids"] else "",
        won=seat in view["winners"],
    )


def _buildings(counts: Mapping[str, int], voice: Voice) -> tuple[tuple[str, str, int], ...]:
    return tuple((kind, begun(voice.buildings(kind)), counts[kind]) for kind in BUILDING_KINDS)


def _cubes(counts: Mapping[str, int], voice: Voice) -> tuple[Cubes, ...]:
    return tuple(
        Cubes(colour, _("Peasants") if colour == PEASANTS else voice.seat(colour), count)
        for colour, count in counts.items()
    )


def _draft(shown: Json, voice: Voice) -> Drafting:
    return Drafting(
        face_up=tuple((county, county_name(county)) for county in shown["face_up"]),
        groups=tuple(
            (seat, voice.seat(seat), tuple(shown["groups"][seat])) for seat in shown["order"]
        ),
    )
