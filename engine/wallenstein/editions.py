"""The editions as rulesets: a list of phases in rule-book order, over data and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.chance import Chance
from engine.core import (
    Answers,
    Decision,
    Event,
    Json,
    Notation,
    OptionSpec,
    Problem,
    Seat,
    Turn,
    run,
)
from engine.wallenstein.board import EVENTS, SEASONS, counties_in_play
from engine.wallenstein.choices import choice_default, choice_problems
from engine.wallenstein.draft import (
    DraftOrders,
    DraftPicks,
    LineUp,
    draft_default,
    draft_problems,
)
from engine.wallenstein.events import KINDS, PhaseBegan, SeasonBegan
from engine.wallenstein.fill import FillTower, FirstEvents
from engine.wallenstein.plan import default_plan, plan_problems
from engine.wallenstein.rules import RULES_2010, Rules
from engine.wallenstein.season import Actions, Bids, CleanUp, Display, DrawEvent, Order, Phase, Plan
from engine.wallenstein.state import NEUTRAL, Bank, EventDeck, Player, Season, State
from engine.wallenstein.text import WallensteinText
from engine.wallenstein.view import view
from engine.wallenstein.winter import GrainLoss, Hunger, Scoring, YearEnd


class Asked(NamedTuple):
    """How a kind of decision is checked, and answered for a silent seat."""

    problems: Callable[[Decision, Any], Iterable[Problem]]
    default: Callable[[State, Decision], Json]


DECISIONS: Mapping[str, Asked] = {
    "plan": Asked(plan_problems, default_plan),
    **dict.fromkeys(("position", "move", "revolt_order"), Asked(choice_problems, choice_default)),
    **dict.fromkeys(("draft", "draft_pick", "draft_group"), Asked(draft_problems, draft_default)),
}
SETUP = (LineUp, DraftOrders, DraftPicks, FillTower, FirstEvents)
SEASON = (Display, Plan, DrawEvent, Bids, Order, Actions, CleanUp)
WINTER = (GrainLoss, Hunger, Scoring, YearEnd)


class Wallenstein:
    """The edition of 2010."""

    key = "wallenstein-2010"
    version = 1
    events = KINDS
    options: Mapping[str, OptionSpec] = {
        "line_up": OptionSpec("default", ("default", "draft")),
        "choices": OptionSpec("orders", ("orders", "ask")),
    }

    def __init__(self, rules: Rules = RULES_2010) -> None:
        self.rules = rules
        self.seats = rules.seats
        phases = {"setup": SETUP, "winter": WINTER} | dict.fromkeys(SEASONS, SEASON)
        self.phases: dict[str, tuple[Phase, ...]] = {
            season: tuple(phase(rules) for phase in listed) for season, listed in phases.items()
        }
        self.by_name = {phase.name: phase for listed in self.phases.values() for phase in listed}

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        """The table before the first card is laid (W-S1 to W-S3, W-S7)."""
        rules = self.rules
        player = Player(money=rules.start_money[len(seats)], supply=rules.armies)
        return State(
            seats=tuple(seats),
            options=dict(options),
            phase=SETUP[0].name,
            season=Season(year=0, name="setup"),
            players=dict.fromkeys(seats, player),
            counties=dict.fromkeys(counties_in_play(len(seats)), NEUTRAL),
            bank=Bank(rules.peasants, dict(rules.buildings)),
            events=EventDeck(unseen=tuple(EVENTS)),
        )

    def phase(self, state: State) -> Phase | None:
        """The current phase; none when the game is over."""
        return self.by_name[state.phase] if state.result is None else None

    def following(self, state: State) -> Event[State]:
        """The fact that leads to the next phase, which may be the first of the next season."""
        season = state.season
        names = [phase.name for phase in self.phases[season.name]]
        after = names.index(state.phase) + 1
        if after < len(names):
            return PhaseBegan(names[after])
        seasons = (*SEASONS, "winter")
        if season.name in ("setup", "winter"):
            year, name = season.year + 1, seasons[0]
        else:
            year, name = season.year, seasons[seasons.index(season.name) + 1]
        return SeasonBegan(year, name, self.phases[name][0].name)

    def decisions(self, state: State) -> Sequence[Decision]:
        """What the game waits on; empty when it is over."""
        phase = self.phase(state)
        return phase.decisions(state) if phase else []

    def problems(self, state: State, decision: Decision, answer: Any) -> Sequence[Problem]:
        """Everything that is wrong with an answer."""
        return list(DECISIONS[decision.kind].problems(decision, answer))

    def default(self, state: State, decision: Decision) -> Json:
        """The answer of a seat that stays silent."""
        return DECISIONS[decision.kind].default(state, decision)

    def resolve(self, state: State, answers: Answers, chance: Chance) -> Turn[State]:
        """Everything that follows from the answers, up to the next decision or the end."""
        turn = Turn(state, answers, chance)
        run(self, turn)
        return turn

    def view(self, state: State, seat: Seat | None) -> Json:
        """What a seat, or a spectator, may know."""
        return view(state, seat, self.decisions(state))

    def text(self) -> Notation:
        """Orders and events as words."""
        return WallensteinText()
