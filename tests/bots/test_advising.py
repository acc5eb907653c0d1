"""The marshal as it advises people: no good attack is left out that costs nobody a home."""

from __future__ import annotations

from engine.bots import adviser_named
from engine.bots.wallenstein.marshal.plan import Planner
from engine.bots.wallenstein.marshal.weights import ADVISING, WEIGHTS
from engine.kernel.core import Json
from engine.wallenstein.plan import plan_decision
from engine.wallenstein.state import State
from tests.bots.positions import MARSHAL, RULESET, attacks, own, position, rival, stream
from tests.play.tables import new_table

ADVISER = adviser_named("wallenstein-2010", "marshal")
MOODS = range(12)
HOME = {
    "boehmen": own(7),
    "schlesien": own(2),
    "lausitz": own(2),
    "maehren": own(2),
    "koeln": own(2),
    "mark": own(2),
}


def advised(state: State, number: int) -> Json:
    """A plan for A, which must be legal."""
    decision = plan_decision(state, "A")
    answer = ADVISER.answer(state, decision, stream(number))
    assert RULESET.problems(state, decision, answer) == []
    return answer


def forecasts(state: State, answer: Json) -> dict[str, int]:
    """How often each attack of a plan is won, by the marshal's own count."""
    war = Planner(state, "A", ADVISING).war
    return {
        target: war.forecast(target, order["armies"], state.counties[target].armies).win
        for target, order in attacks(state, answer).items()
    }


def test_a_good_attack_is_advised_in_every_mood_and_every_season() -> None:
    for season in ("spring", "summer", "autumn"):
        state = position(HOME, season=season)
        for number in MOODS:
            wins = forecasts(state, advised(state, number))
            assert max(wins.values(), default=0) >= ADVISING.sure_odds


def test_the_first_spring_of_a_usual_game_is_not_spent_at_home() -> None:
    table = new_table(5, "default", "orders", "coach")
    table.advance()
    spring: State = table.game.state
    strong = spring.with_county("boehmen", armies=7)
    assert strong.counties["boehmen"].owner == "A"
    for number in MOODS:
        assert attacks(strong, advised(strong, number))


def test_a_home_that_would_be_lost_is_not_left_for_it() -> None:
    besieged = HOME | {name: rival(9) for name in ("kursachsen", "passau", "oberoesterreich")}
    state = position(besieged, season="spring")
    war = Planner(state, "A", ADVISING).war
    plain = Planner(state, "A", WEIGHTS).war
    orders = ("boehmen", 7, 1750, "combat_a")
    assert war.marches(*orders) == plain.marches(*orders)
    for number in MOODS:
        assert "oberpfalz" not in attacks(state, advised(state, number))


def test_an_attack_that_is_often_lost_is_not_praised() -> None:
    state = position(HOME | {"boehmen": own(3), "oberpfalz": rival(4)}, season="spring")
    for number in MOODS:
        assert "oberpfalz" not in attacks(state, advised(state, number))


def test_the_one_that_plays_has_no_such_zeal() -> None:
    assert MARSHAL.weights.zeal == 0  # type: ignore[attr-defined] # of all bots this is a marshal
