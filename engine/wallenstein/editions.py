"""The editions as rulesets: a list of phases in rule-book order, over data and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from engine.devices.deck import DECK
from engine.devices.tower import CUBE_TOWER
from engine.kernel.chance import Device
from engine.kernel.core import Event, EventKinds, Json, Notation, OptionSpec, Seat
from engine.kernel.phases import DecisionRule, PhasedRuleset, Stages, Timetable
from engine.wallenstein import action_events, battle_events, draft, events, fill, winter
from engine.wallenstein.board import SEASONS, counties_in_play
from engine.wallenstein.choices import Choices
from engine.wallenstein.course import CourseOfPlay
from engine.wallenstein.draft import (
    DraftOrders,
    DraftPicks,
    LineUp,
    draft_default,
    draft_problems,
)
from engine.wallenstein.events import PhaseBegan, SeasonBegan, season_after
from engine.wallenstein.fill import FillTower, FirstEvents
from engine.wallenstein.plan import default_plan, plan_problems
from engine.wallenstein.rules import FIRST_RULES_2010, Rules
from engine.wallenstein.scenario import Script
from engine.wallenstein.season import Actions, Bids, CleanUp, Display, DrawEvent, Order, Plan
from engine.wallenstein.state import NEUTRAL, Bank, EventDeck, Player, Season, State
from engine.wallenstein.text import WallensteinText
from engine.wallenstein.view import view
from engine.wallenstein.winter import GrainLoss, Hunger, Scoring, YearEnd
from engine.wallenstein.words.base import VOCABULARY
from engine.wallenstein.words.vocabulary import Vocabulary


class Expansion(Protocol):
    """What an expansion changes; its option is `on` in the games that are played with it."""

    option: str
    events: EventKinds[State]
    words: Vocabulary

    def phases(self, phases: Stages[State]) -> Stages[State]:
        """The list of phases with those of the expansion in their places."""

    def rules(self, rules: Rules) -> Rules:
        """The rules with what the expansion adds: boxes, parts of the plan, questions."""

    def start(self, state: State) -> State:
        """The table with what the expansion lays on it, as a part of the position."""

    def described(self, state: State, description: Any) -> State:
        """The position with what a scenario says of the expansion."""


ON: Final = "on"
EVENTS: Final[EventKinds[State]] = events.KINDS.joined(
    action_events.KINDS, battle_events.KINDS, winter.KINDS, fill.KINDS, draft.KINDS
)
PLAN: Final = DecisionRule[State](
    lambda state, decision, plan: plan_problems(state.rules, decision, plan), default_plan, "plan"
)
DRAFT: Final = DecisionRule[State](
    lambda _, decision, answer: draft_problems(decision, answer), draft_default
)
PHASES: Final = Stages[State](
    setup=(LineUp, DraftOrders, DraftPicks, FillTower, FirstEvents),
    season=(Display, Plan, DrawEvent, Bids, Order, Actions, CleanUp),
    winter=(GrainLoss, Hunger, Scoring, YearEnd),
)
OPTIONS: Final[Mapping[str, OptionSpec]] = {
    "line_up": OptionSpec("default", ("default", "draft")),
    "choices": OptionSpec("orders", ("orders", "ask")),
}


class Wallenstein(PhasedRuleset[State]):
    """The edition of 2010, with the expansions a version of it knows."""

    key = "wallenstein-2010"
    devices: Sequence[Device] = (DECK, CUBE_TOWER)
    # Both as they were before there was a choice: the anchor of a simulated game depends on the
    # one, the first hash of every log on the other.
    chain_length = 1024
    log_format = 1
    phases = PHASES
    words = VOCABULARY
    # Draws that a scenario may dictate besides those of every edition, by their key.
    scripts: Mapping[str, Script] = {}
    decision_rules: Mapping[str, DecisionRule[State]] = {
        "plan": PLAN,
        **dict.fromkeys(("draft", "draft_pick", "draft_group"), DRAFT),
    }

    def __init__(
        self,
        rules: Rules = FIRST_RULES_2010,
        version: int = 1,
        expansions: Sequence[Expansion] = (),
        events: EventKinds[State] = EVENTS,
    ) -> None:
        self.rules, self.version = rules, version
        self.seats = rules.seats
        self.expansions = tuple(expansions)
        self.events = events.joined(*(expansion.events for expansion in expansions))
        switch = OptionSpec("off", ("off", ON))
        self.options: Mapping[str, OptionSpec] = {
            **OPTIONS,
            **{expansion.option: switch for expansion in expansions},
        }
        self._timetables: dict[tuple[str, ...], Timetable[State]] = {}
        self._vocabularies: dict[tuple[str, ...], Vocabulary] = {}

    def playing(self, options: Mapping[str, str]) -> tuple[Expansion, ...]:
        """The expansions a game is played with."""
        return tuple(one for one in self.expansions if options.get(one.option) == ON)

    def timetable(self, options: Mapping[str, str]) -> Timetable[State]:
        """The phases of a game with these options."""
        names = tuple([one.option for one in self.expansions if options.get(one.option) == ON])
        if names not in self._timetables:
            stages = self.phases
            for expansion in self.playing(options):
                stages = expansion.phases(stages)
            seasons = dict.fromkeys(SEASONS, stages["season"])
            self._timetables[names] = Timetable({**stages, **seasons})
        return self._timetables[names]

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        """The table before the first card is laid (W-S1 to W-S3, W-S7)."""
        rules, playing = self.rules, self.playing(options)
        for expansion in playing:
            rules = expansion.rules(rules)
        player = Player(money=rules.start_money[len(seats)], supply=rules.armies)
        state = State(
            seats=tuple(seats),
            options=dict(options),
            rules=rules,
            phase=self.phases["setup"][0].name,
            season=Season(year=0, name="setup"),
            players=dict.fromkeys(seats, player),
            counties=dict.fromkeys(counties_in_play(len(seats)), NEUTRAL),
            bank=Bank(rules.peasants, dict(rules.buildings)),
            events=EventDeck(unseen=tuple(rules.events)),
        )
        for expansion in playing:
            state = expansion.start(state)
        return state

    def over(self, state: State) -> bool:
        """Whether the last winter is scored."""
        return state.result is not None

    def place(self, state: State) -> tuple[Timetable[State], str, str] | None:
        """The phases of this game, its season and its phase; none when it is over."""
        if self.over(state):
            return None
        return self.timetable(state.options), state.season.name, state.phase

    def next_phase(self, phase: str) -> Event[State]:
        """The fact that another phase of the season begins."""
        return PhaseBegan(phase)

    def next_stage(self, state: State, timetable: Timetable[State]) -> Event[State]:
        """The fact that the next season begins, with its first phase."""
        year, name = season_after(state)
        return SeasonBegan(year, name, timetable.first(name))

    def choices(self, state: State) -> Choices:
        """The questions of this game."""
        return state.rules.choices

    def course(self) -> CourseOfPlay:
        """The order of the facts, for whoever does not play them again."""
        return CourseOfPlay(self.events, self.following, tiles=bool(self.rules.tiles))

    def view(self, state: State, seat: Seat | None) -> Json:
        """What a seat, or a spectator, may know."""
        return view(state, seat)

    def vocabulary(self, options: Mapping[str, str] | None = None) -> Vocabulary:
        """The words of a game with these options; without any, those of every expansion."""
        playing = self.expansions if options is None else self.playing(options)
        names = tuple(expansion.option for expansion in playing)
        if names not in self._vocabularies:
            words = self.words.joined(*(expansion.words for expansion in playing))
            self._vocabularies[names] = words
        return self._vocabularies[names]

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        """Orders and events as words; with options only the orders that such a game knows."""
        return WallensteinText(self.vocabulary(options))
