"""What an answer would do, part by part, before anybody seals it; played by the same rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.core import Event, Json, Seat
from engine.loewenherz.actions import (
    ActionStep,
    TrialRun,
    as_played,
    gains_of,
    is_stopped,
    take,
)
from engine.loewenherz.answers import SELL, TurnCheck
from engine.loewenherz.board import BIT
from engine.loewenherz.cards import CARDS
from engine.loewenherz.events import CardSold, KnightDeserted
from engine.loewenherz.land import NEUTRAL
from engine.loewenherz.options import border_options, domain_options, knight_options
from engine.loewenherz.state import Realm
from engine.loewenherz.view import domains_view


def preview(state: Realm, seat: Seat, answer: Json, cards: Mapping[str, str]) -> Json:
    """The parts of a turn answer that can be played, what each brings, and what may come next.

    `cards` are the names of the hand, by handle. What is wrong is among the `problems`; a part that
    is wrong is left out. An answer that is still being made may lack its places.
    """
    check = TurnCheck(state, seat, answer, cards)
    parts: list[Json] = []
    trial = TrialRun(state)
    handle = answer.get("card")
    card = cards.get(handle) if isinstance(handle, str) else None
    if card is not None and handle in state.hands[seat]:
        if answer.get("do") == SELL:
            trial.emit(CardSold(seat, str(handle), card, None, CARDS[card].sale))
            parts.append(_part("card", state, seat, trial, 0))
        elif answer.get("action") in list(CARDS[card].actions):
            trial = TrialRun(as_played(state, seat, check.answer, card, CARDS[card].price))
            parts.append(_part("card", state, seat, trial, 0))
            parts.extend(_step(trial, seat, step, check.answer) for step in check.steps)
    left = trial.state.doing.left if trial.state.doing else 0
    return {
        "problems": check.problems,
        "steps": parts,
        "left": left,
        "next": _next(trial.state, seat, check.answer) if left else {},
        "money": trial.state.money[seat],
        "points": dict(trial.state.points),
        "goal": is_stopped(trial.state),
    }


def _step(trial: TrialRun, seat: Seat, step: ActionStep, answer: Json) -> Json:
    """One part, with what follows from it; of a deserter the knight that leaves, if it is known."""
    before, known = trial.state, len(trial.facts)
    strengths = _strengths(before, step)
    if step.action == "deserter":
        leaving = _deserter(before, step, answer)
        if leaving is not None:
            colour = before.land.castles[step.against]
            trial.emit(KnightDeserted(colour, seat, leaving, step.against, step.domain))
    take(trial, seat, step)
    part = _part(step.where, before, seat, trial, known)
    after = {castle: trial.state.land.strength(castle) for castle in strengths}
    more: Json = {"knights": {"before": strengths, "after": after}} if strengths else {}
    if step.action == "deserter":
        more["may_leave"] = before.land.removable(step.against)
    return {**part, **more}


def _deserter(state: Realm, step: ActionStep, answer: Json) -> str | None:
    """The knight that leaves; none: its owner will choose."""
    knights = state.land.removable(step.against)
    if state.land.castles[step.against] == NEUTRAL:
        return next((one for one in answer.get("give_up", []) if one in knights), knights[0])
    return knights[0] if len(knights) == 1 else None


def _strengths(state: Realm, step: ActionStep) -> dict[str, int]:
    """The knights on both sides of a step between two domains."""
    land = state.land
    if not step.domain:
        return {}
    other = step.against or land.domain_at(BIT[step.place]) or ""
    return {castle: land.strength(castle) for castle in (step.domain, other) if castle}


def _part(where: str, before: Realm, seat: Seat, trial: TrialRun, known: int) -> Json:
    """What a part has changed."""
    facts: list[Event[Realm]] = trial.facts[known:]
    after = trial.state
    changed = [
        domain
        for domain in domains_view(after)
        if before.land.domains.get(domain["castle"]) != after.land.domains[domain["castle"]]
    ]
    return {
        "part": where,
        "facts": facts,
        "points": gains_of(facts),
        "domains": changed,
        "ducats": after.money[seat] - before.money[seat],
        "borders": after.land.borders_left - before.land.borders_left,
    }


def _next(state: Realm, seat: Seat, answer: Json) -> Json:
    """The legal places of the next part, as the options list them."""
    action = answer["action"]
    if action == "borders":
        return border_options(state)
    if action == "knights":
        return knight_options(state, seat)
    castle = answer.get("domain")
    own = castle if castle in state.land.owned_by(seat) else None
    return domain_options(state, own) if action == "expand" and own else {}
