"""High card: boast how many rounds you will win, get your cards, then play one each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from engine.kernel.chance import Chance, Device
from engine.kernel.core import (
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
    Value,
)
from tests.contract.toys.common import ToyText, choice_problems

HAND = 4  # and as many rounds
# What is printed on the cards, each as often as it is in the deck; equal ones do not lie together.
CARDS = [value for _ in range(4) for value in range(1, 13)]


@dataclass(frozen=True)
class State(Value):
    """What lies open: handles in the hands, never cards."""

    hands: Mapping[Seat, Sequence[str]]
    boasts: Mapping[Seat, int] = field(default_factory=dict)
    wins: Mapping[Seat, int] = field(default_factory=dict)
    round: int = 0
    # What everybody is asked now; nothing in the middle of a step.
    asks: str = ""
    trump: int = 0
    # Who has said beforehand what to play in this round.
    standing: Sequence[Seat] = ()
    dealt: int = 0
    winners: Sequence[Seat] = ()

    def points(self) -> dict[Seat, int]:
        """A point a round, and two for whoever has boasted of just so many."""
        met = {seat: 2 * (self.wins.get(seat, 0) == self.boasts.get(seat)) for seat in self.hands}
        return {seat: self.wins.get(seat, 0) + (met[seat] if self.winners else 0) for seat in met}


KINDS: EventKinds[State] = EventKinds()


@KINDS.add
@dataclass(frozen=True)
class GameOpened(Event[State]):
    kind: ClassVar[str] = "game_opened"

    def apply(self, state: State) -> State:
        return state.but(asks="boast")


@KINDS.add
@dataclass(frozen=True)
class BoastsMade(Event[State]):
    kind: ClassVar[str] = "boasts_made"
    boasts: dict[str, int]

    def apply(self, state: State) -> State:
        return state.but(boasts=self.boasts, asks="")


class Deal(Event[State]):
    """A card leaves the deck, and how many there were is what it says."""

    deal: Json

    def fits(self, state: State) -> bool:
        drawn_from = (self.deal["stream"].rpartition(" ")[0], self.deal["deck"], self.deal["of"])
        return drawn_from == ("card", "cards", len(CARDS) - state.dealt)


@KINDS.add
@dataclass(frozen=True)
class CardDealt(Deal):
    kind: ClassVar[str] = "card_dealt"
    veiled: ClassVar[bool] = True
    seat: Seat
    handle: str
    deal: Json

    def apply(self, state: State) -> State:
        hand = [*state.hands[self.seat], self.handle]
        return state.but(hands={**state.hands, self.seat: hand}, dealt=state.dealt + 1)


@KINDS.add
@dataclass(frozen=True)
class TrumpTurned(Deal):
    """A card is dealt to the table, face up: cards like it beat all others."""

    kind: ClassVar[str] = "trump_turned"
    veiled: ClassVar[bool] = True
    seat: None
    handle: str
    deal: Json
    shown: Json

    def apply(self, state: State) -> State:
        return state.but(trump=self.shown["card"], dealt=state.dealt + 1)


@KINDS.add
@dataclass(frozen=True)
class RoundBegan(Event[State]):
    kind: ClassVar[str] = "round_began"
    round: int
    standing: list[str]

    def opens_chapter(self) -> str:
        return str(self.round)

    def apply(self, state: State) -> State:
        return state.but(round=self.round, standing=tuple(self.standing), asks="play")


@KINDS.add
@dataclass(frozen=True)
class CardsPlayed(Event[State]):
    """Everybody turns a card up; the highest score, all of them if they are equal."""

    kind: ClassVar[str] = "cards_played"
    shows: list[Json]

    def apply(self, state: State) -> State:
        cards = {shown["handle"]: shown["card"] for shown in self.shows}
        ranks = {handle: (card == state.trump, card) for handle, card in cards.items()}
        high = {handle for handle, rank in ranks.items() if rank == max(ranks.values())}
        hands, wins = state.hands, state.wins
        return state.but(
            asks="",
            hands={seat: [one for one in hands[seat] if one not in cards] for seat in hands},
            wins={seat: wins.get(seat, 0) + bool(high & {*hands[seat]}) for seat in hands},
        )

    def fits(self, state: State) -> bool:
        handles = [shown["handle"] for shown in self.shows]
        fitting = zip(handles, state.hands.values(), strict=True)
        return all(handle in hand for handle, hand in fitting)


@KINDS.add
@dataclass(frozen=True)
class GameEnded(Event[State]):
    kind: ClassVar[str] = "game_ended"
    winners: list[str]

    def apply(self, state: State) -> State:
        return state.but(winners=tuple(self.winners))


class HighCard:
    """A game of hidden hands, with standing orders for the next round."""

    key: str = "toy-high-card"
    version: int = 1
    seats: tuple[int, ...] = (2, 3, 4, 5, 6)
    options: Mapping[str, OptionSpec] = {}
    events: EventKinds[State] = KINDS
    devices: Sequence[Device] = ()
    chain_length: int = 16
    log_format: int = 2

    def start(self, seats: Sequence[Seat], options: Mapping[str, str]) -> State:
        return State(hands={seat: [] for seat in seats})

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.asks:
            return []
        if state.asks == "boast":
            boasts = {"choices": list(range(HAND + 1))}
            return [Decision(f"0.boast.{seat}", seat, "boast", boasts) for seat in state.hands]
        asked = []
        for seat, hand in state.hands.items():
            options = {"choices": list(hand), "hand": list(hand)}
            if seat not in state.standing:
                asked.append(Decision(f"{state.round}.play.{seat}", seat, "play", options))
            if state.round < HAND:
                beforehand = f"{state.round}.next.{seat}"
                asked.append(Decision(beforehand, seat, "next", options, optional=True))
        return asked

    def problems(self, state: State, decision: Decision, answer: Any) -> Sequence[Problem]:
        return choice_problems(decision, answer)

    def default(self, state: State, decision: Decision) -> Json:
        """No boast, and the card one has had longest: whoever knows no card can check it."""
        return {"choice": decision.options["choices"][0]}

    def resolve(self, state: State, answers: Answers, chance: Chance) -> Turn[State]:
        turn = Turn(state, answers, chance)
        if not state.asks:
            turn.emit(GameOpened())
            return turn
        if state.asks == "boast":
            boasts = {seat: answers[f"0.boast.{seat}"]["choice"] for seat in state.hands}
            turn.emit(BoastsMade(boasts))
            self._deal(turn)
            return turn
        self._play(turn)
        # Nobody is asked where everybody has said it beforehand.
        while not turn.state.winners and len(turn.state.standing) == len(state.hands):
            self._play(turn)
        return turn

    def _deal(self, turn: Turn[State]) -> None:
        for _ in range(HAND):
            for seat in turn.state.hands:
                turn.deal(partial(CardDealt, seat), "card", "cards", CARDS)
        turn.deal(
            lambda handle, deal: TrumpTurned(None, handle, deal, turn.chance.shown(handle)),
            *("card", "cards", CARDS),
        )
        turn.emit(RoundBegan(1, []))

    def _play(self, turn: Turn[State]) -> None:
        state = turn.state
        played = [
            turn.answers[f"{state.round - 1}.next.{seat}"]["choice"]
            if seat in state.standing
            else turn.answers[f"{state.round}.play.{seat}"]["choice"]
            for seat in state.hands
        ]
        turn.emit(CardsPlayed([turn.chance.shown(handle) for handle in played]))
        if state.round == HAND:
            over = turn.state.but(winners=tuple(state.hands)).points()
            best = [seat for seat, points in over.items() if points == max(over.values())]
            turn.emit(GameEnded(best))
            return
        wishes = {seat: turn.answers.get(f"{state.round}.next.{seat}") for seat in state.hands}
        hands = turn.state.hands
        standing = [s for s, wish in wishes.items() if wish and wish["choice"] in hands[s]]
        turn.emit(RoundBegan(state.round + 1, standing))

    def view(self, state: State, seat: Seat | None) -> Json:
        return {
            "chapter": str(state.round),
            "finished": bool(state.winners),
            "winners": list(state.winners),
            "points": state.points(),
            "hands": {one: list(hand) for one, hand in state.hands.items()},
            "trump": state.trump,
        }

    def text(self, options: Mapping[str, str] | None = None) -> Notation:
        return TEXT


TEXT = ToyText(
    facts={
        "game_opened": ("Alle prahlen.", "Everybody boasts."),
        "boasts_made": ("Geprahlt wurde: {boasts}.", "The boasts: {boasts}."),
        "card_dealt": ("{seat} bekommt eine Karte.", "{seat} is dealt a card."),
        "trump_turned": ("Trumpf ist {shown}.", "{shown} is trump."),
        "round_began": ("Runde {round} beginnt.", "Round {round} begins."),
        "cards_played": ("Alle decken auf: {shows}.", "Everybody turns up: {shows}."),
        "game_ended": ("Es gewinnt: {winners}.", "The winner: {winners}."),
    },
    questions={
        "boast": ("Prahlerei", "boast"),
        "play": ("Karte", "card"),
        "next": ("Danach", "next"),
    },
    choices={},
    terms={
        "toy-high-card": ("Hohe Karte", "High card"),
        "points": ("Punkte", "points"),
        "hands": ("auf der Hand", "hand"),
        "trump": ("Trumpf", "trump"),
        "random": ("Zufall", "chance"),
    },
)
