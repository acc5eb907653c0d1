"""What is wrong with an answer: the place in it, the rule, and what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.kernel.core import Decision, Json, Problem, Seat
from engine.loewenherz.actions import (
    ActionStep,
    TrialRun,
    as_played,
    is_stopped,
    step_fault,
    steps_of,
    take,
)
from engine.loewenherz.board import INDEX, side_named
from engine.loewenherz.cards import ACTIONS, CARDS
from engine.loewenherz.land import NEUTRAL, ordered
from engine.loewenherz.legality import Fault
from engine.loewenherz.state import Realm

PLAY, SELL = "play", "sell"
DECK: Final = "deck"
# What an answer has besides the card, what is done with it, and the refill.
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "borders": ("borders",),
    "knights": ("knights",),
    "expand": ("domain", "squares"),
    "deserter": ("domain", "against", "knight"),
    "alliance": ("domain", "against"),
}
LISTS: Final[Mapping[str, str]] = {"borders": "borders", "knights": "knights", "expand": "squares"}
LONGEST: Final = 40


def given(value: Any) -> str:
    """A wrong value as it is repeated to its author."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def keys_problem(
    where: str, answer: Any, needed: Sequence[str], more: Sequence[str] = ()
) -> Problem | None:
    """An answer that is no object, lacks a key, or has one that the question does not know."""
    if not isinstance(answer, dict):
        accepted = [*needed, *more]
        return Problem(where, "not_an_object", {"given": given(answer), "accepted": accepted})
    unknown = [given(key) for key in answer if key not in (*needed, *more)]
    missing = [key for key in needed if key not in answer]
    if not unknown and not missing:
        return None
    accepted = [*needed, *more]
    return Problem(
        where, "wrong_keys", {"given": unknown, "missing": missing, "accepted": accepted}
    )


def with_canonical_sides(answer: Json) -> Json:
    """The same answer with every side as the game writes it."""
    if not isinstance(answer.get("borders"), list):
        return answer
    sides = [(isinstance(one, str) and side_named(one)) or one for one in answer["borders"]]
    return {**answer, "borders": sides}


def problem_of(fault: Fault, where: str) -> Problem:
    """What the land forbids, as it is said of a place in an answer."""
    return Problem(where, fault.code, {"rule": fault.rule, **fault.data})


def cannot_return(state: Realm, sold: str) -> bool:
    """H-30: whether nobody who sells this card can take one like it: no other lies in the market.
    Without a deck no wish counts, so none is wrong."""
    return sold not in state.market.values() and not state.last


