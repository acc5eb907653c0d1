"""A choice may be answered years and restarts later, as if nothing had happened."""

from __future__ import annotations

import pytest

from engine.bots.wallenstein.uniform import Uniform
from engine.kernel.chance import stream
from engine.kernel.core import Json
from tests.rules.questions import HELD, first, front, hungry, planned, replied
from tests.rules.table import Table, kinds, lay


def test_p_1_p_2_p_3_a_season_goes_on_from_bytes_as_if_nothing_had_happened() -> None:
    def season(reopen: bool) -> Table:
        table = hungry(3)
        table.go({d.seat: lay(d, bid=None, combat_a="altmark") for d in table.waiting[:1]})
        pauses = []
        while table.state.season.name != "spring":
            pauses.append(table.decision().kind)
            if reopen:
                table.reopen()
            table.go()
        assert set(pauses) == {"position", "move", "revolt_order"}
        return table

    straight, broken = season(reopen=False), season(reopen=True)
    assert broken.game.head == straight.game.head
    assert broken.state == straight.state
    assert [e.to_json() for e in broken.entries] == [e.to_json() for e in straight.entries]


def test_p_2_an_answer_given_before_the_restart_counts_after_it() -> None:
    table = front()
    planned(table, A={"combat_a": "lausitz"})
    table.answer(table.decision(), {"orders": [{"to": "mittelmark", "armies": 1}]})
    assert table.waiting == []
    table.reopen()
    assert table.waiting == []
    happened = table.advance()
    assert kinds(happened)[0] == "armies_moved"


def test_p_2_a_plan_made_before_the_restart_counts_after_it() -> None:
    table = front(actions=first("combat_a", "combat_b"))
    moves = {"combat_b": [{"to": "lausitz", "armies": 1}]}
    standing = {"A": {**HELD, "moves": moves}}
    planned(table, standing, A={"combat_a": "lausitz", "combat_b": "mittelmark"})
    assert table.decision().id == "1.spring.combat_a.A"
    table.reopen()
    happened = replied(table, {"orders": []})
    assert "armies_moved" in kinds(happened)
    assert table.state.counties["lausitz"].armies == 6


@pytest.mark.parametrize("players", [3, 5])
def test_p_6_a_whole_game_by_questions_survives_restarts(players: int) -> None:
    def whole(reopen: bool) -> Table:
        table = Table(players, 42, line_up="draft", choices="ask")
        pauses = 0
        while not table.game.finished:
            for decision in table.waiting:
                source = stream(bytes(32), decision.id)
                answer = Uniform().answer(table.state, decision, source)
                if decision.kind == "plan":
                    answer = without_orders(answer)
                table.answer(decision, answer)
            pauses += 1
            if reopen and pauses % 12 == 0:
                table.reopen()
            table.advance()
        return table

    straight, broken = whole(reopen=False), whole(reopen=True)
    assert straight.state.result is not None
    assert broken.state == straight.state
    assert broken.game.head == straight.game.head


def without_orders(plan: Json) -> Json:
    return {"boxes": plan["boxes"], "bid": plan["bid"]}
