"""Favours: what may be wished for, and what each one does (K-8, P-5, P-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json, Problem, Seat, Turn
from engine.kernel.phases import Choice, Question
from engine.wallenstein.actions import calmed_by
from engine.wallenstein.choices import Choices
from engine.wallenstein.emperors_court.cards import (
    BUILD,
    CALM,
    CANCEL,
    DEPLOY,
    FAVORS,
    IMMUNITY,
    TARGETED,
    Favor,
)
from engine.wallenstein.emperors_court.facts import (
    ArmiesGranted,
    BuildingGranted,
    EventCancelled,
    FavorGained,
    FavorWasted,
    MarkerRemoved,
    MarkerWardedOff,
    ProtectionGranted,
    WardKept,
)
from engine.wallenstein.emperors_court.hall import court
from engine.wallenstein.emperors_court.targets import counties_for, legal_targets, target
from engine.wallenstein.gains import GAINS, into_tray, to_be_had
from engine.wallenstein.plan import LONGEST_LIST, PlanPart, PlanParts, ranking_problems, shown
from engine.wallenstein.rules import one_marker
from engine.wallenstein.state import State

FAVORS_KEY: Final = "favors"
FAVOR_KEY: Final = "favor"
_WISH: Final = ("favor", "counties", "cancel")
# P-5: the last wish of a list may be for no card, so that nobody is asked when the others are gone.
NO_CARD: Final = "none"


def unrest(turn: Turn[State], seat: Seat, county: str) -> None:
    """K-8: who has kept the fourth card wards off the marker."""
    if court(turn.state).wards.get(seat):
        turn.emit(MarkerWardedOff(seat, county))
    else:
        one_marker(turn, seat, county)


# What a favour does


def use(turn: Turn[State], seat: Seat, favor: Favor, wish: Json) -> None:
    """K-8: the favour, at once; without effect where there is none to be had."""
    before = len(turn.events)
    if favor.kind in GAINS:
        amount = to_be_had(turn.state, seat, favor.kind, favor.amount)
        if amount:
            tray = into_tray(seat, favor.kind, amount)
            turn.emit(FavorGained(seat, favor.number, favor.kind, amount, tray))
    else:
        _USES[favor.kind](turn, seat, favor, wish)
    if len(turn.events) == before:
        turn.emit(FavorWasted(seat, favor.number))


def _cancel(turn: Turn[State], seat: Seat, _: Favor, wish: Json) -> None:
    event = turn.state.season.event
    if event is not None and wish.get("cancel", True):
        turn.emit(EventCancelled(seat, event))


def _calm(turn: Turn[State], seat: Seat, favor: Favor, wish: Json) -> None:
    if not legal_targets(turn.state, seat, favor):
        turn.emit(WardKept(seat))
        return
    county = target(turn.state, seat, favor, wish)
    if county:
        turn.emit(MarkerRemoved(seat, county))


def _build(turn: Turn[State], seat: Seat, favor: Favor, wish: Json) -> None:
    county = target(turn.state, seat, favor, wish)
    if county:
        calmed = calmed_by(turn.state, favor.building, county)
        turn.emit(BuildingGranted(seat, favor.number, county, favor.building, calmed))


def _protect(turn: Turn[State], seat: Seat, favor: Favor, _: Json) -> None:
    turn.emit(ProtectionGranted(seat, favor.number))


def _deploy(turn: Turn[State], seat: Seat, favor: Favor, wish: Json) -> None:
    county = target(turn.state, seat, favor, wish)
    if county:
        armies = min(favor.amount, turn.state.supply(seat))
        conquered = turn.state.counties[county].owner is None
        turn.emit(ArmiesGranted(seat, county, armies, conquered))


_USES: Final[Mapping[str, Callable[[Turn[State], Seat, Favor, Json], None]]] = {
    CANCEL: _cancel,
    CALM: _calm,
    BUILD: _build,
    IMMUNITY: _protect,
    DEPLOY: _deploy,
}


# What may be said


def _plan_options(state: State, seat: Seat) -> Json:
    part = court(state)
    offer = part.offer(max(part.cards, default=0))
    for card in offer:
        card["counties"] = counties_for(state, seat, FAVORS[card["favor"]])
    return {
        "favors": offer,
        "courtiers": {"supply": part.supply[seat], "entrance": part.entrance[seat]},
    }


def _plan_problems(options: Json, plan: Json) -> Iterator[Problem]:
    wishes = plan[FAVORS_KEY]
    if not isinstance(wishes, list) or len(wishes) > LONGEST_LIST:
        accepted = [card["favor"] for card in options["favors"]]
        yield Problem(FAVORS_KEY, "not_a_list", {"accepted": accepted})
        return
    seen: list[Any] = []
    for number, wish in enumerate(wishes):
        where = f"{FAVORS_KEY}.{number}"
        if isinstance(wish, dict) and NO_CARD in wish:
            if wish != {NO_CARD: True} or number + 1 < len(wishes):
                yield Problem(where, "no_card_last", {"accepted": [f'{{"{NO_CARD}": true}}']})
            continue
        problems = list(wish_problems(where, wish, options["favors"]))
        if not problems and wish["favor"] in seen:
            free = [c["favor"] for c in options["favors"] if c["favor"] not in seen]
            problems = [Problem(where, "favor_twice", {"given": wish["favor"], "accepted": free})]
        yield from problems
        if not problems:
            seen.append(wish["favor"])


def wish_problems(where: str, wish: Any, offer: list[Json]) -> Iterator[Problem]:
    """What is wrong with a wish for a favour."""
    if not isinstance(wish, dict):
        yield Problem(where, "not_an_object", {"accepted": list(_WISH)})
        return
    for key in wish:
        if key not in _WISH:
            data = {"given": shown(key), "accepted": list(_WISH)}
            yield Problem(f"{where}.{shown(key)}", "unknown_key", data)
    cards = {card["favor"]: card for card in offer}
    number = wish.get("favor")
    if type(number) is not int or number not in cards:
        data = {"given": shown(number), "accepted": list(cards)}
        yield Problem(where, "favor_not_on_offer", data)
        return
    favor = FAVORS[number]
    if "counties" in wish:
        accepted = cards[number]["counties"]
        if favor.kind in TARGETED:
            yield from ranking_problems(f"{where}.counties", wish["counties"], accepted)
        else:
            yield Problem(where, "favor_without_target", {"given": number, "accepted": []})
    if "cancel" in wish and (favor.kind != CANCEL or not isinstance(wish["cancel"], bool)):
        data = {"given": shown(wish["cancel"]), "accepted": ["true", "false"]}
        yield Problem(where, "nothing_to_cancel", data)


def _choice_options(state: State, question: Question) -> Json:
    seat, part = question.seat, court(state)
    offer = part.offer(part.audience[seat])
    for card in offer:
        favor = FAVORS[card["favor"]]
        card["counties"] = legal_targets(state, seat, favor) if favor.kind in TARGETED else []
    return {"favors": offer, "courtiers": part.audience[seat]}


def _choice_problems(options: Json, wish: Any) -> Iterator[Problem]:
    if wish is None:
        return
    problems = list(wish_problems(FAVOR_KEY, wish, options["favors"]))
    yield from problems
    if not problems and not wish.get("counties"):
        cards = {card["favor"]: card["counties"] for card in options["favors"]}
        if cards[wish["favor"]]:
            data = {"given": wish["favor"], "accepted": cards[wish["favor"]]}
            yield Problem(FAVOR_KEY, "favor_needs_county", data)


def _none(_: State, __: Decision) -> None:
    return None


def _no_wishes(_: State, __: Decision, ___: Json) -> list[Json]:
    return []


FAVORS_PART: Final[PlanParts] = Catalogue(
    {FAVORS_KEY: PlanPart(_plan_options, _plan_problems, _no_wishes)}
)
FAVOR_CHOICE: Final[Choices] = Catalogue(
    {FAVOR_KEY: Choice(FAVOR_KEY, _choice_options, _choice_problems, _none)}
)
