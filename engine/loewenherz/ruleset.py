"""Löwenherz of 2003 as a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from engine.devices.deck import DECK
from engine.devices.dice import DICE
from engine.kernel.chance import Chance, Device
from engine.kernel.core import (
    Answers,
    Decision,
    EventKinds,
    Json,
    Notation,
    OptionSpec,
    Problem,
    Seat,
    Turn,
)
from engine.kernel.phases import MOST_PROBLEMS
from engine.loewenherz.answers import (
    castle_problems,
    give_up_problems,
    ranking_problems,
    turn_problems,
)
from engine.loewenherz.events import KINDS
from engine.loewenherz.options import castle_decision, decisions, turn_id
from engine.loewenherz.standing import oldest_sold, orders_problems
from engine.loewenherz.state import CASTLES, SET_UP, Realm, starting
from engine.loewenherz.turns import give_up, lay_board, place_castle, play_on, take_turn
from engine.loewenherz.view import view
from engine.loewenherz.words.notation import NOTATION


class Loewenherz:
    """Castles, borders and power cards, turn by turn."""

    key: str = "loewenherz-2003"
    version: int = 1
    seats: tuple[int, ...] = (2, 3, 4)
    options: Mapping[str, OptionSpec] = {}
    events: EventKinds[Realm] = KINDS
    devices: Sequence[Device] = (DECK, DICE)
    # Cards may go to the market and back for as long as everybody likes: there is no longest game.
    # One in which nobody does has 13 steps to the first turn and 60 turns, each with a question to
    # a victim at most.
    chain_length: int = 4096
    log_format: int = 2

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Realm:
        """The table before the board is laid."""
        return starting(seats)

    def decisions(self, state: Realm) -> Sequence[Decision]:
        """What the game waits on."""
        return decisions(state)

    def problems(self, state: Realm, decision: Decision, answer: Any) -> Sequence[Problem]:
        """Everything that is wrong with an answer; of very much, how much more there is."""
        problems = iter(self._problems(state, decision, answer))
        listed = list(islice(problems, MOST_PROBLEMS))
        more = sum(1 for _ in problems)
        return [*listed, Problem("answer", "and_more", {"given": more})] if more else listed

    def _problems(self, state: Realm, decision: Decision, answer: Any) -> Iterable[Problem]:
        if decision.kind == "castle":
            return castle_problems(decision, answer)
        if decision.kind == "give_up":
            return give_up_problems(decision, answer)
        if decision.kind == "orders":
            return orders_problems(state, decision, answer)
        if decision.kind == "ranking":
            return ranking_problems(answer)
        return turn_problems(state, decision, answer)

    def default(self, state: Realm, decision: Decision) -> Json:
        """H-27, H-32: the oldest card is sold, the knight farthest from its castle leaves."""
        if decision.kind == "castle":
            castle, knights = next(iter(decision.options["squares"].items()))
            return {"castle": castle, "knight": knights[0]}
        if decision.kind == "give_up":
            return {"knight": decision.options["knights"][0]}
        return oldest_sold(state, decision.seat)

    def resolve(self, state: Realm, answers: Answers, chance: Chance) -> Turn[Realm]:
        """Everything that follows from the answers, up to the next question or the end."""
        turn = Turn(state, answers, chance)
        if state.stage == SET_UP:
            lay_board(turn)
            return turn
        if state.stage == CASTLES:
            castle = castle_decision(state)
            if castle is None:
                raise ValueError("all castles stand")
            place_castle(turn, answers[castle.id])
            if turn.state.stage == CASTLES:
                return turn
        elif state.asking:
            give_up(turn)
        else:
            take_turn(turn, answers[turn_id(state.turn, state.seat)])
        if not turn.state.asking:
            play_on(turn)
        return turn

    def view(self, state: Realm, seat: Seat | None) -> Json:
        """What everybody may know; the kernel adds what a seat alone knows."""
        return view(state)

    def over(self, state: Realm) -> bool:
        """Whether the king has returned."""
        return bool(state.winners)

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        """Orders and events as words."""
        return NOTATION
