"""The editions as rulesets: a list of phases in rule-book order, over data and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

from engine.chance import Chance, Device
from engine.core import (
    Answers,
    Decision,
    Event,
    EventKinds,
    Json,
    Notation,
    OptionSpec,
    Problem,
    Seat,
    Turn,
    run,
)
from engine.devices.deck import DECK
from engine.devices.tower import CUBE_TOWER
from engine.wallenstein import action_events, battle_events, draft, events, fill, winter
from engine.wallenstein.board import SEASONS, counties_in_play
from engine.wallenstein.choices import choice_default, choice_problems
from engine.wallenstein.course import Course
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
from engine.wallenstein.rules import RULES_2010, Rules
from engine.wallenstein.scenario import Script
from engine.wallenstein.season import Actions, Bids, CleanUp, Display, DrawEvent, Order, Phase, Plan
from engine.wallenstein.state import NEUTRAL, Bank, EventDeck, Player, Season, State
from engine.wallenstein.text import WallensteinText
from engine.wallenstein.view import view
from engine.wallenstein.winter import GrainLoss, Hunger, Scoring, YearEnd
from engine.wallenstein.words.base import VOCABULARY
from engine.wallenstein.words.vocabulary import Vocabulary

# Whoever makes more mistakes is a program, and has read enough of them.
MOST_PROBLEMS: Final = 100


class Asked(NamedTuple):
    """How a kind of decision is checked, and answered for a silent seat."""

    problems: Callable[[Rules, Decision, Any], Iterable[Problem]]
    default: Callable[[State, Decision], Json]


class Phases(NamedTuple):
    """The paragraphs of the rule book in their order: set-up, each season, winter."""

    setup: tuple[type[Phase], ...]
    season: tuple[type[Phase], ...]
    winter: tuple[type[Phase], ...]

    def followed(self, place: type[Phase], *more: type[Phase]) -> Phases:
        """The same with some phases right after another one."""
        return self.instead(place, place, *more)

    def instead(self, place: type[Phase], *others: type[Phase]) -> Phases:
        """The same with other phases in the place of one."""
        return Phases(
            *(
                tuple(one for phase in part for one in (others if phase is place else (phase,)))
                for part in self
            )
        )


class Timetable:
    """The phases of a game, by the season they belong to and by their names."""

    def __init__(self, phases: Phases) -> None:
        listed = {"setup": phases.setup, "winter": phases.winter}
        listed |= dict.fromkeys(SEASONS, phases.season)
        self.of_season = {
            season: tuple(phase() for phase in classes) for season, classes in listed.items()
        }
        self.by_name = {phase.name: phase for made in self.of_season.values() for phase in made}
        self.after = {
            (season, phase.name): after.name if after else None
            for season, made in self.of_season.items()
            for phase, after in zip(made, (*made[1:], None), strict=True)
        }


class Expansion(Protocol):
    """What an expansion changes; its option is `on` in the games that are played with it."""

    option: str
    events: EventKinds[State]
    words: Vocabulary

    def phases(self, phases: Phases) -> Phases:
        """The list of phases with those of the expansion in their places."""

    def rules(self, rules: Rules) -> Rules:
        """The rules with what the expansion adds: boxes, parts of the plan, questions."""

    def start(self, state: State) -> State:
        """The table with what the expansion lays on it, as a part of the position."""

    def described(self, state: State, said: Any) -> State:
        """The position with what a scenario says of the expansion."""


ON: Final = "on"
EVENTS: Final[EventKinds[State]] = events.KINDS.joined(
    action_events.KINDS, battle_events.KINDS, winter.KINDS, fill.KINDS, draft.KINDS
)
PLAN: Final = Asked(plan_problems, default_plan)
DRAFT: Final = Asked(lambda _, decision, answer: draft_problems(decision, answer), draft_default)
CHOICE: Final = Asked(choice_problems, choice_default)
PHASES: Final = Phases(
    setup=(LineUp, DraftOrders, DraftPicks, FillTower, FirstEvents),
    season=(Display, Plan, DrawEvent, Bids, Order, Actions, CleanUp),
    winter=(GrainLoss, Hunger, Scoring, YearEnd),
)
OPTIONS: Final[Mapping[str, OptionSpec]] = {
    "line_up": OptionSpec("default", ("default", "draft")),
    "choices": OptionSpec("orders", ("orders", "ask")),
}


class Wallenstein:
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
    asked: Mapping[str, Asked] = {
        "plan": PLAN,
        **dict.fromkeys(("draft", "draft_pick", "draft_group"), DRAFT),
    }

    def __init__(
        self,
        rules: Rules = RULES_2010,
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
        self._timetables: dict[tuple[str, ...], Timetable] = {}
        self._vocabularies: dict[tuple[str, ...], Vocabulary] = {}

    def playing(self, options: Mapping[str, str]) -> tuple[Expansion, ...]:
        """The expansions a game is played with."""
        return tuple(one for one in self.expansions if options.get(one.option) == ON)

    def timetable(self, options: Mapping[str, str]) -> Timetable:
        """The phases of a game with these options."""
        names = tuple([one.option for one in self.expansions if options.get(one.option) == ON])
        if names not in self._timetables:
            phases = self.phases
            for expansion in self.playing(options):
                phases = expansion.phases(phases)
            self._timetables[names] = Timetable(phases)
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
            phase=self.phases.setup[0].name,
            season=Season(year=0, name="setup"),
            players=dict.fromkeys(seats, player),
            counties=dict.fromkeys(counties_in_play(len(seats)), NEUTRAL),
            bank=Bank(rules.peasants, dict(rules.buildings)),
            events=EventDeck(unseen=tuple(rules.events)),
        )
        for expansion in playing:
            state = expansion.start(state)
        return state

    def phase(self, state: State) -> Phase | None:
        """The current phase; none when the game is over."""
        over = state.result is not None
        return None if over else self.timetable(state.options).by_name[state.phase]

    def following(self, state: State) -> Event[State]:
        """The fact that leads to the next phase, which may be the first of the next season."""
        season, timetable = state.season, self.timetable(state.options)
        after = timetable.after[season.name, state.phase]
        if after is not None:
            return PhaseBegan(after)
        year, name = season_after(state)
        return SeasonBegan(year, name, timetable.of_season[name][0].name)

    def course(self) -> Course:
        """The order of the facts, for whoever does not play them again."""
        return Course(self.events, self.following, tiles=bool(self.rules.tiles))

    def decisions(self, state: State) -> Sequence[Decision]:
        """What the game waits on; empty when it is over."""
        phase = self.phase(state)
        return phase.decisions(state) if phase else []

    def problems(self, state: State, decision: Decision, answer: Any) -> Sequence[Problem]:
        """Everything that is wrong with an answer; of very much, how much more there is."""
        found = iter(self.asked.get(decision.kind, CHOICE).problems(state.rules, decision, answer))
        told = list(islice(found, MOST_PROBLEMS))
        more = sum(1 for _ in found)
        where = "plan" if decision.kind == "plan" else "answer"
        return [*told, Problem(where, "and_more", {"given": more})] if more else told

    def default(self, state: State, decision: Decision) -> Json:
        """The answer of a seat that stays silent."""
        return self.asked.get(decision.kind, CHOICE).default(state, decision)

    def resolve(self, state: State, answers: Answers, chance: Chance) -> Turn[State]:
        """Everything that follows from the answers, up to the next decision or the end."""
        turn = Turn(state, answers, chance)
        run(self, turn)
        return turn

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
