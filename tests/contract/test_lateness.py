"""Games of the toys in which somebody never answers: by drafts, defaults and bots to the end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.core import Ruleset
from engine.kernel.verify import verify
from games.log import store
from games.models import Game, User
from games.ops.due import games_to_advance
from games.services.play.advance import game_advance
from games.services.play.turns import draft_save
from tests.contract.toys.registered import HIGH_CARD, PRESS, TOYS
from tests.service.conftest import anna, bert, nothing_folded
from tests.service.tables import again, answer, late, open_seats, payloads, started

__all__ = ["anna", "bert", "nothing_folded"]

pytestmark = pytest.mark.django_db
toys = pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.key)
DAY = {"kind": "hours", "hours": 24, "grace_minutes": 0}
# Who seals for a seat that stays silent.
SEALED_BY = {"default": {"default"}, "draft": {"draft", "default"}, "stand_in": {"bot random"}}


def table_of(toy: Ruleset[Any], lateness: str, *people: User) -> Game:
    return started(*people, players=3, ruleset=toy.key, schedule=DAY, lateness=lateness)


def sealed_for(game: Game, seat: str) -> list[dict[str, Any]]:
    """How each answer of a seat was sealed, oldest first."""
    return [seal for seal in payloads(game, "answer_sealed") if seal["seat"] == seat]


@toys
@pytest.mark.parametrize("lateness", SEALED_BY)
def test_a_game_goes_on_to_its_end_without_somebody(
    toy: Ruleset[Any], lateness: str, anna: User, bert: User
) -> None:
    game = table_of(toy, lateness, anna, bert)
    while again(game).status == Game.Status.RUNNING:
        if "A" in open_seats(game):
            answer(game, anna)
        draft_the_first_answer(game, bert)
        game_advance(game_id=late(game).pk)
    over = again(game)
    proof = verify(store.header_of(over), store.entries_of(over))
    assert (proof.over, proof.resolved) == (True, over.step)
    his = sealed_for(game, "B")
    assert {seal["by"] for seal in his} == SEALED_BY[lateness]
    assert {seal["by"] for seal in sealed_for(game, "A")} <= {"seat"}
    silent = [seat for fact in payloads(game, "time_ran_out") for seat in fact["seats"]]
    # Who need not answer is never late.
    assert silent == ["B"] * len(his)
    assert {fact["policy"] for fact in payloads(game, "time_ran_out")} == {lateness}
    asked = {seal["decision"].split(".")[1].rstrip("0123456789") for seal in his}
    assert asked == {PRESS.key: {"press"}, HIGH_CARD.key: {"boast", "play"}}[toy.key]


def draft_the_first_answer(game: Game, bert: User) -> None:
    """He thinks about it once, and never says it."""
    asked = [one for one in store.load(again(game)).waiting if one.seat == "B"]
    for decision in () if sealed_for(game, "B") else asked:
        choice = {"choice": decision.options["choices"][0]}
        draft_save(person=bert, game_id=game.pk, decision=decision.id, answer=choice)


@toys
def test_a_patient_table_waits_for_everybody(toy: Ruleset[Any], anna: User, bert: User) -> None:
    game = table_of(toy, "wait", anna, bert)
    before = again(game).head
    assert game_advance(game_id=late(game).pk) == 0
    assert game.pk not in games_to_advance()
    assert again(game).head == before
    assert payloads(game, "time_ran_out") == []


def test_a_bot_of_the_site_volunteers_where_it_may(anna: User) -> None:
    """The toys' bot does so half of the time; in twelve rounds of six bots it has."""
    beforehand = 0
    for _ in range(2):
        game = started(anna, players=6, ruleset=HIGH_CARD.key, schedule=DAY, lateness="default")
        while again(game).status == Game.Status.RUNNING:
            game_advance(game_id=late(game).pk)
        over = again(game)
        assert verify(store.header_of(over), store.entries_of(over)).over
        beforehand += sum(".next." in seal["decision"] for seal in payloads(game, "answer_sealed"))
    assert beforehand >= 1


@toys
def test_bots_among_themselves_play_a_game_that_nobody_attends(
    toy: Ruleset[Any], anna: User
) -> None:
    game = table_of(toy, "stand_in", anna)
    while again(game).status == Game.Status.RUNNING:
        game_advance(game_id=late(game).pk)
    sealed = payloads(game, "answer_sealed")
    assert {seal["by"] for seal in sealed} == {"bot random"}
    # Only bots that sit there volunteer; one that stands in for the late answers what it must.
    volunteers = {seal["seat"] for seal in sealed if ".next." in seal["decision"]}
    assert volunteers <= {"B", "C"}
    assert {seal["seat"] for seal in sealed} == {"A", "B", "C"}
    over = again(game)
    assert verify(store.header_of(over), store.entries_of(over)).over
