"""Who fights: the defender chooses, and who stands back shares the county's fate (E-3, P-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kernel.catalogue import Catalogue
from engine.kernel.core import Decision, Json, Problem, Seat, Turn
from engine.kernel.phases import Choice, Question
from engine.wallenstein.board import SEASONS
from engine.wallenstein.choices import Choices, ask, asks
from engine.wallenstein.edition_2002.facts import DefenceChosen, ReserveReturned, customs
from engine.wallenstein.plan import LONGEST_LIST, PlanPart, PlanParts, is_among, no_options, shown
from engine.wallenstein.state import State

DEFENCE = "defence"
# In a plan: every army there fights, and nobody is asked.
ALL = "all"


def muster(turn: Turn[State], county: str, about: Json) -> bool:
    """Settle how many fight, by the plan, by answer or all; false if the owner must be asked."""
    state = turn.state
    here = state.counties[county]
    seat = str(here.owner)
    wanted = planned_defence(turn, seat).get(county)
    if wanted is None and asks(state):
        answer = ask(turn, seat, DEFENCE, {**about, "county": county})
        if answer is None:
            return False
        wanted = answer["armies"]
    fighting = here.armies if wanted in (None, ALL) else min(wanted, here.armies)
    if fighting < here.armies or state.asking is not None:
        turn.emit(DefenceChosen(seat, county, fighting, here.armies - fighting))
    return True


def planned_defence(turn: Turn[State], seat: Seat) -> Json:
    """P-4: what the plan says; in winter the one of autumn."""
    season = turn.state.season
    name = season.name if season.name in SEASONS else SEASONS[-1]
    plan = turn.answers.get(f"{season.year}.{name}.plan.{seat}", {})
    return dict(plan.get("defend", {}))


def stand_down(turn: Turn[State], county: str) -> None:
    """E-3: who stood back stays where the county is held, and goes home where it is not."""
    reserve = customs(turn.state).reserve
    if reserve is not None:
        lost = turn.state.counties[county].owner != reserve.seat
        turn.emit(ReserveReturned(reserve.seat, county, reserve.armies, lost))


def in_reserve(state: State, county: str) -> int:
    """E-3: how many stand back in a county, and hold it if its peasants have defended it alone."""
    reserve = customs(state).reserve
    return reserve.armies if reserve is not None and reserve.county == county else 0


def _defend_problems(options: Json, plan: Json) -> Iterator[Problem]:
    defend = plan["defend"]
    if not isinstance(defend, dict) or len(defend) > LONGEST_LIST:
        yield Problem("defend", "not_an_object", {"accepted": list(options["counties"])})
        return
    for county, armies in defend.items():
        where = f"defend.{shown(county)}"
        if county not in options["in_play"]:
            data = {"given": shown(county), "accepted": list(options["counties"])}
            yield Problem(where, "no_such_county", data)
        elif armies != ALL and not is_among(armies, range(1001)):
            data = {"given": shown(armies), "accepted": [0, "…", ALL]}
            yield Problem(where, "not_a_number_of_armies", data)


def _defence_options(state: State, question: Question) -> Json:
    return {**question.about, "most": state.counties[question.about["county"]].armies}


def _defence_problems(options: Json, armies: Any) -> Iterator[Problem]:
    if not is_among(armies, range(options["most"] + 1)):
        data = {"given": shown(armies), "accepted": [0, "…", options["most"]]}
        yield Problem("armies", "not_a_number_of_armies", data)


def _defence_name(about: Json) -> str:
    return "_".join(filter(None, (DEFENCE, about["action"], about["county"], about["by"])))


def _everybody(_: State, decision: Decision) -> int:
    return int(decision.options["most"])


def _all_fight(state: State, decision: Decision, _: Json) -> Json:
    """Who stays silent is not asked at every battle either."""
    return dict.fromkeys(decision.options["counties"], ALL) if asks(state) else {}


DEFEND_PART: Final[PlanParts] = Catalogue(
    {"defend": PlanPart(no_options, _defend_problems, _all_fight)}
)
DEFENCE_CHOICE: Final[Choices] = Catalogue(
    {DEFENCE: Choice("armies", _defence_options, _defence_problems, _everybody, name=_defence_name)}
)
