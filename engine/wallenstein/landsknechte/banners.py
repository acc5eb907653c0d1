"""Piles of four banners, what they give, and to whom (L-1 to L-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, cast

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, EventKinds, Json, Problem, Seat, Turn
from engine.kernel.phases import Choice, Question
from engine.wallenstein.board import COUNTIES, read_data
from engine.wallenstein.choices import Choices, ask, asks, plan_of
from engine.wallenstein.events import Fact
from engine.wallenstein.gains import ARMIES, GAINS, gained, into_tray, to_be_had
from engine.wallenstein.plan import LONGEST_LIST, PlanPart, PlanParts, shown
from engine.wallenstein.season import WallensteinPhase
from engine.wallenstein.state import Part, State

PART: Final = "landsknechte"
BONUS: Final = "bonus"
REGIONS_NEEDED: Final = 4
KINDS: EventKinds[State] = EventKinds()

# L-1: each player's cards, top to bottom; the first is a banner without a bonus. The amounts are
# house values, all of them.
PILE: Final[tuple[Mapping[str, int], ...]] = tuple(read_data("landsknechte.json")["pile"])


@dataclass(frozen=True)
class Piles(Part):
    """How many cards each seat has moved under its pile, and who has done so this season."""

    moved: Mapping[Seat, int]
    season: tuple[int, str] = (0, "")
    served: tuple[Seat, ...] = ()

    def view(self) -> Json:
        """The piles lie face up in front of everybody."""
        return {
            "pile": [dict(card) for card in PILE],
            "top": dict(self.moved),
        }


def piles(state: State) -> Piles:
    """The part of the position that only this expansion has."""
    return cast(Piles, state.parts[PART])


def regions(state: State, seat: Seat) -> int:
    """In how many regions a seat owns a county."""
    return len({COUNTIES[name].region for name in state.owned(seat)})


def next_card(state: State, seat: Seat) -> int:
    """The place in the pile of the card that comes to lie on top."""
    return (piles(state).moved[seat] + 1) % len(PILE)


def bonuses_due(state: State, seat: Seat) -> Mapping[str, int]:
    """L-2: what a seat may choose from this season; nothing with too few regions."""
    if regions(state, seat) < REGIONS_NEEDED:
        return {}
    return bonuses_on(state, seat, next_card(state, seat))


def bonuses_on(state: State, seat: Seat, card: int) -> Mapping[str, int]:
    """P-5: what a card offers to a seat; no armies while its supply has none."""
    passed_over = state.rules.bonus_needs_supply and not state.supply(seat)
    return {
        bonus: amount
        for bonus, amount in PILE[card].items()
        if not (passed_over and bonus == ARMIES)
    }


@KINDS.add
@dataclass(frozen=True)
class BonusTaken(Fact):
    """A seat has moved the top card under its pile and taken a bonus of the new one (L-2)."""

    kind: ClassVar[str] = "bonus_taken"
    within: ClassVar[tuple[str, ...]] = ("landsknechte",)
    once: ClassVar[tuple[str, ...]] = ("seat",)
    seat: Seat
    card: int
    bonus: str
    amount: int
    tray: dict[str, int]

    def fits(self, state: State) -> bool:
        due = bonuses_due(state, self.seat).get(self.bonus)
        if due is None or self.card != next_card(state, self.seat):
            return False
        amount = to_be_had(state, self.seat, self.bonus, due)
        return self.amount == amount and self.tray == into_tray(self.seat, self.bonus, amount)

    def apply(self, state: State) -> State:
        part, season = piles(state), (state.season.year, state.season.name)
        before = part.served if part.season == season else ()
        part = part.but(
            moved={**part.moved, self.seat: self.card}, season=season, served=(*before, self.seat)
        )
        state = gained(state, self.seat, self.bonus, self.amount)
        return state.but(asking=None).with_part(PART, part)


@KINDS.add
@dataclass(frozen=True)
class PilesRestored(Fact):
    """After winter the piles are put back in starting order (L-3)."""

    kind: ClassVar[str] = "piles_restored"

    def apply(self, state: State) -> State:
        return state.with_part(PART, Piles(dict.fromkeys(state.seats, 0)))


class Banners(WallensteinPhase):
    """L-2: in player order, who owns counties in four regions takes a bonus."""

    name = "landsknechte"

    def play(self, turn: Turn[State]) -> None:
        """Let the seats take what is due to them, or stop at a choice."""
        for seat in turn.state.season.order:
            due = bonuses_due(turn.state, seat)
            if not due or self.is_served(turn.state, seat):
                continue
            bonus = self.choice(turn, seat, due)
            if bonus is None:
                return
            amount = to_be_had(turn.state, seat, bonus, due[bonus])
            tray = into_tray(seat, bonus, amount)
            turn.emit(BonusTaken(seat, next_card(turn.state, seat), bonus, amount, tray))

    def is_served(self, state: State, seat: Seat) -> bool:
        """Whether a seat has had its bonus this season."""
        part = piles(state)
        return part.season == (state.season.year, state.season.name) and seat in part.served

    def choice(self, turn: Turn[State], seat: Seat, due: Mapping[str, int]) -> str | None:
        """P-5: the first of the ranking that the card has, by answer, or points before armies."""
        plan = plan_of(turn, seat)
        ranked = [bonus for bonus in plan.get(BONUS, ()) if bonus in due]
        if ranked:
            return str(ranked[0])
        if plan and asks(turn.state):
            answer = ask(turn, seat, BONUS, {"card": next_card(turn.state, seat)})
            return str(answer[BONUS]) if answer else None
        return usual_choice(due)


def usual_choice(due: Mapping[str, int]) -> str:
    """P-5: victory points, armies, Thalers, grain."""
    return next(bonus for bonus in GAINS if bonus in due)


class RestorePiles(WallensteinPhase):
    """L-3: after winter the piles are put back in starting order."""

    name = "landsknechte_restored"

    def play(self, turn: Turn[State]) -> None:
        """Turn back the piles that have been moved."""
        if any(piles(turn.state).moved.values()):
            turn.emit(PilesRestored())


def _ranking_options(state: State, seat: Seat) -> Json:
    return {"bonuses": list(GAINS), "bonus_due": dict(bonuses_due(state, seat))}


def _ranking_problems(options: Json, plan: Json) -> Iterator[Problem]:
    ranking, accepted = plan[BONUS], options["bonuses"]
    if not isinstance(ranking, list) or len(ranking) > LONGEST_LIST:
        yield Problem(BONUS, "not_a_list", {"accepted": accepted})
        return
    for number, bonus in enumerate(ranking):
        where = f"{BONUS}.{number}"
        if not isinstance(bonus, str) or bonus not in accepted:
            yield Problem(where, "no_such_bonus", {"given": shown(bonus), "accepted": accepted})
        elif bonus in ranking[:number]:
            free = [other for other in accepted if other not in ranking]
            yield Problem(where, "bonus_twice", {"given": bonus, "accepted": free})


def _choice_options(state: State, question: Question) -> Json:
    bonuses = bonuses_on(state, question.seat, question.about["card"])
    return {**question.about, "bonuses": dict(bonuses)}


def _choice_problems(options: Json, bonus: Any) -> Iterator[Problem]:
    if not isinstance(bonus, str) or bonus not in options["bonuses"]:
        data = {"given": shown(bonus), "accepted": list(options["bonuses"])}
        yield Problem(BONUS, "no_such_bonus", data)


def _usual_answer(_: State, decision: Decision) -> str:
    return usual_choice(decision.options["bonuses"])


def _usual_ranking(_: State, __: Decision, ___: Json) -> list[str]:
    return list(GAINS)


BONUS_PART: Final[PlanParts] = Catalogue(
    {BONUS: PlanPart(_ranking_options, _ranking_problems, _usual_ranking)}
)
BONUS_CHOICE: Final[Choices] = Catalogue(
    {BONUS: Choice(BONUS, _choice_options, _choice_problems, _usual_answer)}
)
