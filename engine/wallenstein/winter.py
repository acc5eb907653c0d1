"""Winter: grain loss, hungry revolts, scoring, the end of the year and of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from engine.devices.deck import is_draw
from engine.kernel.core import EventKinds, Json, Seat, Turn
from engine.wallenstein.battle import revolt
from engine.wallenstein.choices import ask, asks, ranked
from engine.wallenstein.events import Fact, GameEnded
from engine.wallenstein.score import winter_scores
from engine.wallenstein.season import WallensteinPhase
from engine.wallenstein.state import State

KINDS: EventKinds[State] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class GrainLost(Fact):
    """The event card left over takes grain from everybody (W-W1)."""

    kind: ClassVar[str] = "grain_lost"
    card: str | None
    losses: dict[str, int]

    def apply(self, state: State) -> State:
        for seat, loss in self.losses.items():
            state = state.with_player(seat, grain=-loss)
        return state.but(events=state.events.but(open=()))


def revolting(state: State, seat: Seat) -> int:
    """W-W2: how many counties of a seat revolt because it cannot feed them all."""
    owned = len(state.owned(seat))
    unfed = owned - state.players[seat].grain
    return min(state.rules.shortage(unfed).counties, owned) if unfed > 0 else 0


@KINDS.add
@dataclass(frozen=True)
class RevoltsDrawn(Fact):
    """A player cannot feed all counties; some of them will revolt (W-W2, W-W3)."""

    kind: ClassVar[str] = "revolts_drawn"
    or_after: ClassVar[tuple[str, ...]] = ("phase hunger", "player_wintered")
    within: ClassVar[tuple[str, ...]] = ("hunger",)
    seat: Seat
    unfed: int
    extra_peasants: int
    draw: Json

    def fits(self, state: State) -> bool:
        owned = state.owned(self.seat)
        return self.unfed == len(owned) - state.players[self.seat].grain and is_draw(
            self.draw, self.label(self.seat), owned, revolting(state, self.seat)
        )

    @staticmethod
    def label(seat: Seat) -> str:
        """Each seat has a stream of its own."""
        return f"revolts {seat}"

    def apply(self, state: State) -> State:
        return state.with_season(
            revolts=tuple(self.draw["drawn"]), extra_peasants=self.extra_peasants
        )


@KINDS.add
@dataclass(frozen=True)
class RevoltsOrdered(Fact):
    """The order in which a player meets several revolts (W-W3)."""

    kind: ClassVar[str] = "revolts_ordered"
    seat: Seat
    counties: list[str]

    def apply(self, state: State) -> State:
        return state.but(asking=None).with_season(revolts=tuple(self.counties))


@KINDS.add
@dataclass(frozen=True)
class PlayerWintered(Fact):
    """A player is through with winter's hunger (W-W3)."""

    kind: ClassVar[str] = "player_wintered"
    seat: Seat

    def apply(self, state: State) -> State:
        return state.with_season(revolts=(), wintered=(*state.season.wintered, self.seat))


@KINDS.add
@dataclass(frozen=True)
class WinterScored(Fact):
    """Points for counties, buildings and majorities (W-W4)."""

    kind: ClassVar[str] = "winter_scored"
    scores: dict[str, Any]

    def apply(self, state: State) -> State:
        for seat, score in self.scores.items():
            state = state.with_player(seat, points=score["total"])
        return state


@KINDS.add
@dataclass(frozen=True)
class YearEnded(Fact):
    """Grain goes back to 0 and all revolt markers leave the board (W-W5)."""

    kind: ClassVar[str] = "year_ended"
    or_after: ClassVar[tuple[str, ...]] = ("phase year_end",)
    year: int

    def fits(self, state: State) -> bool:
        return self.year == state.season.year < state.rules.years

    def apply(self, state: State) -> State:
        players = {seat: player.but(grain=0) for seat, player in state.players.items()}
        counties = {
            name: county.but(revolt=0) if county.revolt else county
            for name, county in state.counties.items()
        }
        return state.but(players=players, counties=counties)


@KINDS.add
@dataclass(frozen=True)
class EventsRevealed(Fact):
    """Four event cards turned up for the year (W-S7, W-W5)."""

    kind: ClassVar[str] = "events_revealed"
    after: ClassVar[tuple[str, ...]] = ("phase first_events", "year_ended")
    label: ClassVar[str] = "events"
    draw: Json

    def fits(self, state: State) -> bool:
        return is_draw(self.draw, self.label, state.events.unseen, state.rules.open_events)

    def apply(self, state: State) -> State:
        drawn = self.draw["drawn"]
        unseen = tuple(card for card in state.events.unseen if card not in drawn)
        return state.but(events=state.events.but(unseen=unseen, open=tuple(drawn)))


