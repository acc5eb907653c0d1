"""The bots at tables of the edition of 2002."""

from __future__ import annotations

from itertools import product

import pytest

from engine.bots import bot_named
from engine.kernel.chance import Stream
from engine.kernel.phases import Question
from engine.kernel.verify import verify
from engine.registry import newest
from engine.simulate import play, table
from engine.wallenstein.choices import question_decision
from engine.wallenstein.state import State

KEY = "wallenstein-2002"


@pytest.mark.parametrize(
    ("players", "line_up", "choices"),
    list(product((3, 4, 5), ("default", "draft"), ("orders", "ask"))),
)
def test_every_answer_is_legal(players: int, line_up: str, choices: str) -> None:
    options = {"line_up": line_up, "choices": choices}
    bots = ("marshal", *["random"] * (players - 1))
    played = play(table(KEY, players, 4, options, bots), 0)
    assert played.game.finished
    proof = verify(played.game.header, played.entries)
    assert proof.resolved == proof.steps


def test_the_marshal_wins_far_more_than_its_share_against_random_players() -> None:
    games, won = 20, 0
    for number in range(games):
        bots = ["random"] * 3
        bots[number % 3] = "marshal"
        summary = play(table(KEY, 3, 2, {}, bots), number).summary()
        won += summary["winners"] == ["ABC"[number % 3]]
    assert won >= games * 7 // 10


@pytest.mark.parametrize("bot", ["random", "marshal"])
def test_e_2_a_bot_names_as_many_empty_boxes_as_it_must(bot: str) -> None:
    ruleset = newest(KEY)
    state: State = ruleset.start(("A", "B", "C"), {"line_up": "default", "choices": "orders"})
    state = state.with_county("anhalt", owner="A", armies=2).with_season(year=1, name="spring")
    asked = Question("1.spring.empty_boxes.A", "empty_boxes", "A", {"count": 4})
    decision = question_decision(state.but(phase="empty_boxes", asking=asked), asked)
    answer = bot_named(KEY, bot).answer(state, decision, Stream(bytes(32)))
    assert ruleset.problems(state, decision, answer) == []
    assert len(answer["empty"]) == 4
    if bot == "marshal":  # which would have to march, and has nowhere it wants to go
        assert {"combat_a", "combat_b"} <= set(answer["empty"])


def test_e_3_the_marshal_sends_everybody_into_battle() -> None:
    played = play(table(KEY, 3, 6, {"choices": "ask"}, ("marshal",)), 0)
    chosen = [entry.payload for entry in played.entries if entry.kind == "defence_chosen"]
    assert chosen
    assert all(fact["held_back"] == 0 for fact in chosen)
