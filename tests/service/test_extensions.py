"""More time by a vote of all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from games.errors import NotAllowed, Refused
from games.models import Game, OutboxRow, User
from games.services.advance import game_advance
from games.services.deadlines import deadline_extend, game_pause, game_resume
from games.services.extensions import extension_propose, extension_vote
from games.services.seats import player_replace
from games.services.table import rebuild
from tests.service.tables import again, answer, kinds, late, payloads, person, proof, started

pytestmark = pytest.mark.django_db
Travel = Callable[[datetime], None]
START = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = {"kind": "hours", "hours": 24}
DUE = START + timedelta(hours=24)


@pytest.fixture
def game(at: Travel, anna: User, bert: User, cora: User) -> Game:
    """Three people and a bot."""
    at(START)
    return started(anna, bert, cora, players=4, schedule=DAY, lateness="default")


def test_when_all_who_sit_agree_the_deadline_moves(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    extension_propose(person=bert, game_id=game.id, hours=12, why="A\nwedding")
    asked = again(game).proposal
    assert asked == {"seat": "B", "hours": 12, "why": "A wedding", "yes": ["B"]}
    told = OutboxRow.objects.filter(kind="vote").values_list("user__username", flat=True)
    assert sorted(told) == ["anna", "cora"]
    extension_vote(person=anna, game_id=game.id, yes=True)
    assert again(game).deadline == DUE
    extension_vote(person=cora, game_id=game.id, yes=True)
    assert again(game).deadline == DUE + timedelta(hours=12)
    assert again(game).proposal is None
    assert payloads(game, "deadline_set")[-1] == {
        "deadline": "2026-06-03T00:00:00Z",
        "reason": "vote",
        "by": bert.player_uid,
        "why": "A wedding",
    }
    assert payloads(game, "extension_voted") == [
        {"seat": "A", "yes": True, "by": anna.player_uid},
        {"seat": "C", "yes": True, "by": cora.player_uid},
    ]
    assert OutboxRow.objects.filter(kind="deadline_moved").count() == 3
    assert proof(game, anna).head == again(game).head


def test_one_no_ends_it(game: Game, anna: User, bert: User, cora: User) -> None:
    extension_propose(person=bert, game_id=game.id, hours=12, why="")
    extension_vote(person=anna, game_id=game.id, yes=False)
    assert again(game).proposal is None
    with pytest.raises(Refused) as refusal:
        extension_vote(person=cora, game_id=game.id, yes=True)
    assert refusal.value.code == "no_vote"
    assert again(game).deadline == DUE
    # Whoever asked may take it back, and somebody may ask anew.
    extension_propose(person=cora, game_id=game.id, hours=1, why="")
    extension_vote(person=cora, game_id=game.id, yes=False)
    assert again(game).proposal is None


def test_who_may_ask_and_vote(game: Game, anna: User, bert: User) -> None:
    outsider = person("dora")
    with pytest.raises(NotAllowed):
        extension_propose(person=outsider, game_id=game.id, hours=1, why="")
    with pytest.raises(Refused, match="1 to 720 hours"):
        extension_propose(person=anna, game_id=game.id, hours=721, why="")
    extension_propose(person=anna, game_id=game.id, hours=1, why="")
    for again_asked in (anna, bert):
        with pytest.raises(Refused) as refusal:
            extension_propose(person=again_asked, game_id=game.id, hours=1, why="")
        assert refusal.value.code == "vote_open"
    with pytest.raises(NotAllowed):
        extension_vote(person=outsider, game_id=game.id, yes=True)
    with pytest.raises(Refused) as refusal:
        extension_vote(person=anna, game_id=game.id, yes=True)
    assert refusal.value.code == "voted_already"
    timeless = started(anna, bert)
    with pytest.raises(Refused) as refusal:
        extension_propose(person=anna, game_id=timeless.id, hours=1, why="")
    assert refusal.value.code == "no_deadline"


def test_among_bots_a_person_agrees_with_themselves(at: Travel, anna: User) -> None:
    at(START)
    game = started(anna, schedule=DAY)
    extension_propose(person=anna, game_id=game.id, hours=5, why="")
    assert again(game).deadline == DUE + timedelta(hours=5)
    assert again(game).proposal is None
    assert not OutboxRow.objects.filter(kind="vote").exists()


def test_a_proposal_dies_with_its_step(at: Travel, game: Game, anna: User, cora: User) -> None:
    extension_propose(person=anna, game_id=game.id, hours=5, why="")
    at(DUE)
    assert game_advance(game_id=game.id) == 1
    assert again(game).proposal is None
    with pytest.raises(Refused):
        extension_vote(person=cora, game_id=game.id, yes=True)


def test_a_rest_and_a_new_player_end_a_vote_too(game: Game, anna: User, bert: User) -> None:
    extension_propose(person=anna, game_id=game.id, hours=5, why="")
    game_pause(person=anna, game_id=game.id, why="")
    game_resume(person=anna, game_id=game.id, why="")
    assert again(game).proposal is None
    extension_propose(person=anna, game_id=game.id, hours=5, why="")
    player_replace(person=anna, game_id=late(game).id, letter="B", bot="random")
    assert again(game).proposal is None


def test_the_host_may_extend_meanwhile_and_the_vote_counts_from_there(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    extension_propose(person=bert, game_id=game.id, hours=12, why="")
    deadline_extend(person=anna, game_id=game.id, hours=24, why="")
    for voter in (anna, cora):
        extension_vote(person=voter, game_id=game.id, yes=True)
    assert again(game).deadline == DUE + timedelta(hours=36)


def test_an_open_vote_is_found_again_in_the_log(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    extension_propose(person=bert, game_id=game.id, hours=12, why="Rain")
    extension_vote(person=anna, game_id=game.id, yes=True)
    open_vote = again(game).proposal
    Game.objects.filter(pk=game.pk).update(proposal=None)
    rebuild(game.pk)
    assert again(game).proposal == open_vote
    answer(game, cora)
    extension_vote(person=cora, game_id=game.id, yes=True)
    assert kinds(game)[-1] == "deadline_set"
