"""Throws: every cube is drawn once on each side of the tower; who fought stands out."""

from __future__ import annotations

from collections import Counter

from django.template.loader import render_to_string

from engine.kernel.core import Event
from engine.wallenstein.battle_events import BattleDecided, RevoltDecided, TowerThrown
from games.boards.wallenstein.tower.throws import (
    PITCH,
    WIDTH,
    Decided,
    Shelf,
    ThrowPicture,
    throw_picture,
    throws,
)

NAMES = {"A": "Anna", "B": "Bert", "C": "Cora"}
THROW = {
    "stream": "throw 1",
    "lodged": {"B": 2, "C": 1},
    "thrown": {"A": 5, "B": 3, "peasants": 1},
    "fell": {"A": 4, "B": 2, "C": 1, "peasants": 1},
}


def battle(**changes: object) -> BattleDecided:
    fields = {
        "seat": "A",
        "origin": "anhalt",
        "county": "boehmen",
        "armies": 5,
        "defender": "B",
        "attackers_fell": 4,
        "defenders_fell": 2,
        "outcome": "attacker",
        "owner": "A",
        "garrison": 2,
        "home": {},
        **changes,
    }
    return BattleDecided.stored(fields)


def picture(decided: Decided | None = None, **changes: object) -> ThrowPicture:
    return throw_picture(TowerThrown({**THROW, **changes}), decided, "en", NAMES)


def cubes(shelf: Shelf) -> Counter[str]:
    return Counter(cube.colour for cube in shelf.cubes)


def test_what_goes_in_comes_out_or_stays() -> None:
    drawn = picture()
    assert cubes(drawn.thrown) == THROW["thrown"]
    assert cubes(drawn.before) == THROW["lodged"]
    assert cubes(drawn.tray) == THROW["fell"]
    all_in = cubes(drawn.thrown) + cubes(drawn.before)
    assert cubes(drawn.tray) + cubes(drawn.after) == all_in


def test_no_cube_lies_on_another_and_all_lie_in_the_picture() -> None:
    many = picture(thrown={"A": 30, "peasants": 15}, fell={"A": 20})
    places = [(cube.x, cube.y) for shelf in many.shelves for cube in shelf.cubes]
    assert len(set(places)) == len(places) == 45 + 3 + 20 + 28
    assert all(0 <= x <= WIDTH - PITCH and 0 <= y <= many.height - PITCH for x, y in places)
    rows = [shelf.y for shelf in many.shelves]
    assert rows == sorted(rows)


def test_colours_outside_the_battle_are_idle() -> None:
    drawn = picture(battle())
    assert {cube.colour for cube in drawn.tray.cubes if cube.idle} == {"C", "peasants"}
    assert drawn.score == "4 : 2"
    assert drawn.verdict.startswith("Anna attacks Böhmen")


def test_peasants_that_helped_the_defender_are_not_idle() -> None:
    drawn = picture(battle(defenders_fell=3))
    assert {cube.colour for cube in drawn.tray.cubes if cube.idle} == {"C"}


def test_peasants_fight_for_a_neutral_county_and_in_a_revolt() -> None:
    neutral = picture(battle(defender=None, defenders_fell=1))
    revolt = RevoltDecided("A", "boehmen", 4, 1, True, 3, {})
    for drawn in (neutral, picture(revolt)):
        assert {cube.colour for cube in drawn.tray.cubes if not cube.idle} == {"A", "peasants"}
    assert picture(revolt).score == "4 : 1"


def test_the_picture_says_everything_in_words() -> None:
    html = render_to_string("boards/wallenstein/throw.html", {"throw": picture(battle())})
    assert (
        'aria-label="Thrown in: Anna 5, Bert 3, peasants 1. Inside before: Bert 2, Cora 1. '
        'Fell out: Anna 4, Bert 2, Cora 1, peasants 1. Stays inside: Anna 1, Bert 3."'
    ) in html
    # The score stays in one line.
    assert "the tower decides 4\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}2; Böhmen falls." in html
    assert html.count('<use href="#c-') == 9 + 3 + 8 + 4


def test_nothing_inside_still_has_a_shelf() -> None:
    empty = picture(lodged={}, thrown={"A": 1}, fell={"A": 1})
    assert "Inside before: nothing" in empty.text
    assert empty.before.bottom > empty.before.y
    assert empty.after.cubes == []


def test_each_throw_gets_the_verdict_that_follows_it() -> None:
    events: list[Event] = [
        TowerThrown(THROW),
        battle(),
        TowerThrown({**THROW, "lodged": {}}),
        battle(outcome="tie", owner=None, garrison=0, attackers_fell=2),
    ]
    by_place = dict(throws(events, "en", NAMES))
    assert list(by_place) == [0, 2]
    assert [by_place[at].score for at in by_place] == ["4 : 2", "2 : 2"]
    assert "laid waste" in by_place[2].verdict
