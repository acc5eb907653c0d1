"""The schema types the answers of games that say how theirs are written, and the rules agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from jsonschema_rs import Draft4Validator

from engine.kernel.core import Decision, Json
from engine.loewenherz.board import SIDES
from engine.loewenherz.standing import CONDITIONS, MOST_ORDERS
from engine.registry import newest
from games.boards import BOARDS
from games.log import store
from games.models import Game
from tests.api.requests import Asker, legal_answer, refused, started_game, work
from tests.recorded.realms import REALMS, reigned

KEY = "loewenherz-2003"
PREFIX = "#/components/schemas/"
HAND = ["card 1", "card 2", "card 3"]
SALE = {"card": "card 1", "do": "sell"}
# What no position makes right, by the kind of its question.
BAD: Mapping[str, list[Any]] = {
    "castle": [
        *([], "c4", 7, True, {}, {"castle": "c4"}, {"castle": "c4", "knight": None}),
        {"castle": "m1", "knight": "c4"},
        {"castle": "c4", "knight": "c13"},
        {"castle": ["c4"], "knight": "c5"},
        {"castle": "c4", "knight": "c5", "salt": 1},
    ],
    "turn": [
        *([], "sell", {}, {"card": "card 1"}, {"do": "sell"}),
        {"card": "card 1", "do": "burn"},
        {"card": 1, "do": "sell"},
        {**SALE, "action": "borders"},
        {**SALE, "refill": "deck"},
        {**SALE, "refill": ["the moon"]},
        {**SALE, "if": []},
        {"card": "card 1", "do": "play"},
        {"card": "card 1", "do": "play", "action": "dance"},
        {"card": "card 1", "do": "play", "action": "borders"},
        {"card": "card 1", "do": "play", "action": "borders", "borders": []},
        {"card": "card 1", "do": "play", "action": "borders", "borders": ["c4-d4"]},
        {"card": "card 1", "do": "play", "action": "borders", "borders": [["c4", "d4"]]},
        {"card": "card 1", "do": "play", "action": "knights", "knights": "c4"},
        {"card": "card 1", "do": "play", "action": "expand", "domain": "c4"},
        {"card": "card 1", "do": "play", "action": "alliance", "domain": "c4", "against": 1},
    ],
    "give_up": [[], "c4", {}, {"knight": "z9"}, {"knight": None}, {"knight": ["c4"]}],
    "orders": [
        *([], {}, {"orders": "sell"}, {"orders": [1]}, {"orders": [{}]}),
        {"orders": [SALE] * (MOST_ORDERS + 1)},
        {"orders": [{**SALE, "if": {"free": "c4|d4"}}]},
        {"orders": [{**SALE, "if": [{"free": "c4"}]}]},
        {"orders": [{**SALE, "if": [{"rain": True}]}]},
        {"orders": [{**SALE, "if": [{"ducats": -1}]}]},
        {"orders": [{**SALE, "if": [{"ducats": True}]}]},
        {"orders": [{**SALE, "if": [{"stronger": ["c4"]}]}]},
        {"orders": [{**SALE, "if": [{"domain": "c4", "ducats": 3}]}]},
        {"orders": [{"card": "card 1", "do": "play", "action": "knights"}]},
    ],
    "ranking": [[], {}, {"give_up": "c4"}, {"give_up": ["c44"]}, {"give_up": [3]}],
}


def validators() -> dict[str, Draft4Validator]:
    """What checks an answer to each kind of question, as the published schema has it."""
    schemas = Client().get("/api/schema/").json()["components"]["schemas"]
    kinds = [name.partition(".")[2] for name in schemas if name.startswith(f"{KEY}.")]
    return {kind: Draft4Validator(schemas[f"{KEY}.{kind}"]) for kind in kinds}


def test_the_schema_names_the_answers_of_each_question() -> None:
    schemas = Client().get("/api/schema/").json()["components"]["schemas"]
    named = [one["$ref"] for one in schemas["Answer"]["properties"]["answer"]["anyOf"]]
    assert named[-1] == f"{PREFIX}Json"
    assert all(name.removeprefix(PREFIX) in schemas for name in named)
    shapes = {key: board.answer_shapes for key, board in BOARDS.items()}
    typed = {f"{PREFIX}{key}.{kind}" for key, kinds in shapes.items() for kind in kinds}
    assert set(named[:-1]) == typed
    assert set(BAD) == set(shapes[KEY])
    given = schemas[f"{KEY}.orders"]["properties"]["orders"]["items"]["oneOf"][0]["properties"]
    conditions = [one["required"][0] for one in given["if"]["items"]["oneOf"]]
    assert conditions == list(CONDITIONS)


@pytest.mark.parametrize("name", REALMS)
def test_whatever_was_answered_in_a_game_is_so_written(name: str) -> None:
    known, kinds = validators(), set[str]()
    for decision, sealed in reigned(name).game.sealed.items():
        kind = "castle" if decision.startswith("castle") else decision.split(".")[1].rstrip("2")
        kinds.add(kind)
        assert list(known[kind].iter_errors(sealed.answer)) == [], decision
    assert kinds >= {"castle", "turn", "orders", "ranking"}


def asked(kind: str) -> Decision:
    """A question of a kind, as far as answers are judged without a board."""
    options: Json = {"hand": HAND, "known": {}, "market": [], "knights": ["c4"], "distance": 6}
    return Decision(f"1.{kind}.A", "A", kind, {**options, "squares": {"c4": ["c5"]}})


@pytest.mark.parametrize("kind", BAD)
def test_what_is_badly_written_is_refused_by_schema_and_rules(kind: str) -> None:
    ruleset, known = newest(KEY), validators()[kind]
    state = ruleset.start("AB", {})
    state = state.but(hands=dict.fromkeys("AB", tuple(HAND)))
    for wrong in BAD[kind]:
        assert not known.is_valid(wrong), wrong
        problems = ruleset.problems(state, asked(kind), wrong)
        assert problems, wrong
        for language in ("en", "de"):
            assert all(ruleset.text().problem(one, language) for one in problems)


def test_both_orders_of_a_side_are_written_alike() -> None:
    known = validators()["turn"]
    play = {"card": "card 1", "do": "play", "action": "borders"}
    for side in SIDES:
        backwards = "|".join(reversed(side.split("|")))
        assert known.is_valid({**play, "borders": [side, backwards]}), side


@pytest.mark.django_db
def test_whatever_is_wrong_is_told_as_a_problem_and_nothing_is_lost(
    anna: Asker, bela: Asker
) -> None:
    game, kinds = started_game(anna, bela, ruleset=KEY), set[str]()
    work(game)
    while kinds < {"castle", "turn", "orders", "ranking"}:
        before = Game.objects.get(pk=game).head
        for one in anna.get(f"games/{game}/board/").json()["decisions"]:
            way = f"games/{game}/decisions/{one['id']}/"
            for wrong in () if one["kind"] in kinds else BAD[one["kind"]]:
                problem = refused(anna.put(way, {"answer": wrong}), 422, "illegal_answer")
                assert problem["problems"], wrong
                assert all(each["message"] and each["where"] for each in problem["problems"])
            kinds.add(one["kind"])
        assert Game.objects.get(pk=game).head == before
        for question in store.load(Game.objects.get(pk=game)).waiting:
            asker = anna if question.seat == "A" else bela
            way = f"games/{game}/decisions/{question.id}/"
            answer = legal_answer(game, question.id)
            assert asker.put(way, {"answer": answer}).status_code == 200
        work(game)
