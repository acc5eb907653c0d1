"""The numbers and rulings of an edition: a fix is a field that a new version sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from engine.wallenstein.action_events import RevoltMarkerAdded
from engine.wallenstein.board import ACTIONS, COINS, EVENTS, TILES, EventCard
from engine.wallenstein.choices import MOVE_AND_REVOLTS, POSITION, Choices
from engine.wallenstein.plan import MOVES_AND_REVOLTS, POSITIONS_PART, PlanParts

if TYPE_CHECKING:
    from engine.kernel.core import Json, Seat, Turn
    from engine.wallenstein.state import State


@dataclass(frozen=True)
class Shortage:
    """A row of the supply table: unfed counties up to, revolting counties, peasants on top."""

    unfed: int
    counties: int
    extra_peasants: int


@dataclass(frozen=True)
class Deployment:
    """A deploy action: its price, its armies, and its armies while supply problems hold."""

    price: int
    armies: int
    armies_in_shortage: int


def everybody_fights(_turn: Turn[State], _county: str, _about: Json) -> bool:
    """W-B1, W-V1: all armies of a county go into the tower, and nobody is asked."""
    return True


def nobody_stood_back(_turn: Turn[State], _county: str) -> None:
    """Where everybody fights nobody is left to come back."""


def no_reserve(_state: State, _county: str) -> int:
    """W-B7: where everybody fights, peasants alone hold no county for a player."""
    return 0


def one_marker(turn: Turn[State], seat: Seat, county: str) -> None:
    """W-A4: the peasants are one step closer to revolt."""
    turn.emit(RevoltMarkerAdded(seat, county))


@dataclass(frozen=True)
class Rules:
    """What one version of one edition, with the expansions of a game, plays by."""

    seats: tuple[int, ...] = (3, 4, 5)
    years: int = 2
    armies: int = 62
    peasants: int = 20
    start_money: Mapping[int, int] = field(default_factory=lambda: {3: 18, 4: 15, 5: 12})
    buildings: Mapping[str, int] = field(
        default_factory=lambda: {"palace": 28, "church": 26, "trading_post": 26}
    )
    prices: Mapping[str, int] = field(
        default_factory=lambda: {"palace": 3, "church": 2, "trading_post": 1}
    )
    majorities: Mapping[str, int] = field(
        default_factory=lambda: {"palace": 3, "church": 2, "trading_post": 1}
    )
    deployments: Mapping[str, Deployment] = field(
        default_factory=lambda: {
            "deploy_5": Deployment(3, 5, 3),
            "deploy_3": Deployment(2, 3, 2),
            "deploy_1_move": Deployment(1, 1, 1),
        }
    )
    fill_armies: int = 7
    fill_peasants: int = 10
    open_actions: int = 5
    open_events: int = 4
    neutral_peasants: int = 1
    # W-R3, W-R4: the boxes of the mat, the cards without a county, and what of them is a bid.
    boxes: tuple[str, ...] = ACTIONS
    blanks: int = len(COINS)
    bids: tuple[int, ...] = COINS
    # Cards besides that name no county and mean, in a box of an action or as a bid, nothing.
    cards: Mapping[str, int] = field(default_factory=dict)
    # What else a plan says, and what may be asked after it.
    plan: PlanParts = field(default_factory=lambda: POSITIONS_PART.joined(MOVES_AND_REVOLTS))
    choices: Choices = field(default_factory=lambda: POSITION.joined(MOVE_AND_REVOLTS))
    tiles: tuple[str, ...] = TILES
    events: Mapping[str, EventCard] = field(default_factory=lambda: EVENTS)
    # W-B3: with so many revolt markers the peasants no longer stand with the defending player.
    markers_that_turn_peasants: int = 1
    # W-B9: revolt markers laid where a neutral county is taken.
    markers_of_conquest: int = 0
    # W-A8: whether armies that can march must.
    must_march: bool = False
    tile_armies: int = 6
    # W-W6: what decides between equal points; money, or buildings of a kind.
    tie_break: tuple[str, ...] = ("money",)
    # Who of a county fights, asked before its cubes are gathered, and what becomes of the others.
    muster: Callable[[Turn[State], str, Json], bool] = everybody_fights
    after_battle: Callable[[Turn[State], str], None] = nobody_stood_back
    # Armies in reserve that hold a county where nobody but peasants fell for its defender.
    reserve: Callable[[State, str], int] = no_reserve
    # What comes of unrest in a county of a seat.
    unrest: Callable[[Turn[State], Seat, str], None] = one_marker
    # P-7: whether a favour that names no legal county is used in the first one of the map.
    favors_find_a_county: bool = False
    # P-5: whether armies as a bonus are offered only while the supply has some.
    bonus_needs_supply: bool = False
    shortages: tuple[Shortage, ...] = (
        Shortage(1, 1, 1),
        Shortage(2, 1, 2),
        Shortage(4, 2, 2),
        Shortage(6, 2, 3),
        Shortage(10_000, 3, 3),
    )

    def shortage(self, unfed: int) -> Shortage:
        """W-W2: the row of the table for so many unfed counties."""
        return next(row for row in self.shortages if unfed <= row.unfed)


# As versions 1 and 2 play.
FIRST_RULES_2010: Final = Rules()
# Version 3. P-7: a favor is not lost while some county is legal; P-5: no armies where none are.
RULES_2010: Final = replace(FIRST_RULES_2010, favors_find_a_county=True, bonus_needs_supply=True)
