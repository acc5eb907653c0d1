"""The first filling of the tower and the first open events (W-S6, W-S7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.kernel.core import EventKinds, Turn
from engine.wallenstein.battle import throw_tray
from engine.wallenstein.board import PEASANTS
from engine.wallenstein.events import Fact
from engine.wallenstein.season import WallensteinPhase
from engine.wallenstein.state import State
from engine.wallenstein.winter import EventsRevealed

KINDS: EventKinds[State] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class FillGathered(Fact):
    """The cubes of the first filling lie ready in the tray."""

    kind: ClassVar[str] = "fill_gathered"
    after: ClassVar[tuple[str, ...]] = ("phase fill_tower",)
    decided_by: ClassVar[tuple[str, ...]] = ("tray_cleared",)
    cubes: dict[str, int]

    def apply(self, state: State) -> State:
        return state.take_supply(self.cubes).into_tray(self.cubes)


@KINDS.add
@dataclass(frozen=True)
class TrayCleared(Fact):
    """What fell out of the first filling goes back to its supplies."""

    kind: ClassVar[str] = "tray_cleared"
    or_after: ClassVar[tuple[str, ...]] = ("tower_thrown",)
    home: dict[str, int]

    def fits(self, state: State) -> bool:
        return self.home == state.tower.tray

    def apply(self, state: State) -> State:
        back = {colour: -count for colour, count in self.home.items()}
        return state.take_supply(back).into_tray(back)


class FillTower(WallensteinPhase):
    """W-S6: 7 armies of each player and 10 peasants at once."""

    name = "fill_tower"

    def play(self, turn: Turn[State]) -> None:
        """Throw the cubes and clear the tray."""
        rules = turn.state.rules
        cubes = dict.fromkeys(turn.state.seats, rules.fill_armies)
        turn.emit(FillGathered({**cubes, PEASANTS: rules.fill_peasants}))
        turn.emit(TrayCleared(dict(throw_tray(turn))))


class FirstEvents(WallensteinPhase):
    """W-S7: four event cards face up."""

    name = "first_events"

    def play(self, turn: Turn[State]) -> None:
        """Turn them up."""
        unseen, number = turn.state.events.unseen, turn.state.rules.open_events
        turn.emit(EventsRevealed(turn.chance.draw(EventsRevealed.label, unseen, number)))
