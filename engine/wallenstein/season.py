"""A season as the rule book tells it: display, plan, event, bids, order, actions, clean-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel import phases
from engine.kernel.core import Answers, Decision, Json, Seat, Turn
from engine.kernel.phases import Question
from engine.wallenstein.action_events import ActionPassed, ActionSkipped
from engine.wallenstein.actions import PERFORM, Perform, march
from engine.wallenstein.board import ACTIONS, COUNTIES, SEASONS
from engine.wallenstein.choices import (
    ask,
    asks,
    free_positions,
    plan_of,
    question_decision,
)
from engine.wallenstein.events import (
    ACTIONS_LABEL,
    ActionEnded,
    ActionsRevealed,
    BidsRevealed,
    EventDrawn,
    PositionTaken,
    SeasonEnded,
    TilesLaid,
    hidden_actions,
)
from engine.wallenstein.plan import equal_bids, plan_decision, plan_id
from engine.wallenstein.state import State


class WallensteinPhase(phases.Phase[State]):
    """A phase that waits on nothing but a question it has asked itself."""

    def decisions(self, state: State) -> Sequence[Decision]:
        """The choice the phase has stopped at, if any."""
        return [question_decision(state, state.asking)] if state.asking else []


class Display(WallensteinPhase):
    """W-R1, W-R2: five action cards open, bonus tiles on the positions."""

    name = "display"

    def play(self, turn: Turn[State]) -> None:
        """Turn up cards and tiles."""
        rules = turn.state.rules
        turn.emit(ActionsRevealed(turn.chance.draw(ACTIONS_LABEL, ACTIONS, rules.open_actions)))
        if rules.tiles:
            turn.emit(TilesLaid(turn.chance.draw(TilesLaid.label, rules.tiles, len(rules.tiles))))


class Plan(WallensteinPhase):
    """W-R3, W-R4: plans, secret and simultaneous."""

    name = "plan"

    def decisions(self, state: State) -> Sequence[Decision]:
        """A plan from every seat that owns a county (W-W7); in winter nobody plans."""
        if state.season.name not in SEASONS:
            raise ValueError(f"nobody plans in {state.season.name}")
        return [plan_decision(state, seat) for seat in planning(state)]

    def waits(self, state: State, answers: Answers) -> bool:
        """Whether a plan is missing; all that one may plan need not be listed to know that."""
        return any(plan_id(state, seat) not in answers for seat in planning(state))

    def play(self, turn: Turn[State]) -> None:
        """Nothing happens but the writing down: the plans stay secret."""


def planning(state: State) -> list[Seat]:
    """W-W7: the seats that plan, because they own a county."""
    owners = {county.owner for county in state.counties.values()}
    return [seat for seat in state.seats if seat in owners]


class DrawEvent(WallensteinPhase):
    """W-R5: one of the open events holds for the season."""

    name = "event"

    def play(self, turn: Turn[State]) -> None:
        """Draw the card."""
        turn.emit(EventDrawn(turn.chance.draw(EventDrawn.label, turn.state.events.open, 1)))


class Bids(WallensteinPhase):
    """W-R6: bids revealed and paid."""

    name = "bids"

    def play(self, turn: Turn[State]) -> None:
        """Rank the bids and draw among equal ones."""
        bids = {seat: plan_of(turn, seat).get("bid") for seat in turn.state.seats}
        paid = {seat: bid for seat, bid in bids.items() if isinstance(bid, int) and bid}
        draws: list[Json] = []
        choosing: list[Seat] = []
        for equal in equal_bids(bids):
            if len(equal) > 1:
                draws.append(turn.chance.draw(BidsRevealed.label, equal, len(equal)))
                choosing += draws[-1]["drawn"]
            else:
                choosing += equal
        turn.emit(BidsRevealed(bids, paid, draws, choosing))


class Order(WallensteinPhase):
    """W-R6: each in turn takes a free position with its tile."""

    name = "order"

    def play(self, turn: Turn[State]) -> None:
        """Let the seats choose until all have a position."""
        for seat in turn.state.season.choosing:
            if seat in turn.state.season.positions:
                continue
            position = self.choice(turn, seat)
            if position is None:
                return
            tile = turn.state.season.tiles[position - 1]
            turn.emit(PositionTaken(seat, position, tile))

    def choice(self, turn: Turn[State], seat: Seat) -> int | None:
        """P-1: the first free position of the ranking; the lowest where there is none."""
        free = free_positions(turn.state)
        plan = plan_of(turn, seat)
        for position in plan.get("positions", ()):
            if position in free:
                return int(position)
        if len(free) > 1 and plan and asks(turn.state):
            answer = ask(turn, seat, "position", {})
            return answer["position"] if answer else None
        return free[0]


class Actions(WallensteinPhase):
    """W-R7: the ten actions in card order, each by all players in player order."""

    name = "actions"
    acts: Mapping[str, Perform] = PERFORM

    def play(self, turn: Turn[State]) -> None:
        """Perform what is left of the actions."""
        if turn.state.asking is not None:
            self.resume(turn, turn.state.asking)
            if turn.paused:
                return
        while (action := turn.state.season.action) is not None:
            for seat in still_to_act(turn.state):
                self.perform(turn, seat, action)
                if turn.paused:
                    return
            self.end_action(turn, action)

    def resume(self, turn: Turn[State], asking: Question) -> None:
        """Go on with the march the season has stopped at."""
        about = asking.about
        march(turn, turn.state.rules, asking.seat, about["action"], about["origin"])

    def perform(self, turn: Turn[State], seat: Seat, action: str) -> None:
        """W-R8, W-R9: reveal the card and do the action, or skip it."""
        card = plan_of(turn, seat).get("boxes", {}).get(action)
        if card is None or card not in COUNTIES:
            turn.emit(ActionPassed(seat, action, card))
        elif card in turn.state.season.changed:
            turn.emit(ActionSkipped(seat, action, card, "county_lost"))
        else:
            self.acts[action](turn, turn.state.rules, seat, action, card)

    def end_action(self, turn: Turn[State], action: str) -> None:
        """W-R1: with every action done another hidden card is turned up."""
        hidden = hidden_actions(turn.state)
        draw = turn.chance.draw(ACTIONS_LABEL, hidden, 1) if hidden else None
        turn.emit(ActionEnded(action, draw))


def still_to_act(state: State) -> tuple[Seat, ...]:
    """The seats whose turn at the current action is still to come."""
    order, acted = state.season.order, state.season.acted
    return order[order.index(acted) + 1 :] if acted else order


class CleanUp(WallensteinPhase):
    """W-R10: the event leaves the game, cards and tiles come back."""

    name = "clean_up"

    def play(self, turn: Turn[State]) -> None:
        """Clear the season away."""
        turn.emit(SeasonEnded())