class GrainLoss(WallensteinPhase):
    """W-W1: the fourth event card's grain loss."""

    name = "grain_loss"

    def play(self, turn: Turn[State]) -> None:
        """Take the grain."""
        left = turn.state.events.open
        card = left[0] if left else None
        loss = turn.state.rules.events[card].grain_loss if card else 0
        players = turn.state.players
        losses = {seat: min(loss, player.grain) for seat, player in players.items()}
        turn.emit(GrainLost(card, losses))


class Hunger(WallensteinPhase):
    """W-W2, W-W3: who cannot feed all counties faces revolts, in autumn order."""

    name = "hunger"

    def play(self, turn: Turn[State]) -> None:
        """Let each seat through winter, or stop at a choice."""
        for seat in turn.state.season.order:
            if seat in turn.state.season.wintered:
                continue
            if not self.starve(turn, seat):
                return
            turn.emit(PlayerWintered(seat))

    def starve(self, turn: Turn[State], seat: Seat) -> bool:
        """One seat's revolts; false if the seat must first be asked something."""
        state = turn.state
        unfed = len(state.owned(seat)) - state.players[seat].grain
        if unfed > 0 and state.asking is None:
            extra = state.rules.shortage(unfed).extra_peasants
            label, owned = RevoltsDrawn.label(seat), state.owned(seat)
            draw = turn.chance.draw(label, owned, revolting(state, seat))
            turn.emit(RevoltsDrawn(seat, unfed, extra, draw))
        if len(turn.state.season.revolts) > 1 and not self.is_ordered(state):
            order = self.revolt_order(turn, seat)
            if order is None:
                return False
            turn.emit(RevoltsOrdered(seat, order))
        extra = turn.state.season.extra_peasants
        for county in turn.state.season.revolts:
            revolt(turn, county, turn.state.counties[county].revolt + extra, "winter")
            if turn.paused:
                return False
        return True

    def is_ordered(self, state: State) -> bool:
        """Whether the winter goes on after a question about something else than the order."""
        return state.asking is not None and state.asking.choice != "revolt_order"

    def revolt_order(self, turn: Turn[State], seat: Seat) -> list[str] | None:
        """P-3: by the ranking in the plan of autumn, by answer, or most armies first."""
        state = turn.state
        counties = list(state.season.revolts)
        ranking = turn.answers.get(f"{state.season.year}.autumn.plan.{seat}", {}).get(
            "revolt_order", []
        )
        settled = sum(name in ranking for name in counties) >= len(counties) - 1
        if asks(state) and not settled:
            about: Json = {"counties": counties, "extra_peasants": state.season.extra_peasants}
            answer = ask(turn, seat, "revolt_order", about)
            if answer is None:
                return None
            ranking = answer["revolt_order"]
        return ranked(state, counties, ranking)


class Scoring(WallensteinPhase):
    """W-W4: points for counties, buildings and majorities."""

    name = "scoring"

    def play(self, turn: Turn[State]) -> None:
        """Score everybody at once."""
        state = turn.state
        scores = winter_scores(state.seats, state.counties, state.rules.majorities)
        turn.emit(WinterScored(scores))


class YearEnd(WallensteinPhase):
    """W-W5, W-W6: a new year, or the end of the game."""

    name = "year_end"

    def play(self, turn: Turn[State]) -> None:
        """Turn up new events, or name the winners."""
        year, rules = turn.state.season.year, turn.state.rules
        if year >= rules.years:
            turn.emit(final_result(turn.state))
            return
        turn.emit(YearEnded(year))
        unseen = turn.state.events.unseen
        turn.emit(EventsRevealed(turn.chance.draw(EventsRevealed.label, unseen, rules.open_events)))


def final_result(state: State) -> GameEnded:
    """W-W6: most points, then what the edition says, in 2010 most Thalers, then shared."""
    measures = state.rules.tie_break
    strength = {
        seat: (player.points, *(tie_break(state, seat, what) for what in measures))
        for seat, player in state.players.items()
    }
    best = max(strength.values())
    placed = sorted(state.seats, key=lambda seat: strength[seat], reverse=True)
    ranking: list[Json] = [
        {
            "seat": seat,
            "place": 1 + sum(other > strength[seat] for other in strength.values()),
            "points": strength[seat][0],
            **dict(zip(measures, strength[seat][1:], strict=True)),
        }
        for seat in placed
    ]
    return GameEnded(ranking, [seat for seat in placed if strength[seat] == best])


def tie_break(state: State, seat: Seat, what: str) -> int:
    """How much of what decides between equal points a seat has: money, or buildings of a kind."""
    if what == "money":
        return state.players[seat].money
    return sum(what in state.counties[name].buildings for name in state.owned(seat))
