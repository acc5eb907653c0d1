"""Scenario files that cannot be played: each is refused with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.kernel.scenarios import BadScenario
from engine.registry import SCENARIOS, checked_options, newest
from engine.wallenstein.board import ACTIONS, COUNTIES, TILES, counties_in_play

Json = dict[str, Any]
LAUSITZ = {"lausitz": {"owner": "A", "armies": 3}}
FIGHT: Json = {
    "counties": {**LAUSITZ, "kursachsen": {"owner": "B", "armies": 2}},
    "plans": {
        "A": {
            "boxes": {"combat_a": "lausitz"},
            "moves": {"combat_a": [{"to": "kursachsen", "armies": 2}]},
        }
    },
}
HUNGER: Json = {"season": "autumn", "until": "winter_end", "counties": LAUSITZ}


def county(**given: Any) -> Json:
    return {"counties": {"lausitz": given}}


def plan(**given: Any) -> Json:
    return {"counties": LAUSITZ, "plans": {"A": given}}


def order(**given: Any) -> Json:
    return plan(boxes={"combat_a": "lausitz"}, moves={"combat_a": [given]})


def play(scenario: Json) -> Json:
    ruleset = newest("wallenstein-2010")
    return SCENARIOS[ruleset.key](ruleset, checked_options(ruleset, {}), scenario)


BAD: dict[str, tuple[Json, str]] = {
    "unknown key": ({"colour": 1}, r"scenario: 'colour' is not known"),
    "two seats": ({"seats": ["A", "B"]}, r"seats: 2 seats"),
    "six seats": ({"seats": list("ABCDEF")}, r"seats: 6 seats"),
    "an unknown seat": ({"seats": ["A", "B", "X"]}, r"seats: 'X' is not known"),
    "a seat twice": ({"seats": ["A", "B", "B"]}, r"seats: a seat stands twice"),
    "seats that are no list": ({"seats": "ABC"}, r"seats: 'ABC' is not a list"),
    "a seat that is a number": ({"seats": ["A", "B", 3]}, r"seats: 3 is not known"),
    "year 0": ({"year": 0}, r"year: 0 is not a year"),
    "year 3": ({"year": 3}, r"year: 3 is not a year"),
    "a year in words": ({"year": "one"}, r"year: 'one' is not a whole number"),
    "a true year": ({"year": True}, r"year: True is not a whole number"),
    "an unknown season": ({"season": "winter"}, r"season: 'winter' is not known"),
    "an unknown end": ({"until": "year_end"}, r"until: 'year_end' is not known"),
    "winter_end in spring": ({"until": "winter_end"}, r"until: winter_end needs .*autumn"),
    "winter_end in summer": (
        {"season": "summer", "until": "winter_end"},
        r"until: winter_end needs .*autumn",
    ),
    "counties that are a list": ({"counties": []}, r"counties: \[\] is not an object"),
    "an unknown county": ({"counties": {"atlantis": {}}}, r"counties: 'atlantis' is not known"),
    "a county that is out with three players": (
        {"counties": {"bremen": {"owner": "A", "armies": 1}}},
        r"counties: 'bremen' is not known",
    ),
    "a county that is a number": ({"counties": {"lausitz": 3}}, r"counties\.lausitz: 3 is not an"),
    "an unknown key in a county": (
        county(owner="A", army=3),
        r"counties\.lausitz: 'army' is not known",
    ),
    "an owner who does not play": (
        county(owner="D", armies=1),
        r"counties\.lausitz\.owner: 'D' is not known",
    ),
    "armies without an owner": (county(armies=3), r"counties\.lausitz\.owner: None is not known"),
    "markers without an owner": (county(revolt=1), r"counties\.lausitz\.owner: None is not known"),
    "an owner without armies": (
        county(owner="A", armies=0),
        r"counties\.lausitz\.armies: .*needs an army",
    ),
    "armies below zero": (
        county(owner="A", armies=-1),
        r"counties\.lausitz\.armies: -1 is not a whole number",
    ),
    "armies in words": (
        county(owner="A", armies="3"),
        r"counties\.lausitz\.armies: '3' is not a whole number",
    ),
    "half an army": (county(owner="A", armies=1.5), r"counties\.lausitz\.armies: 1\.5 is not"),
    "no armies, in a wrong type": (county(armies=False), r"counties\.lausitz\.armies: False is"),
    "no buildings, in a wrong type": (
        county(buildings={}),
        r"counties\.lausitz\.buildings: \{\} is not a list",
    ),
    "63 armies": (
        county(owner="A", armies=63),
        r"counties\.lausitz: 63 cubes of A are not there, only 62",
    ),
    "62 armies and one more": (
        {"counties": {"lausitz": {"owner": "A", "armies": 62}, "mark": {"owner": "A"}}},
        r"counties\.mark: 1 cubes of A are not there, only 0",
    ),
    "an unknown building": (
        county(owner="A", buildings=["castle"]),
        r"counties\.lausitz\.buildings: 'castle' is not known",
    ),
    "a building in a list": (
        county(owner="A", buildings=[["palace"]]),
        r"counties\.lausitz\.buildings: \['palace'\] is not known",
    ),
    "two buildings for one city": (
        county(owner="A", buildings=["palace", "church"]),
        r"counties\.lausitz\.buildings: 1 different buildings fit",
    ),
    "the same building twice": (
        {"counties": {"boehmen": {"owner": "A", "buildings": ["church", "church"]}}},
        r"counties\.boehmen\.buildings: 3 different buildings fit",
    ),
    "29 palaces": (
        {
            "counties": {
                name: {"owner": "A", "buildings": ["palace"]} for name in counties_in_play(3)[:29]
            }
        },
        r"counties\.\w+\.buildings: no palace is left",
    ),
    "markers below zero": (
        county(owner="A", revolt=-1),
        r"counties\.lausitz\.revolt: -1 is not a whole number",
    ),
    "money of a seat that does not play": ({"money": {"E": 3}}, r"money: 'E' is not known"),
    "money below zero": ({"money": {"A": -1}}, r"money\.A: -1 is not a whole number"),
    "money that is a list": ({"money": [1, 2, 3]}, r"money: \[1, 2, 3\] is not an object"),
    "grain in words": ({"grain": {"A": "7"}}, r"grain\.A: '7' is not a whole number"),
    "points that are null": ({"points": {"B": None}}, r"points\.B: None is not a whole number"),
    "an unknown part of the tower": ({"tower": {"bowl": {}}}, r"tower: 'bowl' is not known"),
    "cubes of an unknown colour": (
        {"tower": {"lodged": {"green": 3}}},
        r"tower\.lodged: 'green' is not known",
    ),
    "21 peasants": (
        {"tower": {"lodged": {"peasants": 15}, "tray": {"peasants": 6}}},
        r"tower\.tray: 6 cubes of peasants are not there, only 5",
    ),
    "armies in the tower that stand on the board": (
        {**county(owner="A", armies=60), "tower": {"lodged": {"A": 3}}},
        r"tower\.lodged: 3 cubes of A are not there, only 2",
    ),
    "cubes below zero": (
        {"tower": {"tray": {"A": -2}}},
        r"tower\.tray\.A: -2 is not a whole number",
    ),
    "an unknown event": ({"event": "rain"}, r"event: 'rain' is not known"),
    "an event without its number": ({"event": "church_peace"}, r"event: 'church_peace' is not"),
    "no event as null": ({"event": None}, r"event: None is not known"),
    "an unknown winter event": ({"winter_event": "snow"}, r"winter_event: 'snow' is not known"),
    "the same card twice": (
        {"event": "tax_floor_2", "winter_event": "tax_floor_2"},
        r"winter_event: this card is the season's event",
    ),
    "four tiles": ({"tiles": list(TILES[:4])}, r"tiles: each of"),
    "a tile twice": ({"tiles": [*TILES[:4], TILES[0]]}, r"tiles: each of"),
    "an unknown tile": ({"tiles": [*TILES[:4], "luck"]}, r"tiles: 'luck' is not known"),
    "nine actions": ({"actions": list(ACTIONS[:9])}, r"actions: each of"),
    "an action twice": ({"actions": [*ACTIONS[:9], ACTIONS[0]]}, r"actions: each of"),
    "an unknown action": ({"actions": [*ACTIONS[:9], "rest"]}, r"actions: 'rest' is not known"),
    "a plan of a seat that does not play": ({"plans": {"D": {}}}, r"plans: 'D' is not known"),
    "a plan that is a list": ({"plans": {"A": []}}, r"plans\.A: not an object"),
    "an unknown key in a plan": (plan(bids=3), r"plans\.A\.bids"),
    "an unknown box": (plan(boxes={"build_castle": "lausitz"}), r"plans\.A\.boxes\.build_castle"),
    "boxes that are a list": (plan(boxes=["lausitz"]), r"plans\.A\.boxes"),
    "a county the seat does not own": (
        plan(boxes={"collect_taxes": "mark"}),
        r"plans\.A\.boxes\.collect_taxes",
    ),
    "a county that is not in play": (
        plan(boxes={"collect_taxes": "bremen"}),
        r"plans\.A\.boxes\.collect_taxes",
    ),
    "a card twice": (
        plan(boxes={"collect_taxes": "lausitz", "deploy_3": "lausitz"}),
        r"plans\.A\.boxes\.(collect_taxes|deploy_3).*and 1 more",
    ),
    "a card in a box and as a bid": (
        plan(boxes={"collect_taxes": "lausitz"}, bid="lausitz"),
        r"plans\.A\.boxes\.collect_taxes",
    ),
    "a bid of 5": (plan(bid=5), r"plans\.A\.bid"),
    "a bid in words": (plan(bid="three"), r"plans\.A\.bid"),
    "a bid that cannot be paid": ({**plan(bid=4), "money": {"A": 3}}, r"plans\.A\.bid"),
    "an unknown position": (plan(positions=[1, 6]), r"plans\.A\.positions\.1"),
    "a position twice": (plan(positions=[1, 1]), r"plans\.A\.positions\.1"),
    "positions that are no list": (plan(positions=1), r"plans\.A\.positions"),
    "moves for an action that moves nothing": (
        plan(moves={"deploy_5": []}),
        r"plans\.A\.moves\.deploy_5",
    ),
    "an order to a county that is not adjacent": (
        order(to="trier", armies=1),
        r"plans\.A\.moves\.combat_a\.0\.to",
    ),
    "an order to an unknown county": (
        order(to="atlantis", armies=1),
        r"plans\.A\.moves\.combat_a\.0\.to",
    ),
    "an order without armies": (order(to="boehmen"), r"plans\.A\.moves\.combat_a\.0"),
    "an order with armies and leave": (
        order(to="boehmen", armies=1, leave=1),
        r"plans\.A\.moves\.combat_a\.0",
    ),
    "an order for no armies": (
        order(to="boehmen", armies=0),
        r"plans\.A\.moves\.combat_a\.0\.armies",
    ),
    "an order to leave none": (
        order(to="boehmen", leave=0),
        r"plans\.A\.moves\.combat_a\.0\.leave",
    ),
    "an unknown condition": (
        order(to="boehmen", armies=1, when={"weak": True}),
        r"plans\.A\.moves\.combat_a\.0\.when\.weak",
    ),
    "an unknown holder": (
        order(to="boehmen", armies=1, when={"held_by": "E"}),
        r"plans\.A\.moves\.combat_a\.0\.when\.held_by",
    ),
    "a ranking of an unknown county": (
        plan(revolt_order=["atlantis"]),
        r"plans\.A\.revolt_order\.0",
    ),
    "throws that are no list": ({"throws": {}}, r"throws: \{\} is not a list"),
    "a throw of an unknown colour": ({"throws": [{"D": 1}]}, r"throws\.0: 'D' is not known"),
    "a throw of half a cube": ({"throws": [{}, {"A": 0.5}]}, r"throws\.1\.A: 0\.5 is not"),
    "more cubes than were thrown": (
        {**FIGHT, "throws": [{"A": 3}]},
        r"throws\.0\.A: 3 cannot fall, only 2 are there",
    ),
    "cubes of somebody who has none there": (
        {**FIGHT, "throws": [{"C": 1}]},
        r"throws\.0\.C: 1 cannot fall, only 0 are there",
    ),
    "more cubes than were thrown and lodged": (
        {**FIGHT, "tower": {"lodged": {"A": 1}}, "throws": [{"A": 4}]},
        r"throws\.0\.A: 4 cannot fall, only 3 are there",
    ),
    "revolts of a seat that does not play": ({"revolts": {"D": []}}, r"revolts: 'D' is not known"),
    "a revolt in an unknown county": (
        {"revolts": {"A": ["atlantis"]}},
        r"revolts\.A: 'atlantis' is not known",
    ),
    "a county revolting twice": (
        {"revolts": {"A": ["mark", "mark"]}},
        r"revolts\.A: a county stands twice",
    ),
    "a revolt in a county of somebody else": (
        {**HUNGER, "revolts": {"A": ["mark"]}},
        r"revolts\.A: 'mark' is not known here; accepted: lausitz",
    ),
    "too few revolts": ({**HUNGER, "revolts": {"A": []}}, r"revolts\.A: 1 revolt here, not 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_scenario_is_refused_with_its_place(name: str) -> None:
    scenario, objection = BAD[name]
    with pytest.raises(BadScenario, match=f"^{objection}") as refused:
        play(scenario)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    "key", ["counties", "money", "grain", "points", "tower", "plans", "revolts"]
)
@pytest.mark.parametrize("value", [None, 3, "A", [], True])
def test_a_part_of_a_wrong_type_is_refused(key: str, value: Any) -> None:
    with pytest.raises(BadScenario, match=f"^{key}: .* is not an object"):
        play({key: value})


@pytest.mark.parametrize("key", ["seats", "tiles", "actions", "throws"])
@pytest.mark.parametrize("value", [None, 3, "A", {}, True])
def test_a_list_of_a_wrong_type_is_refused(key: str, value: Any) -> None:
    with pytest.raises(BadScenario, match=f"^{key}: .* is not a list"):
        play({key: value})


def test_an_empty_scenario_is_a_quiet_season() -> None:
    result = play({})
    assert result["state"]["counties"] == {}
    assert result["state"]["money"] == {"A": 18, "B": 18, "C": 18}
    assert result["events"][-1] == {"kind": "season_ended"}
    assert json.loads(json.dumps(result)) == result


def test_a_county_named_without_anything_is_neutral() -> None:
    assert play(county())["state"]["counties"] == {}
    assert play(county(owner=None, armies=0, buildings=[]))["state"]["counties"] == {}


def test_a_missing_throw_falls_back_to_the_tower_and_is_always_the_same() -> None:
    results = [play(FIGHT) for _ in range(2)]
    assert results[0] == results[1]
    (thrown,) = [e["throw"] for e in results[0]["events"] if e["kind"] == "tower_thrown"]
    assert thrown["thrown"] == {"A": 2, "B": 2}


def test_every_county_can_be_named_with_five_players() -> None:
    everything = {name: {"owner": "A"} for name in COUNTIES}
    result = play({"seats": list("ABCDE"), "counties": everything})
    assert len(result["state"]["counties"]) == 45