class TurnCheck:
    """Goes through the answer of one turn, and keeps everything that is wrong.

    Without the name of the card, which only its holder knows, the shape alone is judged.
    """

    def __init__(self, state: Realm, seat: Seat, answer: Any, cards: Mapping[str, str]) -> None:
        self.state, self.seat, self.cards = state, seat, cards
        self.answer = with_canonical_sides(answer) if isinstance(answer, dict) else answer
        self.problems: list[Problem] = []
        # The steps that can be taken, as long as those before it can.
        self.steps: list[ActionStep] = []
        if self._has_card():
            self._check_deed()

    def _note(self, where: str, code: str, **data: Any) -> None:
        self.problems.append(Problem(where, code, data))

    def _has_card(self) -> bool:
        """The card, and what is done with it."""
        answer = self.answer
        if not isinstance(answer, dict):
            self._note("answer", "not_an_object", given=given(answer), accepted=["card", "do"])
            return False
        known = (
            "card",
            "do",
            "refill",
            "action",
            "give_up",
            *(k for ks in KEYS.values() for k in ks),
        )
        problem = keys_problem("answer", answer, ("card", "do"), known[2:])
        if problem is not None:
            self.problems.append(problem)
            return False
        hand = self.state.hands[self.seat]
        if answer["card"] not in hand:
            accepted = list(hand)
            self._note(
                "card", "not_in_hand", rule="H-10", given=given(answer["card"]), accepted=accepted
            )
        if answer["do"] not in (SELL, PLAY):
            self._note(
                "do", "not_offered", rule="H-7", given=given(answer["do"]), accepted=[SELL, PLAY]
            )
        return not self.problems

    def _check_deed(self) -> None:
        if self.answer["do"] == SELL:
            self._check_keys(("card", "do"), ("refill",))
        else:
            self._check_play()
        self._check_refill()

    def _check_keys(self, needed: Sequence[str], more: Sequence[str]) -> bool:
        problem = keys_problem("answer", self.answer, needed, more)
        if problem is not None:
            self.problems.append(problem)
        return problem is None

    @property
    def card(self) -> str | None:
        """The name of the card, where it is known."""
        return self.cards.get(self.answer["card"])

    def _check_play(self) -> None:
        action, card = self.answer.get("action"), self.card
        accepted = list(CARDS[card].actions) if card else list(ACTIONS)
        if not isinstance(action, str) or action not in accepted:
            data = {"given": given(action), "card": card, "accepted": accepted}
            self._note("action", "not_on_card", rule="H-10", **data)
            return
        # Before anything is placed: whoever cannot pay need not look for places.
        paid = self._paid(card) if card else 0
        more = ("refill", "give_up") if action == "deserter" else ("refill",)
        if not self._check_keys(("card", "do", "action", *KEYS[action]), more):
            return
        if not self._has_places(action) or card is None:
            return
        self._try_steps(as_played(self.state, self.seat, self.answer, card, paid), action, card)

    def _paid(self, card: str) -> int:
        """The price of a card; of one that is too dear nothing, so that its steps can be judged."""
        price, money = CARDS[card].price, self.state.money[self.seat]
        if price <= money:
            return price
        self._note("card", "too_dear", rule="H-10", card=card, price=price, money=money)
        return 0

    def _has_places(self, action: str) -> bool:
        """Whether every square, side and domain named is one."""
        before = len(self.problems)
        if action in LISTS:
            self._check_list(LISTS[action], side_named if action == "borders" else INDEX.get)
        if action == "deserter":
            self._check_square("knight", self.answer["knight"])
        if "domain" in KEYS[action]:
            own = self.state.land.owned_by(self.seat)
            if self.answer["domain"] not in own:
                data = {"given": given(self.answer["domain"]), "accepted": own}
                self._note("domain", "no_own_domain", rule="H-14", **data)
        if "against" in KEYS[action] and len(self.problems) == before:
            self._check_against(action)
        if "give_up" in self.answer and len(self.problems) == before:
            self._check_give_up()
        return len(self.problems) == before

    def _check_list(self, key: str, meaning: Any) -> None:
        places = self.answer[key]
        if not isinstance(places, list):
            self._note(key, "not_a_list", given=given(places))
            return
        if not places:
            self._note(key, "none_named", rule="H-23", action=self.answer["action"])
        code = "no_side" if key == "borders" else "no_square"
        for number, place in enumerate(places):
            if not isinstance(place, str) or meaning(place) is None:
                self._note(f"{key}.{number}", code, given=given(place))

    def _check_square(self, where: str, square: Any) -> bool:
        if isinstance(square, str) and square in INDEX:
            return True
        self._note(where, "no_square", given=given(square))
        return False

    def _check_against(self, action: str) -> None:
        land, against = self.state.land, self.answer["against"]
        if isinstance(against, str) and against in land.domains:
            return
        castle = self.answer["domain"]
        accepted = [one for one in land.adjacent(castle) if land.castles[one] != self.seat]
        rule = "H-15" if action == "deserter" else "H-16"
        data = {"castle": castle, "against": given(against), "accepted": accepted}
        self._note("against", "not_adjacent", rule=rule, **data)

    def _check_give_up(self) -> None:
        """H-27: for a neutral domain whoever plays the card names its knights."""
        land, wishes = self.state.land, self.answer["give_up"]
        if land.castles[self.answer["against"]] != NEUTRAL:
            accepted = [*("card", "do", "action"), *KEYS["deserter"], "refill"]
            data = {"given": ["give_up"], "missing": [], "accepted": accepted}
            self._note("answer", "wrong_keys", rule="H-27", **data)
            return
        if not isinstance(wishes, list):
            self._note("give_up", "not_a_list", given=given(wishes))
            return
        knights = ordered(sq for sq, colour in land.knights.items() if colour == NEUTRAL)
        for number, wish in enumerate(wishes):
            if not isinstance(wish, str) or wish not in knights:
                wrong = {"given": given(wish), "accepted": knights}
                self._note(f"give_up.{number}", "not_a_knight", rule="H-27", **wrong)

    def _try_steps(self, played: Realm, action: str, card: str) -> None:
        """H-21: each step is judged after those before it; what the goal stops is not (H-22)."""
        steps, most = steps_of(self.answer), CARDS[card].actions[action]
        if len(steps) > most:
            data = {"given": len(steps), "most": most, "card": card}
            self._note(LISTS[action], "too_many", rule="H-23", **data)
        trial = TrialRun(played)
        for step in steps[:most]:
            fault = step_fault(trial.state, self.seat, step)
            if fault is not None:
                where = "against" if fault.code in AGAINST else step.where
                self.problems.append(problem_of(fault, where))
                continue
            self.steps.append(step)
            if action != "deserter":
                take(trial, self.seat, step)
            if is_stopped(trial.state):
                return

    def _check_refill(self) -> None:
        """H-30: cards by name, or the deck; not the one just sold. Without a deck it is ignored."""
        wishes = self.answer.get("refill", [])
        if not isinstance(wishes, list):
            self._note("refill", "not_a_list", given=given(wishes))
            return
        sold = self.card if self.answer["do"] == SELL else None
        for number, wish in enumerate(wishes):
            if not isinstance(wish, str) or (wish != DECK and wish not in CARDS):
                self._note(f"refill.{number}", "no_card", given=given(wish))
            elif wish == sold and cannot_return(self.state, wish):
                self._note(f"refill.{number}", "just_sold", rule="H-30", card=wish)


