"""More time by a vote of all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.kernel.reasons import AGREED, TAKEN_BACK
from games.errors import NotAllowed, Refused
from games.models import Game, OutboxRow, User
from games.services.play.advance import game_advance
from games.services.play.deadlines import deadline_extend, game_pause, game_resume
from games.services.play.extensions import MOST_PROPOSALS, extension_propose, extension_vote
from games.services.play.table import rebuild
from games.services.tables.seats import player_replace
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
    readers = OutboxRow.objects.filter(kind="vote").values_list("user__username", flat=True)
    assert sorted(readers) == ["anna", "cora"]
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
        {"seat": "A", "yes": True, "by": anna.player_uid, "why": AGREED},
        {"seat": "C", "yes": True, "by": cora.player_uid, "why": AGREED},
    ]
    assert OutboxRow.objects.filter(kind="deadline_moved").count() == 3
    assert proof(game, anna).head == again(game).head


def test_one_no_ends_it(game: Game, anna: User, bert: User, cora: User) -> None:
    extension_propose(person=bert, game_id=game.id, hours=12, why="Rain")
    for why in ("", " \n"):
        with pytest.raises(Refused, match="Say why"):
            extension_vote(person=anna, game_id=game.id, yes=False, why=why)
    assert again(game).proposal is not None
    extension_vote(person=anna, game_id=game.id, yes=False, why="We\twait for ever")
    assert again(game).proposal is None
    assert payloads(game, "extension_voted") == [
        {"seat": "A", "yes": False, "by": anna.player_uid, "why": "We wait for ever"}
    ]
    with pytest.raises(Refused) as refusal:
        extension_vote(person=cora, game_id=game.id, yes=True)
    assert refusal.value.code == "no_vote"
    assert again(game).deadline == DUE
    # Whoever asked may take it back, and somebody may ask anew.
    extension_propose(person=cora, game_id=game.id, hours=1, why="Rain")
    extension_vote(person=cora, game_id=game.id, yes=False)
    assert again(game).proposal is None
    assert payloads(game, "extension_voted")[-1]["why"] == TAKEN_BACK


def test_who_may_ask_and_vote(game: Game, anna: User, bert: User) -> None:
    outsider = person("dora")
    with pytest.raises(NotAllowed):
        extension_propose(person=outsider, game_id=game.id, hours=1, why="Rain")
    with pytest.raises(Refused, match="1 to 720 hours"):
        extension_propose(person=anna, game_id=game.id, hours=721, why="Rain")
    extension_propose(person=anna, game_id=game.id, hours=1, why="Rain")
    for again_asked in (anna, bert):
        with pytest.raises(Refused) as refusal:
            extension_propose(person=again_asked, game_id=game.id, hours=1, why="Rain")
        assert refusal.value.code == "vote_open"
    with pytest.raises(NotAllowed):
        extension_vote(person=outsider, game_id=game.id, yes=True)
    with pytest.raises(Refused) as refusal:
        extension_vote(person=anna, game_id=game.id, yes=True)
    assert refusal.value.code == "voted_already"
    timeless = started(anna, bert)
    with pytest.raises(Refused) as refusal:
        extension_propose(person=anna, game_id=timeless.id, hours=1, why="Rain")
    assert refusal.value.code == "no_deadline"


def test_among_bots_a_person_agrees_with_themselves(at: Travel, anna: User) -> None:
    at(START)
    game = started(anna, schedule=DAY)
    extension_propose(person=anna, game_id=game.id, hours=5, why="Rain")
    assert again(game).deadline == DUE + timedelta(hours=5)
    assert again(game).proposal is None
    assert not OutboxRow.objects.filter(kind="vote").exists()


def test_a_proposal_dies_with_its_step(at: Travel, game: Game, anna: User, cora: User) -> None:
    extension_propose(person=anna, game_id=game.id, hours=5, why="Rain")
    at(DUE)
    assert game_advance(game_id=game.id) == 1
    assert again(game).proposal is None
    with pytest.raises(Refused):
        extension_vote(person=cora, game_id=game.id, yes=True)


def test_a_rest_and_a_new_player_end_a_vote_too(game: Game, anna: User, bert: User) -> None:
    extension_propose(person=anna, game_id=game.id, hours=5, why="Rain")
    game_pause(person=anna, game_id=game.id, why="Harvest")
    game_resume(person=anna, game_id=game.id, why="On we go")
    assert again(game).proposal is None
    extension_propose(person=anna, game_id=game.id, hours=5, why="Rain")
    player_replace(person=anna, game_id=late(game).id, seat_key="B", bot="random", why="gone")
    assert again(game).proposal is None


def test_the_host_may_extend_meanwhile_and_the_vote_counts_from_there(
    game: Game, anna: User, bert: User, cora: User
) -> None:
    extension_propose(person=bert, game_id=game.id, hours=12, why="Rain")
    deadline_extend(person=anna, game_id=game.id, hours=24, why="Harvest")
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


def test_a_seat_asks_so_often_before_a_step(game: Game, anna: User, bert: User, cora: User) -> None:
    for _ in range(MOST_PROPOSALS):
        extension_propose(person=bert, game_id=game.id, hours=1, why="Rain")
        extension_vote(person=bert, game_id=game.id, yes=False)
    before = kinds(game)
    with pytest.raises(Refused) as refusal:
        extension_propose(person=bert, game_id=game.id, hours=1, why="Rain")
    assert refusal.value.code == "too_many_proposals"
    assert kinds(game) == before
    extension_propose(person=cora, game_id=game.id, hours=1, why="Rain")
    extension_vote(person=anna, game_id=game.id, yes=False, why="Enough")
    for player in (anna, bert, cora):
        answer(game, player)
    game_advance(game_id=game.id)
    extension_propose(person=bert, game_id=game.id, hours=1, why="Rain")
    assert again(game).proposal is not None


def test_a_table_votes_and_moves_its_deadline_so_often_a_day(
    at: Travel, game: Game, anna: User, bert: User, settings: Any
) -> None:
    settings.MOST_LETTERS = 2
    extension_propose(person=bert, game_id=game.id, hours=1, why="Rain")  # to two people
    extension_vote(person=bert, game_id=game.id, yes=False)
    deadline_extend(person=anna, game_id=game.id, hours=1, why="Harvest")  # to three
    before = kinds(game)
    for act in (
        lambda: extension_propose(person=bert, game_id=game.id, hours=1, why="Rain"),
        lambda: deadline_extend(person=anna, game_id=game.id, hours=1, why="Harvest"),
        lambda: game_pause(person=anna, game_id=game.id, why="Harvest"),
    ):
        with pytest.raises(Refused) as refusal:
            act()
        assert refusal.value.code == "too_many_letters"
    assert kinds(game) == before
    settings.MOST_LETTERS = 4
    game_pause(person=anna, game_id=game.id, why="Harvest")
    settings.MOST_LETTERS = 1
    game_resume(person=anna, game_id=game.id, why="On we go")
    assert again(game).status == Game.Status.RUNNING


def test_channels_and_letters_in_reserve_do_not_count(
    game: Game, anna: User, settings: Any
) -> None:
    deadline_extend(person=anna, game_id=game.id, hours=1, why="Harvest")
    notices = list(OutboxRow.objects.filter(kind="deadline_moved"))
    assert len(notices) == 3
    for number, row in enumerate(notices):
        row.pk, row.channel, row.dedup = None, "push", f"twin {number}"
        row.save()
    OutboxRow.objects.filter(kind="deadline_moved", channel="mail", user=anna).update(state="spare")
    settings.MOST_LETTERS = 4
    deadline_extend(person=anna, game_id=game.id, hours=1, why="Harvest")
    assert len(payloads(game, "deadline_set")) == 3


def test_only_the_newest_deadline_is_told_to_who_has_heard_of_none(game: Game, anna: User) -> None:
    for hours in (1, 2):
        deadline_extend(person=anna, game_id=game.id, hours=hours, why="Harvest")
    rows = OutboxRow.objects.filter(kind="deadline_moved", user=anna).order_by("pk")
    assert [(row.state, row.data["deadline"]) for row in rows] == [
        ("overtaken", "2026-06-02T13:00:00Z"),
        ("waiting", "2026-06-02T15:00:00Z"),
    ]
