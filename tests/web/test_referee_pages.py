"""The referee's page: what was done, and what one may do."""

from __future__ import annotations

import pytest

from games.models import Game, User
from tests.service.tables import again, kinds, late, play_out, started
from tests.web.pages import Reader

HOURLY = {"kind": "hours", "hours": 48}


@pytest.fixture
def game(anna: User, bert: User) -> Game:
    return started(anna, bert, schedule=HOURLY)


def do(reader: Reader, game: Game, deed: str, **sent: str) -> str:
    return reader.post(f"/games/{game.pk}/referee/{deed}/", sent)


def test_acts_stand_there_with_who_and_why(anna: User, game: Game, stranger: Reader) -> None:
    before = again(game).deadline
    assert "Nothing so far." in stranger.get(f"/games/{game.pk}/referee/")
    assert "stands in the log" in do(Reader(anna), game, "extend", hours="5", why="a wedding")
    after = again(game).deadline
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 5 * 3600
    page = stranger.get(f"/games/{game.pk}/referee/")
    assert "(a wedding)" in page
    assert '<span class="tag">anna</span>' in page


def test_pause_and_go_on(anna: User, game: Game) -> None:
    do(Reader(anna), game, "pause", why="holidays")
    assert again(game).status == Game.Status.PAUSED
    do(Reader(anna), game, "resume", why="back")
    assert again(game).status == Game.Status.RUNNING


def test_a_vote_of_all_moves_the_deadline(anna: User, bert: User, game: Game) -> None:
    before = again(game).deadline
    do(Reader(bert), game, "propose", hours="24", why="exams")
    page = Reader(anna).get(f"/games/{game.pk}/referee/")
    assert "24 hours more are asked for" in page
    assert "exams" in page
    do(Reader(anna), game, "vote", vote="yes")
    after = again(game).deadline
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 24 * 3600


def test_substitutes_come_and_go(anna: User, cora: User, game: Game) -> None:
    do(Reader(anna), game, "substitute", player="cora")
    assert again(game).seats.get(letter="A").substitute == cora
    assert "You stand in" in Reader(cora).get(f"/games/{game.pk}/referee/")
    do(Reader(anna), game, "recall")
    assert again(game).seats.get(letter="A").substitute is None


def test_the_host_replaces_and_a_player_resigns(
    anna: User, bert: User, cora: User, game: Game
) -> None:
    named = {"letter": "B", "player": "cora", "bot": "marshal", "why": "gone"}
    assert "not late" in do(Reader(anna), game, "replace", **named)
    do(Reader(anna), late(game), "replace", **named)
    assert again(game).seats.get(letter="B").user == cora
    assert "Tick that you are sure" in do(Reader(cora), game, "resign")
    do(Reader(cora), game, "resign", sure="yes")
    assert again(game).seats.get(letter="B").bot == "marshal"
    assert kinds(game).count("player_replaced") == 2


@pytest.mark.parametrize(
    ("deed", "sent", "complaint"),
    [
        ("extend", {"hours": "5"}, "Only the host"),
        ("pause", {}, "Only the host"),
        ("replace", {"letter": "A", "bot": "marshal"}, "Only the host"),
        ("propose", {"hours": "x"}, "Write a whole number of hours."),
        ("vote", {"vote": "yes"}, "There is no vote"),
        ("substitute", {"player": "anna"}, "has a seat at this table"),
    ],
)
def test_what_is_not_allowed_is_told_and_changes_nothing(
    bert: User, game: Game, deed: str, sent: dict[str, str], complaint: str
) -> None:
    before = kinds(game)
    assert complaint in do(Reader(bert), game, deed, **sent)
    assert kinds(game) == before


def test_there_are_no_other_deeds(anna: User, game: Game) -> None:
    Reader(anna).post(f"/games/{game.pk}/referee/cheat/", status=404)


def test_a_rematch_seats_the_asker_and_invites_the_others(anna: User, bert: User) -> None:
    old = play_out(started(anna, bert), anna, bert)
    assert "Rematch" in Reader(bert).get(f"/games/{old.pk}/referee/")
    page = Reader(bert).post(f"/games/{old.pk}/rematch/")
    assert "A table for the rematch is there" in page
    new = Game.objects.get(rematch_of=old)
    assert new.seats.filter(user=bert).exists()
    assert new.invitations.get().user == anna
