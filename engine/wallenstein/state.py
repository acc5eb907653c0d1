"""The position: frozen values, and the few changes the rules know, in the words of the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.kernel.core import Event, Json, Seat, Value
from engine.kernel.phases import Question
from engine.wallenstein.board import COUNTIES, NO_EFFECT, PEASANTS, Effect

if TYPE_CHECKING:
    from engine.wallenstein.rules import Rules

Cubes = Mapping[str, int]


@dataclass(frozen=True)
class County(Value):
    """What stands in a county."""

    owner: Seat | None = None
    armies: int = 0
    buildings: tuple[str, ...] = ()
    revolt: int = 0


NEUTRAL = County()


@dataclass(frozen=True)
class Player(Value):
    """What lies in front of a player."""

    money: int
    supply: int
    grain: int = 0
    points: int = 0


@dataclass(frozen=True)
class Bank(Value):
    """The common supply."""

    peasants: int
    buildings: Mapping[str, int]


@dataclass(frozen=True)
class TowerCubes(Value):
    """Cubes inside the tower and cubes in its tray."""

    lodged: Cubes = field(default_factory=dict)
    tray: Cubes = field(default_factory=dict)


@dataclass(frozen=True)
class EventDeck(Value):
    """Event cards not yet seen, and those lying open this year."""

    unseen: tuple[str, ...]
    open: tuple[str, ...] = ()


def chapter_id(year: int, season: str) -> str:
    """A season as the engine's contract names it, and as the ids of decisions begin."""
    return f"{year}.{season}"


@dataclass(frozen=True)
class Season(Value):
    """The season under way."""

    year: int
    name: str
    actions: tuple[str, ...] = ()
    done: int = 0
    acted: Seat | None = None
    tiles: tuple[str, ...] = ()
    event: str | None = None
    bids: Mapping[Seat, Any] = field(default_factory=dict)
    choosing: tuple[Seat, ...] = ()
    positions: Mapping[Seat, int] = field(default_factory=dict)
    order: tuple[Seat, ...] = ()
    changed: frozenset[str] = frozenset()
    revolts: tuple[str, ...] = ()
    extra_peasants: int = 0
    wintered: tuple[Seat, ...] = ()

    @property
    def chapter(self) -> str:
        """Its id: “1.spring”; before the first season “0.setup”."""
        return chapter_id(self.year, self.name)

    @property
    def action(self) -> str | None:
        """The action being performed; none before the first and after the last."""
        return self.actions[self.done] if self.done < len(self.actions) else None

    def tile(self, seat: Seat) -> str | None:
        """The bonus tile a seat holds this season."""
        position = self.positions.get(seat)
        return self.tiles[position - 1] if position and position <= len(self.tiles) else None


@dataclass(frozen=True)
class Result(Value):
    """How the game ended."""

    winners: tuple[Seat, ...]


class Part(Value, ABC):
    """What the draft or an expansion adds to the position, under its own name."""

    @abstractmethod
    def view(self) -> Json:
        """What everybody may know of it."""

    def shields(self, state: State, county: str, action: str) -> bool:
        """Whether it keeps a county from being attacked with an action."""
        return False

    def admits(self, fact: Event[State], before: str) -> bool:
        """Whether a fact may come next, directly after one of the kind `before`."""
        return True


@dataclass(frozen=True)
class State(Value):
    """A game of Wallenstein between two facts; everything in it is public."""

    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    rules: Rules
    phase: str
    season: Season
    players: Mapping[Seat, Player]
    counties: Mapping[str, County]
    bank: Bank
    events: EventDeck
    tower: TowerCubes = TowerCubes()
    asking: Question | None = None
    parts: Mapping[str, Part] = field(default_factory=dict)
    result: Result | None = None

    def effect(self, county: str) -> Effect:
        """What the event of the season changes in a county."""
        if self.season.event is None:
            return NO_EFFECT
        card = self.rules.events[self.season.event]
        here = card.region is None or card.region == COUNTIES[county].region
        return card.effect if here else NO_EFFECT

    def owned(self, seat: Seat) -> list[str]:
        """The counties a seat owns, in board order."""
        return [name for name, county in self.counties.items() if county.owner == seat]

    def supply(self, colour: str) -> int:
        """Cubes of a colour in its supply."""
        return self.bank.peasants if colour == PEASANTS else self.players[colour].supply

    def with_season(self, **changes: Any) -> State:
        """The same position at another point of the season."""
        return self.but(season=self.season.but(**changes))

    def with_county(self, name: str, **changes: Any) -> State:
        """The same position with one county changed."""
        counties = {**self.counties, name: self.counties[name].but(**changes)}
        return self.but(counties=counties)

    def with_player(self, seat: Seat, **gains: int) -> State:
        """The same position with amounts added to what a player has."""
        player = self.players[seat]
        changed = player.but(**{what: getattr(player, what) + by for what, by in gains.items()})
        return self.but(players={**self.players, seat: changed})

    def with_part(self, name: str, part: Part) -> State:
        """The same position with an expansion's or the draft's own part replaced."""
        return self.but(parts={**self.parts, name: part})

    def take_supply(self, cubes: Cubes, sign: int = 1) -> State:
        """Cubes leave their supplies (or return to them, with sign -1)."""
        players, bank = dict(self.players), self.bank
        for colour, count in cubes.items():
            if colour == PEASANTS:
                bank = bank.but(peasants=bank.peasants - sign * count)
            else:
                player = players[colour]
                players[colour] = player.but(supply=player.supply - sign * count)
        return self.but(players=players, bank=bank)

    def into_tray(self, cubes: Cubes) -> State:
        """Cubes are laid into the tray (or taken from it, with negative counts)."""
        return self.but(tower=self.tower.but(tray=added(self.tower.tray, cubes)))

    def raze(self, name: str) -> State:
        """The county becomes neutral and empty; its buildings go back to the bank."""
        county = self.counties[name]
        stock = dict(self.bank.buildings)
        for building in county.buildings:
            stock[building] += 1
        return self.but(
            counties={**self.counties, name: NEUTRAL},
            bank=self.bank.but(buildings=stock),
        ).with_season(changed=self.season.changed | {name})


def added(cubes: Cubes, more: Cubes) -> dict[str, int]:
    """Cubes put together, colours in a fixed order, nothing kept at zero."""
    total = dict(cubes)
    for colour, count in more.items():
        total[colour] = total.get(colour, 0) + count
    return {colour: total[colour] for colour in sorted(total) if total[colour]}


def removed(cubes: Cubes, less: Cubes) -> dict[str, int]:
    """What is left of the cubes after some are taken away."""
    return added(cubes, {colour: -count for colour, count in less.items()})