# Faults of a deserter or an alliance that lie with the other domain.
AGAINST: Final = frozenset({"not_adjacent", "no_knight_there", "no_room", "allied_already"})


def turn_problems(state: Realm, decision: Decision, answer: Any) -> list[Problem]:
    """Everything that is wrong with the answer of a turn."""
    known: Mapping[str, str] = decision.options.get("known", {})
    return TurnCheck(state, decision.seat, answer, known).problems


def castle_problems(decision: Decision, answer: Any) -> Iterator[Problem]:
    """H-4, H-29: a castle and its knight where they may stand."""
    problem = keys_problem("answer", answer, ("castle", "knight"))
    if problem is not None:
        yield problem
        return
    squares, castle, knight = decision.options["squares"], answer["castle"], answer["knight"]
    if not isinstance(castle, str) or castle not in squares:
        least = decision.options["distance"]
        data = {"given": given(castle), "distance": least, "accepted": list(squares)}
        yield Problem("castle", "no_castle_there", {"rule": "H-4", **data})
    elif knight not in squares[castle]:
        data = {"given": given(knight), "accepted": squares[castle]}
        yield Problem("knight", "no_place_for_knight", {"rule": "H-4", **data})


def give_up_problems(decision: Decision, answer: Any) -> Iterator[Problem]:
    """H-15: one of the knights that may leave."""
    problem = keys_problem("answer", answer, ("knight",))
    if problem is not None:
        yield problem
        return
    knights = decision.options["knights"]
    if answer["knight"] not in knights:
        data = {"given": given(answer["knight"]), "accepted": knights}
        yield Problem("knight", "not_removable", {"rule": "H-15", **data})


def ranking_problems(answer: Any) -> Iterator[Problem]:
    """H-20: squares, the knight that goes first named first."""
    problem = keys_problem("answer", answer, ("give_up",))
    if problem is not None:
        yield problem
        return
    wishes = answer["give_up"]
    if not isinstance(wishes, list):
        yield Problem("give_up", "not_a_list", {"given": given(wishes)})
        return
    for number, wish in enumerate(wishes):
        if not isinstance(wish, str) or wish not in INDEX:
            yield Problem(f"give_up.{number}", "no_square", {"given": given(wish)})
